"""The toy: the catalogue entry."""

from locarium.kernel.game import Game, register

from . import notation, rules, telling
from .about import ABOUT
from .bot import choose_greedily
from .drawing import draw
from .showing import view

register(rules)
GAME = Game(ABOUT, rules, notation, telling, view, draw, choose_greedily)
