/* Ends what small_code_begin.h or small_interactive_code_begin.h began. */
#if defined(__OSCAR64C__)
#pragma optimize(pop)
#elif defined(__CC65__)
#pragma codesize(pop)
#endif
