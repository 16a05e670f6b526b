"""Assertions of the checks explain themselves, as those of tests do."""

import pytest

pytest.register_assert_rewrite("conformance.checks")
