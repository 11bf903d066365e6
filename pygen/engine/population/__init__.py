"""The common parts of passes that place entities: parameters, and the search for a tile."""
