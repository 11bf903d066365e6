"""What all kinds of dungeons share: maps, records, random numbers, requests."""
