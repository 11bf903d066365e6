"""Emulators as machines: they know nothing of our program or its mailbox."""
