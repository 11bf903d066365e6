"""A dungeon that is being generated: its map, its tables, and the values read from them."""
