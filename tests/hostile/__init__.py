"""Input that means harm, or was simply damaged: makers of it, and what must hold of the readers."""

from hostile.monitor import Monitor
from hostile.records import BenchReport, JournalFile
from hostile.saved import DiskImage, SavedFile
from hostile.spec import SpecOption, SpecText

ALL = (SpecText, SpecOption, SavedFile, DiskImage, JournalFile, BenchReport, Monitor)
