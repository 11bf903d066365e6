"""What a kind and a pass declare: parameters, tables, tiles, features and pieces of work."""
