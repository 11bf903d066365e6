"""Emulators as machines. They know nothing of the project's programs or their mailbox."""
