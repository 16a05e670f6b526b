"""Search algorithms for any game."""
