"""The identity of a spec."""

from __future__ import annotations

import hashlib
import json

from pygen.spec.model import Spec


def spec_hash(spec: Spec) -> str:
    """SHA-256 (hex) of the spec's values: comments, formatting, anchors and budgets do not count.

    The order of names does, because it decides the layout of structs. Emitted files show the first
    16 digits.
    """
    text = json.dumps(spec.model_dump(mode="json", exclude={"budgets"}), separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
