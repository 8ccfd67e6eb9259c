"""Citations of papers, what is made of them, and the standing of authors."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output, shared
from scinet.cli.indicators import indicators

if TYPE_CHECKING:
    from collections.abc import Callable

    from scinet.graph.connection import Database
    from scinet.graph.snapshot import Snapshot

_Group = Annotated[
    str,
    typer.Option(
        help="What papers are compared within: venue, community, domain, field, subfield, topic."
    ),
]


@indicators.command()
def citations(
    *,
    paper: shared.Papers = None,
    before: output.Before = None,
    since: Annotated[
        str | None, typer.Option(help="First day YYYY-MM-DD on which citing papers count.")
    ] = None,
    window: Annotated[
        int | None, typer.Option(min=1, help="Only the first calendar years after the paper.")
    ] = None,
    engine: shared.Engine = None,
    write: shared.Write = False,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """Citations of papers as of a day, from a day on or in their first years, most cited first.

    Example: scinet indicators citations --before 2010-01-01 --top 10
    """
    import numpy as np

    from scinet.errors import DataError
    from scinet.graph.indicators import citations as indicator
    from scinet.graph.indicators.write import write as store

    day, start = output.cut_off(before), output.cut_off(since)
    shared.refuse_write_before(day, write=write)
    if write and start is not None:
        raise DataError("--write with --since", hint="Leave one of them out.")
    with output.database() as db:
        ids = shared.identified(db, paper)
        chosen = shared.choose_engine(engine, ids)
        if chosen == "database":
            ids = shared.read_arrays(db, day).paper_id.tolist() if ids is None else ids
            counted = indicator.in_database(db, ids, before=day, since=start, window_years=window)
        else:
            arrays = shared.read_arrays(db, day)
            counted = indicator.counts(arrays, since=start, window_years=window)
            counted = counted if ids is None else counted[shared.positions(arrays, ids)]
            ids = arrays.paper_id.tolist() if ids is None else ids
        if write:
            stored = store(db, ids, {"citations": counted}, window_years=window)
            sys.stderr.write(f"stored on {stored:,} papers\n")
    order = np.argsort(-counted, kind="stable")[: shared.most(limit, as_json=as_json)]
    output.emit(
        ({"paper_id": ids[row], "citations": int(counted[row])} for row in order), as_json=as_json
    )


@indicators.command()
def normalised(
    *,
    by: _Group = "venue",
    window: Annotated[
        int | None, typer.Option(min=1, help="Only citations in so many years after the paper.")
    ] = None,
    paper: shared.Papers = None,
    before: output.Before = None,
    write: shared.Write = False,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """Citations against papers of the same group and year: score, percentile, top 10 %.

    Example: scinet indicators normalised --by venue --top 10
    """
    from scinet.graph import grouping
    from scinet.graph.indicators import citations as counting
    from scinet.graph.indicators.normalised import normalise, publication_year

    def compute(db: "Database", arrays: "Snapshot") -> dict[str, Any]:
        groups = grouping.of(arrays, by, database=db)
        cited = counting.counts(arrays, window_years=window)
        found = normalise(cited, publication_year(arrays), groups.code)
        sys.stderr.write(f"{groups.ungrouped:,} papers without {by} have no value\n")
        return {
            "normalised_citations": found.score,
            "citations": cited,
            "citation_percentile": found.percentile,
            "top_share": found.top_share,
        }

    _report(compute, paper, before, limit, as_json=as_json, write=write, group=by, window=window)


@indicators.command("sleeping-beauty")
def sleeping_beauty(
    *,
    paper: shared.Papers = None,
    before: output.Before = None,
    write: shared.Write = False,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """Papers that slept before they were cited: beauty coefficient, years to awakening and peak.

    Example: scinet indicators sleeping-beauty --top 10
    """
    from scinet.graph.indicators import sleeping

    def compute(_: "Database", arrays: "Snapshot") -> dict[str, Any]:
        found = sleeping.on_arrays(arrays)
        return {
            "sleeping_beauty": found.coefficient,
            "awakening_years": found.awakening_years,
            "peak_years": found.peak_years,
        }

    _report(compute, paper, before, limit, as_json=as_json, write=write)


@indicators.command("reference-age")
def reference_age(
    *,
    cited: Annotated[
        bool, typer.Option("--cited", help="Ages of the paper when it was cited, instead.")
    ] = False,
    paper: shared.Papers = None,
    before: output.Before = None,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """How old the references of papers are, oldest median first; recent_share is the Price index.

    Example: scinet indicators reference-age --top 10
    """
    from scinet.graph.indicators import ages

    def compute(_: "Database", arrays: "Snapshot") -> dict[str, Any]:
        found = (ages.of_citations if cited else ages.of_references)(arrays)
        return {
            "median_years": found.median_years,
            "mean_years": found.mean_years,
            "recent_share": found.recent_share,
            "counted": found.counted,
        }

    _report(compute, paper, before, limit, as_json=as_json)


@indicators.command()
def position(
    *,
    tau: Annotated[float, typer.Option(help="Years in which CiteRank's starts decay by e.")] = 2.6,
    alpha: Annotated[
        float, typer.Option(min=0.01, max=1, help="Probability that CiteRank's walk ends.")
    ] = 0.5,
    paper: shared.Papers = None,
    before: output.Before = None,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """PageRank and CiteRank on arrays, each summing to one, highest CiteRank first.

    Example: scinet indicators position --before 2010-01-01 --top 10
    """
    from scinet.graph.indicators.position import cite_rank, page_rank

    def compute(_: "Database", arrays: "Snapshot") -> dict[str, Any]:
        return {
            "cite_rank": cite_rank(arrays, tau_years=tau, alpha=alpha),
            "page_rank": page_rank(arrays),
        }

    _report(compute, paper, before, limit, as_json=as_json)


@indicators.command()
def betweenness(
    *,
    network: Annotated[
        shared.NetworkName, typer.Option(help="What joins papers, or coauthor for authors.")
    ] = shared.NetworkName.CITATION,
    directed: Annotated[
        bool, typer.Option("--directed", help="Follow citations from citing to cited paper only.")
    ] = False,
    sources: Annotated[
        int | None,
        typer.Option(
            min=1, help="Nodes that paths start from; all, or 1,000 of many, when not given."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the draw of sources.")] = 0,
    before: output.Before = None,
    engine: shared.ArraysFirst = shared.EngineName.ARRAYS,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """Betweenness: the shortest paths between pairs of others that pass a paper or author.

    Arrays are exact from all sources, or estimate from some; the database is exact.

    Example: scinet indicators betweenness --network coauthor --before 2010-01-01 --top 10
    """
    import numpy as np

    from scinet.errors import DataError
    from scinet.graph import links
    from scinet.graph.gds import centrality
    from scinet.graph.indicators import betweenness as indicator

    day, name = output.cut_off(before), network.value
    if directed and name != "citation":
        raise DataError(f"--directed with --network {name}", hint="Only citations go one way.")
    if engine == shared.EngineName.DATABASE:
        if sources is not None or name not in {"citation", "coauthor"}:
            raise DataError(
                "--engine database with --sources or a network of shared citations",
                hint="Leave --engine out: arrays do both.",
            )
        with output.database() as db:
            asked = centrality.betweenness(
                db, day, "coauthor" if name == "coauthor" else "citation", directed=directed
            )
            whole = shared.read_arrays(db, day)
        ids, value = asked["id"].to_numpy(), asked["betweenness"].to_numpy(dtype=np.float64)
    else:
        with output.database() as db:
            whole = shared.read_arrays(db, day)
        adjacency = whole.cites if directed else links.network(whole, network.value)
        count = indicator.sources_by_size(adjacency) if sources is None else sources
        found = indicator.betweenness(adjacency, directed=directed, sources=count, seed=seed)
        drawn = "exact" if found.is_exact else f"an estimate, seed {seed}"
        sys.stderr.write(f"sources: {found.sources:,} of {len(found.value):,}, {drawn}\n")
        ids, value = links.node_ids(whole, network.value), found.value
    order = np.lexsort((ids.astype(str), -value))[: shared.most(limit, as_json=as_json)]
    key = "author_id" if name == "coauthor" else "paper_id"
    rows = [{key: ids[row], "betweenness": value[row].item()} for row in order]
    output.emit(rows if as_json else shared.told(whole, rows), as_json=as_json)


@indicators.command()
def authors(
    *,
    author: Annotated[
        list[str] | None, typer.Option(help="Id of an author, repeatable; all when not given.")
    ] = None,
    before: output.Before = None,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """Papers, citations, h, g, i10 and m of authors as of a day, highest h first.

    Example: scinet indicators authors --before 2010-01-01 --top 10
    """
    import numpy as np

    from scinet.graph import identify
    from scinet.graph.indicators.authors import standing

    with output.database() as db:
        ids = None if author is None else {identify.author(db, one) for one in author}
        arrays = shared.read_arrays(db, output.cut_off(before))
    found = standing(arrays)
    order = np.lexsort((-found.citations, -found.h_index))
    if ids is not None:
        order = order[np.isin(arrays.author_id[order], list(ids))]
    names = ("papers", "citations", "h_index", "g_index", "i10", "m_quotient")
    output.emit(
        (
            {"author_id": arrays.author_id[row], "name": arrays.author_name[row]}
            | {name: getattr(found, name)[row].item() for name in names}
            for row in order[: shared.most(limit, as_json=as_json)]
        ),
        as_json=as_json,
    )


def _report(
    compute: "Callable[[Database, Snapshot], dict[str, Any]]",
    papers: list[str] | None,
    before: str | None,
    limit: int | None,
    *,
    as_json: bool,
    write: bool = False,
    group: str | None = None,
    window: int | None = None,
) -> None:
    """Compute, store when asked, and print: the first column ranks, undefined values come last."""
    import numpy as np

    from scinet.graph.indicators.write import COMPUTED
    from scinet.graph.indicators.write import write as store

    day = output.cut_off(before)
    shared.refuse_write_before(day, write=write)
    with output.database() as db:
        chosen = shared.identified(db, papers)
        arrays = shared.read_arrays(db, day)
        shared.tell_left_out(arrays)
        wanted = None if chosen is None else shared.positions(arrays, chosen)
        columns = compute(db, arrays)
        if write:
            kept = {name: columns[name] for name in columns if name in COMPUTED}
            ids = arrays.paper_id.tolist()
            stored = store(db, ids, kept, group=group, window_years=window)
            sys.stderr.write(f"stored on {stored:,} papers\n")
    ranking = next(iter(columns.values()))
    order = np.argsort(-np.nan_to_num(ranking, nan=-np.inf), kind="stable")
    if wanted is not None:
        order = order[np.isin(order, wanted)]
    rows = [
        {"paper_id": arrays.paper_id[row]}
        | {name: column[row].item() for name, column in columns.items()}
        for row in order[: shared.most(limit, as_json=as_json)]
    ]
    output.emit(rows if as_json else shared.titled(arrays, rows), as_json=as_json)
