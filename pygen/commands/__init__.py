"""One module for each task."""
