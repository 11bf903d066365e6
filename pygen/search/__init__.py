"""Searching dungeons of many seeds for those that meet a condition."""
