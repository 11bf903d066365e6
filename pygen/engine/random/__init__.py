"""Seeds and random numbers: of dungeons, floors, streams and chunks of a world."""
