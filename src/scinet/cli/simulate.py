"""Grow a network day by day by models."""

import sys
from typing import TYPE_CHECKING

from scinet.cli import progress, shell_completion
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.simulate import Simulate

if TYPE_CHECKING:
    from scinet.experiments.simulated_year.folder import Simulation


def _print_measures(simulation: "Simulation", line: Invocation) -> None:
    table = simulation.ablation if line.options["ablation"] else simulation.measures
    line.emit(table.astype(object).where(table.notna(), None).to_dict("records"))
    sys.stderr.write(f"With pictures: {simulation.page}\n")


add_command(
    app,
    "simulate --from 2020-01-01 --days 365 --out simulated",
    Simulate.simulate,
    _print_measures,
    option_names={"since": "--from"},
    completes=dict.fromkeys(
        ("collaborators", "prior_work", "contributions", "impact"),
        shell_completion.complete_systems,
    ),
    progress=progress.bar_progress("simulate"),
)
