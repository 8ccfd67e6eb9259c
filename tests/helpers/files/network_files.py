"""A good record of every kind of load, and a file's way through the readers without a database."""

import gzip
import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from string import Template
from typing import Any, Final

from helpers.files.prescience_rows import TEST, TRAIN
from helpers.files.prescience_rows import rows as prescience_rows
from helpers.files.sciencemeter_rows import triplet

from scinet.graph.load.batch import BatchEntry, batch_lines, read_records
from scinet.graph.load.plan import plan_load
from scinet.graph.load.report import count_rejected
from scinet.graph.sources.counts import CountTable
from scinet.graph.sources.file_faults import FileFault
from scinet.graph.sources.files import ReadProgress

_SOURCES: Final = Path(__file__).parents[2] / "golden" / "sources"


def read_source(name: str) -> str:
    return (_SOURCES / name).read_bytes().decode()  # line ends as they are


def read_sections(name: str) -> dict[str, str]:
    """The parts of a file by their headings, which are lines that begin with ``==``."""
    return dict(re.findall(r"^== (.*)\n((?:(?!== ).*\n)*)", read_source(name), re.MULTILINE))


_RECORDS: Final = read_sections("records.txt")
"""Good records by the kind of load, with places for what is made of their number."""


def _make(kind: str, number: int) -> dict[str, Any]:
    made = Template(_RECORDS[kind]).substitute(
        number=number,
        next=number + 1,
        padded=f"{number:07}",
        row=10_000 + number,
        million=2_000_000 + number,
        next_million=2_000_001 + number,
        hex=f"{number:040x}",
        next_hex=f"{number + 1:040x}",
    )
    record: dict[str, Any] = json.loads(made)
    return record


GOOD: Final[Mapping[str, Callable[[int], dict[str, Any]]]] = {
    **{kind: partial(_make, kind) for kind in _RECORDS},
    "sciencemeter": triplet,
}
"""A good object of each kind of load, made from a number: other numbers, other records."""
record, work, paper, pathway = (
    GOOD[kind] for kind in ("records", "openalex", "semanticscholar", "pathways")
)

KEYS: Final = {
    "records": "id", "openalex": "id", "semanticscholar": "paperId", "aminer": "id",
    "prescience": "corpus_id", "sciencemeter": "prior_paper",
    "fulltext": "paper_id", "counts": "id", "documents": "paper",
    "claims": "paper_id", "pathways": "claim_id",
}  # fmt: skip
"""What names the record in each kind of object."""


def real(kind: str, folder: Path, most: int = 20) -> list[dict[str, Any]]:
    """Small objects of real files of a kind below a folder; none where there are none."""
    patterns = {
        "records": ("acl/papers.jsonl.gz", "hepph/papers.jsonl.gz"),
        "openalex": ("openalex/works/**/*.gz",),
        "fulltext": ("acl/fulltext.jsonl.gz",),
        "sciencemeter": ("sciencemeter/**/*.json*",),
        "pathways": ("scipaths/**/*.json*",),
    }
    results: list[dict[str, Any]] = []
    for pattern in patterns.get(kind, ()):
        for path in itertools.islice(sorted(folder.glob(pattern)), 3):
            with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
                listed = stream.read(400_000).split(b"\n")[:-1]
            results += (
                json.loads(item) for item in listed if 100 < len(item) < 3_000 and item[:1] == b"{"
            )
    return [item for item in results if KEYS[kind] in item][:: max(1, len(results) // most)][:most]


@cache
def seeds(kind: str, folder: Path | None) -> list[dict[str, Any]]:
    """Objects of a kind as they should be: made ones, and real ones where they are there."""
    made = [GOOD[kind](number) for number in range(3)]
    if kind == "prescience":
        made += [*prescience_rows(TRAIN), *prescience_rows(TEST)]
    return made + (real(kind, folder) if folder else [])


@dataclass(slots=True)
class Outcome:
    """What became of files: all that a load knows before it writes."""

    entries: list[BatchEntry[Any]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    rejects: list[dict[str, Any]] = field(default_factory=list)
    faults: list[FileFault] = field(default_factory=list)
    accepted: Counter[str] = field(default_factory=Counter)

    @property
    def reasons(self) -> dict[str, int]:
        named = self.counts.items()
        return {name.removeprefix("rejected."): n for name, n in named if "rejected." in name[:9]}

    @property
    def balances(self) -> bool:
        known = self.counts["loaded"] + self.counts["merged"] + count_rejected(self.counts)
        return self.counts["read"] == known and len(self.entries) == self.counts["loaded"]

    @property
    def papers(self) -> set[str]:
        return {e.record.id for e in self.entries if hasattr(e.record, "title")}

    def beyond(self, before: "Outcome") -> set[str]:
        """What is counted that was not counted before, as without a bad entry."""
        names = {name for name in self.counts if self.counts[name] > before.counts[name]}
        names |= {name for name in self.accepted if self.accepted[name] > before.accepted[name]}
        return {name.rpartition(".")[2] for name in names}


def outcome(*paths: Path, kind: str | None = None, table: CountTable | None = None) -> Outcome:
    result = Outcome()
    with plan_load(paths, kind=kind, source=None, table=table or CountTable({})) as plan:
        for part in plan.parts:
            reading = ReadProgress(faults=plan.faults, accepted=Counter(part.accepted))
            for batch in batch_lines(part.kind.lines(part.files, reading), part.kind.batch_size):
                entries, account = read_records(batch, part.kind.make, part.source)
                for entry in entries:
                    account.merge_notes(entry)
                result.entries += entries
                result.counts += account.counts
                result.rejects += account.rejects
            result.accepted += reading.accepted
        result.faults = plan.faults
    return result
