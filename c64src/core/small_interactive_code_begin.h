/* Compile the functions that follow for size: functions of the program that wait for the player
 * most of the time. Include small_code_end.h behind them. Both have no guard, because a unit
 * includes them many times. The building of a dungeon is not such code: its picture changes in every
 * frame.
 *
 * With OSCAR64 `size` would save 45 bytes more, but takes a tenth longer to compile. Optimisation
 * level 1 compiles fastest, but OSCAR64 1.32.271 then drops a parameter. */
#if defined(__OSCAR64C__)
#pragma optimize(push)
#pragma optimize(outline)
#elif defined(__CC65__)
#pragma codesize(push, 100)
#endif
