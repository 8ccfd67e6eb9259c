"""Citations of papers, what is made of them, and the standing of authors."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from scinet.cli import output, shared
from scinet.cli.indicators import indicators, show


class CentralityName(StrEnum):
    """What a place in the network is measured by."""

    PAGERANK = "pagerank"
    CITERANK = "citerank"
    BETWEENNESS = "betweenness"


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
    from scinet.graph.indicators.tables import citation_table

    day, start = output.cut_off(before), output.cut_off(since)
    shared.refuse_write_before(day, write=write)
    with output.database() as db:
        table = citation_table(
            db,
            papers=paper,
            before=day,
            since=start,
            window_years=window,
            engine=shared.engine_of(engine),
            write=write,
            cache=shared.cache(),
        )
    show(table, shared.most(limit, as_json=as_json), as_json=as_json)


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
    from scinet.graph.indicators.tables import normalised_table

    how = _how(paper, before, write=write)
    with output.database() as db:
        table = normalised_table(db, by=by, window_years=window, **how)
    show(table, shared.most(limit, as_json=as_json), as_json=as_json)


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
    from scinet.graph.indicators.tables import sleeping_table

    how = _how(paper, before, write=write)
    with output.database() as db:
        table = sleeping_table(db, **how)
    show(table, shared.most(limit, as_json=as_json), as_json=as_json)


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
    from scinet.graph.indicators.tables import age_table

    how = _how(paper, before, write=False)
    with output.database() as db:
        table = age_table(db, cited=cited, **how)
    show(table, shared.most(limit, as_json=as_json), as_json=as_json)


@indicators.command()
def centrality(
    *,
    by: Annotated[
        CentralityName, typer.Option(help="pagerank, citerank or betweenness.")
    ] = CentralityName.PAGERANK,
    network: Annotated[
        shared.NetworkName,
        typer.Option(help="For betweenness: what joins papers, or coauthor for authors."),
    ] = shared.NetworkName.CITATION,
    damping: Annotated[
        float, typer.Option(min=0.0, max=0.999, help="PageRank: chance of following a reference.")
    ] = 0.85,
    tau: Annotated[float, typer.Option(help="CiteRank: years in which starts decay by e.")] = 2.6,
    alpha: Annotated[
        float, typer.Option(min=0.01, max=1, help="CiteRank: probability that a walk ends.")
    ] = 0.5,
    directed: Annotated[
        bool, typer.Option("--directed", help="Betweenness: from citing to cited paper only.")
    ] = False,
    sources: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Betweenness: nodes that paths start from; all, or 1,000 of many, when not given.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample of sources.")] = 0,
    before: output.Before = None,
    engine: shared.ArraysFirst = shared.EngineName.ARRAYS,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """Rank papers or authors by their place in the network.

    PageRank and CiteRank sum to one on arrays. Betweenness counts the shortest paths between pairs
    of others; arrays are exact from all sources, or estimate from some; the database is exact.

    Example: scinet indicators centrality --by betweenness --network coauthor --top 10
    """
    from scinet.graph.indicators.centrality import centrality_table

    day = output.cut_off(before)
    with output.database() as db:
        table = centrality_table(
            db,
            by.value,
            network=network.value,
            before=day,
            engine=engine.value,
            damping=damping,
            tau_years=tau,
            alpha=alpha,
            directed=directed,
            sources=sources,
            seed=seed,
            cache=shared.cache(),
        )
    show(table, shared.most(limit, as_json=as_json), as_json=as_json)


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
    from scinet.graph.indicators.tables import author_table

    day = output.cut_off(before)
    with output.database() as db:
        table = author_table(db, authors=author, before=day, cache=shared.cache())
    show(table, shared.most(limit, as_json=as_json), as_json=as_json)


def _how(paper: list[str] | None, before: str | None, *, write: bool) -> dict[str, Any]:
    day = output.cut_off(before)
    shared.refuse_write_before(day, write=write)
    return {"papers": paper, "before": day, "write": write, "cache": shared.cache()}
