/* Included last by files that include compact.h first. */
#if defined(__OSCAR64C__)
#pragma optimize(pop)
#elif defined(__CC65__)
#pragma codesize(pop)
#endif
