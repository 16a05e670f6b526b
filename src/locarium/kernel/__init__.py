"""The base of every game: compiled code, the game protocol, chance, records, results and errors."""
