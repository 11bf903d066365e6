/* Let OSCAR64 compile the functions that follow for size, but cc65 for speed. Include
 * small_for_oscar64_end.h behind them. Both have no guard, because a unit includes them many times.
 *
 * Some code is faster that way with OSCAR64 1.32.271: the corridors of a crypt take 1,300 cycles
 * less. Measure before you use it. */
#if defined(__OSCAR64C__)
#pragma optimize(push)
#pragma optimize(size)
#endif
