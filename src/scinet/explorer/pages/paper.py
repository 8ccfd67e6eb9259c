"""A paper: facts, its place in time, disruption with its reasons, who cites and mentions it."""

from collections import Counter
from typing import Any, Literal, TypeAlias

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from scinet.explorer import downloads, formatting
from scinet.explorer.charts import citation_years as in_time
from scinet.explorer.charts import disruption_chart as disruption_drawn
from scinet.explorer.page import Asked, Limit, PageRequest, row_limit
from scinet.session.table import as_table

router = APIRouter(prefix="/paper")
As: TypeAlias = Literal["csv", "bib", "ris"] | None
Group: TypeAlias = Literal["n_i", "n_j", "n_k"]
_COUNTED = 5_000  # papers behind the numbers of disruption
_FEW = 5  # references or citing papers: fewer make extreme values
_SAID = {
    "citing": (
        "Most cited first; with the sentence in which they cite it, where their text is known.",
        "No paper of the network cites it",
    ),
    "cited": (
        "Most cited first; with the sentence in which it cites them, where its text is known.",
        "None of its references is in the network",
    ),
    "similar": (
        "Papers that are often cited together with it, or share its references.",
        "No paper is cited together with it or shares its references",
    ),
    "mentioned": (
        "Papers that stand in one paragraph with it, where the text of citing papers is known.",
        "No known paragraph mentions it with another paper",
    ),
}


@router.get("")
def paper(page: Asked, id: str) -> HTMLResponse:  # noqa: A002 - the name in the address
    """The page of a paper; what takes longer is asked for by the page itself."""
    record = _paper(page, id)
    citing, cited = _years(page, record)
    return page.render(
        "paper.html",
        paper=record,
        drawn=_draw_years(page, record, citing, cited),
        has_documents=bool(page.rows("lookup/documents", paper_id=record["paper_id"], limit=1)),
        first_cited=min(citing, default=None),
        peak=max(citing, key=lambda year: (citing[year], -year), default=None),
        cite=lambda kind: page.href("/paper/cite", id=record["paper_id"], to=kind),
        years_as=lambda kind: page.href("/paper/years", id=record["paper_id"], to=kind),
    )


@router.get("/years")
def years(page: Asked, id: str, to: Literal["csv", "svg"]) -> Response:  # noqa: A002
    """Citations and references per year, as a picture or a table."""
    record = _paper(page, id)
    citing, cited = _years(page, record)
    if to == "svg":
        return downloads.svg_file(_draw_years(page, record, citing, cited), f"{id} in time")
    rows = [
        {"year": year, "citations": citing.get(year, 0), "references": cited.get(year, 0)}
        for year in sorted({*citing, *cited})
    ]
    return downloads.table_file(page, rows, "csv", f"{id} in time")


@router.get("/cite")
def cite(page: Asked, id: str, to: Literal["bib", "ris"]) -> Response:  # noqa: A002
    """The paper itself for a bibliography."""
    return downloads.table_file(page, [_paper(page, id)], to, id)


@router.get("/disruption")
def disruption(
    page: Asked,
    id: str,  # noqa: A002
    window: int = 5,
    group: Group | None = None,
    to: Literal["csv", "bib", "ris", "svg"] | None = None,
) -> Response:
    """Show who cites only the paper, both, or only its references; ``window`` 0: all years."""
    record = _paper(page, id)
    span = window or None
    [counts] = formatting.table_records(
        page.graph.disruption(
            papers=record["paper_id"], before=page.before, window_years=span, engine="database"
        )
    )
    if to == "svg":
        return downloads.svg_file(
            disruption_drawn(counts, record["references"]), f"{id} disruption"
        )
    rows = page.rows(
        "ego/disruption", paper_id=record["paper_id"], window_years=span, limit=_COUNTED
    )
    if to is not None:
        of_group = [row for row in rows if group is None or row["counts_as"] == group]
        return downloads.table_file(page, of_group, to, f"{id} disruption {group or ''}")
    groups = {
        name: [row for row in rows if row["counts_as"] == name] for name in ("n_i", "n_j", "n_k")
    }
    return page.render(
        "fragment_disruption.html",
        paper=record,
        counts=counts,
        groups=groups,
        drawn=disruption_drawn(counts, record["references"]),
        window=window,
        few=_FEW,
        saved=lambda kind, of=None: page.href(
            "/paper/disruption", id=record["paper_id"], window=window, group=of, to=kind
        ),
    )


@router.get("/novelty")
def novelty(
    page: Asked,
    id: str,  # noqa: A002
    by: str = "venue",
    to: Literal["csv"] | None = None,
    limit: Limit = 10,
) -> Response:
    """How unusual the pairs are that a paper cites together, and which these are."""
    paper_id = page.identified("paper", id)
    pairs = formatting.table_records(
        page.graph.novelty_pairs(paper_id, item=by, before=page.before)
    )
    if to is not None:
        return downloads.table_file(page, pairs, to, f"{id} novelty")
    ranks = page.explorer.once(
        ("novelty", page.fingerprint, page.before, by),
        lambda: page.graph.novelty(item=by, before=page.before).to_pandas().set_index("paper_id"),
    )
    is_ranked = paper_id in ranks.index
    values = formatting.table_records(as_table(ranks.loc[[paper_id]]))[0] if is_ranked else {}
    return page.render(
        "fragment_novelty.html",
        id=paper_id,
        by=by,
        kinds=[kind for kind in page.kinds(by) if kind != "community"],
        values=values,
        place=int(ranks.index.get_loc(paper_id)) + 1 if values.get("p10") is not None else None,
        known=int(ranks["p10"].notna().sum()),
        pairs=pairs[:limit],
        number=len(pairs),
        more=page.more(pairs, limit),
        saved=lambda kind: page.href("/paper/novelty", id=paper_id, by=by, to=kind),
    )


@router.get("/documents")
def documents(
    page: Asked,
    id: str,  # noqa: A002
    to: Literal["csv"] | None = None,
    limit: Limit = 10,
) -> Response:
    """Patents, news and other documents that mention a paper."""
    paper_id = page.identified("paper", id)
    rows = page.rows("lookup/documents", paper_id=paper_id, limit=row_limit(limit, to))
    if to is not None:
        return downloads.table_file(page, rows, to, f"{id} documents")
    return page.render(
        "fragment_documents.html",
        rows=rows[:limit],
        more=page.more(rows, limit),
        saved=lambda kind: page.href("/paper/documents", id=paper_id, to=kind),
    )


@router.get("/{part}")
def part(
    page: Asked,
    part: Literal["citing", "cited", "similar", "mentioned"],
    id: str,  # noqa: A002
    to: As = None,
    limit: Limit = 100,
) -> Response:
    """Papers around a paper."""
    paper, number = page.identified("paper", id), row_limit(limit, to)
    if part in {"citing", "cited"}:
        rows = formatting.table_records(
            page.graph.citation_contexts(paper, by=part, before=page.before, limit=number)
        )
    elif part == "similar":
        rows = page.rows("ranking/similar", paper_id=paper, limit=number)
    else:
        rows = page.rows("pair/mentioned_with", paper_id=paper, limit=number)
    rows = page.named(rows)
    if to is not None:
        return downloads.table_file(page, rows, to, f"{id} {part}")
    caption, nothing = _SAID[part]
    return page.render(
        "fragment_papers.html",
        rows=rows[:limit],
        more=page.more(rows, limit),
        id=paper,
        said=caption,
        nothing=nothing,
        saved=lambda kind: page.href(f"/paper/{part}", id=id, to=kind),
    )


@router.get("/mentioned/paragraphs")
def paragraphs(page: Asked, id: str, other: str) -> HTMLResponse:  # noqa: A002
    """The paragraphs that mention two papers."""
    first, two = (page.identified("paper", each) for each in (id, other))
    rows = page.rows("pair/shared_paragraphs", paper_id=first, other_id=two, limit=5)
    return page.render("fragment_paragraphs.html", rows=rows)


def _years(page: PageRequest, record: dict[str, Any]) -> tuple[dict[int, int], dict[int, int]]:
    """Citations and references of a paper by year."""
    citing = page.rows("ego/citations_by_year", paper_id=record["paper_id"])
    cited = Counter(
        row["date"].year
        for row in page.rows("ego/references", paper_id=record["paper_id"])
        if row["date"]
    )
    return {row["year"]: row["citations"] for row in citing}, dict(sorted(cited.items()))


def _draw_years(
    page: PageRequest, record: dict[str, Any], citing: dict[int, int], cited: dict[int, int]
) -> str:
    if record["date"] is None:
        return ""
    before = page.before
    # Of a year that begins with the day nothing is known.
    last = (
        page.moment.last - 1 if before is None else before.year - (before.timetuple().tm_yday == 1)
    )
    return in_time(citing, cited, record["date"], last)


def _paper(page: PageRequest, name: str) -> dict[str, Any]:
    paper_id = page.identified("paper", name)
    [row] = page.rows("lookup/paper", paper_id=paper_id)
    [more] = page.rows("lookup/papers", paper_ids=[paper_id])
    return row | {"doi": more["doi"]}
