"""The Czech federation's list of personal coefficients (LOK), standard and rapid. Pure.

Rules, worked examples and sources: docs/rules/lok.md.
"""

from ladder.systems.lok.settings import LokSettings
from ladder.systems.lok.system import Lok

__all__ = ["Lok", "LokSettings"]
