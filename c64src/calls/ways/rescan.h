/* Going on when more tiles would wait than there is room for. Part of distances.h.
 *
 * Tiles for which there was no room have their number. So the map is looked through for those of a number, which are
 * gone on from in parts, then for those of the next one, until all of a number have room again. It takes some 15 cycles
 * for each tile of the map and number. */
#ifndef UNDERCROFT_CALLS_WAYS_RESCAN_H
#define UNDERCROFT_CALLS_WAYS_RESCAN_H

/* So many tiles are gone on from at once, out of which others may come that wait. */
#define RESCAN_PART 200

/* How many of them are found in a step. */
#define RESCAN_AT_ONCE 16

/* The number that is looked for, and whether tiles are gone on from, were in this scan, and have reached others. */
WORK uint8_t rescan_number, rescan_goes_on, rescan_went_on, rescan_reaches;

static void begin_scan(void)
{
    ways_done = MAP_WIDTH;
    rescan_went_on = 0;
    rescan_reaches = 0;
}

/* No tile waits; those that are reached get the number behind the one that is looked for. */
static void empty_ring(void)
{
    ways_next = 0;
    ways_behind = 0;
    ways_level_end = 0;
    ways_level = rescan_number + 1;
    if (rescan_number == WAYS_FARTHEST)
        ways_level = WAYS_FARTHEST;
}

/* Some tile found no room. */
static NOINLINE void begin_rescan(void)
{
    /* If it is the last but one, those of the last may be meant, and are looked for, too. */
    rescan_number = ways_level - 1;
    rescan_goes_on = 0;
    ways_stage = WAYS_RESCAN;
    begin_scan();
    empty_ring();
}

static NOINLINE uint8_t have_reached_others(void)
{
    return ways_behind != ways_next;
}

static void go_on_from_part(void)
{
    ways_level_end = ways_behind;
    rescan_goes_on = 1;
    rescan_went_on = 1;
}

/* Look for tiles in a part of the map. */
static NOINLINE void find_waiting(uint16_t left)
{
    uint8_t start, found, count;

    count = 255;
    if (left < 255)
        count = (uint8_t)left;
    start = 0;
    for (found = RESCAN_AT_ONCE; found != 0; --found) {
        ways_at = BYTES_AT(ways_to + ways_done);
        ways_byte = rescan_number;
        ways_count = count;
        ways_end = start;
        if (find_number() == 0) {
            start = count;
            break;
        }
        start = place_of_found();
        wait_for_steps(ways_to + ways_done + start - MAP_WIDTH);
        ++start;
    }
    ways_done += start;
    if (ways_behind >= RESCAN_PART)
        go_on_from_part();
}

/* A step. 1 if no tile waits any more. */
static NOINLINE uint8_t rescan(void)
{
    uint16_t left;

    if (rescan_goes_on) {
        if (go_on_from_some() == 2) {
            if (have_reached_others())
                rescan_reaches = 1;
            empty_ring();
            rescan_goes_on = 0;
        }
        return 0;
    }
    left = MAP_TILES - MAP_WIDTH - ways_done;
    if (left != 0) {
        find_waiting(left);
        return 0;
    }
    if (rescan_went_on == 0 && rescan_number != WAYS_FARTHEST - 1) {
        /* All have room. */
        ways_level_end = ways_behind;
        ways_pauses = 0;
        begin_stage(WAYS_REACH);
        return 0;
    }
    if (ways_behind != 0) {
        go_on_from_part();
        return 0;
    }
    if (rescan_reaches == 0 && rescan_number != WAYS_FARTHEST - 1)
        return 1;
    if (rescan_number != WAYS_FARTHEST)
        ++rescan_number;
    begin_scan();
    empty_ring();
    return 0;
}

#endif
