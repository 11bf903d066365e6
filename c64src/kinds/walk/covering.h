/* Further walks, to the sections of the map that have no floor. */
#ifndef UNDERCROFT_WALK_COVERING_H
#define UNDERCROFT_WALK_COVERING_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/tilemap.h"
#include "kinds/walk/digging.h"

/* How often the walker is still to move. */
WORK uint16_t moves_left;

#if SOME_WANTED_SECTIONS

/* What follows. The first walks have the stages 0 and 1. */
enum { BEGIN_TO_LOOK = 2, LOOK_AT_ALL, CHOOSE_ANOTHER, CHOOSE_ON, LOOK_AGAIN, SEEK, SEEK_ON, COME, COME_ON, WANDER };

/* What a look at a section has found. */
enum { GOES_ON, NO_FLOOR, HAS_FLOOR };

/* By number of the section, row by row: whether it is known to have floor. */
WORK uint8_t section_has_floor[MOST_SECTIONS];
/* How many are. */
WORK uint8_t sections_with_floor;
/* The section in question: its number, and the column and the row of sections. */
WORK uint8_t section, section_column, section_row;
/* Its next row that is looked at, or the next line of the section beside it. */
WORK uint8_t section_line;
/* How many tiles this step may still look at. */
WORK uint8_t section_room;
/* How many further walks there may be. */
WORK uint8_t covering_walks;
/* The direction of the section beside it where the walk begins, and whether lines are looked at from
 * their last tile on. */
WORK uint8_t section_side, is_backwards;
/* The tile to which the walk leads. */
WORK uint8_t covering_x, covering_y;

/* Look at the map's first section. */
static void begin_at_first_section(void)
{
    section = section_column = section_row = 0;
    section_line = SECTION_TOP[0];
}

/* Go on to the section behind this one, row by row; behind the last one comes the first. */
static void go_to_next_section(void)
{
    ++section;
    ++section_column;
    if (section_column == SECTIONS_ACROSS) {
        section_column = 0;
        ++section_row;
        if (section_row == SECTIONS_DOWN)
            section = section_row = 0;
    }
    section_line = SECTION_TOP[section_row];
}

/* Begin to look at all sections. */
static void begin_to_look(void)
{
    uint8_t n;

    for (n = 0; n != MOST_SECTIONS; ++n)
        section_has_floor[n] = 0;
    sections_with_floor = 0;
    covering_walks = MOST_COVERING_WALKS;
    begin_at_first_section();
    stage = LOOK_AT_ALL;
}

/* Note that the section has floor. */
static void note_floor(void)
{
    if (section_has_floor[section] == 0) {
        section_has_floor[section] = 1;
        ++sections_with_floor;
    }
}

/* Whether the section's line has floor: some 100 cycles a tile, a tenth of that where rows begin with
 * whole bytes and the line is empty. */
static uint8_t line_has_floor(void)
{
    uint8_t x, last;
#if !defined(MOVES_IN_C)
    uint8_t at, end;
    const uint8_t *row;
#endif

    x = SECTION_LEFT[section_column];
    last = SECTION_RIGHT[section_column];
#if !defined(MOVES_IN_C)
    row = row_start[section_line];
    end = SECTION_LAST_BYTE[section_column];
    for (at = SECTION_FIRST_BYTE[section_column]; row[at] == 0; ++at) {
        if (at == end)
            return 0;
    }
#endif
    for (;; ++x) {
        if (get_tile(x, section_line) == TILE_FLOOR)
            return 1;
        if (x == last)
            return 0;
    }
}

/* Look at the rows of the section until one has floor, or the step is full. */
static uint8_t look_for_floor(void)
{
    uint8_t width;

    width = SECTION_RIGHT[section_column];
    width -= SECTION_LEFT[section_column];
    ++width;
    for (;;) {
        if (section_room < width)
            return GOES_ON;
        section_room -= width;
        if (line_has_floor()) {
            note_floor();
            return HAS_FLOOR;
        }
        if (section_line == SECTION_BOTTOM[section_row])
            return NO_FLOOR;
        ++section_line;
    }
}

/* Look at all sections, some lines in a step. */
static void look_at_all(void)
{
    do {
        if (look_for_floor() == GOES_ON)
            return;
        go_to_next_section();
    } while (section != 0);
    stage = CHOOSE_ANOTHER;
}

/* Whether there is a section in a direction of this one that has floor. */
static uint8_t side_has_floor(uint8_t side)
{
    switch (side) {
    case STEP_LEFT:
        return section_column != 0 && section_has_floor[(uint8_t)(section - 1)];
    case STEP_RIGHT:
        return section_column != (uint8_t)(SECTIONS_ACROSS - 1) &&
               section_has_floor[(uint8_t)(section + 1)];
    case STEP_UP:
        return section_row != 0 && section_has_floor[(uint8_t)(section - SECTIONS_ACROSS)];
    default:
        return section_row != (uint8_t)(SECTIONS_DOWN - 1) &&
               section_has_floor[(uint8_t)(section + SECTIONS_ACROSS)];
    }
}

/* Draw a section, from which one is sought to which a walk may lead. */
static void draw_section(void)
{
    uint8_t n;

    section_column = random_below(SECTIONS_ACROSS);
    section_row = random_below(SECTIONS_DOWN);
    section = section_column;
    for (n = section_row; n != 0; --n)
        section += SECTIONS_ACROSS;
    section_line = SECTION_TOP[section_row];
}

/* From the section on, look for one without known floor beside one that has it. */
static void choose_section(void)
{
    uint8_t left;

    for (left = SECTIONS_AT_ONCE; left != 0; --left) {
        if (section_has_floor[section] == 0 &&
            (side_has_floor(STEP_LEFT) || side_has_floor(STEP_RIGHT) || side_has_floor(STEP_UP) ||
             side_has_floor(STEP_DOWN))) {
            stage = LOOK_AGAIN;
            return;
        }
        go_to_next_section();
    }
}

/* Choose the section beside it where the walk begins, and go there. */
static void begin_to_seek(void)
{
    section_side = random_below(4);
    while (!side_has_floor(section_side))
        section_side = (section_side + 1) & 3;
    is_backwards = random_bit();
    switch (section_side) {
    case STEP_LEFT:
        --section_column;
        section_line = SECTION_RIGHT[section_column];
        break;
    case STEP_RIGHT:
        ++section_column;
        section_line = SECTION_LEFT[section_column];
        break;
    case STEP_UP:
        --section_row;
        section_line = SECTION_BOTTOM[section_row];
        break;
    default:
        ++section_row;
        section_line = SECTION_TOP[section_row];
        break;
    }
}

/* Go back from there to the section to which the walk leads. */
static void go_back(void)
{
    switch (section_side) {
    case STEP_LEFT:
        ++section_column;
        break;
    case STEP_RIGHT:
        --section_column;
        break;
    case STEP_UP:
        ++section_row;
        break;
    default:
        --section_row;
        break;
    }
}

/* Look for floor line by line, away from the section to which the walk leads; put the walker there. */
static void seek_floor(void)
{
    uint8_t first, last, at, tiles;

    if (section_side < STEP_UP) {
        first = SECTION_TOP[section_row];
        last = SECTION_BOTTOM[section_row];
    } else {
        first = SECTION_LEFT[section_column];
        last = SECTION_RIGHT[section_column];
    }
    for (;;) {
        tiles = last - first;
        ++tiles;
        if (section_room < tiles)
            return;
        section_room -= tiles;
        for (at = is_backwards ? last : first; tiles != 0; --tiles) {
            if (section_side < STEP_UP) {
                walker_x = section_line;
                walker_y = at;
            } else {
                walker_x = at;
                walker_y = section_line;
            }
            if (get_tile(walker_x, walker_y) == TILE_FLOOR) {
                go_back();
#if defined(HAS_WEIGHT_MAP)
                find_weight();
#endif
                stage = COME;
                return;
            }
            if (is_backwards)
                --at;
            else
                ++at;
        }
        if (section_side & 1)
            ++section_line;
        else
            --section_line;
    }
}

/* Make a move that is drawn. */
static void move_astray(void)
{
#if SOME_SHARE_TILES
    tiles_left = 0;
#endif
    moves_now = 1;
#if !defined(MOVES_IN_C)
    begin_step();
#endif
    make_moves();
#if !defined(MOVES_IN_C)
    end_step(1);
#endif
}

/* Make a move towards the goal; if two would do, either. */
static void come_closer(void)
{
    uint8_t direction;

    direction = STEP_DOWN;
    if (covering_y < walker_y)
        direction = STEP_UP;
    if (covering_y == walker_y || (covering_x != walker_x && random_bit())) {
        direction = STEP_RIGHT;
        if (covering_x < walker_x)
            direction = STEP_LEFT;
    }
    switch (direction) {
    case STEP_LEFT:
        --walker_x;
        break;
    case STEP_RIGHT:
        ++walker_x;
        break;
    case STEP_UP:
        --walker_y;
        break;
    default:
        ++walker_y;
        break;
    }
#if defined(HAS_WEIGHT_MAP)
    find_weight();
#endif
    if (set_tile(walker_x, walker_y, TILE_FLOOR)) {
        wall_ahead(direction);
        measure();
    }
}

/* Draw the tile of the section to which the walk leads. */
static void draw_goal(void)
{
    covering_x = SECTION_LEFT[section_column];
    covering_x += random_below((uint8_t)(SECTION_RIGHT[section_column] - covering_x + 1));
    covering_y = SECTION_TOP[section_row];
    covering_y += random_below((uint8_t)(SECTION_BOTTOM[section_row] - covering_y + 1));
}

/* Walk to the goal, some steps astray. */
static void come_to_section(void)
{
    uint8_t left;

    for (left = COVERING_MOVES_AT_ONCE;; --left) {
        if (moves_left == 0) {
            stage = CHOOSE_ANOTHER;
            return;
        }
        if (walker_x == covering_x && walker_y == covering_y) {
            note_floor();
            stage = WANDER;
            return;
        }
        if (left == 0)
            return;
        --moves_left;
        if (random_chance(COVERAGE_STRAYING))
            move_astray();
        else
            come_closer();
    }
}

/* Walk on until enough sections have floor; one step.
 *
 * Each walk begins at floor beside a section that has none, and leads there. Only the sections to
 * which walks shall lead are looked at again. */
static void cover(void)
{
    uint8_t found;

    section_room = SECTION_TILES_AT_ONCE;
    switch (stage) {
    case BEGIN_TO_LOOK:
        begin_to_look();
        look_at_all();
        return;
    case LOOK_AT_ALL:
        look_at_all();
        return;
    case CHOOSE_ANOTHER:
        if (sections_with_floor >= WANTED_SECTIONS) {
            stage = PHASE_DONE;
            return;
        }
        draw_section();
        stage = CHOOSE_ON;
        choose_section();
        return;
    case CHOOSE_ON:
        choose_section();
        return;
    case LOOK_AGAIN:
        found = look_for_floor();
        if (found == HAS_FLOOR)
            stage = CHOOSE_ANOTHER;
        else if (found == NO_FLOOR)
            stage = SEEK;
        return;
    case SEEK:
        if (covering_walks == 0) {
            SUMMARY->status |= STATUS_FEWER_PARTS;
            stage = PHASE_DONE;
            return;
        }
        --covering_walks;
        begin_to_seek();
        stage = SEEK_ON;
        seek_floor();
        return;
    case SEEK_ON:
        seek_floor();
        return;
    case COME:
        draw_goal();
        moves_left = COVERAGE_STEPS;
        stage = COME_ON;
        come_to_section();
        return;
    default:
        come_to_section();
        return;
    }
}

#endif

#endif
