"""The C64 programs and their carriers: a file, a disk, a cartridge."""
