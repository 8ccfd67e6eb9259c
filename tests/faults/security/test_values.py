"""Values of others at every entry: found or refused as the text that they are, never obeyed."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from helpers.commands.untouched import state, untouched
from helpers.faulty import payloads
from helpers.proof import Proof

import scinet
from scinet.errors import ScinetError
from scinet.graph import snapshot
from scinet.graph.db.connection import Database
from scinet.graph.db.query import load_query as statement
from scinet.graph.db.query import public_names
from scinet.graph.load.loading import load
from scinet.graph.search import identify
from scinet.graph.tools import TOOLS, DatedView

Entry = Callable[[scinet.Graph, str], object]

_READ: Final[Mapping[str, Entry]] = {
    "ask": lambda graph, text: graph.ask(text),
    "ask on": lambda graph, text: graph.ask(f"five most cited papers on {text}"),
    "ask by": lambda graph, text: graph.ask(f"papers by {text} since 2001"),
    "cypher": lambda graph, text: graph.cypher("RETURN $x AS x, 1 AS y", {"x": text}),
    "name of a parameter": lambda graph, text: graph.cypher("RETURN 1 AS x", {text: 1}),
    "label": lambda graph, text: graph.cypher("MATCH (n:$($x)) RETURN n", {"x": text}),
    "key": lambda graph, text: graph.cypher("MATCH (n:Paper) RETURN n[$x] LIMIT 1", {"x": text}),
    "words": lambda graph, text: graph.query("lookup/title", text=text),
    "fuzzy words": lambda graph, text: graph.query("lookup/title", text=text, fuzzy=True),
    "name of an author": lambda graph, text: graph.query("lookup/author_by_name", name=text),
    "paper": lambda graph, text: identify.identify(graph.database, "paper", text, before=None),
    "author": lambda graph, text: identify.identify(graph.database, "author", text, before=None),
    "venue": lambda graph, text: identify.identify(graph.database, "venue", text, before=None),
    "statement": lambda graph, text: graph.query(text),
    "name of an option": lambda graph, text: graph.query("lookup/title", text="a", **{text: 1}),
    "day": lambda graph, text: graph.query("ego/references", paper="p3", before=text),
    "path": lambda graph, text: graph.path(text, "p3"),
    "paths": lambda graph, text: graph.paths("p3", text),
    "disruption": lambda graph, text: graph.disruption(papers=[text]),
    "novelty": lambda graph, text: graph.novelty(papers=[text]),
    "citations": lambda graph, text: graph.citations(papers=[text]),
    "source": lambda graph, text: graph.remove(text),
}

STATEMENTS: Final = Path(__file__).parents[3] / "cypher"


def _statement(name: str, parameter: str) -> Entry:
    def ask(graph: scinet.Graph, text: str) -> Any:
        given: dict[str, Any] = {parameter: text}
        return graph.query(name, **given)

    return ask


def _entries() -> dict[str, Entry]:
    """Everything that takes a text: methods, and each parameter of each statement."""
    results = dict(_READ)
    for name in public_names():
        query = statement(name)
        for parameter in sorted(query.params):
            results[f"{name} {parameter}"] = _statement(name, parameter)
    return results


def test_values_are_never_obeyed(
    field: Database, proof: Proof, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is given as an id, name, word, day, label or question is read, not obeyed."""
    monkeypatch.chdir(tmp_path)
    graph = scinet.Graph(lambda: field, cache=tmp_path.parent / "cache")
    random, texts, entries = Random(proof.seed), payloads.texts(), list(_entries().items())
    pairs = [(entry, text) for entry in entries for text in texts]
    chosen = random.sample(pairs, proof.trials(short=25, full=len(pairs)))
    refused = 0
    with untouched(field, tmp_path) as address:
        for (name, entry), text in chosen:
            try:
                entry(graph, text.replace("CANARY", address))
            except ScinetError:
                refused += 1
            except Exception as error:
                raise AssertionError(f"{name} with {text[:200]!r}") from error
    proof.count(trials=len(chosen), entries=len(entries), texts=len(texts), refused=refused)


def test_arguments_of_tools_are_never_obeyed(field: Database, proof: Proof, tmp_path: Path) -> None:
    """Whatever a model writes as an argument of a tool is read, not obeyed."""
    view = DatedView(field, snapshot.read_snapshot(field))
    calls: list[tuple[str, dict[str, Any]]] = []
    for text in payloads.texts():
        for name, tool in TOOLS.items():
            words = dict.fromkeys(tool.parameters["properties"], text)
            needed = dict.fromkeys(tool.parameters["required"], text)
            calls += [(name, words), (name, needed), (name, needed | {text: text})]
    chosen = Random(proof.seed).sample(calls, proof.trials(short=60, full=len(calls)))
    with untouched(field, tmp_path):
        for name, given in chosen:
            try:
                json.dumps(TOOLS[name].call(view, given).as_dict())
            except ScinetError:
                continue
            except Exception as error:
                raise AssertionError(f"{name} with {given}") from error
    proof.count(trials=len(chosen), tools=len(TOOLS))


def _records(texts: Iterable[str]) -> list[dict[str, Any]]:
    """A paper per text, which stands in every field that takes one."""
    return [
        {
            "id": f"T{number} {text}"[:200],
            "title": text,
            "abstract": text,
            "date": "2001-02-03",
            "venue": text[:2_000],
            "venue_id": f"v {text}"[:200],
            "authors": [{"id": f"a {text}"[:200], "name": text[:2_000]}],
            "external_ids": {"doi": text[:500], "arxiv": text[:500]},
            "references": [f"T{number - 1} {text}"[:200]],
            text[:200]: text,
        }
        for number, text in enumerate(texts)
    ]


def test_data_are_stored_as_they_are(database: Database, proof: Proof, tmp_path: Path) -> None:
    """Names, ids and texts of records are stored as they are written, or rejected; none runs."""
    tokens = state(database)[7:]
    records = _records(payloads.texts())
    names = ("$(touch evil)", "; touch evil", "-n", "`x` {y}", "a\nb", "%s ' \"", "<b>", "\x1b[2J")
    for name in names:
        file = tmp_path / f"{name}.jsonl"
        file.write_text("".join(json.dumps(item) + "\n" for item in records), encoding="utf-8")
        report = load(database, [file], rejects=tmp_path / "out", max_rejected=1.0)
        file.unlink()
        if proof.trials(short=1, full=8) == 1:
            break
    rows = database.driver.execute_query(
        "MATCH (p:Paper) RETURN p.id AS id, p.title AS title", database_=database.name
    ).records
    stored = {row["id"]: row["title"] for row in rows}
    for record in records:
        kept = record["title"].strip()
        assert stored.get(record["id"], kept) in {record["title"], kept, None}
    rejected = sum(report.rejected.values())
    assert len(stored) > len(records) / 2, report.rejected
    assert len(stored) == report.loaded + report.merged
    assert report.loaded + report.merged + rejected == report.read == len(records)
    assert sorted(tmp_path.iterdir()) in ([], [tmp_path / "out"])
    new = [
        row
        for now, then in zip(state(database)[7:], tokens, strict=True)
        for row in now
        if row not in then
    ]
    ours = " ".join(file.read_text() for file in STATEMENTS.rglob("*.cypher"))
    assert [
        row for row in new if not re.search(rf"\b{re.escape(str(*row.values()))}\b", ours)
    ] == []
    proof.count(trials=len(records), stored=len(stored), rejected=rejected)
