/* Included first by files that wait for the person most of the time: they shall be small. Level 1
 * with the outliner is smaller than `size` is, and compiled in a seventh less time. Not for what draws
 * the progress bar: that is time of the generator's. */
#if defined(__OSCAR64C__)
#pragma optimize(push)
#pragma optimize(size, outline)
#elif defined(__CC65__)
#pragma codesize(push, 100)
#endif
