"""Input that means harm, or was simply damaged: makers of it, and what must hold of the readers."""

from hunts.hostile.monitor import Monitor
from hunts.hostile.records import BenchReport, JournalFile
from hunts.hostile.saved import DiskImage, SavedFile
from hunts.hostile.spec import SpecOption, SpecText

ALL = (SpecText, SpecOption, SavedFile, DiskImage, JournalFile, BenchReport, Monitor)
