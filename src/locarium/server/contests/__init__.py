"""Contests and the daily puzzle: the same deals for every entrant, and the results."""
