"""Puzzles: positions from bot games with a proven solution."""
