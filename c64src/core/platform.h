/* One dialect of C for OSCAR64, cc65 and the host's own compiler (the native build).
 *
 * Everything in which the three differ is defined here. The other files may use what the three
 * have in common: declarations at the start of a block, uint8_t/int8_t/uint16_t, masks and shifts
 * instead of bit-fields, no recursion, no constant expression that overflows 16 bits.
 */
#ifndef UNDERCROFT_PLATFORM_H
#define UNDERCROFT_PLATFORM_H

#include <stdint.h>

/* WORK         A variable of a dungeon's unit, in ordinary memory: `WORK uint8_t next_room;`. In a module,
 *              variables of different phases share bytes (pygen/emit/shared_work.py); else each has its own.
 * INLINE       A small function that should cost no call. cc65 has no inline
 *              functions and makes it an ordinary static one. As it warns of static functions that
 *              are never called, headers should define macros and leave INLINE to files that use
 *              what they define.
 * NOINLINE     A function that the compiler must not inline.
 *
 * REGISTER     A local pointer that cc65 should keep in zero page; the others decide themselves.
 *
 * ZEROPAGE_BEGIN                       A variable in zero page. Never initialised: the start-up
 * ZEROPAGE uint8_t column;             code sets all of them to 0. Only the emitted zeropage.c
 * ZEROPAGE_END                         defines any; they are declared in files zeropage.list.
 *
 * ZEROPAGE_EXTERN(uint8_t, column);    The same variable seen from another file.
 *
 * BYTES_AT(address)                    Memory at a fixed address, as an array of bytes.
 * VOLATILE_AT(address)                 The same for memory that changes, or is read, without the
 *                                      compiler's knowledge: the mailbox, the chips.
 */

#if defined(__OSCAR64C__)

#define INLINE static inline
#define NOINLINE __noinline
#define REGISTER
#define ZEROPAGE __zeropage
#define ZEROPAGE_BEGIN
#define ZEROPAGE_END
#define ZEROPAGE_EXTERN(type, name) extern __zeropage type name

#elif defined(__CC65__)

#define INLINE static
#define NOINLINE
#define REGISTER register
#define ZEROPAGE
#define PLATFORM_PRAGMA(text) _Pragma(#text)
#define ZEROPAGE_BEGIN PLATFORM_PRAGMA(bss-name(push, "ZEROPAGE"))
#define ZEROPAGE_END PLATFORM_PRAGMA(bss-name(pop))
/* zpsym needs a name that is declared; the second declaration takes the caller's semicolon. */
#define ZEROPAGE_EXTERN(type, name) \
    extern type name; PLATFORM_PRAGMA(zpsym(#name)) extern type name

#else

#define NATIVE 1
#define INLINE static inline
#define NOINLINE
#define REGISTER
#define ZEROPAGE
#define ZEROPAGE_BEGIN
#define ZEROPAGE_END
#define ZEROPAGE_EXTERN(type, name) extern type name

#endif

#if defined(UNDERCROFT_MODULE) && !defined(NATIVE)
#define SHARES_WORK 1
#define WORK extern
#else
#define WORK static
#endif

/* GET_WORD(bytes), PUT_WORD(bytes, value)   The number in two bytes of a record, low byte first. Both
 *                                           evaluate each argument once. */
#ifdef NATIVE
#define GET_WORD(bytes) get_word(bytes)
#define PUT_WORD(bytes, value) put_word(bytes, (uint16_t)(value))
static inline uint16_t get_word(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}
static inline void put_word(uint8_t *bytes, uint16_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}
#else
#define GET_WORD(bytes) (*(const uint16_t *)(bytes))
#define PUT_WORD(bytes, value) (*(uint16_t *)(bytes) = (uint16_t)(value))
#endif

/* Arithmetic with bytes and words in C gives an int. These are the narrower types again:
 * WORD_OF(high, low)         the number of two bytes.
 * SPAN_COUNT(first, last)    how many places there are from a first to a last one, both included.
 * SPAN_LAST(first, count)    the last of so many places. */
#define WORD_OF(high, low) ((uint16_t)((uint16_t)(high) << 8 | (low)))
#define SPAN_COUNT(first, last) ((uint8_t)((last) - (first) + 1))
#define SPAN_LAST(first, count) ((uint8_t)((first) + (count) - 1))

#ifdef NATIVE
/* The host emulates the machine's memory with 64 KiB of its own, defined in harness/native.c. */
extern uint8_t native_memory[];
#define BYTES_AT(address) (native_memory + (address))
#define VOLATILE_AT(address) ((volatile uint8_t *)(native_memory + (address)))
#else
#define BYTES_AT(address) ((uint8_t *)(address))
#define VOLATILE_AT(address) ((volatile uint8_t *)(address))
#endif

#endif
