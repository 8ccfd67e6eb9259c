"""What a proof of reliability did: how many trials from which seed, and what it counted.

Each proof is an ordinary test that takes the fixture ``proof``. ``make test`` runs its short form,
with the day of the commit as its seed, so that the trials are not the same for ever; ``make soak``
runs the full one and writes what was counted, for the page of ``reliability_page``.
"""

import functools
import json
import os
import platform
import subprocess
import time
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

FOLDER = "SCINET_PROOFS"  # the folder of the figures; set: the full form
SEED = "SCINET_PROOFS_SEED"
_HERE = Path(__file__).parent


@functools.cache
def default_seed() -> int:
    """``SCINET_PROOFS_SEED`` when set, else the day of the commit as a number, such as 20260131."""
    if given := os.environ.get(SEED):
        return int(given)
    command = ("git", "log", "-1", "--format=%cd", "--date=format:%Y%m%d")
    day = subprocess.run(command, cwd=_HERE, capture_output=True, text=True, check=False).stdout
    return int(day or 0)  # 0: the tests lie in no repository


def folder() -> Path | None:
    named = os.environ.get(FOLDER)
    return Path(named) if named else None


@dataclass
class Proof:
    """One test of a promise.

    Attributes:
        area: The kind of fault, the name of the test's folder or file.
        promise: The first line of the test's docstring: what holds in every trial.
        figures: What was counted, by the words that the page shows, in order.
    """

    area: str
    name: str
    promise: str
    seed: int = field(default_factory=default_seed)
    figures: dict[str, int | float | str] = field(default_factory=dict)
    begun: float = field(default_factory=time.monotonic)

    def trials(self, short: int, full: int) -> int:
        """How many trials this form of the proof takes; counted as such unless ``count`` says."""
        number = short if folder() is None else full
        self.figures["trials"] = number
        return number

    def seed_of(self, part: str, number: int, trials: int) -> int:
        """The seed of a trial, another one in each part; see :func:`parts`."""
        return (10 * self.seed + int(part.split()[1]) - 1) * trials + number

    def count(self, **figures: float | str) -> None:
        """Add figures to the page's row: ``count(kills=300, landed=287)``."""
        self.figures.update(figures)

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        row = {
            "area": self.area,
            "name": self.name,
            "promise": self.promise,
            "seed": self.seed,
            "figures": self.figures,
            "seconds": round(time.monotonic() - self.begun, 1),
            "day": time.strftime("%Y-%m-%d"),
            "versions": versions(),
        }
        target = path(folder, self.area, self.name)
        target.with_suffix(".part").write_text(json.dumps(row, indent=1, ensure_ascii=False))
        target.with_suffix(".part").replace(target)


def parts(number: int) -> list[str]:
    """Names of the parts of a proof that takes hours; the short form has the first one alone.

    Each has other seeds and a row of its own; ``make soak`` goes on with the part in which it was
    stopped.
    """
    names = [f"part {item} of {number}" for item in range(1, number + 1)]
    return names[:1] if folder() is None else names


def path(folder: Path, area: str, name: str) -> Path:
    plain = "".join(c if c.isalnum() or c in "-_" else "." for c in f"{area}.{name}")
    return folder / f"{plain[:180]}.json"


def versions() -> dict[str, Any]:
    """The versions that a figure depends on; of scinet that and the commit."""
    asked = ("git", "describe", "--always", "--dirty", "--exclude=*")
    run = subprocess.run(asked, cwd=_HERE, capture_output=True, text=True, check=False)
    code = run.stdout.strip() or version("scinet")
    return {"scinet": code, "python": platform.python_version()}
