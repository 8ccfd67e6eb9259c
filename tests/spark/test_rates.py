"""The verbs of Spark, measured: work counted by hand, and a verb on a small network."""

from pathlib import Path

import pandas as pd

from scinet.graph.simulation import generate
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


def test_a_verb_is_timed(tmp_path: Path) -> None:
    generate(100, 1, tmp_path / "network")
    done = rates._timed("tables", {"source": "s"}, tmp_path)
    assert done["cpu_s"] > 0.1
    assert done["peak_mib"] > 200  # Java alone takes that
    work = rates.counted(tmp_path / "tables")["papers and citations"]
    assert work > 100
    row = {"job": "tables", **done, "work": work, "unit": "papers and citations", "us": 2.5}
    assert f"| {work:,} | papers and citations | 2.5 |" in rates.page([row], 100)
