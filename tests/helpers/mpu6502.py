"""py65's 6502: a processor without chips, executed instruction by instruction."""

from __future__ import annotations

from typing import ClassVar

from py65.devices.mpu6502 import MPU


class Mpu6502(MPU):  # type: ignore[misc]
    """py65 1.2.0 gives `dec` of an absolute address 3 cycles; the 6502 takes 6."""

    cycletime: ClassVar[list[int]] = [
        6 if code == 0xCE else cycles for code, cycles in enumerate(MPU.cycletime)
    ]
