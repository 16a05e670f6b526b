"""A table in memory: seats, events, take-back, sealed choices, fair draws, bots; an authority that is handed a game."""
