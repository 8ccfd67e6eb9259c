"""Spark and the arrays on a hundred thousand papers."""

from pathlib import Path
from typing import Any, Final

import pytest
from helpers.networks.spark_answers import arrays_of, compared

import scinet
import scinet.spark

SIZE, SEED = 100_000, 1
CALLS: Final[dict[str, dict[str, Any]]] = {
    "disruption": {},
    "co_citation": {"minimum": 3},
    "coupling": {"minimum": 4},
    "novelty": {"item": "venue"},
}


@pytest.mark.soak
def test_equal_on_a_hundred_thousand_papers(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    scinet.generate(tmp_path / "simulated", papers=SIZE, seed=SEED)
    made = scinet.spark.tables(tmp_path / "simulated" / "papers.jsonl.gz", tables, source="s")
    past = arrays_of(SIZE, SEED)
    assert made.details["papers"] == SIZE
    assert made.details["citations"] == len(past.cites.indices)
    for verb, how in CALLS.items():
        compared(verb, tables, past, tmp_path / verb, **how)
