"""Features of pairs and candidates for links as rows, for authors and papers by name."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.extension import suggest
from scinet.graph.db.connection import Database
from scinet.graph.db.engine import Engine
from scinet.graph.links import ranking
from scinet.graph.links.database import features_in_database
from scinet.graph.links.networks import Network, node_ids
from scinet.graph.search import identify
from scinet.graph.snapshot import Snapshot, read_snapshot


def feature_rows(
    database: Database,
    pairs: Sequence[tuple[str, str]],
    *,
    network: Network = "coauthor",
    before: date | None = None,
    engine: Engine = "arrays",
    cache: Path | None = None,
) -> list[dict[str, Any]]:
    """Return all features of pairs, in the order given; the database has no Katz and walks."""
    past = read_snapshot(database, before, cache=cache)
    numbers = _resolve_numbers(database, past, network, [node for pair in pairs for node in pair])
    ids = node_ids(past, network)
    places = np.array(numbers, dtype=np.int32).reshape(-1, 2)
    for number, partner in places[places[:, 0] == places[:, 1]]:
        raise DataError(f"a pair of {ids[number]!r} and {ids[partner]!r}", hint="Name two.")
    named = [{"a": str(ids[node]), "b": str(ids[partner])} for node, partner in places]
    if engine == "database":
        feature_values = [
            features_in_database(database, network, **pair, before=before) for pair in named
        ]
    else:
        columns = ranking.all_features(past, network, places)
        feature_values = [
            {key: columns[key][row].item() for key in columns} for row in range(len(places))
        ]
    return [pair | values for pair, values in zip(named, feature_values, strict=True)]


def candidate_rows(
    database: Database,
    source: str,
    *,
    network: Network = "coauthor",
    by: str = "personalised_pagerank",
    unlinked: bool = False,
    before: date | None = None,
    cache: Path | None = None,
) -> list[dict[str, Any]]:
    """Return candidates for links of an author or paper, ranked by a feature."""
    if by not in (features := ranking.feature_names(network)):
        raise DataError(f"no feature {by!r} of the {network} network", hint=suggest(by, features))
    past = read_snapshot(database, before, cache=cache)
    [start] = _resolve_numbers(database, past, network, [source])
    candidates = ranking.candidates(past, network, start, by=by)
    ids = node_ids(past, network)
    order = [
        row for row in range(len(candidates.node)) if not (unlinked and candidates.linked[row])
    ]
    key = "author_id" if network == "coauthor" else "paper_id"
    return [
        {key: ids[candidates.node[row]], by: candidates.features[by][row].item()}
        | {feature: column[row].item() for feature, column in candidates.features.items()}
        | {"linked": bool(candidates.linked[row])}
        for row in order
    ]


def large_teams(past: Snapshot) -> int:
    """Count papers whose teams are too large for features on whole teams."""
    return int((past.authored.lengths() > ranking.LARGEST_TEAM).sum())


def _resolve_numbers(
    database: Database, past: Snapshot, network: Network, texts: Sequence[str]
) -> list[int]:
    is_author = network == "coauthor"
    number = {identifier: place for place, identifier in enumerate(node_ids(past, network))}
    kind: Literal["author", "paper"] = "author" if is_author else "paper"
    # Ids in the arrays need no lookup in the database.
    stored = [
        text if text in number else identify.identify(database, kind, text, before=past.before)
        for text in texts
    ]
    for identifier in stored:
        if identifier not in number:
            what = "author" if is_author else "dated paper"
            when = "" if past.before is None else f" before {past.before}"
            raise NotFoundError(f"no {what} {identifier!r}{when}", hint="Ask for a later day.")
    return [number[identifier] for identifier in stored]
