"""US Chess (Glickman & Doan). Rules, worked example and sources: docs/rules/uscf.md."""
