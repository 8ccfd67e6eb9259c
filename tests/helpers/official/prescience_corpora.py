"""Random corpora in PreScience's published form: equal days, teams that meet again, odd orders."""

import json
import random
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from helpers.files.prescience_rows import Written, as_lines, as_parquet, rows, side_files
from helpers.networks.build import snapshot_of

from scinet.graph.snapshot import Snapshot

_BEGIN = date(2023, 1, 1)
PERIOD = ("2024-10-01", "2025-10-01")


def world(seed: int) -> list[Written]:
    """Papers by day; a third of them in the year whose papers are targets."""
    rng = random.Random(seed)
    people = [f"a{n}" for n in range(rng.choice([6, 15, 40]))]
    days = sorted(rng.randrange(1000) // rng.choice([1, 30]) for _ in range(rng.randrange(20, 90)))
    results: list[Written] = []
    for number, day in enumerate(days):
        when = (_BEGIN + timedelta(days=day * (1000 // (days[-1] + 1)))).isoformat()
        earlier = [item.id for item in results if item.date < when]
        results.append(
            Written(
                str(100 + number),
                when,
                rng.sample(people, min(len(people), rng.choice([1, 1, 2, 3, 5]))),
                rng.sample(earlier, min(len(earlier), rng.choice([0, 0, 1, 2, 4]))),
                sorted(rng.randrange(40) for _ in range(rng.choice([1, 6, 11, 12, 13, 36]))),
            )
        )
    return results


def graph_of(papers: Sequence[Written]) -> Snapshot:
    return snapshot_of(
        [(one.id, one.date, one.cites) for one in papers],
        {one.id: one.authors for one in papers},
        abstracts={one.id: f"Abstract of {one.id}." for one in papers},
    )


def corpus_rows(papers: Sequence[Written], seed: int) -> list[dict[str, Any]]:
    """Their rows in an order of their own; h-indices that tie."""
    rng = random.Random(seed)
    result = rows(PERIOD, papers)
    for row in result:
        for author in row["authors"] or ():
            if author["h_index"] is not None:
                author["h_index"] = rng.randrange(4)
    rng.shuffle(result)
    return result


def write(folder: Path, seed: int) -> list[Path]:
    """Write ``test.parquet`` and the side files; nothing where no paper is a target."""
    papers = world(seed)
    listed = corpus_rows(papers, seed)
    if not any("target" in row["roles"] for row in listed):
        return []
    publications, _ = side_files(folder, papers)
    # Baselines look up the bylines of what is listed.
    has_byline = {row["corpus_id"] for row in listed if row["authors"]}
    lists = [json.loads(line) for line in publications.read_text("utf-8").splitlines()]
    as_lines(
        publications,
        [{**row, "value": [item for item in row["value"] if item in has_byline]} for row in lists],
    )
    return [as_parquet(folder / "test.parquet", listed), publications]
