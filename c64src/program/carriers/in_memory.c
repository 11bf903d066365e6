/* A program in one file: every module is in memory, at a place of its own. */
#include "core/platform.h"
#include "program/modules.h"
#include "module_places.h"

uint8_t modules_prepare(uint8_t dungeon)
{
    module_page = dungeon_module_page[dungeon];
    return 1;
}
