"""Citations cut by day: worked out by hand, and read by the packages whose data sets they are."""

import json
import pickle
import subprocess
import sys
import tracemalloc
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import networks
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.errors import DataError, SplitError
from scinet.graph.export import link_split, tgb
from scinet.graph.export.link_split import LinkSplit, split_citations
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot as Arrays
from scinet.session.snapshot import Snapshot

# In order of time a is paper 0, and so on. Of c nothing else could have been cited; f cites g,
# which comes later; d could have cited c only, e a or c, f b or d or e.
PAPERS: list[Paper] = [
    ("a", "2000-01-01", []),
    ("b", "2000-05-01", ["a"]),
    ("c", "2001-01-01", ["a", "b"]),
    ("d", "2002-01-01", ["a", "b"]),
    ("e", "2003-01-01", ["b", "d"]),
    ("f", "2004-01-01", ["a", "c", "g"]),
    ("g", "2005-01-01", []),
]
WORLD = Snapshot.of(snapshot_of(PAPERS, {}, {}, {}, []))
DAYS: dict[str, Any] = {"valid": "2001-01-01", "test": "2003-01-01"}
_READ = """
import json, sys, torch
import numpy as np, pandas as pd
from ogb.linkproppred import Evaluator, LinkPropPredDataset
from tgb.linkproppred.evaluate import Evaluator as Temporal
from tgb.linkproppred.negative_sampler import NegativeEdgeSampler

data = LinkPropPredDataset("ogbl-scinet", meta_dict=torch.load("ogb/meta_dict.pt"))
parts, graph = data.get_edge_split(), data[0]
test = parts["test"]
# Later papers score higher.
score = {"y_pred_pos": test["target_node"].double(), "y_pred_neg": test["target_node_neg"].double()}
ogb = Evaluator("ogbl-citation2").eval(score)["mrr_list"].tolist()

events = pd.read_csv("tgb/tgbl-scinet_edgelist.csv").query("part == 'test'")
sampler = NegativeEdgeSampler("tgbl-scinet")
sampler.load_eval_set("tgb/tgbl-scinet_test_ns.pkl", "test")
columns = [events[name].to_numpy() for name in ("source", "destination", "timestamp")]
drawn = sampler.query_batch(*columns, split_mode="test")
tgb = [
    Temporal("tgbl-wiki").eval(
        {"y_pred_pos": np.array([one]), "y_pred_neg": np.array(others), "eval_metric": ["mrr"]}
    )["mrr"].item()
    for one, others in zip(columns[1], drawn, strict=True)
]
print(json.dumps({
    "edges": graph["edge_index"].tolist(), "nodes": graph["num_nodes"],
    "days": graph["node_day"].ravel().tolist(), "valid": parts["valid"]["source_node"].tolist(),
    "ogb": ogb, "tgb": tgb, "drawn": drawn, "same": test["target_node_neg"].tolist(),
}))
"""


def test_citations_fall_into_the_days_of_their_papers() -> None:
    split = split_citations(WORLD, date(2001, 1, 1), date(2003, 1, 1), negatives=50, seed=3)
    pairs = {
        name: list(zip(part.source.tolist(), part.target.tolist(), strict=True))
        for name, part in split.parts.items()
    }
    assert pairs == {
        "train": [(1, 0)],
        "valid": [(3, 0), (3, 1)],
        "test": [(4, 1), (4, 3), (5, 0), (5, 2)],
    }
    drawn = [set(row) for row in split.parts["test"].negative.tolist()]
    assert drawn == [{0, 2}, {0, 2}, {1, 3, 4}, {1, 3, 4}]
    assert np.unique(split.parts["valid"].negative).tolist() == [2]
    assert split.about["cited_paper_not_earlier"] == 1
    assert split.about["no_other_paper_to_draw"] == 2


def split_of(past: Arrays, **how: int) -> LinkSplit | None:
    """Cut at a third of its days and at the last one; None where a part would be empty."""
    days = sorted({date_of(int(day)) for day in past.day})
    try:
        return split_citations(past, days[len(days) // 3], days[-1], **how)
    except (DataError, SplitError):
        return None


@settings(max_examples=30)
@given(networks(), st.integers(1, 40))
def test_portions_draw_what_one_draw_of_all_does(papers: list[Paper], portion: int) -> None:
    past = snapshot_of(papers, {}, {}, {}, [])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(link_split, "PORTION", portion)
        if (split := split_of(past, negatives=7, seed=2)) is None:
            return
    cites = {*zip(past.cites.row_numbers().tolist(), past.cites.indices.tolist(), strict=True)}
    random = np.random.default_rng(2)
    for name in ("valid", "test"):
        part = split.parts[name]
        assert cites >= {*zip(part.source.tolist(), part.target.tolist(), strict=True)}
        left = [(row, column) for row in range(len(part.source)) for column in range(7)]
        drawn = np.zeros((len(part.source), 7), dtype=np.int64)
        while left:
            most = np.searchsorted(past.day, part.day[[row for row, _ in left]])
            for place, item in zip(left, random.integers(0, most), strict=True):
                drawn[place] = item
            left = [item for item in left if (int(part.source[item[0]]), int(drawn[item])) in cites]
        assert part.negative.tolist() == drawn.tolist()


def test_drawn_papers_are_held_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_split, "PORTION", 10_000)
    monkeypatch.setattr(tgb, "PORTION", 10_000)
    # All cite the first, 500 in training, 250 and 250 after it.
    days = [date(2000, 1, 1) + timedelta(days=number) for number in range(1001)]
    papers: list[Paper] = [
        (f"p{number:04}", str(day), ["p0000"] if number else []) for number, day in enumerate(days)
    ]
    past = Snapshot.of(snapshot_of(papers, {}, {}, {}, []))
    cuts = {"valid": days[501], "test": days[751]}
    past.ordered, past.day  # noqa: B018 - made once, and no part of it
    drawn = 500 * 2000 * np.dtype(np.int32).itemsize
    tracemalloc.start()
    try:
        split = split_citations(past, **cuts, negatives=2000, seed=0)
        at_most = tracemalloc.get_traced_memory()[1]
        assert at_most < 1.5 * drawn
        tracemalloc.reset_peak()
        files = tgb.save_tgb(past, split, Path("tgb"))
        assert tracemalloc.get_traced_memory()[1] < 1.5 * drawn
    finally:
        tracemalloc.stop()
    for name, file in (("valid", files[3]), ("test", files[4])):
        read = pickle.loads(file.read_bytes())  # noqa: S301 - written above
        part = split.parts[name]
        assert type(read) is dict
        assert [*read] == [
            *zip(*(x.tolist() for x in (part.source, part.target, part.day)), strict=True)
        ]
        rows = [*read.values()]
        assert {row.dtype.name for row in rows} == {"int64"}
        assert np.array_equal(rows, part.negative)


def test_what_comes_later_moves_no_training() -> None:
    """A future that is taken away leaves training and validation as they are, drawn papers too."""
    whole = split_citations(WORLD, date(2001, 1, 1), date(2003, 1, 1), negatives=9, seed=0).parts
    before = WORLD.until(date(2003, 6, 1))
    cut = split_citations(before, date(2001, 1, 1), date(2003, 1, 1), negatives=9, seed=0).parts
    for name in ("train", "valid"):
        for field in ("source", "target", "day", "negative"):
            assert (getattr(whole[name], field) == getattr(cut[name], field)).all()


def test_days_out_of_order_and_empty_parts_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SplitError, match="do not cut"):
        WORLD.to_tgb(tmp_path / "tgb", valid="2003-01-01", test="2001-01-01")
    with pytest.raises(DataError, match="no citation is left for train"):
        WORLD.to_tgb(tmp_path / "tgb", valid="1999-01-01", test="2001-01-01")
    assert not list(tmp_path.iterdir())


def test_files_of_the_temporal_benchmark() -> None:
    files = WORLD.to_tgb(Path("tgb"), **DAYS, negatives=4)
    assert [file.name for file in files] == [
        "about.json", "tgbl-scinet_edgelist.csv", "tgbl-scinet_nodes.csv",
        "tgbl-scinet_val_ns.pkl", "tgbl-scinet_test_ns.pkl",
    ]  # fmt: skip
    events = pd.read_csv(files[1])
    assert events.timestamp.is_monotonic_increasing
    assert events.part.tolist() == ["train"] * 1 + ["valid"] * 2 + ["test"] * 4
    assert pd.read_csv(files[2]).paper.tolist() == list("abcdefg")
    drawn = pickle.loads(files[3].read_bytes())  # noqa: S301 - written above
    assert [row.tolist() for row in drawn.values()] == [[2, 2, 2, 2]] * 2
    assert WORLD.to_tgb(Path("tgb"), **DAYS, negatives=4) == files  # its own is replaced


def test_the_packages_read_and_score_them(tmp_path: Path) -> None:
    WORLD.to_ogb(tmp_path / "ogb", **DAYS, negatives=3)
    WORLD.to_tgb(tmp_path / "tgb", **DAYS, negatives=3)
    done = subprocess.run(
        [sys.executable, "-c", _READ], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    read = json.loads(done.stdout.splitlines()[-1])
    assert read["edges"] == [[1], [0]]
    assert read["nodes"] == 7
    assert read["days"] == WORLD.day.tolist()
    assert read["valid"] == [3, 3]
    assert read["drawn"] == read["same"]
    # The mean of the best and the worst rank that ties allow.
    ranks = [
        1 + sum(other > item for other in row) + sum(other == item for other in row) / 2
        for item, row in zip([1, 3, 0, 2], read["drawn"], strict=True)
    ]
    assert read["ogb"] == pytest.approx([1 / rank for rank in ranks])
    assert read["tgb"] == pytest.approx([1 / rank for rank in ranks])
