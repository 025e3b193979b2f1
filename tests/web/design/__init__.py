"""Samples of every part of the interface, drawn without a database (docs/design.md)."""
