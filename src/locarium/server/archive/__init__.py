"""Finished games: storage, search, replay, reviews, stats, imports."""
