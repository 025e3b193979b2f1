"""DWZ. Rules, worked example and sources: docs/rules/dwz.md."""

from ladder.systems.dwz.system import Dwz, DwzSettings

__all__ = ["Dwz", "DwzSettings"]
