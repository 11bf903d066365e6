"""Printing results in a terminal."""
