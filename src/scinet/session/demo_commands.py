"""What to type after the demo: its commands one by one, and questions to its server."""

import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np

from scinet.graph.indicators import citations
from scinet.graph.snapshot import Snapshot
from scinet.server.home import Home
from scinet.settings import Neo4jSettings

FORECAST: Final = "prescience/collaborators"
FORECAST_OPTIONS: Final[dict[str, Any]] = {"train_years": 1, "validation_years": 1, "targets": 100}
LEARNER: Final = "collaborators-gnn"
SETTINGS: Final[dict[str, Any]] = {"encoder": "sage", "epochs": 3}
WALK: Final = "collaborators-walk"


def by_hand(source: str, day: date, seed: int, forecast_day: date | None) -> Iterator[str]:
    """The demo command by command; without a day of forecasts nothing was trained."""
    yield "# or step by step, with `scinet server start` before:"
    yield f"scinet load papers.jsonl.gz fulltext.jsonl.gz --source {source}"
    yield f"scinet network communities --before {day}"
    if forecast_day is not None:
        options, settings = _given(FORECAST_OPTIONS), _given(SETTINGS)
        task, model, at = "tasks/collaborators", f"models/{LEARNER}", f"--seed {seed}"
        yield f"scinet task build {FORECAST} --before {forecast_day} {at}{options} --out {task}"
        yield f"scinet train {LEARNER} {task} {at}{settings} --out {model}"
        yield f"scinet run {model} {task} {at} --out trained.jsonl"
        yield f"scinet run {WALK} {task} {at} --out walk.jsonl"
        runs = f"trained.jsonl walk.jsonl --baseline {WALK}"
        yield f"scinet evaluate {task} {runs} {at} --out results"
    yield "# and for every other task and system, both ways of scoring:"
    yield f"scinet task build scinetbench/path --before {day} --seed {seed} --out tasks/path"
    yield f"scinet run graph tasks/path --seed {seed} --out graph.jsonl"
    yield f"scinet evaluate tasks/path graph.jsonl --seed {seed} --out results"
    yield f"scinet evaluate tasks/path graph.jsonl --seed {seed} --scoring official --out results"
    yield f"scinet report --before {day} --results results --out report.html"


def _given(options: Mapping[str, Any]) -> str:
    return "".join(f" -o {name}={value}" for name, value in options.items())


def next_steps(home: Home, snapshot: Snapshot, out: Path) -> tuple[str, ...]:
    """Lines for a shell that ask the demo's server, show it and stop it, whatever is set there."""
    lines = [f"export SCINET_SERVER_HOME={shlex.quote(str(home.folder))}"]
    started = home.started()
    if started and Neo4jSettings().uri is not None:  # another database is set, perhaps in .env
        password = f'"$(cat {shlex.quote(str(home.password))})"'
        lines.append(f"export NEO4J_URI={started.uri} NEO4J_PASSWORD={password}")
    scinet = _command()
    paper = shlex.quote(str(snapshot.paper_id[int(np.argmax(citations.counts(snapshot)))]))
    return (
        *lines,
        f"{scinet} status",
        f"{scinet} query ranking/co_citation -p paper_id={paper} -p limit=5",
        f"{scinet} explore --results {shlex.quote(str(out))}",
        f"{scinet} server stop",
    )


def _command() -> str:
    """What to type for ``scinet``: `make demo` uses an environment that the shell is not in."""
    ours = Path(sys.executable).parent / "scinet"
    found = shutil.which("scinet")
    if not ours.exists() or (found is not None and Path(found).samefile(ours)):
        return "scinet"
    return shlex.quote(str(ours))
