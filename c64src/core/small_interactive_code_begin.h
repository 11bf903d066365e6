/* Compile the functions that follow for size: functions of the program that wait for the player
 * most of the time. Include small_code_end.h behind them. The building of a dungeon is not such
 * code: its picture changes in every frame.
 *
 * With OSCAR64, optimisation level 1 compiles fastest, but 1.32.271 then drops a parameter. */
#if defined(__OSCAR64C__)
#pragma optimize(push)
#pragma optimize(size, outline)
#elif defined(__CC65__)
#pragma codesize(push, 100)
#endif
