"""The spec: what generator.yaml may contain, and how it is read and checked."""

from pygen.spec.hashing import dungeon_digest, floor_digest, spec_hash
from pygen.spec.loading import load_spec
from pygen.spec.model import Spec
from pygen.spec.problems import Problem, SpecError
from pygen.spec.schema import json_schema, write_schema

__all__ = [
    "Problem",
    "Spec",
    "SpecError",
    "dungeon_digest",
    "floor_digest",
    "json_schema",
    "load_spec",
    "spec_hash",
    "write_schema",
]
