"""The FIDE rating. Rules, worked examples and sources: docs/rules/fide.md."""

from ladder.systems.fide.settings import FideSettings
from ladder.systems.fide.system import Fide

__all__ = ["Fide", "FideSettings"]
