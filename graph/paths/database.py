"""The most cited path by Cypher: layers of a few hops, each with the best path to every paper."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import Unpack

from scinet.errors import NotFoundError, QueryError, SplitError
from scinet.graph.connection import Database, Row
from scinet.graph.dates import until
from scinet.graph.indicators import citations
from scinet.graph.paths.best import Path, no_path, without_a_step
from scinet.graph.paths.between import PathBetween, refuse_no_ends, without_papers
from scinet.graph.paths.objective import Asked, Options

MOST_HOPS = 6
_ALL = 10**9  # papers of an author


def in_database(
    database: Database, a: str, b: str, *, before: date | None = None, **how: Unpack[Options]
) -> Path:
    """The same path as :func:`scinet.graph.paths.most_cited`, from the database."""
    asked = _as_of(before, how)
    ends = _dated(database, [a, b], before)
    if a != b:
        return _best(database, ends[:1], ends[1:], before, asked)
    day, known_until = ends[0]["date"], asked.weights_before
    is_counted = known_until is None or day < known_until
    weight = citations.in_database(database, [a], before=known_until)[0].item() if is_counted else 0
    return without_a_step(a, weight, _unordered(database, day, day), asked)


def between_in_database(
    database: Database,
    sources: Collection[str],
    targets: Collection[str],
    *,
    before: date | None = None,
    **how: Unpack[Options],
) -> PathBetween:
    """The same path as :func:`scinet.graph.paths.between`, from the database."""
    refuse_no_ends(sources, targets)
    asked = _as_of(before, how)
    starts, ends = (_dated(database, papers, before) for papers in (sources, targets))
    return PathBetween(
        **asdict(_best(database, starts, ends, before, asked)),
        source_papers=len(starts),
        target_papers=len(ends),
        shared_papers=len({row["paper_id"] for row in starts} & {row["paper_id"] for row in ends}),
    )


def papers_of_author_in_database(
    database: Database, author_id: str, before: date | None = None
) -> list[str]:
    """Ids of the papers of an author, in time order."""
    rows = database.rows("lookup/author_papers", author_id=author_id, before=before, limit=_ALL)
    papers = [row["paper_id"] for row in rows if row["date"] is not None]
    if not papers:
        raise without_papers(author_id, before)
    return papers


def _best(
    database: Database,
    starts: Sequence[Row],
    ends: Sequence[Row],
    before: date | None,
    asked: Asked,
) -> Path:
    """The best path of one step at least between papers with their dates, earlier ones first."""
    left_out = _unordered(database, starts[0]["date"], ends[-1]["date"])
    max_hops = asked.max_hops
    if asked.shortest_only or max_hops == "shortest+2":
        shortest = _fewest_hops(database, starts, ends, before)
        max_hops = asked.bound(shortest)
        if shortest < 0 or (max_hops is not None and shortest > max_hops):
            return no_path(left_out, max_hops, asked)
    if max_hops is None or max_hops > MOST_HOPS:
        hops = "any number of" if max_hops is None else str(max_hops)
        raise QueryError(
            f"a path of {hops} hops is too long for the database",
            hint=f"Use `--engine arrays`, or at most {MOST_HOPS} hops.",
        )
    rows = database.rows(
        "path/most_cited",
        source_ids=[row["paper_id"] for row in starts],
        target_ids=[row["paper_id"] for row in ends],
        max_hops=max_hops,
        before=before,
        weights_before=asked.weights_before,
        objective=asked.objective,
        endpoints=asked.endpoints,
    )
    found = no_path(left_out, max_hops, asked)
    return replace(found, **rows[0]) if rows else found


def _fewest_hops(
    database: Database, starts: Sequence[Row], ends: Sequence[Row], before: date | None
) -> int:
    """Fewest hops of a path with a step, -1 when there is none: layer by layer of references."""
    wanted = {row["paper_id"] for row in starts}
    layer, seen = {row["paper_id"] for row in ends}, set[str]()
    hops = 0
    while layer:
        hops += 1
        rows = database.rows(
            "path/ordered_references",
            paper_ids=sorted(layer),
            since=starts[0]["date"],
            before=before,
        )
        found = {row["paper_id"] for row in rows}
        if found & wanted:
            return hops
        layer = found - seen
        seen |= found
    return -1


def _dated(database: Database, papers: Collection[str], before: date | None) -> list[Row]:
    """The papers with their dates, in time order; each must exist before the day."""
    rows = database.rows("path/ends", paper_ids=list(papers), before=before)
    known = {row["paper_id"] for row in rows}
    for paper in papers:
        if paper not in known:
            raise NotFoundError(
                f"no dated paper {paper!r}{until(before)}", hint="See `scinet query lookup/title`."
            )
    return rows


def _unordered(database: Database, first: date, last: date) -> int:
    [span] = database.rows("path/unordered_between", first=first, last=last)
    return int(span["citations"])


def _as_of(before: date | None, how: Options) -> Asked:
    """What is asked, with weights as of the day up to which the graph is seen."""
    asked = Asked(**how)
    until = asked.weights_before
    if before is not None and until is not None and until > before:
        raise SplitError(
            f"weights of {until} on a graph that ends at {before}",
            hint="Count citations up to the cut-off day at most.",
        )
    return asked.as_of(before)
