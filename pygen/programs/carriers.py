"""All carriers by their names in the spec."""

from __future__ import annotations

from collections.abc import Mapping

from pygen.programs.carrier import Carrier
from pygen.programs.cartridges import EasyFlash, MagicDesk
from pygen.programs.disks import DiskD64, DiskD81
from pygen.programs.one_file import OneFile

CARRIERS: Mapping[str, Carrier] = {
    carrier.name: carrier for carrier in (OneFile(), DiskD64(), DiskD81(), EasyFlash(), MagicDesk())
}
