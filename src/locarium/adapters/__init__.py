"""Adapters for research: Gymnasium, PettingZoo, OpenSpiel and batched environments."""
