#include "core/small_interactive_code_begin.h"
#include "program/loading.h"
#include "characters.h"
#include "constants.h"
#include "core/generation.h"
#include "mailbox.h"
#include "module_calls.h"
#include "module_places.h"
#include "program.h"
#include "program/drive.h"
#include "program/game.h"
#include "program/message.h"
#include "program/opened.h"
#include "program/saved.h"
#include "program/world/changes.h"
#include "program/world/tilemap.h"
#include "tiles.h"

#define NO_DUNGEON ((uint8_t)-1)

static char no_such_dungeon[] = "NOT IN THIS PROGRAM: ___________________";
#define WORDS_BEFORE_NAME 21

/* The dungeon of the header that was read, or NO_DUNGEON if this program does not have it. */
static uint8_t find_dungeon(void)
{
    uint8_t dungeon, at, code;

    dungeon = saved_header[AT_NUMBER];
    if (saved_header[AT_VERSION] == OLD_SAVED_VERSION) {
        if (dungeon < DUNGEON_COUNT && saved_header[AT_WIDTH] == dungeon_width[dungeon]
            && saved_header[AT_HEIGHT] == dungeon_height[dungeon]
            && saved_header[AT_BITS] == dungeon_bits[dungeon])
            return dungeon;
        return NO_DUNGEON;
    }
    for (dungeon = 0; dungeon != DUNGEON_COUNT; ++dungeon) {
        for (at = 0; at != MOST_NAME; ++at) {
            code = (uint8_t)dungeon_name[dungeon][at];
            if (code != saved_header[AT_NAME + at])
                break;
            if (code == 0)
                return dungeon;
        }
        if (at == MOST_NAME)
            return dungeon;
    }
    return NO_DUNGEON;
}

static void tell_no_such_dungeon(void)
{
    uint8_t at, code;

    if (saved_header[AT_VERSION] == OLD_SAVED_VERSION) {
        show_message("THIS PROGRAM HAS NO SUCH DUNGEON");
        return;
    }
    for (at = 0; at != sizeof(no_such_dungeon) - 1 - WORDS_BEFORE_NAME; ++at) {
        code = saved_header[AT_NAME + at];
        no_such_dungeon[WORDS_BEFORE_NAME + at] = (char)code;
        if (code == 0)
            break;
    }
    show_message(no_such_dungeon);
}

#ifdef WORLDS
static uint8_t has_changed;
#endif

/* 1 if a dungeon of this name in this program still is what it was when the file was saved, or if
 * the player wants the seed nevertheless; else 0. */
static uint8_t is_wanted(uint8_t dungeon)
{
    uint8_t at;
    const uint8_t *digest;

    if (saved_header[AT_VERSION] == OLD_SAVED_VERSION)
        return 1;
#ifdef WORLDS
    has_changed = 0;
#endif
    digest = digest_of(dungeon);
    for (at = 0; at != DIGEST_BYTES; ++at) {
        if (digest[at] != saved_header[AT_DIGEST + at]) {
#ifdef WORLDS
            has_changed = 1;
#endif
            if (ask_yes_no("THE DUNGEON HAS CHANGED. LOAD SEED? Y/N"))
                return 1;
            show_message("NOT LOADED");
            return 0;
        }
    }
    return 1;
}

#ifdef OPENED
/* 1 if a dungeon can have the values in the header that was read, or if there are none, else 0. */
static uint8_t values_are_allowed(uint8_t dungeon)
{
    uint8_t at;
    const uint8_t *digest;

    if (saved_header[AT_VERSION] != OPEN_SAVED_VERSION)
        return 1;
    open_choose(dungeon);
    if (header_bytes != AT_VALUES + opened_count)
        return 0;
    digest = open_digests + (uint16_t)dungeon * OPEN_DIGEST_BYTES;
    for (at = 0; at != OPEN_DIGEST_BYTES; ++at) {
        if (digest[at] != saved_header[AT_OPEN_DIGEST + at])
            return 0;
    }
    opened_values = saved_header + AT_VALUES;
    for (at = 0; at != opened_count; ++at) {
        if (opened_values[at] < opened_least[at] || opened_values[at] > opened_most[at])
            return 0;
    }
    return open_goes_together();
}

/* Take over the values in the header; those of the spec if there are none. */
static void take_values(uint8_t dungeon)
{
    uint8_t at;

    open_choose(dungeon);
    if (saved_header[AT_VERSION] != OPEN_SAVED_VERSION) {
        open_put_back();
        return;
    }
    for (at = 0; at != opened_count; ++at)
        opened_values[at] = saved_header[AT_VALUES + at];
}
#endif

#ifdef WORLDS
#define IS_NO_SEED(kind) ((kind) != KIND_SEED && (kind) != KIND_WORLD)

/* The bytes behind the header of the world's seed that was read, or 0 if they are no place and changes. */
static uint16_t bytes_of_world_read(void)
{
    uint16_t size, at;

    size = (uint16_t)(saved_header[AT_MAP_BYTES + 1]) << 8 | saved_header[AT_MAP_BYTES];
    for (at = BYTES_OF_PLACE; at < size; at += BYTES_OF_CHANGE) {
        if (at >= MOST_WORLD_BYTES
            || (saved_header[header_bytes + at + 4] & WORLD_CODE) >= SHOWN_CODES)
            return 0;
    }
    return at == size ? size : 0;
}

/* Take over place and changes from the seed that was read, if there are any that fit the world. */
static void take_world(void)
{
    uint16_t at, size;

    world_forget();
    if (saved_header[AT_KIND] != KIND_WORLD || has_changed)
        return;
    size = bytes_of_world_read();
    for (at = 0; at != size; ++at)
        world_saved[at] = saved_header[header_bytes + at];
    for (at = BYTES_OF_PLACE; at != size; at += BYTES_OF_CHANGE)
        ++world_changes;
    world_has_place = 1;
}
#else
#define IS_NO_SEED(kind) ((kind) != KIND_SEED)
#endif

/* 1 if a valid seed file was read; else shows what is wrong with it. */
static uint8_t seed_is_valid(void)
{
#ifdef WORLDS
    uint16_t size;
    uint8_t sum;
#else
    uint8_t size, sum;
#endif

    if (drive_count < ADDRESS_BYTES + 4 || saved_header[0] != MAILBOX_MAGIC_LOW
        || saved_header[1] != MAILBOX_MAGIC_HIGH || IS_NO_SEED(saved_header[AT_KIND])) {
        show_message("THIS IS NO SEED FILE");
        return 0;
    }
    size = HEADER_BYTES;
    if (saved_header[AT_VERSION] == OLD_SAVED_VERSION) {
        size = OLD_HEADER_BYTES;
#ifdef OPENED
    } else if (saved_header[AT_VERSION] == OPEN_SAVED_VERSION) {
        size = saved_header[AT_SIZE];
        if (size < AT_VALUES || size > MOST_HEADER_BYTES) {
            show_message("THE SEED FILE IS DAMAGED");
            return 0;
        }
#endif
    } else if (saved_header[AT_VERSION] != SAVED_VERSION) {
        show_message("THIS SEED FILE IS OF ANOTHER VERSION");
        return 0;
    }
#ifdef OPENED
    header_bytes = (uint8_t)size;
#endif
#ifdef WORLDS
    if (saved_header[AT_KIND] == KIND_WORLD) {
        if (bytes_of_world_read() == 0)
            size = 0;
        else
            size += bytes_of_world_read();
    }
#endif
    if (drive_count == (uint16_t)size + ADDRESS_BYTES) {
        sum = saved_header[AT_SUM];
        saved_header[AT_SUM] = 0;
        if (sum == sum_of(saved_header, size))
            return 1;
    }
    show_message("THE SEED FILE IS DAMAGED");
    return 0;
}

uint8_t load_seed(void)
{
    uint8_t dungeon;

    show_message("LOADING");
    if (drive_failed(drive_read("SEED", saved_header, saved_header + sizeof(saved_header)),
                     "THERE IS NO SEED FILE ON THE DISK"))
        return 0;
    if (!seed_is_valid())
        return 0;
    dungeon = find_dungeon();
    if (dungeon == NO_DUNGEON) {
        tell_no_such_dungeon();
        return 0;
    }
#ifdef OPENED
    if (!values_are_allowed(dungeon)) {
        show_message("ITS PARAMETERS ARE NOT ALLOWED HERE");
        return 0;
    }
#endif
    if (!is_wanted(dungeon))
        return 0;
#ifdef OPENED
    take_values(dungeon);
#endif
    game_dungeon = dungeon;
    game_floor = saved_header[AT_FLOOR];
#ifdef LOCKS_SHOWN
    game_keys = saved_header[AT_KEYS];
    game_doors = saved_header[AT_DOORS];
#endif
    game_seed = ((uint16_t)(saved_header[AT_SEED + 1]) << 8) | saved_header[AT_SEED];
#ifdef WORLDS
    take_world();
#endif
    return 1;
}

#include "core/small_code_end.h"
