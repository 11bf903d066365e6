"""The work of a generator, phase after phase, and the phases that every kind may have."""
