"""Doors: the smallest game in which it matters that a choice is hidden."""
