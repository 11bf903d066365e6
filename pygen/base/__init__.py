"""What everything else stands on: errors, files, processes, hashes. Imports nothing of ours."""
