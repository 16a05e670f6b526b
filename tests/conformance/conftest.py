"""Enable pytest's assertion messages in the checks."""

import pytest

pytest.register_assert_rewrite("conformance.checks")
