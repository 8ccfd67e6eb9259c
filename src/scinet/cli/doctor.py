"""Check of the installation."""

import sys
from typing import Any

import typer

from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.doctor import doctor


def _print_rows(rows: list[dict[str, Any]], line: Invocation) -> None:
    if line.as_json:
        line.emit(rows)
    else:
        for row in rows:
            text = f"{row['state']:<8}  {row['check']:<18}  {row['found']}"
            sys.stdout.write(f"{text}. {row['do']}".rstrip(". ") + "\n")
    if any(row["state"] == "missing" for row in rows):
        raise typer.Exit(1)


add_command(app, "doctor", doctor, _print_rows)
