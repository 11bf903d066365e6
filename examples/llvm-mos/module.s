; The module at its place in the program's file: link.ld says where.
        .section .tomb,"a",@progbits
        .incbin "tomb/tomb.prg", 2
