"""Answer a question in plain words."""

import json
import shlex
import sys
from datetime import date
from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")],
    *,
    before: output.Before = None,
    as_json: output.AsJson = False,
) -> None:
    """Answer a question in plain words, with the statement that answers it.

    Example: scinet ask "the five most cited papers on parsing since 2010"
    """
    from dataclasses import asdict

    from scinet.models.questions.answers import ask as answers

    with output.database() as db:
        found = answers(db, question, output.cut_off(before), cache=shared.cache())
    if as_json:
        output.emit(map(asdict, found), as_json=True)
        return
    if len(found) > 1:
        sys.stderr.write("the question can be read in two ways\n")
    for answer in found:
        output.emit(answer.rows, as_json=False)
        given = {**answer.params, "before": answer.before}
        params = (f" -p {name}={_text(one)}" for name, one in given.items() if one is not None)
        day = "everything" if answer.before is None else f"before {answer.before}"
        sys.stderr.write(f"read as: {answer.reading} ({day})\n")
        sys.stderr.write(f"scinet query {answer.statement}{''.join(params)}\n")
        sys.stderr.write(f"{answer.then}\n" if answer.then else "")


def _text(value: object) -> str:
    return shlex.quote(str(value) if isinstance(value, str | date) else json.dumps(value))
