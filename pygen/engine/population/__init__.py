"""What passes share that place entities: parameters, and how a tile is found."""
