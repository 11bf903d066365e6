"""Undercroft: one YAML file, the same dungeons in Python and on a Commodore 64."""
