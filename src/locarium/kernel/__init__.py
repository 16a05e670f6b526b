"""What every game needs: compiled-code base, the protocol of a game, chance, records, outcome, errors."""
