"""The reader of Containerfiles and ignore files follows the documented rules of both."""

from __future__ import annotations

import pytest

from .containerfile import lets_through, read_stages


@pytest.mark.parametrize(
    ("patterns", "path", "passes"),
    [
        ([], "a/b", True),
        (["a"], "a/b", False),  # a folder includes its content
        (["a"], "b/a", True),  # patterns start at the root
        (["/a/"], "a/b", False),
        (["*/b"], "a/b/c", False),
        (["*"], "a/b", False),
        (["*.md"], "docs/a.md", True),
        (["**/*.md"], "docs/a.md", False),
        (["**/*.md"], "a.md", False),
        (["a?c"], "abc", False),
        (["a?c"], "a/c", True),
        (["[ab].txt"], "b.txt", False),
        (["**", "!src"], "src/a/b", True),
        (["**", "!src", "**/__pycache__"], "src/a/__pycache__/b.pyc", False),
        (["!README.md", "*.md"], "README.md", False),  # the last one decides
        (["*.md", "!README.md"], "README.md", True),
        (["# a", "", "b"], "a", True),
        (["a.c"], "abc", True),
    ],
)
def test_last_matching_pattern_decides(patterns: list[str], path: str, passes: bool) -> None:
    assert lets_through(patterns, path) is passes


def test_stages_and_continued_lines_are_read() -> None:
    text = 'FROM a AS build\n# no\nRUN one \\\n    && two\nFROM b\nENV A=1 B=2\nCMD ["x", "y z"]\n'
    build, last = read_stages(text)
    assert [(each.word, each.text) for each in build] == [("FROM", "a AS build"), ("RUN", "one && two")]
    assert last[-1].words() == ["x", "y z"]
