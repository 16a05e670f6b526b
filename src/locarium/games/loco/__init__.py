"""LOCO!, a game of hidden hands, markers and a shout."""
