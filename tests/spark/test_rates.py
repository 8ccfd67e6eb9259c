"""The verbs of Spark, measured: work counted by hand, and every verb on a small network."""

from pathlib import Path

import pandas as pd
import pytest

from scinet.spark import rates


def test_work_by_hand(tmp_path: Path) -> None:
    """0 is cited by 1, 2 and 3; 1 by 2 and 3; 3 also cites a work without a record."""
    for name in ("papers", "citations"):
        (tmp_path / name).mkdir()
    pd.DataFrame({"number": [0, 1, 2, 3]}).to_parquet(tmp_path / "papers" / "a.parquet")
    pairs = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, None)]
    cites = pd.DataFrame(pairs, columns=["citing", "cited"], dtype="Int64")
    cites.to_parquet(tmp_path / "citations" / "a.parquet")
    assert rates.counted(tmp_path) == {
        "papers and citations": 9,
        "citations of references": 3 * 3 + 2 * 2,
        "pairs of references": 1 + 1,
        "pairs of citing papers": 3 + 1,
    }


@pytest.mark.long
def test_every_verb_is_measured(tmp_path: Path) -> None:
    rows = rates.measure(200, tmp_path)
    assert [row["job"] for row in rows] == list(rates._JOBS)
    for row in rows:
        assert row["cpu_s"] > 1  # Java alone takes that
        assert row["peak_mib"] > 200
        assert row["us"] == pytest.approx(row["cpu_s"] / row["work"] * 1e6)
    assert rates.page(rows, 200).count("\n| ") == 1 + len(rows)
