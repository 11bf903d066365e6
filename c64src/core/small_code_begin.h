/* Compile the functions that follow for size: functions of the generator that run rarely, so that
 * their bytes matter more than their cycles. Include small_code_end.h behind them. Both have no
 * guard, because a unit includes them many times.
 *
 * For code of the program that waits for the player there is small_interactive_code_begin.h, as
 * each is smallest with other options. */
#if defined(__OSCAR64C__)
#pragma optimize(push)
#pragma optimize(size)
#elif defined(__CC65__)
#pragma codesize(push, 100)
#endif
