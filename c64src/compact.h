/* Included first by files that wait for the person most of the time: they shall be small. */
#if defined(__OSCAR64C__)
#pragma optimize(push)
#pragma optimize(1, outline)
#endif
