"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "BEFORE_FIRST_LOOK": "first_look, less 1",
    "SHAPES": "shapes; 0 for rules",
    "LAST_RESORT": "the number of the look last_resort; 0 for none",
    "KEEPS_LOOKS": "whether tiles that have a look keep it",
    "KEY": "which of the tables of rules it uses",
    "NUMBERS": "by the closed neighbours of a wall, as bits: the number of its shape",
    "SETS": "sets of looks, for conditions",
    "KEYS": "by set of rules: its key",
    "GROUP_OF": "by the walls of three rows of tiles, as bits: the group of rules that match",
    "GROUP_AT": "by group: where its rules begin in GROUP_RULES",
    "GROUP_RULES": "the rules of the groups, each list ended by 255",
    "ONLY_LOOK": "by group: its look if it gives only one; else 0",
    "IS_OPEN": "by group: whether a rule of it has conditions",
    "RULE_LOOK": "by rule: the look that it gives",
    "RULE_WEIGHT": "by rule: its weight",
    "CONDITIONS_AT": "by rule: where its conditions begin",
    "CONDITION_SIDE": "by condition: the side of the neighbour",
    "CONDITION_LOOK": "by condition: the look that the neighbour must have",
}
