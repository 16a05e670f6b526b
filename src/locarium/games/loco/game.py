"""LOCO!: the catalogue entry."""

from locarium.kernel.game import Game, Taste, register

from . import notation, rules, telling
from .about import ABOUT
from .bot import LEVELS, choose_greedily, master
from .drawing import draw
from .reasons import explain
from .shout import offered, shouted
from .showing import view

register(rules)
GAME = Game(
    ABOUT,
    rules,
    notation,
    telling,
    view,
    draw,
    choose_greedily,
    master=master,
    levels=LEVELS,
    simulations=10_000,
    explain=explain,
    offered=offered,
    offered_to_bots=shouted,
    taste=Taste("colours", notation.marker_taken),
)
