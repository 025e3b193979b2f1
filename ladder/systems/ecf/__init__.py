"""ECF grades (Clarke). Rules, worked example and sources: docs/rules/ecf.md."""

from ladder.systems.ecf.system import Ecf, EcfSettings

__all__ = ["Ecf", "EcfSettings"]
