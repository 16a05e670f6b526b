"""Matches between bots: who plays, how games are paired, what the results say."""
