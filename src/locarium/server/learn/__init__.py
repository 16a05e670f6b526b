"""Lessons, puzzles, analysis positions and the edition editor."""
