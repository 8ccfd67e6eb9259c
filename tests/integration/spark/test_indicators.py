"""Indicators by Spark: worked by hand, and equal to those of the arrays."""

import gzip
import json
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from helpers.networks.build import GOLDEN, records_of
from helpers.networks.spark_answers import arrays_of, compared, of_spark

import scinet
import scinet.spark
from scinet.errors import DataError, NotFoundError, StorageError
from scinet.graph.indicators.novelty.moments import power_sums
from scinet.spark.novelty_sql import _score_pairs

CUT: Final = date(2015, 7, 1)
SIZE: Final = 2_000
SEED: Final = 7


@pytest.fixture(scope="module")
def golden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of the worked example, whose papers before 1994 are of two venues."""
    folder = tmp_path_factory.mktemp("golden")
    records = records_of(GOLDEN, venues={"0": "v", "1": "v", "2": "w", "3": "w"})
    text = "".join(json.dumps(record) + "\n" for record in records)
    (folder / "papers.jsonl").write_text(text, encoding="utf-8")
    scinet.spark.tables(folder / "papers.jsonl", folder / "tables", source="")
    return folder / "tables"


def test_disruption_of_the_golden_graph(golden: Path, tmp_path: Path) -> None:
    """The focal paper has three citing papers of its own, two shared, one of its references."""
    result, left_out = of_spark("disruption", golden, tmp_path / "out", window_years=None)
    row = result.set_index("paper_id").loc["4"]
    assert row.to_dict() == {
        "n_i": 3, "n_j": 2, "n_k": 1, "cd": pytest.approx(1 / 6), "di": pytest.approx(1 / 5)
    }  # fmt: skip
    # Nobody cites the others that have a reference.
    assert result.paper_id.tolist() == ["4", "10", "5", "6", "7", "8", "9"]
    assert not any(left_out.values())


def test_open_windows_are_left_out_or_marked(golden: Path, tmp_path: Path) -> None:
    how = {"before": "2000-01-01", "window_years": 4}
    left, left_out = of_spark("disruption", golden, tmp_path / "left", **how)
    marked, _ = of_spark("disruption", golden, tmp_path / "marked", open_windows="marked", **how)
    # Four years after the focal paper end with the last day of the network; six papers are newer.
    assert (left.paper_id.tolist(), left.window_open.tolist()) == (["4"], [False])
    assert left_out["papers_with_an_open_window"] == 6
    is_open = marked.set_index("paper_id").window_open
    assert is_open.to_dict() == {"4": False} | dict.fromkeys(["5", "6", "7", "8", "9", "10"], True)


def test_a_window_in_days_is_said_alone(golden: Path, tmp_path: Path) -> None:
    """Five years, which is what is taken unless given, did not count."""
    of_spark("disruption", golden, tmp_path / "out", window_days=400)
    about = json.loads((tmp_path / "out" / "about.json").read_bytes())
    assert (about["window_days"], "window_years" in about) == (400, False)


def test_novelty_without_a_pair_that_can_vary(golden: Path, tmp_path: Path) -> None:
    """All that one paper of a year cites of one earlier year is of one venue."""
    result, left_out = of_spark("novelty", golden, tmp_path / "out")
    assert result.p10.isna().all()
    assert left_out["pairs_without_variance"] == 4
    assert result.paper_id.tolist() == [paper for paper, *_ in sorted(GOLDEN, key=_in_time)]


def test_a_count_as_expected_deviates_by_nothing() -> None:
    """Items 0, 0 and 2, of three ages, of one of four papers: rounding would put ties in order."""
    items, ages = [0, 1, 0, 0, 2, 1], [1, 1, 2, 3, 1, 2]
    two, three = power_sums(np.array([0, 1, 2, 5, 6]), np.array(ages, np.int32), 10)
    rows = [[1, item, age, 0, 1] for item, age in zip(items, ages, strict=True)]
    rows += [[2, *at, 0, int(two[tuple(at)])] for at in np.argwhere(two).tolist()]
    rows += [[3, *at, int(three[tuple(at)])] for at in np.argwhere(three).tolist()]
    columns = zip(["kind", "a", "b", "c", "n"], np.array(rows).T, strict=True)
    asked = {"year": [2005], "stratum": [""], "first": [0], "second": [0], "count": [1]}
    result = _score_pairs(pa.table(asked), pa.table(dict(columns)))
    assert result["z"].to_pylist() == [0.0]


def _in_time(paper: Any) -> tuple[str, str]:
    return paper[1], paper[0]


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of a simulated network, with papers that were planted behind the cut-off day."""
    folder = tmp_path_factory.mktemp("simulated")
    scinet.generate(folder, papers=SIZE, seed=SEED)
    with gzip.open(folder / "papers.jsonl.gz", "rt", encoding="utf-8") as stream:
        records = [json.loads(line) for line in stream]
    past = [record for record in records if record["date"] < str(CUT)]
    future = [
        {**past[-1 - number], "id": f"planted{number}", "date": str(CUT), "venue": "Planted",
         "references": [record["id"] for record in past[number::40]]}
        for number in range(20)
    ]  # fmt: skip
    text = "".join(json.dumps(record) + "\n" for record in [*future, *records])
    (folder / "planted.jsonl").write_text(text, encoding="utf-8")
    scinet.spark.tables(folder / "planted.jsonl", folder / "tables", source="s")
    return folder / "tables"


@pytest.mark.parametrize(
    ("verb", "how"),
    [
        ("disruption", {"windows": 3}),
        ("disruption", {"least": 3}),
        ("co_citation", {}),
        ("coupling", {"minimum": 3}),
        ("novelty", {"item": "venue"}),
    ],
)
def test_equal_to_the_arrays(planted: Path, tmp_path: Path, verb: str, how: dict[str, Any]) -> None:
    past = arrays_of(SIZE, SEED).until(CUT)
    compared(verb, planted, past, tmp_path / "out", planted=True, **how)


def test_bad_calls(golden: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="windows with least"):
        scinet.spark.disruption(golden, tmp_path / "out", windows=2, least=2)
    with pytest.raises(NotFoundError, match="no tables"):
        scinet.spark.coupling(tmp_path, tmp_path / "out")
    with pytest.raises(DataError, match="no topic groups the papers"):
        scinet.spark.novelty(golden, tmp_path / "out", item="topic")
    with pytest.raises(StorageError, match="lies in"):
        scinet.spark.coupling(golden, golden.parent)
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(StorageError, match="holds something else"):
        scinet.spark.coupling(golden, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["mine"]


def test_an_older_answer_is_replaced(golden: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    scinet.spark.coupling(golden, out, minimum=2)
    scinet.spark.co_citation(golden, out)
    assert len(pd.read_parquet(out / "co-citation")) == 9
    assert {file.name for file in tmp_path.iterdir()} == {"out"}
