"""Loading generator.yaml: read, override, complete, and report all mistakes at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pygen.base.collecting import without_collections
from pygen.spec.advice import in_words, keys_to_delete
from pygen.spec.completion import completed, filled_in
from pygen.spec.document import Document, read_document
from pygen.spec.model import Spec
from pygen.spec.overrides import apply_override
from pygen.spec.parts import NAMED, SINGLE, Parts, all_parts, sound_parts, without
from pygen.spec.problems import KeyPath, Problem, SpecError
from pygen.spec.rules import broken_rules
from pygen.spec.wording import (
    as_given,
    described,
    expected,
    locate,
    problem_of,
    spot_of,
    without_echoes,
    without_inherited,
)


def load_spec(path: Path, overrides: Sequence[str] = ()) -> Spec:
    """The spec in the YAML file `path`, with `overrides` such as `dungeons.crypt.grid.rows=3`.

    Only `dungeons` is required; whatever else the file leaves out has a default or is laid out
    automatically (`pygen.spec.completion`).

    Raises SpecError with every mistake that was found: what cannot be read, unknown and missing
    keys, wrong types, values out of range, and broken rules between keys.
    """
    with without_collections():
        return spec_of(*overridden(path, overrides))


def overridden(path: Path, overrides: Sequence[str] = ()) -> tuple[Document, list[Problem]]:
    """The document in the file `path` with `overrides`, and the problems of the overrides.

    Raises SpecError if the file cannot be read or is not valid YAML.
    """
    document = read_document(Path(path))
    problems: list[Problem] = []
    for override in overrides:
        try:
            apply_override(document, override)
        except SpecError as error:
            problems += error.problems
    return document, problems


def spec_of(document: Document, problems: Sequence[Problem] = ()) -> Spec:
    """The spec of a document. `problems` are the problems that are already known.

    Raises SpecError with these and every further mistake.
    """
    found = [*problems, *document.problems]
    data = document.data
    if not isinstance(data, dict):
        wrong = f"found {described((), data, document)}"
        right = expected(locate(()).schema)
        raise SpecError([*found, document.problem((), wrong, right)])
    spec = None
    try:
        spec = Spec.model_validate(filled_in(data))
        given = all_parts(spec, data, document.has)
    except ValidationError as error:
        wrong_values, given = _read_in_part(error, document)
        found += wrong_values
    parts = completed(given)
    # The rules are checked on the valid parts, so that one mistake does not hide another.
    found += _rule_problems(document, given, parts)
    if found or spec is None:
        raise SpecError(found)
    return spec.replaced(**{name: getattr(parts, name) for name in NAMED + SINGLE})


def _read_in_part(error: ValidationError, document: Document) -> tuple[list[Problem], Parts]:
    """The mistakes in single values of a document, and the parts without mistakes."""
    every: list[dict[str, Any]] = [dict(e) for e in error.errors(include_url=False)]
    errors = without_inherited(every, document) or every
    unknown: list[KeyPath] = []
    bad: list[KeyPath] = []
    for one in errors:
        paths = unknown if one["type"] == "extra_forbidden" else bad
        paths.append(spot_of(one, document).path)
    problems = [problem_of(one, document) for one in without_echoes(errors)]
    known = filled_in(without(document.data, unknown))
    return problems, sound_parts(known, bad, document.has)


def _rule_problems(document: Document, given: Parts, parts: Parts) -> Iterator[Problem]:
    """The rules that the completed `parts` of a document break, as problems."""
    broken = broken_rules(parts)
    deleted = keys_to_delete(given, broken)
    advice = in_words(deleted, document.data) if deleted else ""
    for rule in broken:
        right = rule.right
        if rule.frees:
            right = ", or ".join(filter(None, (right, advice))) or "make the dungeons smaller"
        yield document.problem(as_given(rule.path, document), rule.wrong, right)
