"""Report of a load: counts of records, and the file of rejects."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO, Final

import orjson

from scinet.errors import ScinetError, StorageError

_PARTS: Final = (
    "authorships", "references", "fields", "affiliations", "artifacts", "mentions",
    "attributions", "pathway_steps", "groundings",
)  # fmt: skip
SAME_WORK: Final = "same_work"
"""Name of the account of combined records."""


@dataclass(frozen=True, slots=True)
class LoadReport:
    """Report of one load; ``read`` always equals ``loaded + merged +`` all rejected.

    Attributes:
        source: Prefix of its ids, None when they are stored as given.
        loaded: Records stored by this load.
        merged: Records that were there already with the same content.
        rejected: Records not stored, by reason.
        details: Increase of counts by kind (``papers``, ``citations``, …); ``replaced``, records of
            earlier loads that were superseded; ``accepted``, repairs and oddities by name;
            ``parts``, counts of authorships, references and mentions inside records.
        graph_fingerprint: Fingerprint of the whole graph after the load.
        peak_mib: Largest memory of this process so far; of a bulk load, plus that of each process
            which read its records.
        rejects: File that lists the rejects, None when there are none.
        parts: Reports of its loads, in order, when the files were of several kinds.
        skipped: Files of the folders that were not loaded, with a description.
        error: Of a dry run: the error with which the load would end.
    """

    kind: str
    source: str | None
    read: int
    loaded: int
    merged: int
    rejected: dict[str, int]
    details: dict[str, Any]
    graph_fingerprint: str
    seconds: float
    peak_mib: float
    run: str
    rejects: Path | None
    parts: "tuple[LoadReport, ...]" = ()
    skipped: dict[str, str] = field(default_factory=dict)
    error: ScinetError | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the public keys, ready for JSON."""
        names = ("kind", "source", "read", "loaded", "merged", "rejected", "details")
        result = {name: getattr(self, name) for name in (*names, "graph_fingerprint")}
        result["seconds"] = round(self.seconds, 3)
        result["peak_mib"] = round(self.peak_mib, 1)
        if self.parts:
            result["parts"] = [part.as_dict() for part in self.parts]
        return result | ({"passed_over": self.skipped} if self.skipped else {})


def make_report(
    kind: str,
    source: str | None,
    total: Counter[str],
    *,
    begun: float,
    peak_mib: float,
    gained: Mapping[str, Any] | None = None,
    graph_fingerprint: str = "",
    run: str = "",
    rejects: Path | None = None,
    skipped: Mapping[str, str] | None = None,
) -> LoadReport:
    """Make the report of one load.

    Args:
        total: Its counts by dotted names.
        begun: Start by the monotonic clock.
        gained: Details of the graph, before those of the records.
    """
    return LoadReport(
        kind=kind,
        source=source,
        read=total["read"],
        loaded=total["loaded"],
        merged=total["merged"],
        rejected=nest_counts(total).get("rejected", {}),
        details={**(gained or {}), **repaired_counts(total)},
        graph_fingerprint=graph_fingerprint,
        seconds=time.monotonic() - begun,
        peak_mib=peak_mib,
        run=run,
        rejects=rejects,
        skipped=dict(skipped or {}),
    )


def repeat_report(
    account: Mapping[str, Any], begun: float, run: str, rejects: Path | None
) -> LoadReport:
    """Make the report of a load whose command was interrupted before reporting; see ``as_dict``."""
    seconds = time.monotonic() - begun
    return LoadReport(**{**account, "seconds": seconds}, run=run, rejects=rejects)


def sum_reports(reports: Sequence[LoadReport], skipped: Mapping[str, str]) -> LoadReport:
    """Sum the reports of several loads."""
    last = reports[-1]
    if len(reports) == 1:
        return replace(last, skipped=dict(skipped))
    sources = {report.source for report in reports}
    details: dict[str, Any] = {}
    rejected: dict[str, Any] = {}
    for report in reports:
        own = dict(report.details)
        if SAME_WORK in own:  # for the whole graph
            details[SAME_WORK] = own.pop(SAME_WORK)
        _add_counts(details, own)
        _add_counts(rejected, report.rejected)
    return LoadReport(
        kind=", ".join(report.kind for report in reports),
        source=last.source if len(sources) == 1 else None,
        read=sum(report.read for report in reports),
        loaded=sum(report.loaded for report in reports),
        merged=sum(report.merged for report in reports),
        rejected=rejected,
        details=details,
        graph_fingerprint=last.graph_fingerprint,
        seconds=sum(report.seconds for report in reports),
        peak_mib=max(report.peak_mib for report in reports),
        run=", ".join(report.run for report in reports if report.run),
        rejects=next((report.rejects for report in reports if report.rejects), None),
        parts=tuple(reports),
        skipped=dict(skipped),
    )


def _add_counts(total: dict[str, Any], more: Mapping[str, Any]) -> None:
    for name, value in more.items():
        if isinstance(value, dict):
            _add_counts(total.setdefault(name, {}), value)
        else:
            total[name] = total.get(name, 0) + value


def nest_counts(counts: Mapping[str, int]) -> dict[str, Any]:
    """Return counts with dotted names as nested objects, without zeros."""
    result: dict[str, Any] = {}
    for name, value in sorted(counts.items()):
        if value:
            *path, last = name.split(".")
            place = result
            for part in path:
                place = place.setdefault(part, {})
            place[last] = value
    return result


def repaired_counts(counts: Mapping[str, int]) -> dict[str, Any]:
    """Return the counts of repairs, and of the parts of records."""
    tree = nest_counts(counts)
    parts = {name: part for name, part in tree.items() if name in _PARTS}
    return {"accepted": tree.get("accepted", {}), "parts": parts}


def count_rejected(counts: Counter[str]) -> int:
    """Number of rejected records."""
    return sum(value for name, value in counts.items() if name.startswith("rejected."))


class RejectsFile:
    """JSON lines file of rejects, created with its first line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stream: BinaryIO | None = None
        if not path.parent.is_dir():
            raise StorageError(
                f"there is no folder {path.parent}", hint="Name another file with --rejects."
            )

    def begin(self) -> None:
        """Empty the file of an earlier load."""
        if self.path.is_file():
            with self._translate_errors():
                self.path.open("wb").close()

    @property
    def written(self) -> Path | None:
        """Path of the file, None while nothing was rejected."""
        return None if self._stream is None else self.path

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Append rows."""
        with self._translate_errors():
            for row in rows:
                if self._stream is None:
                    self._stream = self.path.open("ab")
                self._stream.write(orjson.dumps(row) + b"\n")
            if self._stream is not None:
                self._stream.flush()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StorageError(
                f"{error.strerror} ({self.path})", hint="Name another file with --rejects."
            ) from error

    def close(self) -> None:
        """Close the file if there is one."""
        if self._stream is not None:
            with suppress(OSError):  # the failed write was reported before
                self._stream.close()
