"""GENIUS LOCI, a game of spirits and sacrifices on 37 hexagons, without luck after the setup."""
