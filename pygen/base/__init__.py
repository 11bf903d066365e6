"""What everything else depends on: errors, files, processes, hashes. Imports nothing of ours."""
