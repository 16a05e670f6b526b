"""A table in memory: seats, events, undo, simultaneous choices, fair draws, bots. It is handed its game."""
