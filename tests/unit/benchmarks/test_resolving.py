"""Three programs find what shards have in common: as many rows as a plain count, and the same."""

import gzip
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pytest
from pyarrow import parquet

from benchmarks import engines, resolving
from benchmarks.page import page
from scinet.graph.load.shared_nodes import SHARED
from scinet.graph.synthetic.write import PAPERS


def counted(papers: Path) -> int:
    """Rows of all answers by sets of ids."""
    with gzip.open(papers) as lines:
        records = [orjson.loads(line) for line in lines]
    kept = [record for number, record in enumerate(records) if number % 10]
    repeated = 2 * len(records[1::10])
    cited = {reference for record in kept for reference in record["references"]}
    works = cited - {record["id"] for record in kept}
    authors = {author["id"] for record in kept for author in record["authors"]}
    fields = {field["id"] for record in kept for field in record["fields"]}
    venues = {record["venue"] for record in kept}
    assert min(repeated, len(works)) > 10
    return repeated + sum(map(len, (works, authors, fields, venues)))


def test_programs_find_the_same_rows_and_are_shown(tmp_path: Path) -> None:
    found = resolving.measure((200,), networks=tmp_path)
    assert found["missing"] == []
    folder = tmp_path / "records-200-1"
    assert [row["way"] for row in found["rows"]] == list(engines.ENGINES)
    assert [row["rows_found"] for row in found["rows"]] == [counted(folder / PAPERS)] * 3
    assert all(row["seconds"] > 0 and row["peak_mib"] > 30 for row in found["rows"])
    assert not [path.name for path in folder.iterdir() if path.is_dir()]
    found["rows"][1] |= {"error": "no memory. Free some."}
    text = page([found], "the command")
    assert "## B21: sort, deduplicate and resolve on disk" in text
    assert "| way | papers | citations | MB of tables | rows found | seconds | peak MiB |" in text
    assert "* Polars, streaming: no memory. Free some." in text


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    """Two shards: paper b comes again, c cites x, one record of an author has an ORCID."""
    tables: dict[str, dict[str, list[Any]]] = {
        "ids-0": {"id": ["c", "b"], "digest": ["3", "2"], "title": ["c", "b"], "batch": [0, 0]},
        "ids-1": {"id": ["b", "d"], "digest": ["1", "4"], "title": ["b", "d"], "batch": [1, 1]},
        "works-0": {"id": ["x", "b"]},
        "works-1": {"id": ["x", "c"]},
        "authors-0": {"id": ["z", "y"], "orcid": [None, "7"]},
        "authors-1": {"id": ["y", "z"], "orcid": [None, None]},
        **{
            f"{kind}s-0": {column: [] for column in ("id", *columns)}
            for kind, columns in SHARED.items()
            if kind != "author"
        },
        **{f"{kind}_names-0": {"id": [], "name": [], "times": []} for kind in SHARED},
    }
    for name, columns in tables.items():
        types = {"batch": pa.int64(), "times": pa.int64()}
        arrays = {
            one: pa.array(list(of), types.get(one, pa.string())) for one, of in columns.items()
        }
        parquet.write_table(pa.table(arrays), tmp_path / f"{name}.parquet")
    return tmp_path


@pytest.mark.parametrize("way", engines.ENGINES)
def test_answers_of_each_program(way: str, shards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MAX_THREADS", "OOC_MEMORY_BUDGET_MB", "OOC_SPILL_DIR"):
        monkeypatch.setenv(f"POLARS_{name}", "1")  # so that it is undone what the program sets
    out = shards / "answers"
    engines.measured(way, shards, out, 500, 2)
    ids, works, authors = (
        parquet.read_table(out / f"{name}.parquet").to_pydict()
        for name in ("ids", "works", "author")
    )
    assert ids == {"id": ["b", "b"], "batch": [0, 1], "digest": ["2", "1"], "title": ["b", "b"]}
    assert works == {"id": ["x"]}
    assert authors["id"] == ["y", "y", "z"]
    assert sorted(map(str, authors["orcid"])) == ["7", "None", "None"]
    assert parquet.read_table(out / "venue.parquet").num_rows == 0
