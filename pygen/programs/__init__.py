"""The C64 programs, and what carries them: a file, a disk, a cartridge."""
