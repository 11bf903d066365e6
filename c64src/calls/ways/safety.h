/* Safety maps: the second half of `distances` for those that flee. Part of distances.h. */
#ifndef UNDERCROFT_CALLS_WAYS_SAFETY_H
#define UNDERCROFT_CALLS_WAYS_SAFETY_H

/* How many bytes of the map are looked at in a step. */
#define WAYS_BYTES_AT_ONCE 96

/* Begin to look for dead ends. */
static void begin_flight(void)
{
    ways_at = end_first;
    ways_byte = 255;
    ways_count = 0;
    fill_some();
    ends_found = 0;
    begin_stage(WAYS_FIND_ENDS);
    ways_done = MAP_WIDTH;
}

/* The distance of the tile that find_way_end has found. A function of its own: OSCAR64 does not see that kernels change
 * this. */
static NOINLINE uint8_t distance_found(void)
{
    return ways_value;
}

/* Whether a tile that is as far away as can be told is beside one that is nearer. */
static uint8_t is_first_farthest(uint16_t above)
{
    REGISTER uint8_t *at;

    at = BYTES_AT(above);
    return at[0] == WAYS_FARTHEST - 1 || at[MAP_WIDTH - 1] == WAYS_FARTHEST - 1 || at[MAP_WIDTH + 1] == WAYS_FARTHEST - 1
        || at[2 * MAP_WIDTH] == WAYS_FARTHEST - 1;
}

/* Look for dead ends in a part of the map. 0 if there are too many. */
static NOINLINE uint8_t find_ends(void)
{
    uint8_t distance, start, found;
    uint16_t place, left;

    left = MAP_TILES - MAP_WIDTH - ways_done;
    if (left == 0) {
        begin_stage(WAYS_CLEAR);
        return 1;
    }
    start = 0;
    for (found = 0; found != WAYS_SOURCES_AT_ONCE; ++found) {
        ways_at = BYTES_AT(ways_to + ways_done);
        ways_apart = ways_to + ways_done - MAP_WIDTH;
        ways_end = start;
        ways_count = WAYS_BYTES_AT_ONCE;
        if (left < WAYS_BYTES_AT_ONCE)
            ways_count = (uint8_t)left;
        if (find_way_end() == 0) {
            start = WAYS_BYTES_AT_ONCE;
            if (left < WAYS_BYTES_AT_ONCE)
                start = (uint8_t)left;
            break;
        }
        start = place_of_found();
        distance = distance_found();
        place = ways_to + ways_done - MAP_WIDTH + start;
        ++start;
        if (distance != WAYS_FARTHEST || is_first_farthest(place)) {
            if (ends_found == WAYS_MOST_ENDS)
                return 0;
            end_low[ends_found] = (uint8_t)place;
            end_high[ends_found] = (uint8_t)(place >> 8);
            end_next[ends_found] = end_first[distance];
            end_first[distance] = ends_found;
            ++ends_found;
        }
    }
    ways_done += start;
    return 1;
}

/* Let some of the ends enter that are next. 1 if those were all of their distance. */
static uint8_t enter_ends(void)
{
    REGISTER uint8_t *at;
    uint8_t left;
    uint16_t place;

    for (left = WAYS_SOURCES_AT_ONCE; left != 0; --left) {
        if (end_entering == 255)
            return 1;
        place = end_low[end_entering] | (uint16_t)end_high[end_entering] << 8;
        at = BYTES_AT(place + MAP_WIDTH);
        end_entering = end_next[end_entering];
        if (*at == 0 || end_distance == WAYS_FARTHEST) {
            *at = flight_number;
            wait_for_steps(place);
        }
    }
    return 0;
}

/* The ends of the greatest distance enter first. */
static void begin_to_flee(void)
{
    end_distance = WAYS_FARTHEST;
    while (end_distance != 0 && end_first[end_distance] == 255)
        --end_distance;
    end_entering = end_first[end_distance];
    end_levels = 0;
    flight_number = 1;
    flight_has_ends = 1;
    flight_enters = 1;
    ways_level = 2;
    ways_next = 0;
    ways_behind = 0;
    ways_pauses = 1;
    ways_dropped = 0;
    ways_stage = WAYS_FLEE;
}

/* What is done between two levels of a flight. */
static void next_level(void)
{
    if (flight_number != WAYS_FARTHEST)
        ++flight_number;
    if (end_levels != 0)
        --end_levels;
    flight_enters = flight_has_ends && end_levels == 0;
}

/* A step of a flight. 1 if that was the last one. */
static NOINLINE uint8_t flee(void)
{
    if (flight_enters) {
        if (enter_ends() == 0)
            return 0;
        /* Five sixths of a step for each: after every fifth distance no end enters for a level. */
        end_levels = end_distance % 5 == 0 ? 2 : 1;
        if (end_distance == 0)
            flight_has_ends = 0;
        else
            end_entering = end_first[--end_distance];
        flight_enters = 0;
        ways_level_end = ways_behind;
    }
    if (ways_next == ways_level_end) {
        if (flight_has_ends == 0)
            return 1;
        if (ways_level != WAYS_FARTHEST)
            ++ways_level;
        next_level();
        return 0;
    }
    ways_quota = ways_at_once;
    if (spread_steps() == 2)
        next_level();
    return 0;
}

static uint8_t step_flight(void)
{
    uint16_t left;

    switch (ways_stage) {
    case WAYS_FIND_ENDS:
        if (find_ends() == 0)
            return CALL_IS_FULL;
        break;
    case WAYS_CLEAR:
        left = MAP_TILES - ways_done;
        ways_at = BYTES_AT(ways_to + ways_done);
        ways_count = 0;
        if (left < 256)
            ways_count = (uint8_t)left;
        clear_reached();
        ways_done += 256;
        if (left <= 256)
            begin_stage(WAYS_BEGIN_FLIGHT);
        break;
    case WAYS_BEGIN_FLIGHT:
        begin_to_flee();
        break;
    default:
        if (flee() == 0)
            break;
        return has_dropped_some() ? CALL_IS_FULL : CALL_IS_DONE;
    }
    return CALL_GOES_ON;
}

#endif
