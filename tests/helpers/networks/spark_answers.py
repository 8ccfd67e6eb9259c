"""Answers of Spark beside those of the arrays, on simulated networks."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import scinet.spark
from scinet.graph.export.labelled import network_from_snapshot
from scinet.graph.indicators import citations, disruption, novelty
from scinet.graph.indicators.windows import are_open
from scinet.graph.links.overlap import shared_counts
from scinet.graph.snapshot import Snapshot
from scinet.graph.synthetic.names import paper_id
from scinet.graph.synthetic.network import simulate

_COUNTS = ("n_i", "n_j", "n_k", "cd", "di")


def of_spark(verb: str, tables: Path, out: Path, **how: Any) -> tuple[pd.DataFrame, dict[str, int]]:
    made = getattr(scinet.spark, verb)(tables, out, **how)
    frame = pd.read_parquet(out / verb.replace("_", "-"))
    assert made["rows"] == len(frame)
    assert json.loads((out / "about.json").read_bytes())["left_out"] == made["left_out"]
    return frame, made["left_out"]


def arrays_of(papers: int, seed: int) -> Snapshot:
    """The arrays of a simulated network whose files were loaded under the source ``s``."""
    network = simulate(papers, seed)
    nobody, text = np.zeros(0, dtype=object), np.full(papers, None, dtype=object)
    venues = np.unique(network.venue)
    return Snapshot(
        before=None,
        graph_fingerprint="simulated",
        paper_id=np.array([f"s:{paper_id(item)}" for item in range(papers)], dtype=object),
        day=network.day,
        first_day=network.day,
        title=text,
        abstract=text,
        cites=network.references,
        author_id=np.arange(network.num_authors).astype(str).astype(object),
        author_name=np.arange(network.num_authors).astype(str).astype(object),
        authored=network.authored,
        venue_id=venues.astype(str).astype(object),
        venue=np.searchsorted(venues, network.venue).astype(np.int32),
        co_mention=np.empty((0, 2), dtype=np.int32),
        co_mention_citing=nobody.astype(np.int32),
        left_out={},
    )


def of_arrays(verb: str, past: Snapshot, **how: Any) -> tuple[pd.DataFrame, Mapping[str, int]]:
    """The answer of a verb by arrays, in no order."""
    left_out = citations.excluded_counts(past)
    if verb == "disruption":
        return _disruption(past, **how), left_out
    if verb == "novelty":
        items = past.venue if how["item"] == "venue" else np.arange(past.num_papers, dtype=np.int32)
        result = novelty.compute_novelty(past, items)
        columns = {"p10": result.p10, "median": result.median, "pairs": result.pairs}
        return pd.DataFrame({"paper_id": past.paper_id, **columns}), left_out | dict(
            result.left_out
        )
    return _pairs(past, verb.replace("_", "-"), **how), left_out


def _disruption(
    past: Snapshot, *, windows: int | None = None, least: int | None = None, **how: Any
) -> pd.DataFrame:
    """As a ranking has it: papers whose longest window is over."""
    longest = (windows or how.get("window_years", 5), None)
    focal = np.flatnonzero((past.ordered.lengths() > 0) & ~are_open(past, longest))
    own = pd.DataFrame({"paper_id": past.paper_id[focal], "window_open": False})
    if windows:
        stack = disruption.compute_windows(past, years=windows, focal=focal)
        parts = [
            own.assign(**{n: getattr(counts, n) for n in _COUNTS}).assign(window=window)
            for window, counts in enumerate(stack, start=1)
        ]
        return pd.concat(parts)[["window", "paper_id", *_COUNTS, "window_open"]]
    if least:
        counts, fewer = disruption.compute_with_threshold(past, least=least, focal=focal, **how)
        more = {"fewer_shared": fewer}
    else:
        counts, more = disruption.compute_disruption(past, focal=focal, **how), {}
    return own.assign(**{n: getattr(counts, n) for n in _COUNTS}, **more)


def _pairs(past: Snapshot, name: Any, *, minimum: int = 1) -> pd.DataFrame:
    result = network_from_snapshot(past, name, minimum=minimum)
    place = {paper: number for number, paper in enumerate(past.paper_id)}
    ends = {end: result.nodes["id"][result.edges[end]] for end in ("source", "target")}
    pairs = np.array(
        [[place[identifier] for identifier in ids] for ids in ends.values()], dtype=np.int64
    ).T
    columns = {
        "weight": result.edges["weight"],
        "salton": shared_counts(past, name, pairs)["salton"],
    }
    days = {day: result.edges[day].astype(object) for day in ("first", "last")}
    return pd.DataFrame({**ends, **columns, **days})


def compared(
    verb: str, tables: Path, past: Snapshot, out: Path, *, planted: bool = False, **how: Any
) -> None:
    """Ask Spark and the arrays: the same rows, whole numbers equal, others within 1e-9."""
    day = {} if past.before is None else {"before": past.before}
    result, left_out = of_spark(verb, tables, out, **day, **how)
    expected, there = of_arrays(verb, past, **how)
    assert {*result} == {*expected}
    assert len(result)
    keys = [first for first in ("paper_id", "source", "target", "window") if first in result]
    first, second = (
        frame[list(result)].sort_values(keys, ignore_index=True) for frame in (result, expected)
    )
    pd.testing.assert_frame_equal(first, second, check_dtype=False, rtol=0, atol=1e-9)
    hidden = {"later_papers", "citations_to_later_papers"} if planted else set()
    for name, number in there.items():
        assert name in hidden or left_out[name] == number, name
    if verb == "novelty":
        assert result.p10.dropna().is_monotonic_increasing
    elif verb != "disruption":
        assert result.weight.is_monotonic_decreasing
