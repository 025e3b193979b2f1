"""Arithmetic on results that is no rating system: performance, categories, classes, norms. Pure."""
