"""The one deadline of all tests that wait."""

from __future__ import annotations

PATIENCE = 180.0  # seconds; only a test that fails ever waits so long, even on a busy machine
