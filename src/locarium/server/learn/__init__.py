"""Lessons, puzzles, positions to study and the edition editor."""
