/* What OSCAR64 must know to link a module: the memory layout, and the table at its start.
 *
 * Passed with -rt= instead of the compiler's own runtime, all of which it includes. The build
 * defines
 *   UNDERCROFT_START, _END      the module's code and tables, and the first byte behind them
 *   UNDERCROFT_WORK, _WORK_END  its variables and its stack
 *   UNDERCROFT_STACK            bytes of that stack
 *   UNDERCROFT_ZEROPAGE         first byte of zero page for our own variables
 *   UNDERCROFT_UNUSED           where the start-up code of programs would be, which is cut off
 *
 * The compiler requires the names of the regions `startup` and `main`, and a function main. A call
 * comes with arguments in the registers X and A, and its result goes there; everything else that is
 * OSCAR64's way is made and put back here. docs/modules.md describes the table.
 */
#include <crt.c>
#include "module/module.h"
#include "module_zeropage.h"
#include "zeropage.h"

#include "module_work.h"
#if GAME_TABLE
#include "game_request.h"
#endif

#pragma section(entry, 0)
#pragma region(startup, UNDERCROFT_UNUSED, UNDERCROFT_UNUSED + 96, , , {})
#pragma region(module, UNDERCROFT_START, UNDERCROFT_END, , , {entry, code, data})
#pragma region(main, UNDERCROFT_WORK + SHARED_WORK, UNDERCROFT_WORK_END, , , {bss, heap, stack})
#pragma region(zeropage, UNDERCROFT_ZEROPAGE, 0x100, , , {})
#pragma stacksize(UNDERCROFT_STACK)
#pragma heapsize(0)

static char kept_bytes[HEAVY_BYTES];
static char kept_sp[2];
static const char kept_address[HEAVY_BYTES] = { HEAVY_ADDRESSES };

/* noasm keeps exactly these instructions. */
#pragma code(entry)
#pragma optimize(push)
#pragma optimize(noasm)
void undercroft_module(void)
{
    __asm volatile {
        jmp begin
        jmp step
        jmp generate
#if HAS_GET_TILE
        jmp get_tile
#else
        jmp left_out
#endif
#if HAS_SET_TILE
        jmp set_tile
#else
        jmp left_out
#endif
#if HAS_TABLE
        jmp table
#else
        jmp left_out
#endif
#if HAS_UNPACK_ROW
        jmp unpack_row
#else
        jmp left_out
#endif
#if HAS_UNPACK_COLUMN
        jmp unpack_column
#else
        jmp left_out
#endif
#if HAS_COUNT_TILES
        jmp count_tiles
#else
        jmp left_out
#endif
#if HAS_RUN
        jmp run
#else
        jmp left_out
#endif
        /* The module's description and the request block, up to 64 bytes in all. */
        byt 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        byt 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        byt 0, 0
#if GAME_TABLE
#include "game_table.h"
#elif LEAVES_OUT
left_out:
        cld
        lda #255
        rts
#endif

begin:
        jsr enter_heavy
        jsr module_begin
        jmp leave_heavy
step:
        jsr enter_heavy
        jsr module_step
        jmp leave_heavy
generate:
        jsr enter_heavy
        jsr module_generate
        jmp leave_heavy
#if HAS_GET_TILE
get_tile:
#if KEEPS_ZERO_PAGE
        jsr enter_light
        lda module_x
        sta tile_column
        lda module_a
        sta tile_row
        jsr module_get_tile
        lda accu
        sta module_a
        jmp leave_light
#else
        stx tile_column
        sta tile_row
        cld
        jsr module_get_tile
        lda accu
        rts
#endif
#endif
#if HAS_SET_TILE
set_tile:
        jsr enter_light
        jsr module_set_tile
        jmp leave_light
#endif
#if HAS_TABLE
table:
        jsr enter_light
        jsr module_table
        jmp leave_light
#endif
#if HAS_UNPACK_ROW
unpack_row:
        jsr enter_heavy
        jsr module_unpack_row
        jmp leave_heavy
#endif
#if HAS_UNPACK_COLUMN
unpack_column:
        jsr enter_heavy
        jsr module_unpack_column
        jmp leave_heavy
#endif
#if HAS_COUNT_TILES
count_tiles:
        jsr enter_heavy
        jsr module_count_tiles
        jmp leave_heavy
#endif
#if HAS_RUN
run:
        jsr enter_heavy
        jsr module_run
        jmp leave_heavy
#endif

/* The calls that change little begin the list of addresses. */
enter_light:
        stx module_x
        ldx #LIGHT_BYTES
        bne enter
enter_heavy:
        stx module_x
        ldx #HEAVY_BYTES
enter:
        sta module_a
keep:
        ldy kept_address - 1, x
        lda $0000, y
        sta kept_bytes - 1, x
        dex
        bne keep
        lda sp
        sta kept_sp
        lda sp + 1
        sta kept_sp + 1
        lda #<StackEnd - 2
        sta sp
        lda #>StackEnd - 2
        sta sp + 1
        cld
        rts

leave_light:
        ldx #LIGHT_BYTES
        bne restore
leave_heavy:
        ldx #HEAVY_BYTES
restore:
        ldy kept_address - 1, x
        lda kept_bytes - 1, x
        sta $0000, y
        dex
        bne restore
        lda kept_sp
        sta sp
        lda kept_sp + 1
        sta sp + 1
        ldx module_x
        lda module_a
        rts
    }
}
#pragma optimize(pop)
#pragma code(code)
#pragma reference(undercroft_module)

/* Never called, but the compiler wants it. */
int main(void)
{
    return 0;
}
