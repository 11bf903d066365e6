/* Assertions of the dev profile; they compile to nothing in a release.
 *
 * ASSERT("what is asserted", condition): the first one that fails stops the program with a red
 * border and leaves the text's address in the mailbox, where the parity harness reads it.
 */
#ifndef UNDERCROFT_ASSERTION_H
#define UNDERCROFT_ASSERTION_H

#ifdef UNDERCROFT_DEV
void assertion_failed(const char *what);
#define ASSERT(what, condition) if (!(condition)) assertion_failed(what)
#else
#define ASSERT(what, condition)
#endif

#endif
