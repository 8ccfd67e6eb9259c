"""Paths between two papers, authors or groups: when each step was taken, what it says, and all."""

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from annotated_types import Ge, Le
from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from pydantic import BeforeValidator

from scinet.explorer import downloads, examples, formatting
from scinet.explorer.page import SAVED, Asked, Limit, PageRequest
from scinet.explorer.pages import suggestions
from scinet.explorer.timelines import chain_chart
from scinet.graph.schema.choices import LEVELS

if TYPE_CHECKING:
    from scinet.session.table import Table

router = APIRouter(prefix="/path")
By: TypeAlias = Literal["paper", "author", "venue", "domain", "field", "subfield", "topic"]
_GROUPS: Final = frozenset({"venue", *LEVELS})
_OFFERED: Final = 8
_MOST_STEPS: Final = 20
# A field that is left empty says nothing.
Steps: TypeAlias = Annotated[
    Annotated[int, Ge(1), Le(_MOST_STEPS)] | None, BeforeValidator(lambda given: given or None)
]
_ALL: Final = 50
_ON_A_MAP: Final = 40


@router.get("")
def path(
    page: Asked,
    a: str = "",
    b: str = "",
    shortest: bool = False,  # noqa: FBT001, FBT002 - a word of the address
    by: By = "paper",
) -> HTMLResponse:
    """Two papers, authors or groups to choose, and the path between them once both are."""
    end_fields = [
        (name, sentences, text, _resolve_end(page, text) if by == "paper" else None)
        for name, sentences, text in (("a", "From", a), ("b", "To", b))
    ]
    papers = None
    if a.strip() and b.strip():
        papers = _path_papers(page, a, b, shortest=shortest, by=by)
    sentences = _citation_sentences(page, papers or [])
    return page.render(
        "path.html",
        given=end_fields,
        shortest=shortest,
        by=by,
        kinds=["paper", "author", *(item for item in page.kinds(by) if item in _GROUPS)],
        papers=papers,
        said=sentences,
        unsaid=sum(not item["sentence"] for item in sentences if item),
        by_words=suggestions.is_title_match,
        example=examples.example_pair(page)
        if by == "paper" and not (a.strip() or b.strip())
        else None,
        drawn=chain_chart(papers or []),
        saved=lambda kind: page.href(
            "/path/save", a=a, b=b, by=by, shortest=shortest or None, to=kind
        ),
        all_at=page.href("/path/all", a=a, b=b) if by == "paper" else None,
    )


@router.get("/all")
def every(page: Asked, a: str, b: str, steps: Steps = None, limit: Limit = _ALL) -> HTMLResponse:
    """All paths of so many steps at most, two more than the shortest unless given."""
    table = _all_paths(page, a, b, steps, limit)
    papers_by_id = page.papers(
        dict.fromkeys(paper_id for papers in table["papers"] for paper_id in papers)
    )
    return page.render(
        "fragment_paths.html",
        a=a,
        b=b,
        steps=steps,
        most=_MOST_STEPS,
        paths=[[papers_by_id[paper_id] for paper_id in papers] for papers in table["papers"]],
        drawn=list(papers_by_id)[:_ON_A_MAP],
        papers=len(papers_by_id),
        more=page.here(limit=10 * limit) if table.attrs["truncated"] else None,
        saved=lambda kind: page.href("/path/all/save", a=a, b=b, steps=steps, limit=limit, to=kind),
    )


@router.get("/all/save")
def save_all(
    page: Asked,
    a: str,
    b: str,
    to: Literal["csv", "bib", "ris", "graphml", "gexf"],
    steps: Steps = None,
    limit: Limit = _ALL,
) -> Response:
    """All paths, a row each, or the papers on them as a bibliography or with their citations."""
    table = _all_paths(page, a, b, steps, limit)
    name = f"paths {a} to {b}"
    if to == "csv":
        return downloads.table_file(page, formatting.table_records(table), to, name)
    chains = table["papers"]
    papers_by_id = page.papers(dict.fromkeys(paper_id for papers in chains for paper_id in papers))
    if to in {"bib", "ris"}:
        return downloads.table_file(page, list(papers_by_id.values()), to, name)
    ends = dict.fromkeys(
        (later, earlier) for papers in chains for earlier, later in pairwise(papers)
    )
    return downloads.network_file(list(papers_by_id.values()), list(ends), to, name)


@router.get("/save")
def save(
    page: Asked,
    a: str,
    b: str,
    to: Literal["svg", "graphml", "gexf", "csv", "bib", "ris"],
    shortest: bool = False,  # noqa: FBT001, FBT002 - a word of the address
    by: By = "paper",
) -> Response:
    """The path as a picture, a network, a table or a bibliography."""
    papers = _path_papers(page, a, b, shortest=shortest, by=by)
    name = f"{a} to {b}"
    if to == "svg":
        return downloads.svg_file(chain_chart(papers), name)
    if to in {"graphml", "gexf"}:
        ids = [paper["paper_id"] for paper in papers]
        return downloads.network_file(papers, [*zip(ids[1:], ids, strict=False)], to, name)
    return downloads.table_file(page, papers, to, name)


@router.get("/offers")
def offers(
    page: Asked, a: str = "", b: str = "", papers: str = "", by: By = "paper"
) -> HTMLResponse:
    """A few papers, authors or groups that may be meant by what is typed so far."""
    text = (a or b or papers).strip()
    rows: list[dict[str, Any]] = []
    if text and by in {"paper", "author"}:
        how = {"before": page.before, "limit": _OFFERED}
        matches = formatting.table_records(page.graph.find(text, starting=True, **how))
        rows = [row for row in matches if row["kind"] == by]
    elif text:
        fields = formatting.table_records(page.graph.fields_named(text, before=page.before))
        rows = [
            {"kind": by, "id": row["field_id"], "name": row["name"]}
            for row in fields
            if row["by"] == by
        ]
    return page.render("fragment_options.html", rows=rows)


def _resolve_end(page: PageRequest, text: str) -> dict[str, Any] | None:
    if not text.strip():
        return None
    [row] = page.rows("lookup/papers", paper_ids=[page.identified("paper", text)])
    return row


def _path_papers(
    page: PageRequest, a: str, b: str, *, shortest: bool, by: By
) -> list[dict[str, Any]]:
    """The papers of the path, earliest first; none where there is no chain of references."""
    if by in {"paper", "author"}:
        a, b = (page.identified(by, name) for name in (a, b))
    path_found = page.graph.path(a, b, by=by, shortest=shortest, before=page.before)
    papers = page.papers(path_found.papers)
    return [papers[name] for name in path_found.papers]


def _all_paths(page: PageRequest, a: str, b: str, steps: int | None, limit: int) -> "Table":
    ends = (page.identified("paper", end) for end in (a, b))
    bound = "shortest+2" if steps is None else steps
    table: Table = page.graph.paths(*ends, max_hops=bound, limit=limit, before=page.before)
    return table


def _citation_sentences(
    page: PageRequest, papers: list[dict[str, Any]]
) -> list[dict[str, Any] | None]:
    """Return the sentences in which each paper cites the one before it."""
    steps: list[dict[str, Any] | None] = [None]
    for earlier, later in pairwise(papers):
        sentences = page.graph.citation_contexts(
            later["paper_id"], by="cited", before=page.before, limit=SAVED
        )
        steps += [
            row
            for row in formatting.table_records(sentences)
            if row["paper_id"] == earlier["paper_id"]
        ]
    return steps
