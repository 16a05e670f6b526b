"""Contests and daily games: the same deals for every entrant, and the results."""
