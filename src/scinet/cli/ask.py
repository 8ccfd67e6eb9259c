"""Answer a question in plain words."""

import json
import shlex
import sys
from dataclasses import asdict
from datetime import date

from scinet.cli import output
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.explore import Explore
from scinet.session.table import Table


def _print_answers(table: Table, line: Invocation) -> None:
    answers = table.attrs["answers"]
    if line.as_json:
        line.emit(map(asdict, answers))
        return
    if len(answers) > 1:
        sys.stderr.write("the question can be read in two ways\n")
    for answer in answers:
        if answer.rows:
            line.emit(answer.rows)
        else:
            output.print_no_rows(answer.why)
        values = {**answer.params, "before": answer.before}
        params = (
            f" -p {name}={_text(value)}" for name, value in values.items() if value is not None
        )
        day = "no cut-off day" if answer.before is None else f"before {answer.before}"
        sys.stderr.write(f"read as: {answer.reading} ({day})\n")
        sys.stderr.write(f"scinet query {answer.statement}{''.join(params)}\n")
        sys.stderr.write(f"{answer.then}\n" if answer.then else "")


def _text(value: object) -> str:
    return shlex.quote(str(value) if isinstance(value, str | date) else json.dumps(value))


add_command(
    app, 'ask "the five most cited papers on parsing since 2010"', Explore.ask, _print_answers
)
