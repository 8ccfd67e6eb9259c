"""What keeps a simulation from beginning is one line."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from helpers.commands.nursery import inherited
from helpers.networks.simulations import MODELS, SINCE

from scinet.errors import DataError
from scinet.experiments.simulated_year.run import SimulationPlan


def test_a_script_without_a_guard_is_told_what_it_lacks(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from pathlib import Path\n"
        "from helpers.networks.simulations import MODELS, SINCE, without_database\n"
        "from helpers.networks.two_sides import as_snapshot, two_communities\n"
        "from scinet.errors import ScinetError\n"
        "from scinet.experiments.simulated_year.run import SimulationPlan, run_simulation\n"
        "graph = without_database(as_snapshot(two_communities(0, 2006, 2008)))\n"
        "plan = SimulationPlan(SINCE, 2, MODELS, 'empirical', runs=2)\n"
        "try:\n"
        "    run_simulation(plan, graph, out=Path('out'))\n"
        "except ScinetError as error:\n"
        "    print(error, error.hint)\n"
    )
    done = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env=inherited(PYTHONPATH=str(Path(__file__).parents[3])),
    )
    assert "Traceback" not in done.stderr
    [said] = done.stdout.splitlines()
    assert 'simulate under `if __name__ == "__main__":`' in said


@pytest.mark.parametrize(
    ("since", "days", "years"),
    [(SINCE, 5, 3000), (SINCE, 800_000, 1), (SINCE, 10**9, 1), (date(1, 6, 1), 5, 1)],
)
def test_days_of_no_calendar_are_refused(since: date, days: int, years: int) -> None:
    with pytest.raises(DataError, match="leave the years 1 to 9999"):
        SimulationPlan(since, days, MODELS, "empirical", years=years)
