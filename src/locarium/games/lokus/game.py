"""LOKUS: the catalogue entry."""

from locarium.kernel.game import Game, Taste, register

from . import memory, notation, rules, telling
from .about import ABOUT
from .bot import LEVELS, Master, choose_greedily
from .drawing import draw, draw_edition
from .reasons import explain
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
    draw_edition=draw_edition,
    master=Master,
    levels=LEVELS,
    explain=explain,
    plays_only_choice=True,
    memory=lambda manners: memory if manners.memory == "closed" else None,
    taste=Taste("colours", notation.colour_played),
)
