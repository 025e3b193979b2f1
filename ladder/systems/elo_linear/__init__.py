"""Elo's linear approximation. Rules, worked example and sources: docs/rules/elo_linear.md."""
