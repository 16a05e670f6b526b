"""A table in memory: seats, events, undo, simultaneous choices, fair draws and bots."""
