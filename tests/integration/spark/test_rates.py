"""The verbs of Spark, measured: work counted by hand, and a verb on a small network."""

from pathlib import Path

import pandas as pd

from benchmarks import spark as rates
from scinet.graph.simulation import generate


def test_work_by_hand(tmp_path: Path) -> None:
    """0 is cited by 1, 2 and 3; 1 by 2 and 3; 3 also cites a work without a record.

    Their days are 0, 100, 1,000 and 2,000; five years are 1,826 days. 1 meets 2, which cites 0 and
    1, twice, and 3 too late; 2 meets 3, which cites 0 and 1, twice; 3 meets nobody.
    """
    for name in ("papers", "citations"):
        (tmp_path / name).mkdir()
    day = [0, 100, 1_000, 2_000]
    pd.DataFrame({"number": [0, 1, 2, 3]}).to_parquet(tmp_path / "papers" / "a.parquet")
    pairs = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, None)]
    cites = pd.DataFrame(pairs, columns=["citing", "cited"], dtype="Int64")
    for name, paper in {"day": "citing", "cited_day": "cited"}.items():
        cites[name] = cites[paper].map(dict(enumerate(day))).astype("Int32")
    cites.to_parquet(tmp_path / "citations" / "a.parquet")
    assert rates.counted(tmp_path) == {
        "papers and citations": 9,
        "citations of a paper and its references in five years": 2 + 2,
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
