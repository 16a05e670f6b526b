"""The command in a separate process."""

from __future__ import annotations

import os
import subprocess
import sys

from locarium import catalogue
from locarium.kernel.errors import one_of

COMMAND = [sys.executable, "-m", "locarium"]


def test_closed_pipe_is_not_an_error() -> None:
    writer = subprocess.Popen(
        [*COMMAND, "record", "random", "loco", "--games", "2000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert writer.stdout
    assert writer.stderr
    assert writer.stdout.readline().startswith(b'{"format"')
    writer.stdout.close()
    with writer.stderr:
        assert writer.stderr.read() == b""
    assert writer.wait() in (0, 1)


def test_games_and_rules_commands_load_no_compiled_code() -> None:
    program = """
import sys

from locarium import catalogue
from locarium.kernel.errors import one_of
from locarium.cli.main import main
for arguments in (["games"], ["rules", "loco"], ["record", "random", "chess"]):
    sys.argv = ["locarium", *arguments]
    try:
        main()
    except SystemExit:
        pass
print("\\nloaded:", *sorted({"numpy", "numba", "llvmlite"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, encoding="utf-8")
    assert done.stdout.endswith("\nloaded:\n")


def test_bad_arguments_exit_with_code_2() -> None:
    done = subprocess.run([*COMMAND, "rules", "chess"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"locarium: unknown game 'chess'; choose {one_of(list(catalogue.NAMES))}\n"


def test_output_survives_a_limited_terminal_encoding() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    command = [*COMMAND, "rules", "loco", "--lang", "de"]
    done = subprocess.run(command, capture_output=True, encoding="latin-1", check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "für" in done.stdout
