"""Writing events to files that other programs, and our own importers, can read."""
