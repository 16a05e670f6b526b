"""The API as its description says: whatever schemathesis thinks up, no error of the house and no undescribed answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
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

from .client import join, open_table
from .house import ServerProcess

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
GAMES = ["loco", "lokus", "locus", "genius-loci", "chess"]


def operations(server: ServerProcess) -> Iterator[APIOperation]:
    api = schemathesis.openapi.from_url(f"{server.url}/api/schema")
    for found in api.get_all_operations():
        yield found.ok()


def try_all(server: ServerProcess, mode: GenerationMode, examples: int) -> None:
    """Every operation with made-up values; half of them about a game or a table that there is."""
    table = open_table(server.url)["table"]
    token = join(server.url, table)["token"]
    for operation in operations(server):

        @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode), is_real=st.booleans(), game=st.sampled_from(GAMES))
        def keeps_its_word(case: Case, is_real: bool, game: str) -> None:
            if is_real and mode is GenerationMode.POSITIVE:
                make_real(case, table, game)
            headers = {"Authorization": f"Bearer {token}"} if is_real else {}
            case.call_and_validate(headers=headers, checks=CHECKS)

        with suppress(Unsatisfiable):  # nothing can be wrong where nothing is asked for
            keeps_its_word()


def make_real(case: Case, table: str, game: str) -> None:
    known = {"table": table, "game": game}
    case.path_parameters.update({name: known.get(name, "house") for name in case.path_parameters})
    if isinstance(case.body, dict) and "game" in case.body:
        case.body["game"] = game
        case.body["seats"] = 3


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_the_api_keeps_its_word(server: ServerProcess, mode: GenerationMode) -> None:
    try_all(server, mode, 20)


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_the_api_keeps_its_word_at_length(server: ServerProcess, mode: GenerationMode) -> None:
    try_all(server, mode, 200)
