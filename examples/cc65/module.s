; The module at its place in the program's file: hunt.cfg says where.
        .include "tomb/tomb.inc"
        .export tomb_start

        .segment "TOMB"
        .incbin "tomb/tomb.prg", 2      ; behind the two bytes of its address
        .assert * - tomb_start = tomb_size, error, "tomb.prg is of another export"
