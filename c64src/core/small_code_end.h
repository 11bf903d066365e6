/* Included where compact.h or rarely_run.h ends. */
#if defined(__OSCAR64C__)
#pragma optimize(pop)
#elif defined(__CC65__)
#pragma codesize(pop)
#endif
