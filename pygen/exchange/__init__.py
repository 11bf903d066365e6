"""Files of other tools: dungeons for Tiled and CharPad, as tables and pictures, and drawings from
Tiled."""
