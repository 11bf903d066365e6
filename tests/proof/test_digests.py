"""Files of digests: only the newest of a dungeon are kept."""

from __future__ import annotations

import os
from pathlib import Path

from pygen.builders.base import digest_of
from pygen.proof.digests import KEPT, DigestFile


def test_the_oldest_file_of_a_dungeon_makes_room_for_a_new_one(tmp_path: Path) -> None:
    other = DigestFile(tmp_path, "native-burrow", "0" * 16)
    files = [DigestFile(tmp_path, "native-crypt", f"{n:016d}") for n in range(KEPT + 2)]
    for time, file in enumerate([other, *files]):
        file.write({3: digest_of(b"a dungeon")})
        os.utime(file.path, (time, time))
        assert file.read(range(5)) == {3: digest_of(b"a dungeon")}
    assert [file.path.exists() for file in files] == [False] * 2 + [True] * KEPT
    assert other.path.exists()
