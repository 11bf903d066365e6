; Calls of a module; see modules.h. The twin for OSCAR64 is enter_module in modules.c.

        .import _module_entry, _module_page, _module_x, _module_a
        .export _enter_module

        .code

_enter_module:
        lda _module_entry
        sta call + 1
        lda _module_page
        sta call + 2
        ldx _module_x
        lda _module_a
call:   jsr $ffff
        sta _module_a
        stx _module_x
        rts
