"""Snapshots of OpenAlex in both layouts: manifests, days of change, merged and deleted works."""

import gzip
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest
from helpers.files.import_files import prepared, rows
from helpers.files.network_files import Outcome, outcome, work
from pyarrow import parquet

from scinet.errors import DataError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.search import identify

SITE: Final = "https://openalex.org/"
MERGES: Final = "merge_date,id,merge_into_id\n"
OLD, NEW = "updated_date=2024-01-01/part_000.gz", "updated_date=2025-02-03/part_000.gz"


def a_work(number: int, day: str = "2024-01-01", *cited: int, **more: Any) -> dict[str, Any]:
    references = [f"{SITE}W{item}" for item in cited]
    changes = {"id": f"{SITE}W{number}", "referenced_works": references, "updated_date": day}
    return {**work(number), **changes, **more}


def lines(*works: dict[str, Any]) -> bytes:
    return gzip.compress("".join(json.dumps(item) + "\n" for item in works).encode())


def put(folder: Path, files: Mapping[str, bytes | str]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def as_parquet(file: Path, *works: dict[str, Any]) -> None:
    """Works as the snapshot has them in Parquet, where the index of an abstract is text."""
    file.parent.mkdir(parents=True)
    index = "abstract_inverted_index"
    listed = [{**item, index: json.dumps(item[index]), "ids": {"mag": None}} for item in works]
    table = pa.Table.from_pylist(listed)
    days = pa.array([item["updated_date"] for item in works]).cast(pa.timestamp("us"))
    place = table.schema.get_field_index("updated_date")
    parquet.write_table(table.set_column(place, "updated_date", days), file)


def manifest(*parts: tuple[str, int], base: str = "s3://openalex/data/works") -> str:
    listed = [{"url": f"{base}/{name}", "meta": {"content_length": size}} for name, size in parts]
    return json.dumps({"date": "2025-02-04", "entity": "works", "files": listed})


def ids(result: Outcome) -> list[str]:
    return sorted(entry.record.id.removeprefix("openalex:") for entry in result.entries)


def test_both_layouts_give_the_same_records() -> None:
    works = [a_work(1001, is_xpac=False), a_work(1002, "2025-02-03", 1001, is_xpac=True)]
    older, newer = lines(works[0]), lines(works[1])
    entries = [{"url": f"s3://openalex/data/works/{n}", "meta": {}} for n in (OLD, NEW)]
    first = {f"works/{OLD}": older, f"works/{NEW}": newer, "authors/part_000.gz": lines(work(9))}
    old = put(Path("a/data"), {**first, "works/manifest": json.dumps({"entries": entries})})
    listed = manifest((OLD, len(older)), (NEW, len(newer)), base="s3://openalex/data/jsonl/works")
    names = {f"data/jsonl/works/{OLD}": older, f"data/jsonl/works/{NEW}": newer}
    new = put(Path("b"), {**names, "data/jsonl/manifest.json": listed})
    as_parquet(Path("c/works/updated_date=2024-01-01/part_0000.parquet"), *works)
    by_layout = [outcome(folder) for folder in (old, new, Path("c"))]
    for result in by_layout:
        assert result.balances
        assert (result.faults, ids(result)) == ([], ["W1001", "W1002"])
        digests = {entry.record.digest for entry in result.entries}
        assert digests == {entry.record.digest for entry in by_layout[0].entries}
        assert result.counts["accepted.xpac"] == 1


PART: Final = lines(a_work(1001))
SIZE: Final = len(PART)
FAULTS: Final[dict[str, tuple[str, dict[str, str], str]]] = {
    "a part is missing": ("manifest", {"is": manifest((OLD, SIZE), (NEW, 7))}, "NEW is missing"),
    "a part is cut": ("manifest", {"is": manifest((OLD, SIZE + 9))}, f"{SIZE} bytes, not"),
    "a part is too long": ("manifest", {"is": manifest((OLD, SIZE - 1))}, f"{SIZE} bytes, not"),
    "as formerly": ("manifest", {"is": manifest((NEW, 7)).replace("files", "entries")}, "NEW is"),
    "of a whole snapshot": ("manifest.json", {"entities": manifest((NEW, 7))}, "NEW is missing"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_part_that_is_not_as_the_manifest_says_is_named_at_once(name: str) -> None:
    file, content, message = FAULTS[name]
    text = content.get("is") or f'{{"entities": [{content["entities"]}]}}'
    folder = put(Path("works"), {OLD: PART, file: text})
    with pytest.raises(DataError, match=message.replace("NEW", NEW)) as caught:
        outcome(folder)
    assert "remove the manifest" in (caught.value.hint or "")


ROWS: Final = {
    "three cells": "2024-01-01,W1001",
    "four cells": "2024-01-01,W1001,W1002,W1003",
    "no day": ",W1001,W1002",
    "a word for a day": "soon,W1001,W1002",
    "an author": "2024-01-01,A1001,W1002",
    "into an author": "2024-01-01,W1001,A1002",
    "no id": "2024-01-01,,W1002",
    "no number": "2024-01-01,W,W1002",
    "a number beyond all": f"2024-01-01,W{'9' * 19},W1002",
    "another mark": "2024-01-01;W1001;W1002",
    "JSON": json.dumps({"id": "W1001"}),
    "no UTF-8": "2024-01-01,W\xe9,W1002",
}


@pytest.mark.parametrize("name", ROWS)
def test_a_bad_row_of_merged_ids_is_rejected_alone(name: str) -> None:
    table = f"{MERGES}2024-01-01,W1003,W1001\n{ROWS[name]}\n2024-01-01,W1004,W1001\n"
    packed = gzip.compress(table.encode("latin-1"))
    names = {f"works/{OLD}": lines(a_work(1001)), "merged_ids/works/2024-01-01.csv.gz": packed}
    result = outcome(put(Path("data"), names))
    assert (result.reasons, result.faults, result.balances) == ({"malformed_entry": 1}, [], True)
    assert [(item["line"], Path(item["file"]).name) for item in result.rejects] == [
        (3, "2024-01-01.csv.gz")
    ]
    assert result.accepted == {"merged_id": 2}
    assert result.entries[0].record.merged_ids == "W1003 W1004"


def test_ids_lead_to_the_work_that_is_left() -> None:
    merges = ["2022-01-01,W1,W2", "2023-01-01,W2,W3", "2022-05-05,W4,W5", "2023-05-05,W4,W3",
              "2022-01-01,W6,W7", "2022-01-01,W7,W6", "2022-01-01,W8,W8"]  # fmt: skip
    works = [
        a_work(3, "2024-01-01"),
        a_work(2, "2025-01-01", 9),  # its folder was not removed when it was merged
        a_work(10, "2024-01-01", 1, 3, 4, 6, 8, 9, 11),
        a_work(11),
    ]
    gone = "work_id,deleted_date\nW9,2025-01-01\nW1,2025-01-01\n"
    names: dict[str, bytes | str] = {
        "works/part_000.gz": lines(*works),
        "works/deleted_ids.csv.gz": gzip.compress(gone.encode()),
        "merged_ids/works/a.csv": MERGES + "\n".join(merges),
        "merged_ids/authors/a.csv": MERGES + "2022-01-01,A1,A2\n",
    }
    result = outcome(put(Path("data"), names))
    by_digest = {entry.record.digest: entry.record for entry in result.entries}
    kept, stale, citing, _ = (by_digest[e.record.digest] for e in result.entries)
    assert (kept.id, kept.merged_ids) == ("openalex:W3", "W1 W2 W4")
    assert stale.id == kept.id
    assert kept.digest < stale.digest  # which gives way, though it was changed later
    assert citing.references == ("openalex:W11", "openalex:W3", "openalex:W6", "openalex:W8")
    counts = {k: n for k, n in citing.notes.counts.items() if k.startswith("references")}
    assert counts == {
        "references.read": 7, "references.loaded": 4, "references.repeated": 2,
        "references.rejected.deleted_work": 1, "references.merged": 3,
    }  # fmt: skip
    assert result.accepted == {"merged_id": 7, "deleted_id": 2, "merged_in_a_circle": 2}
    assert result.reasons == {}


def test_the_newest_version_stays_in_any_order_and_by_both_ways(database: Database) -> None:
    versions = [a_work(1001, f"202{n}-01-01", 1002 + n, title=f"Title {n}") for n in range(5)]
    undated = {k: v for k, v in a_work(1002, title="From 2024").items() if k != "updated_date"}
    others = [a_work(1002, "2023-12-31", title="From 2023"), a_work(1003, "2020", 1050)]
    merges = MERGES + "2024-01-01,W1050,W1001\n"
    shuffled = random.Random(3)  # noqa: S311 - seeded
    results: set[str | None] = set()
    for turn in range(2):
        works = shuffled.sample([*versions, *others], 7)
        # A work that does not say when it changed has the day of its folder.
        names = {f"works/{OLD}": lines(*works[:4], undated), f"works/{NEW}": lines(*works[4:])}
        folder = put(Path(f"data-{turn}"), {**names, "merged_ids/works/a.csv": merges})
        database.rows("admin/wipe")
        report = load(database, folder, batch_size=2, rejects=Path("r.jsonl"))
        assert (report.read, report.loaded, report.merged, report.rejected) == (8, 3, 5, {})
        assert report.details["accepted"]["older_version"] == 5
        results.add(report.graph_fingerprint)
        [[_, total, _]] = rows(prepared([folder], Path(f"b-{turn}"), source="openalex",
                                        batch_size=2, kind="openalex"), "total")  # fmt: skip
        results.add(total)
    assert results == {fingerprint.compute_fingerprint(database).hex}
    titles = database.read_text(
        "MATCH (p:Paper)-[:CITES*0..1]->(q) RETURN p.title AS title, q.id AS id ORDER BY p.id, q.id"
    )
    assert [(row["title"], row["id"][-5:]) for row in titles] == [
        ("Title 4", "W1001"), ("Title 4", "W1006"), ("From 2024", "W1002"),
        ("Work 1003", "W1001"), ("Work 1003", "W1003"),
    ]  # fmt: skip
    for said in ("W1050", f"{SITE}W1050"):
        assert identify.identify(database, "paper", said, before=None) == "openalex:W1001"
    newer = Path("newer.jsonl")
    newer.write_text(json.dumps(a_work(1001, "2026-01-01", title="Newest")) + "\n")
    assert load(database, newer, rejects=Path("r.jsonl")).details["replaced"] == 1
    old = put(Path("old"), {"part.gz": lines(versions[0])})
    later = load(database, old, rejects=Path("r.jsonl"))
    assert (later.merged, later.rejected) == (1, {})
