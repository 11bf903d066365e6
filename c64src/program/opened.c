#include "core/small_interactive_code_begin.h"
#include "program/opened.h"
#include "open_tables.h"
#include "program.h"

const char values_are_refused_text[] = "THE PARAMETERS DO NOT GO TOGETHER";

uint8_t opened_count;
const char *const *opened_words;
const uint8_t *opened_least, *opened_most, *opened_in_spec;
uint8_t *opened_values;

static uint8_t chosen;

void open_choose(uint8_t dungeon)
{
    uint16_t first;

    chosen = dungeon;
    first = open_first[dungeon];
    opened_count = open_counts[dungeon];
    opened_words = open_words + first;
    opened_least = open_least + first;
    opened_most = open_most + first;
    opened_in_spec = open_spec_values + first;
    opened_values = open_values + first;
}

uint8_t open_is_as_in_spec(void)
{
    uint8_t at;

    for (at = 0; at != opened_count; ++at) {
        if (opened_values[at] != opened_in_spec[at])
            return 0;
    }
    return 1;
}

void open_put_back(void)
{
    uint8_t at;

    for (at = 0; at != opened_count; ++at)
        opened_values[at] = opened_in_spec[at];
}

uint8_t broken_first, broken_second, broken_least, broken_most;

uint8_t open_goes_together(void)
{
#if OPEN_RULES
    uint16_t rule, span;
    uint8_t left, value;

    rule = open_first_rules[chosen];
    for (left = open_rule_counts[chosen]; left != 0; --left) {
        broken_first = rule_first[rule];
        broken_second = rule_second[rule];
        value = opened_values[broken_first] - opened_least[broken_first];
        span = rule_spans[rule] + value;
        broken_least = span_least[span];
        broken_most = span_most[span];
        value = opened_values[broken_second];
        if (value < broken_least || value > broken_most)
            return 0;
        ++rule;
    }
#endif
    return 1;
}

#include "core/small_code_end.h"
