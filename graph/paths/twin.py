"""The most cited path by Cypher: every path of a few hops is looked at."""

from datetime import date

from scinet.errors import NotFoundError, QueryError, SplitError
from scinet.graph.connection import Database
from scinet.graph.indicators import citations
from scinet.graph.paths.best import Path
from scinet.graph.paths.bound import Bound, resolve
from scinet.graph.paths.objective import Endpoints, Objective, worth

MOST_HOPS = 6


def in_database(
    database: Database,
    a: str,
    b: str,
    *,
    max_hops: Bound = "shortest+2",
    shortest_only: bool = False,
    objective: Objective = "sum",
    endpoints: Endpoints = "include",
    before: date | None = None,
    weights_before: date | None = None,
) -> Path:
    """The same path as :func:`scinet.graph.paths.most_cited`, from the database.

    Args:
        database: The graph.
        a: As there.
        b: As there.
        max_hops: As there.
        shortest_only: As there.
        objective: As there.
        endpoints: As there.
        before: Nothing dated on or after this day is seen; None means everything.
        weights_before: As there; None means ``before``.

    Raises:
        NotFoundError: If a paper does not exist, has no date or is not dated before the day.
        SplitError: If the weights would come from after the cut-off day.
        QueryError: If paths of more than six hops would have to be looked at.
    """
    if before is not None and weights_before is not None and weights_before > before:
        raise SplitError(
            f"weights of {weights_before} on a graph that ends at {before}",
            hint="Count citations up to the cut-off day at most.",
        )
    ends = database.rows("path/ends", a=a, b=b, before=before)
    known = {row["paper_id"] for row in ends}
    for paper in (a, b):
        if paper not in known:
            when = "" if before is None else f" before {before}"
            raise NotFoundError(
                f"no dated paper {paper!r}{when}", hint="See `scinet query lookup/title`."
            )
    early, late = (row["paper_id"] for row in ends)
    [span] = database.rows("path/unordered_between", first=ends[0]["date"], last=ends[1]["date"])
    left_out = span["citations"]
    known_until = weights_before or before
    asked = (objective, endpoints, known_until)
    if early == late:
        dated = known_until is None or ends[0]["date"] < known_until
        weight = citations.in_database(database, [a], before=known_until).item() if dated else 0
        total = weight if endpoints == "include" else 0
        value = worth(total, 0, objective, endpoints)
        bound = resolve(max_hops, 0, shortest_only=shortest_only)
        return Path(
            [a],
            [weight],
            total,
            0,
            1,
            left_out,
            bound,
            None if value is None else float(value),
            *asked,
        )
    rows = database.rows("path/ordered_hops", early=early, late=late, before=before)
    shortest = rows[0]["hops"] if rows else -1
    bound = resolve(max_hops, shortest, shortest_only=shortest_only)
    if shortest < 0 or (bound is not None and shortest > bound):
        return Path([], [], None, None, 0, left_out, bound, None, *asked)
    if bound is None or bound > MOST_HOPS:
        asked_hops = "any number of" if bound is None else str(bound)
        raise QueryError(
            f"a path of {asked_hops} hops is too long for the database",
            hint=f"Use `--engine arrays`, or at most {MOST_HOPS} hops.",
        )
    [best] = database.rows(
        "path/most_cited",
        early=early,
        late=late,
        max_hops=bound,
        before=before,
        weights_before=weights_before,
        objective=objective,
        endpoints=endpoints,
    )
    return Path(
        left_out_edges=left_out,
        max_hops=bound,
        objective=objective,
        endpoints=endpoints,
        weights_before=known_until,
        **best,
    )
