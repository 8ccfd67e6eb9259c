"""Records of one work from several sources are one node; order and removals leave no trace."""

import itertools
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.worlds import shape
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads
from scinet.graph.search import identify
from scinet.graph.search.find import find

_SITE = "https://openalex.org/"
CROSSREF = {
    "DOI": "10.1000/AB", "title": ["Counting words"], "issued": {"date-parts": [[1998, 6]]},
    "reference": [{"key": "1", "DOI": "10.1000/old"}],
}  # fmt: skip
WORKS = [
    {
        "id": f"{_SITE}W2001", "doi": "https://doi.org/10.1000/ab", "title": "Counting Words.",
        "publication_date": "1998-06-15",
        "authorships": [{"author": {"id": f"{_SITE}A5001", "display_name": "Ada Bell"}}],
        "referenced_works": [f"{_SITE}W2000"],
    },
    {
        "id": f"{_SITE}W2002", "title": "Counting pairs", "publication_date": "2001-03-02",
        "authorships": [], "referenced_works": [f"{_SITE}W2001", f"{_SITE}W9999"],
    },
]  # fmt: skip
S2 = [
    {
        "corpusid": 3001, "externalids": {"DOI": "10.1000/ab", "CorpusId": "3001"},
        "title": "Counting words",
        "authors": [{"authorId": "7001", "name": "A. Bell"}, {"authorId": "7002", "name": "C"}],
        "venue": "Letters", "year": 1998, "publicationdate": None,
    },
    {
        "corpusid": 3002, "externalids": {"CorpusId": "3002"}, "title": "Trees", "authors": [],
        "venue": "", "year": 2004, "publicationdate": None,
    },
]  # fmt: skip
CITATION = {
    "citingcorpusid": 3002, "citedcorpusid": 3001, "isinfluential": True, "intents": ["background"],
    "contexts": ["We count as [1]."],
}  # fmt: skip


@pytest.fixture
def files() -> Mapping[str, list[Path]]:
    items = {"status": "ok", "message-type": "work-list", "message": {"items": [CROSSREF]}}
    written = {
        "crossref.json": json.dumps(items),
        "works.jsonl": "\n".join(map(json.dumps, WORKS)),
        "papers.jsonl": "\n".join(map(json.dumps, S2)),
        "citations.jsonl": json.dumps(CITATION),
    }
    for name, text in written.items():
        Path(name).write_text(text + "\n")
    return {
        "doi": [Path("crossref.json")],
        "openalex": [Path("works.jsonl")],
        "s2": [Path("papers.jsonl"), Path("citations.jsonl")],
    }


def test_one_node_in_any_order(database: Database, files: Mapping[str, list[Path]]) -> None:
    shapes = []
    for order in itertools.permutations(files):
        database.rows("admin/wipe")
        reports = [load(database, files[name]) for name in order]
        shapes.append((reports[-1].graph_fingerprint, *shape(database)))
        assert all(report.read == report.loaded for report in reports)
        assert reports[-1].details["same_work"] == {"works": 1, "records": 3}
    assert all(item == shapes[0] for item in shapes)
    [paper] = database.read_text(
        "MATCH (p:Paper {id: 'doi:10.1000/ab'}) RETURN p {.*} AS own, "
        "COLLECT { MATCH (p)-[:CITES]->(w) RETURN w.id ORDER BY w.id } AS cited, "
        "COLLECT { MATCH (p)<-[:CITES]-(c) RETURN c.id ORDER BY c.id } AS citing, "
        "COLLECT { MATCH (p)<-[:AUTHORED]-(a) RETURN a.id ORDER BY a.id } AS authors"
    )
    assert paper["own"]["title"] == "Counting words"
    assert str(paper["own"]["date"]) == "1998-06-15"
    assert paper["own"]["openalex_id"] == "W2001"
    assert paper["cited"] == ["doi:10.1000/old", "openalex:W2000"]
    assert paper["citing"] == ["openalex:W2002", "s2:3002"]
    assert paper["authors"] == ["s2:7001", "s2:7002"]
    [cited] = database.read_text("MATCH (:Paper {id: 's2:3002'})-[c:CITES]->() RETURN c {.*} AS c")
    assert cited["c"]["contexts"] == ["We count as [1]."]
    gone = database.read_text("MATCH (w:Work) WHERE w.id ENDS WITH '3001' RETURN w.id AS id")
    assert list(gone) == []


def test_a_text_that_was_loaded_too_early_stays_as_it_was(database: Database) -> None:
    """To take works apart adds no mention of a paper that came after the text."""
    about = {"title": "Counting", "external_ids": {"doi": "10.1000/p"}, "references": ["z:q"]}
    mention = {"start": 0, "end": 1, "paper_id": "z:q"}
    text = {"paper_id": "x:p", "paragraphs": [{"text": "q says", "mentions": [mention]}]}
    named = {"1": {"id": "x:p", **about}, "2": {"id": "y:p", **about}, "q": {"id": "z:q"},
             "r": {"id": "z:r"}}  # fmt: skip
    for name, record in named.items():
        Path(f"{name}.jsonl").write_text(json.dumps(record) + "\n")
    Path("text.jsonl").write_text(json.dumps(text) + "\n")
    for files in (["1.jsonl", "2.jsonl", "text.jsonl"], ["q.jsonl"]):
        load(database, files)
    told, expected = fingerprint.stored_fingerprint(database), shape(database)
    assert expected[1]["MENTIONS"] == 0
    run = load(database, "r.jsonl").run
    remove_loads(database, run)
    assert (fingerprint.stored_fingerprint(database), shape(database)) == (told, expected)
    assert load(database, "text.jsonl").loaded == 1
    assert shape(database)[1]["MENTIONS"] == 1


def test_files_of_several_kinds_count_each_work_once(
    database: Database, files: Mapping[str, list[Path]]
) -> None:
    Path("texts.jsonl").write_text(
        '{"paper_id": "s2:3002", "paragraphs": [{"text": "It.", "mentions": []}]}'
    )
    every = [file for name in ("openalex", "s2") for file in files[name]]
    report = load(database, [*every, Path("texts.jsonl")])
    assert len(report.parts) == 3
    assert report.details["same_work"] == {"works": 1, "records": 2}
    assert report.parts[2].details["same_work"] == {"works": 1, "records": 2}
    assert load(database, [*every, Path("texts.jsonl")]).merged == report.read


def test_a_removal_leaves_what_never_had_it(
    database: Database, files: Mapping[str, list[Path]]
) -> None:
    expected: dict[str, Any] = {}
    for gone in files:
        database.rows("admin/wipe")
        for name in files:
            if name != gone:
                load(database, files[name])
        expected[gone] = fingerprint.stored_fingerprint(database), shape(database)
    database.rows("admin/wipe")
    runs = {name: load(database, files[name]).run for name in files}
    for gone in files:
        remove_loads(database, runs[gone])
        assert (fingerprint.stored_fingerprint(database), shape(database)) == expected[gone]
        runs[gone] = load(database, files[gone]).run


def test_every_id_asks_for_it_and_conflicts_are_listed(
    database: Database, files: Mapping[str, list[Path]]
) -> None:
    more = [
        {"id": "m1", "title": "Roots", "external_ids": {"pmid": "PMID:77", "arxiv": "2001.00001"}},
        {"id": "m2", "title": "Graphs", "external_ids": {"doi": "10.1000/m", "acl": "P02-1040"}},
        {"id": "n2", "title": "Graphs", "external_ids": {"doi": "10.1000/n", "acl": "P02-1040"}},
    ]
    Path("more.jsonl").write_text("\n".join(map(json.dumps, more)))
    load(database, [file for name in ("openalex", "s2") for file in files[name]])
    report = load(database, "more.jsonl", source="mine")
    assert report.details["same_work"] == {"works": 1, "records": 2, "conflict_two_dois": 1}
    own = "openalex:W2001"
    for text in ("10.1000/AB", "s2:3001", "CorpusId:3001", "3001", "W2001", "openalex:w2001"):
        assert identify.identify(database, "paper", text, before=None) == own, text
        assert [row["id"] for row in find(database, text) if row["named"]] == [own], text
    for text in ("PMID 77", "77", "https://pubmed.ncbi.nlm.nih.gov/77", "arxiv:2001.00001v2"):
        assert identify.identify(database, "paper", text, before=None) == "mine:m1", text
    [work] = database.rows("identity/works")
    assert work == {
        "work_id": own,
        "title": "Counting Words.",
        "records": [own, "s2:3001"],
        "cited_as": [],
        "shared": ["doi"],
        "disagree": [],
    }
    [conflict] = database.rows("identity/conflicts")
    assert conflict["records"] == ["mine:m2", "mine:n2"]
    assert (conflict["kind"], conflict["ids"]) == ("acl", ["P02-1040"])
    assert conflict["reason"] == "two_dois"


_SOURCES = ("doi", "openalex", "s2")
_SIDE = ("fulltext", "counts", "documents", "claims", "pathways")


def _own(source: str, work: int) -> str:
    return {"doi": f"doi:10.1000/w{work}", "openalex": f"openalex:W{2000 + work}"}.get(
        source, f"{source}:{work}"
    )


def _world(seed: int, source: str) -> dict[str, list[dict[str, Any]]]:
    """Records of some of ten works; some say ids of the work, or those of another one.

    Some are called as another source calls them, which may state other ids.
    """
    rng = random.Random(f"{seed} {source}")  # noqa: S311 - a seeded world
    made: dict[str, list[dict[str, Any]]] = {kind: [] for kind in ("records", *_SIDE)}
    names = [_own(one, work) for one in _SOURCES for work in range(10)]
    for work in sorted(rng.sample(range(10), 5)):
        own = _own(source if rng.random() < 0.7 else rng.choice(_SOURCES), work)
        meant = work if rng.random() < 0.8 else rng.randrange(10)
        external = {
            "doi": f"10.1000/w{meant}",
            "arxiv": f"2001.{meant:05}",
            "openalex": f"W{2000 + meant}",
            "s2": str(meant),
        }
        cited = rng.sample(names, 4)
        made["records"].append(
            {
                "id": own,
                "title": f"On {rng.choice(['words', f'words {work}'])}",
                "date": rng.choice(["2001", "2001-04", "2001-04-03", None]),
                "authors": [{"id": f"{source}:a{rng.randrange(4)}", "name": "Ada"}],
                "references": cited,
                "external_ids": {k: v for k, v in external.items() if rng.random() < 0.5},
                "impact": {"downloads": rng.randint(0, 3), "read_on": "2020"},
            }
        )
        if rng.random() < 0.6:
            text = " and ".join(cited)
            marks = [
                {"start": text.index(one), "end": text.index(one) + len(one), "paper_id": one}
                for one in cited
            ]
            texts = [{"text": text, "mentions": marks}]
            made["fulltext"].append({"paper_id": own, "paragraphs": texts})
        reading = {"id": own, "kind": "news", "count": rng.randint(0, 2), "read_on": "2021"}
        made["counts"].append(reading)
        named = {"doi": f"10.1000/w{rng.randrange(10)}", "arxiv": f"2001.{work:05}", "paper": own}
        for name in rng.sample([*named], rng.randint(1, 2)):
            day, one = rng.choice(["2020", "2021"]), f"https://x.org/{rng.choice('xy')}"
            made["documents"].append({name: named[name], "kind": "news", "id": one, "date": day})
        made["claims"].append({"paper_id": own, "stance": "support", "text": rng.choice("ab")})
        made["pathways"].append(
            {
                "claim_id": f"{source}:c{work}",
                "conference_year": 2005,
                "target_contribution": "Method: it",
                "target_paper_id": own,
                "enabling_contributions": [
                    {
                        "enabling_contribution_id": "e",
                        "enabling_contribution": "It",
                        "canonical_grounding": {"paper_id": rng.choice(names)},
                    }
                ],
            }
        )
    return made


def _put(db: Database, seed: int, order: list[str]) -> None:
    worlds = {source: _world(seed, source) for source in order}
    for kinds in (("records",), _SIDE):
        for source, made in worlds.items():
            for kind in kinds:
                file = Path(f"{source}-{kind}.jsonl")
                file.write_text("".join(json.dumps(row) + "\n" for row in made[kind]))
            files = [Path(f"{source}-{kind}.jsonl") for kind in kinds if made[kind]]
            load(db, files, source=source, max_rejected=1)


def _found(db: Database) -> Any:
    works = db.rows("identity/works", limit=100)
    return (
        fingerprint.stored_fingerprint(db),
        shape(db),
        works,
        db.rows("identity/conflicts", limit=100),
    )


@settings(
    max_examples=2,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # to shrink takes many minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 10**6), order=st.permutations(_SOURCES), gone=st.sampled_from(_SOURCES))
@example(seed=242182, order=["openalex", "doi", "s2"], gone="openalex")  # left a trace once
def test_order_and_removal_leave_no_trace(
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    order: list[str],
    gone: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    database.rows("admin/wipe")
    _put(database, seed, [one for one in _SOURCES if one != gone])
    expected = _found(database)
    database.rows("admin/wipe")
    _put(database, seed, list(order))
    whole = _found(database)
    remove_loads(database, gone)
    assert _found(database) == expected
    database.rows("admin/wipe")
    _put(database, seed, list(reversed(order)))
    assert _found(database) == whole
