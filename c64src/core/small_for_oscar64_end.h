/* Ends what small_for_oscar64_begin.h began. */
#if defined(__OSCAR64C__)
#pragma optimize(pop)
#endif
