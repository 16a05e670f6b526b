"""A bot for real tables: plays random moves in its person's seat, over plain HTTP.

Create an API token in the web app (your name, then "API tokens"), then:
    python examples/table_bot.py http://localhost:8484 loc_… [TABLE]
Without a table it joins the first public table with an open seat.
"""

import hashlib
import json
import random
import secrets
import sys
import urllib.error
import urllib.request

SERVER, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]


def ask(path, body=None):
    """Send a request and return the answer. Raises HTTPError, with the reason as JSON, if the server rejects it."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{SERVER}/api/{path}", data, headers), timeout=60) as answer:
        return json.load(answer)


def choose_table():
    """Return a public table with an open seat."""
    for listing in ask("tables"):
        if listing["status"] == "waiting":
            return listing["table"]
    sys.exit("no public table has an open seat")


def commit(info):
    """Draw a seed and return its commitment (docs/fair.md)."""
    deal.update(commitment=info["commitment"], seed=secrets.token_hex(16), list=None)
    lines = ["locarium/fair/2", "seed", deal["commitment"], deal["seed"]]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def seed_request(info, seat):
    """Return the request that the table needs before it can deal, or None."""
    if info["seed_commitments"][seat] is None:  # the last deal was voided
        return {"kind": "commit-seed", "commitment": commit(info)}
    if seat in info["unopened"] and info["commitment"] == deal["commitment"] and not deal["list"]:
        deal["list"] = info["seed_commitments"]  # everything else in the draws is fixed now, so we can reveal our seed
        return {"kind": "open-seed", "seed": deal["seed"]}
    return None


def is_fair(proof):
    """Return whether the record has the commitments we saw and our seed. `locarium verify` checks the rest."""
    seen = (proof["commitment"], proof["seed_commitments"]) == (deal["commitment"], deal["list"])
    return seen and deal["seed"] in proof["seeds"]


deal = {}
table = sys.argv[3].rpartition("/")[2] if len(sys.argv) > 3 else choose_table()
seat = ask(f"tables/{table}/seats", {"seed_commitment": commit(ask(f"tables/{table}"))})["seat"]
print(f"seat {seat}: {SERVER}/table/{table}", flush=True)
version = 0
while True:
    state = ask(f"tables/{table}/state?after={version}&wait=25")  # returns immediately if the table has changed
    version = state["version"]
    if state["ending"] and state["info"]["status"] == "over":
        print(f"winners: {state['ending']['winners']}, scores: {state['ending']['scores']}")
        print(f"the record has the deal that we saw: {is_fair(ask(f'tables/{table}/record')['fair'])}")
        break
    if state["info"]["status"] == "waiting" and (request := seed_request(state["info"], seat)):
        ask(f"tables/{table}/requests", {"key": f"bot-{version}", **request})
    if state["legal"] and state["seat"] not in state["locked_in"]:
        step = {"kind": "step", "key": f"bot-{version}", "version": version, "step": random.choice(state["legal"])}
        try:
            ask(f"tables/{table}/requests", step)
        except urllib.error.HTTPError as refusal:  # another seat was faster: get the new state
            print(refusal.read().decode(), file=sys.stderr)
