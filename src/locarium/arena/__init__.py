"""Matches between bots: players, pairings and standings."""
