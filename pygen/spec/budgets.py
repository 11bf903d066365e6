"""Limits for the generators' cycles and bytes: the spec's section `budgets`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pygen.engine.sections import Section


class Budget(Section):
    """The limits of one dungeon's generator, built by one compiler."""

    median_cycles: int = Field(
        ge=1, le=100_000_000, description="cycles of a dungeon, median over the seeds, screen dark"
    )
    program_bytes: int = Field(ge=1, le=65535, description="bytes of the module: code and tables")
    work_bytes: int = Field(
        ge=0, le=65535, description="bytes of work memory beside map and records"
    )
    slowest_seed: int | None = Field(
        default=None,
        ge=100,
        le=10000,
        description="percent of the median that any of its seeds may take (default: as for all)",
    )


class DungeonBudgets(Section):
    """The budgets of one dungeon; a compiler without one is not limited."""

    oscar64: Budget | None = Field(default=None, description="what OSCAR64's code may take")
    cc65: Budget | None = Field(default=None, description="what cc65's code may take")


BudgetedDungeon = Annotated[
    str, Field(pattern=r"^[a-z][a-z0-9_]{0,23}$", description="the name of a dungeon")
]


class Budgets(Section):
    """The limits that `invoke bench --check` enforces."""

    most_rise: int = Field(
        default=3,
        ge=0,
        le=1000,
        description="percent by which a median may exceed the committed one",
    )
    slowest_seed: int = Field(
        default=160, ge=100, le=10000, description="percent of the median that any seed may take"
    )
    screen_on: int = Field(
        default=15, ge=0, le=1000, description="percent that a visible screen may add"
    )
    longest_step: int = Field(
        default=10_000, ge=1, le=10_000_000, description="cycles that any one step may take"
    )
    dungeons: dict[BudgetedDungeon, DungeonBudgets] = Field(
        default={}, description="the budgets by dungeon"
    )
