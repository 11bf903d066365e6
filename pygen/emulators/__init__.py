"""Emulators as machines: they know no program and no mailbox of ours."""
