"""Every way of changing the graph by a command, the files that it reads, and what it leaves.

Files hold bad, repeated and contradicting lines. A further way is one more line of ``WAYS``.
"""

import json
import random
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.commands.nursery import Child, Ended, Nursery
from helpers.files import prescience_rows, sciencemeter_rows
from helpers.networks.worlds import world
from helpers.servers import served_openalex

from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database

LOAD: Final = "load --rejects rejects.jsonl --max-rejected 1 --json"
KINDS: Final = (
    "records.jsonl fulltext.jsonl counts.jsonl documents.jsonl claims.jsonl pathways.jsonl"
)
PAPERS: Final = f"{LOAD} records.jsonl --source a"
ALL: Final = f"{LOAD} {KINDS} --source a"
OTHER: Final = f"{LOAD} other-records.jsonl other-fulltext.jsonl other-counts.jsonl --source b"
SAME: Final = f"{LOAD} same-records.jsonl --source c"
STORE: Final = "simulation store simulated --json"


@dataclass(frozen=True, slots=True)
class Way:
    """A command, and those before it that make the graph which it changes."""

    command: str
    before: tuple[str, ...] = ()


WAYS: Final = {
    "records": Way(PAPERS),
    "unknown dropped": Way(f"{PAPERS} --unknown drop"),
    "fulltext": Way(f"{LOAD} fulltext.jsonl --source a", (PAPERS,)),
    "counts": Way(f"{LOAD} counts.jsonl --source a", (PAPERS,)),
    "documents": Way(f"{LOAD} documents.jsonl --source a", (PAPERS,)),
    "claims": Way(f"{LOAD} claims.jsonl --source a", (PAPERS,)),
    "pathways": Way(f"{LOAD} pathways.jsonl --source a", (PAPERS,)),
    "all kinds": Way(ALL),
    "texts outside": Way(f"{ALL} --text external --text-folder texts"),
    "over another source": Way(OTHER, (ALL,)),
    "one work of two sources": Way(SAME, (PAPERS, f"{LOAD} fulltext.jsonl --source a")),
    "openalex": Way(f"{LOAD} openalex.jsonl"),
    "prescience": Way(f"{LOAD} prescience.jsonl"),
    "sciencemeter": Way(f"{LOAD} sciencemeter.json"),
    "replace": Way(f"{LOAD} later.jsonl --source a --replace", (PAPERS, OTHER)),
    "remove": Way("remove a --json", (ALL, f"{LOAD} other-records.jsonl --source b")),
    "remove a kind": Way("remove a --as fulltext --json", (ALL,)),
    "store a simulation": Way(STORE, (PAPERS,)),
    "remove a simulation": Way("remove synthetic --json", (PAPERS, STORE)),
}  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What a way leaves; two are equal when nobody could tell them apart.

    Attributes:
        graph: The graph at the end.
        graphs: The graph after each of its loads: a command may load several kinds in turn.
        account: What the command printed, without times and names chosen at random.
    """

    graph: str
    graphs: frozenset[str]
    everything: Counter[str]
    account: Any
    rejects: str


@dataclass
class Scene:
    folder: Path
    database: Database
    nursery: Nursery

    def __post_init__(self) -> None:
        self.expected: dict[str, Outcome] = {}
        self.seconds: dict[str, float] = {}
        write_files(self.folder)

    def prepare(self, name: str) -> None:
        self.database.rows("admin/wipe")
        for command in WAYS[name].before:
            ended = self.run(command)
            assert ended.code == 0, ended.err
        (self.folder / "rejects.jsonl").unlink(missing_ok=True)

    def start(self, command: str, **how: Any) -> Child:
        return self.nursery.start(command.split(), self.folder, **how)

    def run(self, command: str, *, dies: tuple[str, int] | None = None) -> Ended:
        return self.nursery.run(command.split(), self.folder, dies=dies)

    def expect(self, name: str) -> None:
        """Let a way go undisturbed once, to know what it leaves and how long it takes."""
        if name not in self.expected:
            self.prepare(name)
            begun = time.monotonic()
            ended = self.run(WAYS[name].command)
            self.seconds[name] = time.monotonic() - begun
            self.expected[name] = self.outcome(ended)

    def outcome(self, ended: Ended) -> Outcome:
        assert ended.code == 0, ended.err
        rejects = self.folder / "rejects.jsonl"
        return Outcome(
            fingerprint.compute_fingerprint(self.database).hex,
            frozenset(graphs(self.database)),
            everything(self.database),
            _timeless(json.loads(ended.out)),
            rejects.read_text() if rejects.exists() else "",
        )

    def finish(self, name: str) -> None:
        """Give the same command again after it was killed, and look whether all is as expected."""
        expected = self.expected[name]
        ended = self.run(WAYS[name].command)
        if "nothing was loaded" in ended.err:  # the removal was done before the kill
            ended = Ended(0, json.dumps(expected.account), "")
        result = self.outcome(ended)
        assert result.graph == expected.graph
        assert result.everything - expected.everything == Counter()
        assert expected.everything - result.everything == Counter()
        assert result.rejects == expected.rejects
        assert sums(result.account) == sums(expected.account)


@pytest.fixture(scope="session")
def scene(
    shared_database: Database, nursery: Nursery, tmp_path_factory: pytest.TempPathFactory
) -> Scene:
    return Scene(tmp_path_factory.mktemp("files"), shared_database, nursery)


def graphs(db: Database) -> list[str]:
    rows = db.read_text(
        "MATCH (load:Snapshot) WHERE load.fingerprint IS NOT NULL RETURN load.fingerprint AS hex"
    )
    return [row["hex"] for row in rows]


def everything(db: Database) -> Counter[str]:
    """Every node and relationship with all its properties, as text; times left out.

    A node that is there twice counts twice. The lock of a command that was killed, which the next
    one takes over, is left out.
    """
    counts: Counter[str] = Counter()
    names: dict[str, str] = {}
    for row in db.read_text(
        "MATCH (n) WHERE NOT n:Lock "
        "RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS values",
        timeout_s=60,
    ):
        values = {key: value for key, value in row["values"].items() if not key.endswith("_at")}
        if "counts" in values and "Snapshot" in row["labels"]:
            values["counts"] = _timeless(json.loads(values["counts"]))
        if values.get("kind") == "remove":
            values["id"] = "removal"
        names[row["id"]] = text = dump_sorted([sorted(row["labels"]), values])
        counts[text] += 1
    for row in db.read_text(
        "MATCH (a)-[r]->(b) RETURN elementId(a) AS a, type(r) AS type, properties(r) AS values, "
        "elementId(b) AS b",
        timeout_s=60,
    ):
        counts[dump_sorted([names[row["a"]], row["type"], row["values"], names[row["b"]]])] += 1
    return counts


def dump_sorted(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str, ensure_ascii=False)


def _timeless(account: Any) -> Any:
    if isinstance(account, list):
        return [_timeless(item) for item in account]
    if isinstance(account, dict):
        return {
            key: _timeless(item)
            for key, item in account.items()
            if key not in {"seconds", "peak_mib"}
        }
    return account


def sums(account: Any) -> Any:
    """What a load says that was complete before as well: what it stored counts as merged then.

    Its whole account is in the graph, and compared with it.
    """
    if "removed" in account:
        return account["removed"]
    if "read" not in account:  # of a simulation that was stored
        return account
    return account["read"], account["loaded"] + account["merged"], account["rejected"]


def write_files(folder: Path) -> None:
    ids = [f"s2:p{n}" for n in range(40)]
    first, other = world(1, ids), world(2, ids[20:] + [f"s2:q{n}" for n in range(9)])
    later = world(3, ids[10:])["records"]
    for records in (first["records"], other["records"], later):
        for number, row in enumerate(records):
            if number % 4:
                row["abstract"] = f'Of "words"\nand {row["title"]} 📄.'
    for kind, listed in first.items():
        _write(folder / f"{kind}.jsonl", _spoilt(listed))
    for kind, listed in other.items():
        _write(folder / f"other-{kind}.jsonl", _spoilt(listed))
    _write(folder / "later.jsonl", _spoilt(later))
    _write(folder / "same-records.jsonl", [json.dumps(row) for row in _same(first["records"])])
    _write(folder / "openalex.jsonl", _spoilt(served_openalex.network(45)))
    rows = prescience_rows.rows(prescience_rows.TRAIN) + prescience_rows.rows(prescience_rows.TEST)
    prescience_rows.as_lines(folder / "prescience.jsonl", rows)
    triplets = [sciencemeter_rows.triplet(number) for number in range(1, 12)]
    sciencemeter_rows.file_of(folder / "sciencemeter.json", triplets)
    _write_simulation(folder / "simulated", ids)


def _write(file: Path, lines: list[str]) -> None:
    file.write_text("".join(f"{line}\n" for line in lines))


def _spoilt(records: list[dict[str, Any]]) -> list[str]:
    """The lines of a file: every tenth record repeated, another contradicted, another cut."""
    rng = random.Random(5)  # noqa: S311 - a seeded world
    lines = [json.dumps(record) for record in records]
    for number, record in enumerate(records):
        if number % 10 == 3:
            lines.insert(rng.randrange(len(lines)), json.dumps(record))
            lines.append(json.dumps({**record, "title": "Another", "text": "another"}))
            lines.append(json.dumps(record)[:-9])
    return lines


def _same(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same works as another source has them, which cites them by its own ids."""
    own = {row["id"]: f"c:{number}" for number, row in enumerate(records)}
    return [
        {**row, "id": own[row["id"]], "external_ids": {"s2": row["id"].removeprefix("s2:")}}
        | {"references": [own.get(reference, reference) for reference in row["references"]]}
        for row in records
    ]


def _write_simulation(folder: Path, ids: list[str]) -> None:
    """Two days of a simulation; its papers cite real ones and each other."""
    (folder / "run-0").mkdir(parents=True)
    about = {"format": "scinet simulation", "version": 2, "since": "2004-01-01", "days": 2}
    about |= {"runs": 1, "seed": 0, "parts": {"impact": "gold"}, "graph_fingerprint": "f"}
    (folder / "simulation.json").write_text(json.dumps(about))
    for day in ("2004-01-01", "2004-01-02"):
        names = [f"synthetic:0:{day}:{number:05d}" for number in range(40)]
        rows = [
            {
                "id": name, "date": day, "title": f"On {name}", "abstract": None, "venue": None,
                "fields": [], "citations": 1.0, "stands_for": ids[number],
                "authors": [{"id": "s2:a1", "name": "Ada"}, {"id": f"{name}:a", "name": "New"}],
                "references": [ids[number], ids[number - 1], names[number - 1]],
            }
            for number, name in enumerate(names)
        ]  # fmt: skip
        _write(folder / "run-0" / f"{day}.jsonl", [json.dumps(row) for row in rows])
