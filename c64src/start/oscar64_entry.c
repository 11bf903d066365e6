/* What OSCAR64 must know about our machine: the memory layout, and how a program starts.
 *
 * Passed with -rt= instead of the compiler's own runtime, all of which it includes. The build
 * defines
 *   UNDERCROFT_START        first byte of the program, where execution begins
 *   UNDERCROFT_END          first byte behind its memory
 *   UNDERCROFT_STACK        bytes of stack at the end of that memory
 *   UNDERCROFT_ZEROPAGE     first byte of zero page for our own variables, up to $ff
 *
 * The 96 bytes of the region `startup` contain our entry and then the runtime's own start-up code,
 * which clears bss and our zero page, sets its stack pointer and calls main. The compiler requires
 * the names of that region and of `main`.
 */
#include <crt.c>

#pragma section(entry, 0)
#pragma region(startup, UNDERCROFT_START, UNDERCROFT_START + 96, , , {entry})
#pragma region(main, UNDERCROFT_START + 96, UNDERCROFT_END, , , {code, data, bss, heap, stack})
#pragma region(zeropage, UNDERCROFT_ZEROPAGE, 0x100, , , {})
#pragma stacksize(UNDERCROFT_STACK)
#pragma heapsize(0)

/* The hardware stack is set here because a monitor may start the program with any. If main
 * returns, the program ends in a loop, as there is no BASIC to return to. noasm keeps exactly
 * these instructions. */
#pragma code(entry)
#pragma optimize(push)
#pragma optimize(noasm)
void undercroft_entry(void)
{
    __asm volatile {
        cld
        ldx #$ff
        txs
        lda 0xba
        sta 0x02a7
        jsr startup
spin:   jmp spin
    }
}
#pragma optimize(pop)
#pragma code(code)
#pragma reference(undercroft_entry)
