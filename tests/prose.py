"""Find phrases that we no longer write, in English prose, strings and names: `python -m prose` lists them.

A line with `prose: ok` in a comment is left alone.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENDINGS = {".py", ".md", ".ts", ".svelte", ".toml", ".html", ".yml", ".sh", ""}  # scripts have none
OTHER_LANGUAGES = re.compile(r"(^|/)(de|fr)(/|\.)")
SKIPPED = re.compile(
    r"^(LICENSE|NOTICE|requirements/|web/package|.*/playthroughs/|(src|tests)/.*editions/)"
)  # digests cover editions
ESCAPE = "prose: ok"
ENDLESS = "(?:longer|more|less|one|such|way|need|reason|point|matter|different|better|worse|larger|smaller|later)"

HABITS = {  # what we write instead -> the phrase
    "the player, the host, the server": r"\b([Ww]ho(so)?m?ever|[Ss]omebody|[Ee]verybody|asker)\b"  # prose: ok
    r'|(?<![-`"])\b[Nn]obody\b(?![-.])',  # prose: ok
    "again, from scratch, new": r"\b([Aa]new|once more|of now)\b",  # prose: ok
    "your, its, their": r"\bthe own\b",  # prose: ok
    "per": r"\b(one|two|ten|\d+( s| ms| µs)?|a (bit|line|row|file|digit|second)) an? "
    r"(line|step|turn|game|seat|move|card|row|file|table|process|person|connection|second|day)\b",
    "isn't a, aren't": rf"(?<![Tt]here )\b(is|are|was|were) no (?!{ENDLESS}\b)\w+",
    "whether, any, all kinds of": r"\b(be it|let it be)\b",  # prose: ok
    "the server, this server": r"\b[Tt]he house\b(?! (edition|rul|sheet|spirit))",  # prose: ok
    "undo": r"(?<!`)(?<!may )\b([Tt]ake|takes|taken|took|[Tt]aking) (it |that |them )?back\b",  # prose: ok
    "draw, choose at random": r"\bby lot\b",  # prose: ok
    "fix, repair": r"\bmend(s|ed|ing)?\b",  # prose: ok
}
PATTERNS = {advice: re.compile(habit) for advice, habit in HABITS.items()}


def find_habits(text: str) -> list[tuple[int, str, str]]:
    """List line number, phrase and advice of every habit in a text."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.replace("_", " ")
        if ESCAPE not in line:
            found += [
                (number, match[0], advice) for advice, habit in PATTERNS.items() for match in habit.finditer(words)
            ]
    return found


def english_files() -> list[Path]:
    """List the tracked files that hold English text."""
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return [
        ROOT / name
        for name in names
        if name and Path(name).suffix in ENDINGS and not OTHER_LANGUAGES.search(name) and not SKIPPED.match(name)
    ]


def main() -> None:
    """Print every habit in the tree and exit with 1 if there is one."""
    found = 0
    for path in english_files():
        for number, phrase, advice in find_habits(path.read_text("utf-8")):
            print(f"{path.relative_to(ROOT)}:{number}: “{phrase}”. Write: {advice}.")
            found += 1
    if found:
        sys.exit(f"prose: {found} phrases to rewrite; put “{ESCAPE}” in a comment on a line that should stay")


if __name__ == "__main__":
    main()
