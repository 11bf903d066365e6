"""The basis of all other packages: errors, files, processes, hashes. It imports no other package of
the project."""
