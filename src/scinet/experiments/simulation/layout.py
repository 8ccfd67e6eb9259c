"""What lies in the folder of a simulation: its header, a file for each day, what was measured."""

import json
from collections.abc import Collection
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import orjson

from scinet import saving
from scinet.errors import DataError, StorageError
from scinet.eval.task import Row
from scinet.experiments.simulation.papers import SimulatedPaper

HEADER: Final = "simulation.json"
FORMAT: Final = "scinet simulation"
MEASURES: Final = "measures.json"
MONTHS: Final = "months.json"
TOPICS: Final = "topics.json"
ABLATION: Final = "ablation.json"
PAGE: Final = "report.html"
_VERSION: Final = 2
_GROWS: Final = ("days", "runs")  # by which a simulation may go on


def run_folder(out: Path, number: int) -> Path:
    """Where the days of a run lie, a file each."""
    return out / f"run-{number}"


def day_file(folder: Path, day: date) -> Path:
    """The file of a day of a run."""
    return folder / f"{day}.jsonl"


def days_of(folder: Path, since: date, days: int) -> list[list[SimulatedPaper]]:
    """So many days of a run, or up to the first that lacks."""
    found: list[list[SimulatedPaper]] = []
    while (
        len(found) < days
        and (file := day_file(folder, since + timedelta(days=len(found)))).is_file()
    ):
        try:
            rows = [orjson.loads(line) for line in file.read_bytes().splitlines()]
            found.append([SimulatedPaper.of(row) for row in rows])
        except (ValueError, TypeError, KeyError) as error:
            raise DataError(
                f"no day of a simulation ({file})",
                hint="Delete it, and give the same command again.",
            ) from error
    return found


def read_header(out: Path) -> Row:
    """What a folder holds a simulation of."""
    try:
        about: Row = orjson.loads((out / HEADER).read_bytes())
        is_one = (about["format"], about["version"]) == (FORMAT, _VERSION)
    except (OSError, ValueError, KeyError, TypeError):
        is_one = False
    if not is_one:
        raise DataError(
            f"no simulation of this version in {out}",
            hint="Make one with `scinet simulate` in another folder.",
        )
    return about


def begin(about: Row, out: Path) -> None:
    """Mark a new folder as that of a simulation, or refuse one that holds another.

    Args:
        about: What its header is to hold; ``training`` of a part may be left out.
    """
    if not (out / HEADER).exists():
        _write(_header(about), out)
    elif not _is_same(read_header(out), _header(about)):
        raise DataError(
            f"another simulation lies in {out}", hint="Choose another --out, or delete the folder."
        )


def claim(about: Row, out: Path) -> None:
    """Claim a folder for a simulation, or refuse one that holds another.

    What was measured of other days or runs of it is deleted.
    """
    begin(about, out)
    header = _header(about)
    if read_header(out) != header:
        for name in (MEASURES, MONTHS, TOPICS, ABLATION, PAGE):
            try:
                (out / name).unlink(missing_ok=True)
            except OSError as error:
                raise StorageError(
                    f"{out / name} cannot be deleted: {error.strerror}", hint="Delete it."
                ) from error
        _write(header, out)


def _write(header: Row, out: Path) -> None:
    saving.write(json.dumps(header, indent=2) + "\n", out / HEADER)


def _header(about: Row) -> Row:
    """A header as it is read again."""
    found: Row = json.loads(
        json.dumps({"format": FORMAT, "version": _VERSION, **about}, default=str)
    )
    return found


def _is_same(one: Row, other: Row) -> bool:
    """Whether two headers are of one simulation, as far as both tell."""
    plan, other_plan = (_without(each, (*_GROWS, "parts")) for each in (one, other))
    return plan == other_plan and all(
        _agree(one["parts"][part], other["parts"][part]) for part in other["parts"]
    )


def _agree(one: str | Row, other: str | Row) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    hidden = () if "training" in one and "training" in other else ("training",)
    return _without(one, hidden) == _without(other, hidden)


def _without(row: Row, names: Collection[str]) -> Row:
    return {name: value for name, value in row.items() if name not in names}
