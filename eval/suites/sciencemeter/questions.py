"""Queries and truth of triplets, split into training and test.

A query about a prior or a new paper names its title, one about a future paper none. Each has the
triplet's new paper as ``update``, which the model learns between two runs.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Final, TypeAlias

import numpy as np

from scinet.eval.suites import instance_files
from scinet.eval.suites.instance_files import InstanceFile
from scinet.eval.suites.sciencemeter.metrics import SETS
from scinet.eval.suites.sciencemeter.options import KnowledgeOptions
from scinet.eval.suites.sciencemeter.triplets import Member, Triplet, count_recurring
from scinet.eval.task import Query, Row, Split

Asking: TypeAlias = Callable[[str, Member], list[tuple[str, Row, str, Row]]]
"""Returns for a set and a paper the id suffix, inputs, text and truth of each query."""

ANSWERS: Final = {"support": "yes", "refute": "no"}


def make_splits(
    triplets: Sequence[Triplet],
    ask: Asking,
    options: KnowledgeOptions,
    *,
    known_before: date,
    end: date,
    seed: int,
) -> tuple[dict[str, Split], dict[str, int], dict[str, int]]:
    """Build the queries of all triplets.

    A share of each domain is the test. Triplets whose new paper is in the test are not for
    training.

    Args:
        known_before: Cutoff of all queries.
        end: End of the last window, exclusive.

    Returns:
        Splits, counts, and counts of omissions.
    """
    numbered = [(f"t{number:05d}", triplet) for number, triplet in enumerate(triplets, start=1)]
    parted = _split_triplets(numbered, options, seed)
    tested = {triplet.members["new"].paper_id for _, triplet in parted["test"]}
    taught = [(name, triplet) for name, triplet in parted["train"]]
    parted["train"] = [row for row in taught if row[1].members["new"].paper_id not in tested]
    splits: dict[str, Split] = {}
    for part, rows in parted.items():
        if rows:
            pairs = [
                pair
                for name, triplet in rows
                for pair in _triplet_queries(name, triplet, ask, known_before)
            ]
            queries, truth = zip(*pairs, strict=True)
            splits[part] = Split(
                end, queries, truth, instance_files.make_table(_instance_files(rows))
            )
    counts = {
        "triplets": len(triplets),
        **{f"{part}_triplets": len(rows) for part, rows in parted.items()},
        "recurring_papers": count_recurring(triplets),
    }
    return splits, counts, {"train_with_tested_paper": len(taught) - len(parted["train"])}


def _instance_files(rows: Sequence[tuple[str, Triplet]]) -> list[InstanceFile]:
    """Return the files of the triplets: a JSON list each, whatever the suffix."""
    files: dict[str, InstanceFile] = {}
    for _, triplet in rows:
        if triplet.row is not None:
            file = InstanceFile(f"{triplet.domain}.jsonl")
            files.setdefault(file.name, file).rows.append(dict(triplet.row))
    return list(files.values())


def is_reversed(name: str) -> bool:
    """Whether the refuted one of two claims comes first: pseudo-random but reproducible."""
    return bool(hashlib.sha256(name.encode()).digest()[0] & 1)


def _split_triplets(
    numbered: Sequence[tuple[str, Triplet]], options: KnowledgeOptions, seed: int
) -> dict[str, list[tuple[str, Triplet]]]:
    parted: dict[str, list[tuple[str, Triplet]]] = {"train": [], "test": []}
    rng = np.random.default_rng(seed)
    for domain in sorted({triplet.domain or "" for _, triplet in numbered}):
        rows = [row for row in numbered if (row[1].domain or "") == domain]
        tests = int(len(rows) * options.test_share)
        order = np.arange(len(rows))
        if options.split == "random":
            order = rng.permutation(len(rows))
        test_places = set(order[:tests].tolist())
        for place, row in enumerate(rows):
            parted["test" if place in test_places else "train"].append(row)
    return parted


def _triplet_queries(
    name: str, triplet: Triplet, ask: Asking, before: date
) -> Iterator[tuple[Query, Row]]:
    new = triplet.members["new"]
    update = {"paper_id": new.paper_id, "title": new.title, "abstract": new.abstract}
    for of_set in SETS:
        member = triplet.members[of_set]
        named = {} if of_set == "future" else {"paper_id": member.paper_id, "title": member.title}
        for end, inputs, text, truth in ask(of_set, member):
            query_id = "-".join(part for part in (name, of_set, end) if part)
            yield (
                Query(
                    query_id, text, {"set": of_set, **named, **inputs, "update": update}, before, 1
                ),
                {
                    "query_id": query_id,
                    "triplet": name,
                    "set": of_set,
                    "domain": triplet.domain,
                    "paper_id": member.paper_id,
                    **truth,
                },
            )
