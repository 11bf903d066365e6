"""What the proven dungeons reach: branches and parameters of kinds and passes, and their judges."""
