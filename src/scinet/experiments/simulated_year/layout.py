"""Layout of a simulation's folder: header, a file for each day, and measures."""

import json
from collections.abc import Collection
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import orjson

from scinet import atomic_files
from scinet.errors import DataError, StorageError
from scinet.eval.task import Row
from scinet.experiments.simulated_year.papers import SimulatedPaper

HEADER: Final = "simulation.json"
FORMAT: Final = "scinet simulation"
MEASURES: Final = "measures.json"
MONTHS: Final = "months.json"
TOPICS: Final = "topics.json"
ABLATION: Final = "ablation.json"
PAGE: Final = "report.html"
_VERSION: Final = 2
_GROWING_KEYS: Final = ("days", "runs")  # may increase on resumption


def run_folder(out: Path, number: int) -> Path:
    """Return the folder of a run, with a file for each day."""
    return out / f"run-{number}"


def day_path(folder: Path, day: date) -> Path:
    """Return the file of a day of a run."""
    return folder / f"{day}.jsonl"


def read_days(folder: Path, since: date, days: int) -> list[list[SimulatedPaper]]:
    """Read ``days`` days of a run, or up to the first missing one."""
    simulated_days: list[list[SimulatedPaper]] = []
    while (
        len(simulated_days) < days
        and (file := day_path(folder, since + timedelta(days=len(simulated_days)))).is_file()
    ):
        try:
            rows = [orjson.loads(line) for line in file.read_bytes().splitlines()]
            simulated_days.append([SimulatedPaper.of(row) for row in rows])
        except (ValueError, TypeError, KeyError) as error:
            raise DataError(
                f"no day of a simulation ({file})",
                hint="Delete it, and give the same command again.",
            ) from error
    return simulated_days


def read_header(out: Path) -> Row:
    """Read the header of a simulation's folder."""
    try:
        header: Row = orjson.loads((out / HEADER).read_bytes())
        is_one = (header["format"], header["version"]) == (FORMAT, _VERSION)
    except (OSError, ValueError, KeyError, TypeError):
        is_one = False
    if not is_one:
        raise DataError(
            f"no simulation of this version in {out}",
            hint="Make one with `scinet simulate` in another folder.",
        )
    return header


def begin_folder(fields: Row, out: Path) -> None:
    """Mark a new folder as that of a simulation, or refuse one with another.

    Args:
        fields: Content of its header; ``training`` of a part may be left out.
    """
    if not (out / HEADER).exists():
        _write(_normalise_header(fields), out)
    elif not _is_same(read_header(out), _normalise_header(fields)):
        raise DataError(
            f"another simulation is in {out}", hint="Choose another --out, or delete the folder."
        )


def claim_folder(fields: Row, out: Path) -> None:
    """Claim a folder for a simulation, or refuse one with another.

    Measures of other days or runs of it are deleted.
    """
    begin_folder(fields, out)
    header = _normalise_header(fields)
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
    atomic_files.write_file(json.dumps(header, indent=2) + "\n", out / HEADER)


def _normalise_header(fields: Row) -> Row:
    """Return a header as it is read again."""
    header: Row = json.loads(
        json.dumps({"format": FORMAT, "version": _VERSION, **fields}, default=str)
    )
    return header


def _is_same(stored: Row, wanted: Row) -> bool:
    """Whether two headers are of one simulation, as far as both have the fields."""
    plan, other_plan = (_drop_keys(each, (*_GROWING_KEYS, "parts")) for each in (stored, wanted))
    return plan == other_plan and all(
        _values_agree(stored["parts"][part], wanted["parts"][part]) for part in wanted["parts"]
    )


def _values_agree(stored: str | Row, wanted: str | Row) -> bool:
    if isinstance(stored, str) or isinstance(wanted, str):
        return stored == wanted
    hidden = () if "training" in stored and "training" in wanted else ("training",)
    return _drop_keys(stored, hidden) == _drop_keys(wanted, hidden)


def _drop_keys(row: Row, names: Collection[str]) -> Row:
    return {name: value for name, value in row.items() if name not in names}
