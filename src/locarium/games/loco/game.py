"""LOCO!, put together for the catalogue."""

from locarium.kernel.game import Game, register

from . import notation, rules
from .about import ABOUT

register(rules)
GAME = Game(ABOUT, rules, notation)
