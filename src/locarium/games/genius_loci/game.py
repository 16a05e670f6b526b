"""GENIUS LOCI: the catalogue entry."""

from locarium.kernel.game import Game, Taste, register

from . import notation, rules, telling
from .about import ABOUT
from .bot import LEVELS, BestFirst, choose_greedily
from .drawing import draw, draw_edition
from .outlook import outlook
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
    draw_edition,
    telling.words,
    master=BestFirst,
    outlook=outlook,
    explain=explain,
    hides_nothing=True,
    levels=LEVELS,
    draws_lot=True,
    games=lambda manners: 2 if manners.match == "two" else 1,
    taste=Taste("spirits", notation.spirit_served),
)
