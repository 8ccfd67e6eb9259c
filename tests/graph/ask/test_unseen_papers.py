"""A paper dated on or after the cut-off day answers nothing, though earlier papers name it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from scinet.graph.connection import Database
from scinet.graph.load.loading import load

Row: TypeAlias = dict[str, Any]

#   early (1990) --> old (1985), late (1995)    and names both in one paragraph
#   late --> old <-- other (1991)
RECORDS: list[Row] = [
    {"id": "old", "date": "1985-01-01", "references": []},
    {"id": "early", "date": "1990-01-01", "references": ["old", "late"]},
    {"id": "other", "date": "1991-01-01", "references": ["old"]},
    {"id": "late", "date": "1995-01-01", "references": ["old"]},
]
MENTIONS = [
    {"start": 0, "end": 3, "paper_id": "old"},
    {"start": 8, "end": 12, "paper_id": "late"},
]
TEXTS: list[Row] = [
    {
        "paper_id": "early",
        "paragraphs": [{"section": "A", "text": "Old and late.", "mentions": MENTIONS}],
    }
]
ONE = {"paper_id": "late"}


@pytest.fixture(scope="module")
def database(
    shared_database: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    folder = tmp_path_factory.mktemp("unseen")
    shared_database.rows("admin/wipe")
    load(
        shared_database,
        [_file(folder / "records.jsonl", [_full(r) for r in RECORDS])],
        kind="records",
    )
    load(shared_database, [_file(folder / "texts.jsonl", TEXTS)], kind="fulltext")
    yield shared_database
    shared_database.rows("admin/wipe")


def _full(record: Row) -> Row:
    empty: Row = {"abstract": None, "venue": None, "authors": [], "external_ids": {}}
    return {**record, **empty, "title": record["id"]}


def _file(file: Path, rows: list[Row]) -> Path:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("ego/citations", ONE),
        ("ego/citations_by_year", ONE),
        ("pair/citing", ONE),
        ("pair/mentioned_with", ONE),
        ("ranking/co_citation", ONE),
        ("ranking/coupling", ONE),
        ("pair/co_cited", {"paper_id": "old", "other_id": "late"}),
        ("pair/co_cited", {"paper_id": "late", "other_id": "old"}),
        ("pair/shared_paragraphs", {"paper_id": "old", "other_id": "late"}),
        ("pair/shared_paragraphs", {"paper_id": "late", "other_id": "old"}),
        ("pair/citing_words", {"citing_id": "early", "cited_id": "late"}),
    ],
)
def test_what_does_not_exist_yet_answers_nothing(
    database: Database, name: str, params: dict[str, str]
) -> None:
    assert database.rows(name, **params, before="1995-01-01") == []
    assert database.rows(name, **params, before="1995-01-02")
    assert database.rows(name, **params)
