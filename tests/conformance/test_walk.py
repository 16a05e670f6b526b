"""Every case is walked once with all checks."""

from __future__ import annotations

import pytest

from conformance.cases import WALKED
from conformance.checks import concealing, limits, records, secrets, steps, texts  # noqa: F401  they register their checks
from conformance.walk import walk


@pytest.mark.parametrize("case", WALKED, ids=str)
def test_case_passes_all_checks(case):
    walk(case)
