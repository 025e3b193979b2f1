"""US Chess (Glickman & Doan). Rules, worked example and sources: docs/rules/uscf.md."""

from ladder.systems.uscf.system import Uscf, UscfSettings

__all__ = ["Uscf", "UscfSettings"]
