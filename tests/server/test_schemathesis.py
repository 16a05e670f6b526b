"""The API matches its description: generated requests cause no internal errors and no undocumented responses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from locarium.server.people.auth import COOKIE
from server.browser import Browser
from server.client import join, open_table
from server.server_process import ServerProcess

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
REFUSED = ["4XX"]  # includes 413, 414 and 415
SOON = 0.05  # longest poll here, in seconds
GAMES = ["loco", "lokus", "locus", "genius-loci", "chess"]


def operations(server: ServerProcess) -> Iterator[APIOperation]:
    api = schemathesis.openapi.from_url(f"{server.url}/api/schema")
    api.config.checks.negative_data_rejection.expected_statuses = REFUSED
    for found in api.get_all_operations():
        yield found.ok()


def try_all(server: ServerProcess, mode: GenerationMode, examples: int, number: int = 0) -> None:
    """Call every operation with generated values as every kind of client, half of them on existing games or tables."""
    table = open_table(server.url)["table"]
    token = join(server.url, table)["token"]
    for operation in operations(server):
        guest = Browser(server.url, "Eve")  # a new guest, because some requests sign it out
        askers = [{}, {"Authorization": f"Bearer {token}"}, {"Cookie": f"{COOKIE}={guest.cookie}"}]

        @seed(number)
        @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(
            case=operation.as_strategy(generation_mode=mode),
            is_real=st.booleans(),
            game=st.sampled_from(GAMES),
            principal=st.sampled_from(askers),
        )
        def matches_its_description(case: Case, is_real: bool, game: str, principal: dict[str, str]) -> None:
            if is_real and mode is GenerationMode.POSITIVE:
                make_real(case, table, game)
            case.call_and_validate(headers=principal, checks=CHECKS)

        with suppress(Unsatisfiable):  # operations without input cannot be invalid
            matches_its_description()


def make_real(case: Case, table: str, game: str) -> None:
    known = {"table": table, "game": game, "edition": "house", "seat": 0}
    case.path_parameters.update({name: value for name, value in known.items() if name in case.path_parameters})
    if "wait" in case.query:
        case.query["wait"] = min(case.query["wait"], SOON)
    if isinstance(case.body, dict) and "game" in case.body:
        case.body["game"] = game
        case.body["seats"] = 3


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_api_matches_its_description(server: ServerProcess, mode: GenerationMode) -> None:
    try_all(server, mode, 2)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_api_matches_its_description_at_length(
    server: ServerProcess, mode: GenerationMode, rounds: Callable[[int], Iterator[int]]
) -> None:
    for number in rounds(3):
        try_all(server, mode, 10, number)
