"""LOCUS: the catalogue entry."""

from locarium.kernel.game import Game, Taste, register

from . import notation, rules, telling
from .about import ABOUT
from .bot import LEVELS, Planner, choose_greedily
from .drawing import draw
from .outlook import outlook
from .reasons import explain
from .showing import draw_edition, view, without_sheet

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
    master=Planner,
    levels=LEVELS,
    outlook=outlook,
    explain=explain,
    simulations=60,
    trimmed=without_sheet,
    acts_apart=True,
    acts_out_of_turn=rules.acts_out_of_turn,
    taste=Taste("zones", notation.zone_filled),
)
