"""Grow a network day by day by models."""

import sys
from typing import TYPE_CHECKING

from scinet.cli import complete, progress
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.simulate import Simulate

if TYPE_CHECKING:
    from scinet.experiments.simulation.folder import Simulation


def _measures(found: "Simulation", line: Line) -> None:
    table = found.ablation if line.given["ablation"] else found.measures
    line.emit(table.astype(object).where(table.notna(), None).to_dict("records"))
    sys.stderr.write(f"With pictures: {found.page}\n")


verb(
    app,
    "simulate --from 2020-01-01 --days 365 --out simulated",
    Simulate.simulate,
    _measures,
    spelt={"since": "--from"},
    completes=dict.fromkeys(
        ("collaborators", "prior_work", "contributions", "impact"), complete.systems
    ),
    progress=progress.bar("simulate"),
)
