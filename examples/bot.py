"""A bot for the arena: reads JSON lines and answers with moves.

Try it: locarium arena loco "program:python examples/bot.py" random --games 20
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["kind"] == "game":  # once: game, seats, our seat, options, seconds per move
        seat = message["seat"]
    elif message["kind"] == "choose":  # "view": what our seat can see; "log": earlier moves; "legal": our legal moves
        print(random.choice(message["legal"]), flush=True)
    elif message["kind"] == "over":
        break
