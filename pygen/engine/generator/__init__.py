"""What a generator does, phase after phase, and the phases that every kind may have."""
