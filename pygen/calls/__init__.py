"""The calls with which a game plays in a dungeon, as Python: the twins of c64src/calls.

They are functions of a map as bytes and of what the spec says of its tiles. No dungeon depends on
them.
"""
