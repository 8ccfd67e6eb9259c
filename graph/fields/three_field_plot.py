"""Three-field plot: authors, words or fields, and venues, joined by papers."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.communities import characteristic_words
from scinet.graph.communities.naming import title_words
from scinet.graph.db.connection import Database
from scinet.graph.fields.count_by_year import field_members, most_common
from scinet.graph.fields.groups import Field
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.graph.snapshot.grouping import Grouping

# Number of the item and position of the paper for each pair, and ids and names by number.
_Pairs: TypeAlias = tuple[Int64, Int64, NDArray[Any], NDArray[Any]]


def three_fields(
    database: Database,
    past: Snapshot,
    groups: Grouping,
    field: Field | None = None,
    *,
    limit: int = 10,
) -> tuple[list[list[dict[str, Any]]], list[dict[str, Any]]]:
    """Return the pairs of :meth:`scinet.Graph.three_fields`, and the items of each column."""
    papers = np.arange(past.num_papers) if field is None else field.papers
    middle = _fields(groups) if field is None else _words(past, papers, limit)
    sides = {
        "author": field_members(database, past, papers, "author"),
        "field" if field is None else "word": middle,
        "venue": field_members(database, past, papers, "venue"),
    }
    columns, holding = [], []
    for kind, (who, place, ids, names) in sides.items():
        shown = most_common(who, limit)
        having = [np.unique(place[who == number]) for number in shown]
        holding.append(having)
        columns.append(
            [
                {
                    "kind": kind,
                    "id": str(ids[number]),
                    "name": str(names[number]),
                    "papers": len(some),
                }
                for number, some in zip(shown, having, strict=True)
            ]
        )
    joined = [
        {
            "left": entry["kind"],
            "left_id": entry["id"],
            "left_name": entry["name"],
            "right": right["kind"],
            "right_id": right["id"],
            "right_name": right["name"],
            "papers": both,
        }
        for at in (0, 1)
        for entry, mine in zip(columns[at], holding[at], strict=True)
        for right, its in zip(columns[at + 1], holding[at + 1], strict=True)
        if (both := len(np.intersect1d(mine, its, assume_unique=True)))
    ]
    return columns, joined


def _fields(groups: Grouping) -> _Pairs:
    inside = np.flatnonzero(groups.code >= 0)
    return groups.code[inside].astype(np.int64), inside, groups.id, groups.name


def _words(past: Snapshot, papers: Int64, limit: int) -> _Pairs:
    others = np.setdiff1d(np.arange(past.num_papers), papers, assume_unique=True)
    titles = [[str(past.title[i] or "") for i in some] for some in (papers, others)]
    words = characteristic_words(titles, words=limit)[0].split(", ")
    number = {word: place for place, word in enumerate(words)}
    pairs = [
        (number[word], paper)
        for paper, title in zip(papers.tolist(), titles[0], strict=True)
        for word in title_words(title) & number.keys()
    ]
    who, place = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2).T
    named = np.array(words, dtype=object)
    return who, place, named, named
