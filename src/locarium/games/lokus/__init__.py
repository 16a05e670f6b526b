"""LOKUS, a game of simultaneous choices at two toilets."""
