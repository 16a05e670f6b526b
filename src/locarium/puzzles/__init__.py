"""Puzzles: positions from bots' games with a right answer that is proven."""
