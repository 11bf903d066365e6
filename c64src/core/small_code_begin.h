/* Included before functions of the generator that hardly ever run, and so shall be small; compact_end.h
 * ends that. Not compact.h: for these `size` gives the least. */
#if defined(__OSCAR64C__)
#pragma optimize(push)
#pragma optimize(size)
#elif defined(__CC65__)
#pragma codesize(push, 100)
#endif
