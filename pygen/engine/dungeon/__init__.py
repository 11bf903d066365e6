"""A dungeon that is being generated: its map, its tables, and what is read of them."""
