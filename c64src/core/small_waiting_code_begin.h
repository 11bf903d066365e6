/* Included first by files that wait for the person most of the time: they shall be small. Not for what
 * draws the progress bar: that is time of the generator's.
 *
 * `size` would save 45 bytes more and is compiled a tenth slower. Level 1 is compiled fastest, but
 * OSCAR64 1.32.271 then loses a parameter. */
#if defined(__OSCAR64C__)
#pragma optimize(push)
#pragma optimize(outline)
#elif defined(__CC65__)
#pragma codesize(push, 100)
#endif
