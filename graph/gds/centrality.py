"""Betweenness and personalised PageRank by GDS, on the citations or co-authors before a day.

The same numbers as on arrays, for comparison and for graphs that only the server holds. A network
is made inside the server without loops and with each pair joined once, as
:func:`scinet.graph.links.network` makes it; what would not fit into memory is refused before.
"""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from math import ceil, log
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pandas as pd

from scinet.errors import NotFoundError
from scinet.graph.connection import Database
from scinet.graph.dates import day_of
from scinet.graph.gds.projection import UNDATED, client, refuse_if_too_large

if TYPE_CHECKING:
    from graphdatascience import GraphDataScience

Joined: TypeAlias = Literal["citation", "coauthor"]
_PAIR = "JOINED"
_DAY = {"day": {"defaultValue": UNDATED}}


def betweenness(
    db: Database, before: date | None, network: Joined, *, directed: bool = False
) -> pd.DataFrame:
    """Betweenness of every paper or author, exact.

    Returns:
        Columns ``id`` and ``betweenness``, not divided by the number of pairs; as
        :func:`scinet.graph.indicators.betweenness.betweenness` without a sample. GDS can sample
        too, but takes nodes of high degree rather than others and does not say how likely each
        was, so that its sums estimate nothing; it is not asked to.

    Source:
        Brandes (2001), doi:10.1080/0022250X.2001.9990249.
    """
    if directed and network != "citation":
        raise ValueError(f"the {network} network has no direction")
    with _joined(db, before, network, directed=directed) as (gds, graph):
        if not graph.node_count():
            return pd.DataFrame({"id": [], "betweenness": []})
        refuse_if_too_large(db, "betweenness", gds.betweenness.estimate(graph).bytes_max)
        gds.betweenness.mutate(graph, mutate_property="value")
        found = _by_id(gds, graph, "value")
    # GDS does not know that co-authors are joined both ways, and counts each way.
    found["value"] /= 2 if network == "coauthor" else 1
    return found[["id", "value"]].rename(columns={"value": "betweenness"})


def personalised(
    db: Database,
    before: date | None,
    network: Joined,
    sources: Sequence[str],
    *,
    restart: float = 0.15,
    tolerance: float = 1e-9,
) -> pd.DataFrame:
    """Share of time that a restarting random walk spends at each paper or author.

    GDS starts with ``restart`` at each source, follows with ``1 - restart``, lets walks end at
    nodes without neighbours and adds up all visits. Walks that restart there instead differ by
    one factor, so that the visits divided by their sum are those of
    :func:`scinet.graph.links.walks.visits`.

    Args:
        sources: Ids where the walk starts and restarts, each as likely; repeats count once.
        tolerance: Largest sum of errors.

    Returns:
        Columns ``id`` and ``share``; the shares sum to 1.

    Source:
        Page et al. (1999), The PageRank Citation Ranking, section 6.
    """
    if not 0 < restart < 1:
        raise ValueError(f"a restart of {restart} is not in (0, 1)")
    if not sources:
        raise ValueError("a walk needs a source")
    with _joined(db, before, network, directed=False) as (gds, graph):
        listed = _by_id(gds, graph, "day") if graph.node_count() else pd.DataFrame({"id": []})
        number = dict(zip(listed["id"], listed.get("nodeId", []), strict=True))
        if missing := [one for one in sources if one not in number]:
            when = "" if before is None else f" before {before}"
            raise NotFoundError(
                f"{missing[0]!r} is not in the {network} network{when}",
                hint="Ask for an id with something dated before the day.",
            )
        # After so many steps less than the tolerance is still moving, whatever the network.
        steps = ceil(log(tolerance) / log(1 - restart)) + 1
        call: dict[str, Any] = {
            "damping_factor": 1 - restart,
            "max_iterations": steps,
            "tolerance": tolerance * restart / graph.node_count(),
            "source_nodes": [int(number[one]) for one in sources],
        }
        refuse_if_too_large(db, "PageRank", gds.page_rank.estimate(graph, **call).bytes_max)
        gds.page_rank.mutate(graph, mutate_property="value", **call)
        found = _by_id(gds, graph, "value")
    return found.assign(share=found["value"] / found["value"].sum())[["id", "share"]]


@contextmanager
def _joined(
    db: Database, before: date | None, network: Joined, *, directed: bool
) -> "Iterator[tuple[GraphDataScience, Any]]":
    """Make the network of what is dated before a day; drop all projections afterwards."""
    gds = client(db)
    name = f"scinet-{uuid.uuid4().hex}"
    last = {"day": float(UNDATED if before is None else day_of(before))}
    try:
        if network == "citation":
            yield gds, _papers(db, gds, name, last, "NATURAL" if directed else "UNDIRECTED")
        else:
            _refuse_many_pairs(db, gds, before)
            yield gds, _authors(db, gds, name, last)
    finally:
        for part in ("whole", "seen", "only"):
            gds.graph.drop(f"{name}-{part}", fail_if_missing=False)


def _papers(
    db: Database, gds: "GraphDataScience", name: str, last: dict[str, float], orientation: str
) -> Any:
    # Two papers that cite each other are joined once, from the earlier of the two days.
    day = {"day": {"defaultValue": UNDATED, "aggregation": "MIN"}}
    edges = {_PAIR: {"type": "CITES", "orientation": orientation, "properties": day}}
    whole = _whole(db, gds, name, {"Paper": {"properties": _DAY}}, edges)
    seen, _ = gds.graph.filter(whole, f"{name}-seen", "n.day < $day", "r.day < $day", last)
    return seen


def _authors(db: Database, gds: "GraphDataScience", name: str, last: dict[str, float]) -> Any:
    edges = {
        wrote: {"type": "AUTHORED", "orientation": orientation, "properties": _DAY}
        for wrote, orientation in (("WROTE", "NATURAL"), ("BY", "REVERSE"))
    }
    nodes = {label: {"properties": _DAY} for label in ("Paper", "Author")}
    whole = _whole(db, gds, name, nodes, edges)
    visible = ("n:Author OR n.day < $day", "r.day < $day")
    seen, _ = gds.graph.filter(whole, f"{name}-seen", *visible, last)
    if not seen.relationship_count():  # no author exists yet, and GDS follows no missing type
        never = {"day": -float(UNDATED)}
        nobody, _ = gds.graph.filter(seen, f"{name}-only", "n.day < $day", "*", never)
        return nobody
    gds.graph.relationships.collapse_path(seen, [["WROTE", "BY"]], _PAIR)
    gds.degree.mutate(seen, mutate_property="papers", relationship_types=["WROTE"])
    only, _ = gds.graph.filter(seen, f"{name}-only", "n:Author AND n.papers > 0.0", f"r:{_PAIR}")
    return only


def _whole(
    db: Database, gds: "GraphDataScience", name: str, nodes: dict[str, Any], edges: dict[str, Any]
) -> Any:
    needed = gds.graph.project.estimate(nodes, edges).bytes_max
    refuse_if_too_large(db, "the projection of the network", needed)
    whole, _ = gds.graph.project.native(f"{name}-whole", nodes, edges)
    return whole


def _refuse_many_pairs(db: Database, gds: "GraphDataScience", before: date | None) -> None:
    """Joining authors has no estimate of its own; the size of the result has one."""
    [size] = db.rows("link/coauthor_entries", before=before)
    anything = {"nodeProjection": "*", "relationshipProjection": "*"}
    counts = {"nodeCount": size["authorships"], "relationshipCount": size["entries"]}
    needed = gds.betweenness.estimate(anything | counts).bytes_max
    refuse_if_too_large(db, "the co-authorship network", needed)


def _by_id(gds: "GraphDataScience", graph: Any, name: str) -> pd.DataFrame:
    frame = gds.graph.node_property.stream(graph, name, db_node_properties=["id"])
    return frame.rename(columns={"propertyValue": name})
