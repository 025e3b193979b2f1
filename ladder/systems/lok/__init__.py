"""The Czech federation's list of personal coefficients (LOK), standard and rapid. Pure.

Rules, worked examples and sources: docs/rules/lok.md.
"""
