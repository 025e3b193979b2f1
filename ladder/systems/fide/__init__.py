"""The FIDE rating. Rules, worked examples and sources: docs/rules/fide.md."""
