"""The studio: a page on this machine to change a dungeon's numbers, see it, and watch it grow."""
