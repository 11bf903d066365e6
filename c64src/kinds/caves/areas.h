/* Areas of different character: each has its own rock and its own rule. */
#ifndef UNDERCROFT_CAVES_AREAS_H
#define UNDERCROFT_CAVES_AREAS_H

#include "core/generation.h"
#include "core/plane/plane.h"
#if SOME_AUTOMATON_ROUNDS
#include "core/plane/automaton.h"
#endif

/* The most areas, and the most characters that they have, as in pygen/kinds/caves/parameters.py. */
#define AREA_SITES 8
#define AREA_RULES 4

/* How many areas there are, and how many of them have their sites. */
WORK uint8_t area_count, sites_placed;

/* By area: the cell of its site. */
WORK uint8_t site_x[AREA_SITES], site_y[AREA_SITES];

/* By rows of cells, and by bytes of the plane's rows: the character of the 8 x 8 tiles. */
#define AREA_ROWS ((MAP_HEIGHT + 7) / 8)
WORK uint8_t area_cells[AREA_ROWS * PLANE_ROW_BYTES];

/* The cell that is next: its place among the others, its byte and its row. */
WORK uint16_t next_cell;
WORK uint8_t next_cell_at, next_cell_row;

#if SOME_AUTOMATON_ROUNDS && defined(OTHER_RULES)
/* By character: its rule as the kernel needs it. */
WORK uint8_t area_rules[20 * AREA_RULES], area_is_majority[AREA_RULES];

/* The character whose rule cells_rule is; NO_RULE_TAKEN if it is none of them. */
#define NO_RULE_TAKEN 0xFF
WORK uint8_t rule_taken;

/* Prepare the rule of a character. */
static NOINLINE void prepare_rule(uint8_t character)
{
    begin_automaton(AREA_BORN[character], AREA_KEPT[character], 1);
    area_is_majority[character] = is_majority;
    copied_from = cells_rule;
    copied_to = area_rules + 20 * character;
    copies_left = 20;
    copy_bytes();
}

/* Let the kernel change cells by the rule of a character. */
static NOINLINE void take_rule(uint8_t character)
{
    is_majority_rule = area_is_majority[character];
    if (area_is_majority[character] || character == rule_taken)
        return;
    rule_taken = character;
    copied_from = area_rules + 20 * character;
    copied_to = cells_rule;
    copies_left = 20;
    copy_bytes();
}
#endif

/* Begin with the areas, of which there are `count`. */
static void begin_areas(uint8_t count)
{
    area_count = count;
    sites_placed = 0;
    next_cell = 0;
    next_cell_at = 0;
    next_cell_row = 0;
}

/* One step of choosing a cell for each site, in the strip of its area: a site. */
static uint8_t place_site(void)
{
    uint8_t number;

    number = sites_placed;
    site_x[number] = AREA_FROM[number] + random_below(AREA_WIDTHS[number]);
    site_y[number] = random_below(AREA_ROWS);
#if SOME_AUTOMATON_ROUNDS && defined(OTHER_RULES)
    if (number < AREA_CHARACTERS)
        prepare_rule(number);
#endif
    ++sites_placed;
    return sites_placed == area_count;
}

/* The character of the next cell: that of the site that is nearest. */
static NOINLINE uint8_t find_character(void)
{
    uint8_t number, across, down, least, character, found;

    least = 0xFF;
    character = 0;
    found = 0;
    for (number = 0; number != area_count; ++number) {
        across = site_x[number] - next_cell_at;
        if (across & 0x80)
            across = (uint8_t)-across;
        down = site_y[number] - next_cell_row;
        if (down & 0x80)
            down = (uint8_t)-down;
        across += down;
        if (across < least) {
            least = across;
            found = character;
        }
        ++character;
        if (character == AREA_CHARACTERS)
            character = 0;
    }
    return found;
}

/* One step of finding the character of each cell: some cells. */
static uint8_t assign_cells(void)
{
    uint8_t left;

    for (left = CELLS_ASSIGNED; left != 0; --left) {
        area_cells[next_cell] = find_character();
        ++next_cell;
        ++next_cell_at;
        if (next_cell_at == PLANE_ROW_BYTES) {
            next_cell_at = 0;
            ++next_cell_row;
            if (next_cell_row == AREA_ROWS)
                return 1;
        }
    }
    return 0;
}

/* The cells of row y of the plane. */
static NOINLINE const uint8_t *cells_of_row(uint8_t y)
{
    uint8_t row;
    const uint8_t *cells;

    cells = area_cells;
    for (row = y >> 3; row != 0; --row)
        cells += PLANE_ROW_BYTES;
    return cells;
}

/* Fill the bytes of row plane_y from byte plane_at to that before `end` with rock, in each area as much as it wants. */
static NOINLINE void fill_areas(uint8_t end)
{
    const uint8_t *cells;
    uint8_t at;

    cells = cells_of_row(plane_y);
    for (at = plane_at; at != end; ++at) {
        rock_row = plane_solid + plane_row[plane_y] + at;
        rock_bytes = 1;
        rock_chance = AREA_FILLS[cells[at]];
        fill_bytes();
    }
}

#if SOME_AUTOMATON_ROUNDS
/* Change the bytes of row plane_y from byte `from` to that before `to`, in each area by its rule. */
static NOINLINE void change_part(uint8_t from, uint8_t to)
{
#ifdef OTHER_RULES
    const uint8_t *cells;
    uint8_t at, end, character;

    cells = cells_of_row(plane_y);
    at = from;
    while (at != to) {
        character = cells[at];
        for (end = at + 1; end != to; ++end) {
            if (cells[end] != character)
                break;
        }
        take_rule(character);
        change_rows(plane_y, 1, at, end);
        at = end;
    }
#else
    change_rows(plane_y, 1, from, to);
#endif
}

/* One step of changing the tiles within the edge in rounds, in each area by its own rule: a part of a row. */
static uint8_t change_areas(void)
{
    uint8_t end, edge;

    edge = plane_edge;
    if (rounds_left == 1)
        edge = PLANE_SOLID;
    cells_edge = edge;
    if (plane_y == 0) {
        begin_round();
#ifdef OTHER_RULES
        rule_taken = NO_RULE_TAKEN;
#endif
        plane_at = 0;
        return 0;
    }
    end = PLANE_ROW_BYTES;
#if PLANE_ROW_BYTES > AREA_BYTES_CHANGED
    if (end - plane_at > AREA_BYTES_CHANGED)
        end = plane_at + AREA_BYTES_CHANGED;
#endif
    change_part(plane_at, end);
    plane_at = end;
    if (end != PLANE_ROW_BYTES)
        return 0;
    plane_at = 0;
    ++plane_y;
    if (plane_y != MAP_HEIGHT - 1)
        return 0;
    close_row(0, edge);
    close_row(MAP_HEIGHT - 1, edge);
    plane_y = 0;
    --rounds_left;
    if (rounds_left != 0)
        return 0;
    plane_edge = PLANE_SOLID;
    return 1;
}
#endif

#endif
