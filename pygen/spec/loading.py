"""Loading generator.yaml: read, override, complete, validate, and report all mistakes at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from pygen.engine.sections import RulesBroken
from pygen.spec.advice import in_words, keys_to_delete
from pygen.spec.completion import completed
from pygen.spec.document import Document, read_document
from pygen.spec.model import Spec
from pygen.spec.overrides import apply_override
from pygen.spec.parts import sound_parts, without
from pygen.spec.problems import KeyPath, Problem, SpecError
from pygen.spec.rules import broken_rules
from pygen.spec.wording import (
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
    document = read_document(Path(path))
    problems: list[Problem] = []
    for override in overrides:
        try:
            apply_override(document, override)
        except SpecError as error:
            problems += error.problems
    return spec_of(document, problems)


def spec_of(document: Document, problems: Sequence[Problem] = ()) -> Spec:
    """The spec of a document. `problems` are those that are known already.

    Raises SpecError with these and every further mistake.
    """
    problems = [*problems, *document.problems]
    spec = None
    try:
        spec = Spec.model_validate(completed(document.data), context={"given": document.has})
    except ValidationError as error:
        problems += _problems(error, document)
    if problems or spec is None:
        raise SpecError(problems)
    return spec


def _problems(error: ValidationError, document: Document) -> list[Problem]:
    errors: list[dict[str, Any]] = [dict(e) for e in error.errors(include_url=False)]
    if not isinstance(document.data, dict):
        schema = locate(()).schema
        wrong = f"found {described((), document.data, document)}"
        return [document.position(()).problem((), wrong, expected(schema))]
    problems: list[Problem] = []
    errors = without_inherited(errors, document) or errors
    bad: list[KeyPath] = []
    unknown: list[KeyPath] = []
    if not isinstance(errors[0].get("ctx", {}).get("error"), RulesBroken):
        problems = [problem_of(e, document) for e in without_echoes(errors)]
        unknown = [spot_of(e, document).path for e in errors if e["type"] == "extra_forbidden"]
        bad = [spot_of(e, document).path for e in errors if e["type"] != "extra_forbidden"]
    # The rules are checked on the valid parts, so that one mistake does not hide another.
    known = without(document.data, unknown)
    rules = broken_rules(sound_parts(completed(known), bad, document.has))
    deleted = keys_to_delete(known, rules, bad, document.has)
    advice = in_words(deleted, document.data) if deleted else ""
    return problems + [_rule_problem(error, document, advice) for error in rules]


def _rule_problem(error: PydanticCustomError, document: Document, advice: str) -> Problem:
    context = error.context
    assert context is not None
    path, right = context["path"], context["right"]
    if context["frees"]:
        right = ", or ".join(filter(None, (right, advice))) or "make the dungeons smaller"
    return document.position(path).problem(path, context["wrong"], right)
