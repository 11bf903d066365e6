"""Files for the C64: disk images and saved maps."""
