"""What leaves the build: disk images and saved maps."""
