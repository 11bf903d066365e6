// A figure walks a dungeon from the stairs up to the stairs down, and two monsters hunt it.
//
// Joystick in port 2, or the keys W, A, S, D; fire or the space bar waits. What is in sight is lit, what was
// seen before is remembered, the rest is dark. For KickAssembler, with the module of the dungeon at its place:
//
//     invoke export --spec examples/hunt.yaml --to examples/kickassembler/tomb
//     cd examples/kickassembler
//     java -jar KickAss.jar hunt.asm -o hunt.prg
//
// Free to use in any program, without notice, as all of examples/ is. Made from templates/examples/hunt.asm.j2, which is the same
// for every assembler, by `invoke docs`.

#import "tomb/tomb_kick.asm"

// Memory outside of the program. The module takes tomb_first to tomb_end - 1.
.const map = $3800              // the tiles, a byte each; bit 7: a wall that shows its front
.const characters = $c000
.const steps = $c100            // how far each tile is from the figure
.const seen = $c880             // a bit for each tile that was ever seen
.const window = $c980           // 17 x 17 tiles around the figure
.const figure = $cb00           // column, row
.const monster_x = $cb02
.const monster_y = $cb04
.const level = $cb06
.const screen = $cc00
.const colours = $d800

// Zero page is the program's between two calls.
.const tile = $02               // addresses of the row that is drawn: of its tiles,
.const plane = $04              // what was seen of them,
.const view = $06               // and what is in sight; all for column 0 of the screen
.const to = $08
.const colour = $0a
.const left = $0c               // the tile in the upper left corner of the screen
.const top = $0d
.const row = $0e
.const bits = $0f               // the next tiles of the plane, and how many they are
.const bits_left = $10
.const first_lit = $11          // the column of the screen from which tiles may be in sight
.const column = $13
.const asked = $14
.const monster = $15
.const caught = $16
.const count = $17
.const shape = $18

.const monsters = 2
.const nearest = 16             // steps from the figure at which a monster may begin
.const screen_columns = 40
.const screen_rows = 24         // the row below has the number of the level
.const front = 128

* = $0801
        .byte $0b, $08, $0a, $00, $9e, $32, $30, $36, $31, $00, $00, $00 // 10 SYS2061

start:  lda #$7f                        // no interrupts: the keyboard is ours
        sta $dc0d
        ldx #192
copy:   lda shapes - 1,x
        sta characters - 1,x
        dex
        bne copy
        ldx #screen_columns - 1
blank:  lda #tomb_tile_empty
        sta screen + screen_columns * screen_rows,x
        lda #12
        sta colours + screen_columns * screen_rows,x
        dex
        bpl blank
        ldx #4
floor:  lda word,x
        sta screen + screen_columns * screen_rows,x
        dex
        bpl floor
        stx tomb_call_random_state      // any number but 0
        lda #0
        sta $d020
        sta $d021
        lda $dd00                       // $C000-$FFFF: characters at $C000, screen at $CC00
        and #$fc
        sta $dd00
        lda #$30
        sta $d018
first:  lda #0
        sta level
        jsr begin_level

turn:   jsr wait_for_frame
        jsr ask
        beq turn
        jsr move_figure
        ldx figure + 1
        jsr row_of_map
        ldy figure
        lda (tile),y
        cmp #tomb_tile_down_stairs
        bne hunt
        inc level
        jsr begin_level
        jmp turn
hunt:   jsr move_monsters
        lda caught
        bne lost
        jsr look_around
        jmp turn
lost:   jsr draw
        ldx #50
flash:  txa
        and #4
        beq dark
        lda #2
dark:   sta $d020
        jsr wait_for_frame
        dex
        bne flash
        stx $d020
        jmp first

wait_for_frame:
        lda #250
wait:   cmp $d012
        bne wait
again:  cmp $d012
        beq again
        rts

// The directions of the joystick, or of the keys: up 1, down 2, left 4, right 8, fire 16.
ask:    lda #$fd                        // the column of W, A and S
        sta $dc00
        lda $dc01
        eor #$ff
        sta shape
        ldx #0
        lsr shape
        lsr shape
        bcc no_w
        ldx #1
no_w:   lsr shape
        bcc no_a
        ldx #4
no_a:   lda shape
        and #4
        beq no_s
        ldx #2
no_s:   lda #$fb                        // of D
        sta $dc00
        lda $dc01
        and #4
        bne no_d
        ldx #8
no_d:   lda #$7f                        // of the space bar
        sta $dc00
        lda $dc01
        and #16
        bne no_fire
        ldx #16
no_fire:
        stx asked
        lda #$ff
        sta $dc00
        lda $dc00
        and #31
        eor #31
        ora asked
        sta asked
        rts

move_figure:
        ldx figure
        ldy figure + 1
        lsr asked
        bcc not_up
        dey
        bcs try
not_up: lsr asked
        bcc not_down
        iny
        bcs try
not_down:
        lsr asked
        bcc not_left
        dex
        bcs try
not_left:
        lsr asked
        bcc try
        inx
try:    stx column
        sty row
        lda #tomb_is_walkable
        sta tomb_call_properties
        tya
        jsr tomb_tile_is                // X: column, A: row
        tay
        beq stays
        lda column
        sta figure
        lda row
        sta figure + 1
stays:  rts

// How far each tile is from the figure.
measure:
        lda #<(map)
        sta tomb_call_map
        lda #>(map)
        sta tomb_call_map + 1
        lda #<(steps)
        sta tomb_call_to
        lda #>(steps)
        sta tomb_call_to + 1
        lda #<(figure)
        sta tomb_call_sources
        lda #>(figure)
        sta tomb_call_sources + 1

        lda #1
        sta tomb_call_source_count
        lda #tomb_is_walkable
        sta tomb_call_properties
        lda #tomb_way_towards
        sta tomb_call_way
        jmp tomb_distances

// Each monster goes a step towards the figure, unless the other one is there.
move_monsters:
        jsr measure
        lda #0
        sta caught
        ldx #monsters - 1
        stx monster
one:    lda monster_x,x
        sta tomb_call_x
        lda monster_y,x
        sta tomb_call_y
        jsr tomb_next_step
        tay
        bne waits
        lda monster                     // 0 or 1: the other one
        eor #1
        tay
        ldx monster
        lda tomb_call_x2
        cmp monster_x,y
        bne free
        lda tomb_call_y2
        cmp monster_y,y
        beq waits
free:   lda tomb_call_x2
        sta monster_x,x
        lda tomb_call_y2
        sta monster_y,x
waits:  ldx monster
        lda monster_x,x
        cmp figure
        bne next
        lda monster_y,x
        cmp figure + 1
        bne next
        inc caught
next:   dec monster
        ldx monster
        bpl one
        rts

begin_level:
        lda #7
        sta tomb_seed
        lda #0
        sta tomb_seed + 1
        lda level
        sta tomb_floor
        jsr tomb_generate
        lda #<(map)
        sta tomb_call_to
        lda #>(map)
        sta tomb_call_to + 1

        jsr tomb_unpack_map
        jsr mark_fronts
        ldx #tomb_seen_bytes
        lda #0
forget: sta seen - 1,x
        dex
        bne forget
        lda tomb_summary + tomb_summary_up_x
        sta figure
        lda tomb_summary + tomb_summary_up_y
        sta figure + 1
        jsr measure
        ldx #monsters - 1
        stx monster
place:  lda #tomb_width
        jsr tomb_random_below
        ldx monster
        sta monster_x,x
        lda #tomb_height
        jsr tomb_random_below
        ldx monster
        sta monster_y,x
        tax
        jsr row_of_map
        lda tile + 1                    // the same row of the steps
        clc
        adc #>(steps - map)
        sta tile + 1
        ldx monster
        ldy monster_x,x
        lda (tile),y
        cmp #nearest
        bcc place
        cmp #tomb_steps_not_reached
        beq place
        dec monster
        bpl place
        ldx #10
        lda level
        clc
        adc #1
tens:   cmp #10
        bcc ones
        sbc #10
        inx
        bne tens
ones:   adc #10
        sta screen + screen_columns * screen_rows + 7
        stx screen + screen_columns * screen_rows + 6
        // on to look_around

// What the figure sees, and on to draw.
look_around:
        lda #<(map)
        sta tomb_call_map
        lda #>(map)
        sta tomb_call_map + 1
        lda #<(window)
        sta tomb_call_to
        lda #>(window)
        sta tomb_call_to + 1
        lda #<(seen)
        sta tomb_call_seen
        lda #>(seen)
        sta tomb_call_seen + 1

        lda figure
        sta tomb_call_x
        lda figure + 1
        sta tomb_call_y
        lda #tomb_window_radius
        sta tomb_call_radius
        jsr tomb_field_of_view
        jsr tomb_mark_seen
        jsr wait_for_frame

draw:   ldx #tomb_width - screen_columns
        lda figure
        ldy #screen_columns / 2
        jsr first_shown
        sta left
        ldx #tomb_height - screen_rows
        lda figure + 1
        ldy #screen_rows / 2
        jsr first_shown
        sta top
        lda #<(screen)
        sta to
        lda #>(screen)
        sta to + 1
        lda #<(colours)
        sta colour
        lda #>(colours)
        sta colour + 1

        lda figure                      // the columns from which the window is shown
        sec
        sbc #tomb_window_radius
        sec
        sbc left
        sta first_lit                   // may be less than 0
        lda #0
        sta row

draw_row:
        lda row
        clc
        adc top
        pha
        tax
        jsr row_of_map
        lda tile
        clc
        adc left
        sta tile
        bcc in_page
        inc tile + 1
in_page:
        pla                             // the row of the window
        pha
        sec
        sbc figure + 1
        clc
        adc #tomb_window_radius
        tax
        lda #0
        sta count                       // columns that may be in sight: none
        cpx #tomb_window_row
        bcs no_view
        lda view_low,x                  // for column 0 of the screen
        sec
        sbc first_lit
        sta view
        lda view_high,x
        sbc #0
        ldy first_lit
        bpl in_view
        clc                             // what is subtracted is less than 0
        adc #1
in_view:
        sta view + 1
        lda #tomb_window_row
        sta count
no_view:
        pla                             // its plane: six bytes a row
        asl
        sta plane
        asl
        clc
        adc plane
        sta plane
        lda left
        lsr
        lsr
        lsr
        clc
        adc plane
        adc #<(seen)
        sta plane
        lda #>(seen)
        adc #0
        sta plane + 1
        lda left
        and #7
        tax
        eor #7
        sta bits_left
        inc bits_left
        ldy #0
        lda (plane),y
shift:  dex
        bmi shifted
        lsr
        bpl shift
shifted:
        sta bits

        ldy #0
draw_tile:
        lsr bits
        bcc unknown
        lda (tile),y
        bpl plain
        lda #7
plain:  sta (to),y
        tax
        tya
        sec
        sbc first_lit
        cmp count
        bcs memory
        lda (view),y
        bmi memory
        lda lit,x
        bne coloured
memory: lda remembered,x
coloured:
        sta (colour),y
        dec bits_left
        bne next_tile
more:   lda #8
        sta bits_left
        inc plane
        bne same
        inc plane + 1
same:   sty column
        ldy #0
        lda (plane),y
        sta bits
        ldy column
next_tile:
        iny
        cpy #screen_columns
        bne draw_tile
        beq row_done
unknown:
        lda #tomb_tile_empty
        sta (to),y
        dec bits_left
        bne next_tile
        beq more
row_done:
        lda to
        clc
        adc #screen_columns
        sta to
        sta colour
        bcc same_page
        inc to + 1
        inc colour + 1
same_page:
        inc row
        lda row
        cmp #screen_rows
        beq rows_done
        jmp draw_row
rows_done:
        ldy #monsters - 1
draw_monsters:
        sty monster
        lda #9
        sta shape
        lda monster_x,y
        sta column
        ldx monster_y,y
        lda #10
        jsr put
        ldy monster
        dey
        bpl draw_monsters
        lda #8
        sta shape
        lda figure
        sta column
        ldx figure + 1
        lda #1

// Show `shape` in colour A at column `column`, row X if it is in sight.
put:    pha
        txa
        sec
        sbc top
        sta row
        cmp #screen_rows
        bcs hidden
        txa
        sec
        sbc figure + 1
        clc
        adc #tomb_window_radius
        cmp #tomb_window_row
        bcs hidden
        tax
        lda view_low,x
        sta view
        lda view_high,x
        sta view + 1
        lda column
        sec
        sbc figure
        clc
        adc #tomb_window_radius
        cmp #tomb_window_row
        bcs hidden
        tay
        lda (view),y
        bmi hidden
        lda column
        sec
        sbc left
        cmp #screen_columns
        bcs hidden
        tay
        ldx row
        lda screen_low,x
        sta to
        sta colour
        lda screen_high,x
        sta to + 1
        clc
        adc #>(colours - screen)
        sta colour + 1
        lda shape
        sta (to),y
        pla
        sta (colour),y
        rts
hidden: pla
        rts

// A: the first tile that is shown of a side, so that tile A is in the middle; Y: half of what is shown,
// X: the last one that may be the first.
first_shown:
        sty count
        stx column
        sec
        sbc count
        bcs not_less
        lda #0
not_less:
        cmp column
        bcc first_found
        lda column
first_found:
        rts

// `tile`: the address of row X of the map.
row_of_map:
        lda map_low,x
        sta tile
        lda map_high,x
        sta tile + 1
        rts

// Walls above something else than rock show their front.
mark_fronts:
        ldx #0
rows:   stx row
        jsr row_of_map
        lda map_low + 1,x
        sta view
        lda map_high + 1,x
        sta view + 1
        ldy #tomb_width - 1
wall:   lda (tile),y
        cmp #tomb_tile_wall
        bne no_front
        cmp (view),y                    // the tile below
        bcs no_front
        ora #front
        sta (tile),y
no_front:
        dey
        bpl wall
        ldx row
        inx
        cpx #tomb_height - 1
        bne rows
        rts

lit:    .byte 0, 12, 9, 8, 7, 13, 12, 15
remembered:
        .byte 0, 11, 11, 11, 4, 4, 11, 6
word:   .byte 20, 21, 22, 22, 23 // FLOOR

map_low:
        .byte <(map + 0), <(map + 48), <(map + 96), <(map + 144), <(map + 192), <(map + 240), <(map + 288), <(map + 336)
        .byte <(map + 384), <(map + 432), <(map + 480), <(map + 528), <(map + 576), <(map + 624), <(map + 672), <(map + 720)
        .byte <(map + 768), <(map + 816), <(map + 864), <(map + 912), <(map + 960), <(map + 1008), <(map + 1056), <(map + 1104)
        .byte <(map + 1152), <(map + 1200), <(map + 1248), <(map + 1296), <(map + 1344), <(map + 1392), <(map + 1440), <(map + 1488)
        .byte <(map + 1536), <(map + 1584), <(map + 1632), <(map + 1680), <(map + 1728), <(map + 1776), <(map + 1824), <(map + 1872)
map_high:
        .byte >(map + 0), >(map + 48), >(map + 96), >(map + 144), >(map + 192), >(map + 240), >(map + 288), >(map + 336)
        .byte >(map + 384), >(map + 432), >(map + 480), >(map + 528), >(map + 576), >(map + 624), >(map + 672), >(map + 720)
        .byte >(map + 768), >(map + 816), >(map + 864), >(map + 912), >(map + 960), >(map + 1008), >(map + 1056), >(map + 1104)
        .byte >(map + 1152), >(map + 1200), >(map + 1248), >(map + 1296), >(map + 1344), >(map + 1392), >(map + 1440), >(map + 1488)
        .byte >(map + 1536), >(map + 1584), >(map + 1632), >(map + 1680), >(map + 1728), >(map + 1776), >(map + 1824), >(map + 1872)
view_low:
        .byte <(window + 0), <(window + 17), <(window + 34), <(window + 51), <(window + 68), <(window + 85), <(window + 102), <(window + 119)
        .byte <(window + 136), <(window + 153), <(window + 170), <(window + 187), <(window + 204), <(window + 221), <(window + 238), <(window + 255)
        .byte <(window + 272)
view_high:
        .byte >(window + 0), >(window + 17), >(window + 34), >(window + 51), >(window + 68), >(window + 85), >(window + 102), >(window + 119)
        .byte >(window + 136), >(window + 153), >(window + 170), >(window + 187), >(window + 204), >(window + 221), >(window + 238), >(window + 255)
        .byte >(window + 272)
screen_low:
        .byte <(screen + 0), <(screen + 40), <(screen + 80), <(screen + 120), <(screen + 160), <(screen + 200), <(screen + 240), <(screen + 280)
        .byte <(screen + 320), <(screen + 360), <(screen + 400), <(screen + 440), <(screen + 480), <(screen + 520), <(screen + 560), <(screen + 600)
        .byte <(screen + 640), <(screen + 680), <(screen + 720), <(screen + 760), <(screen + 800), <(screen + 840), <(screen + 880), <(screen + 920)
screen_high:
        .byte >(screen + 0), >(screen + 40), >(screen + 80), >(screen + 120), >(screen + 160), >(screen + 200), >(screen + 240), >(screen + 280)
        .byte >(screen + 320), >(screen + 360), >(screen + 400), >(screen + 440), >(screen + 480), >(screen + 520), >(screen + 560), >(screen + 600)
        .byte >(screen + 640), >(screen + 680), >(screen + 720), >(screen + 760), >(screen + 800), >(screen + 840), >(screen + 880), >(screen + 920)

shapes:
        .byte $00, $00, $00, $00, $00, $00, $00, $00 // empty
        .byte $ff, $bb, $ff, $ef, $ff, $dd, $ff, $f7 // wall
        .byte $00, $00, $10, $00, $00, $00, $01, $00 // floor
        .byte $7e, $c3, $a5, $a5, $ad, $a5, $a5, $ff // door
        .byte $03, $03, $0d, $0d, $35, $35, $d5, $ff // up_stairs
        .byte $ff, $d5, $35, $35, $0d, $0d, $03, $03 // down_stairs
        .byte $ff, $bb, $ff, $ef, $ff, $dd, $ff, $f7 // secret_path
        .byte $ff, $10, $10, $ff, $04, $04, $ff, $00 // front
        .byte $38, $3a, $12, $7c, $b8, $38, $28, $6c // figure
        .byte $81, $db, $7e, $5a, $7e, $3c, $7e, $a5 // monster
        .byte $3c, $66, $6e, $7c, $76, $66, $3c, $00 // 0
        .byte $18, $38, $18, $18, $18, $18, $7e, $00 // 1
        .byte $3c, $66, $06, $0c, $30, $60, $7e, $00 // 2
        .byte $3c, $66, $06, $1c, $06, $66, $3c, $00 // 3
        .byte $0c, $1c, $3c, $6c, $7e, $0c, $0c, $00 // 4
        .byte $7e, $60, $7c, $06, $06, $66, $3c, $00 // 5
        .byte $3c, $60, $7c, $66, $66, $66, $3c, $00 // 6
        .byte $7e, $06, $0c, $18, $30, $30, $30, $00 // 7
        .byte $3c, $66, $66, $3c, $66, $66, $3c, $00 // 8
        .byte $3c, $66, $66, $3e, $06, $0c, $38, $00 // 9
        .byte $7e, $60, $60, $7c, $60, $60, $60, $00 // f
        .byte $60, $60, $60, $60, $60, $60, $7e, $00 // l
        .byte $3c, $66, $66, $66, $66, $66, $3c, $00 // o
        .byte $7c, $66, $66, $7c, $78, $6c, $66, $00 // r

        .errorif (* > map), "the program reaches its map"
* = tomb_start
        .import binary "tomb/tomb.prg", 2
