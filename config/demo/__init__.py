"""The demo club: a real season with stand-in names."""
