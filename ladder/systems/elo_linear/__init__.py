"""Elo's linear approximation. Rules, worked example and sources: docs/rules/elo_linear.md."""

from ladder.systems.elo_linear.system import EloLinear, EloLinearSettings

__all__ = ["EloLinear", "EloLinearSettings"]
