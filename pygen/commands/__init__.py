"""One module for each task: values in, results out. Nothing here prints or reads a command line."""
