"""Search by words, id, DOI or author, with what is meant while it is being typed."""

from typing import Any, Final, Literal, TypeAlias

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from scinet.explorer import downloads, shown
from scinet.explorer.page import SAVED, Asked, Limit, Page
from scinet.graph.outside.reading import unsearched
from scinet.graph.query import listed, load
from scinet.models.questions.kinds import EXAMPLES

router = APIRouter()
To: TypeAlias = Literal["csv", "bib", "ris"]
_SHOWN: Final = 20
_OFFERED: Final = 6
_LEADING: Final = 10
_FILE: Final = 1_000  # rows of a file of what was found


@router.get("/")
def search(page: Asked, q: str = "", limit: Limit = _SHOWN) -> HTMLResponse:
    """What words, an id, a DOI or a name mean; without them the network and where to begin."""
    if not q.strip():
        leading = _leading(page, _LEADING)
        return page.render(
            "start.html",
            q="",
            leading=leading,
            examples=EXAMPLES,
            facts=_facts(page),
            saved=lambda kind: page.href("/leading", to=kind),
        )
    papers, authors = (_found(page, q, kind, limit + 1) for kind in ("paper", "author"))
    return page.render(
        "search.html",
        q=q,
        papers=papers[:limit],
        authors=authors[:limit],
        unsearched=unsearched(page.graph.database),
        more=page.more(max(papers, authors, key=len), limit),
        saved=lambda kind, of="paper": page.href("/found", q=q, of=of, to=kind),
    )


@router.get("/leading")
def leading(page: Asked, to: To, limit: Limit = _FILE) -> Response:
    """The most cited papers, as a file."""
    return downloads.table(page, _leading(page, limit), to, "most cited")


@router.get("/found")
def found(page: Asked, q: str, to: To, of: Literal["paper", "author"] = "paper") -> Response:
    """Papers or authors that words find, as a file; authors only as a table."""
    rows = [
        {f"{of}_id": row.pop("id"), "title" if of == "paper" else "name": row.pop("name"), **row}
        for row in _found(page, q, of, _FILE)
    ]
    return downloads.table(page, rows, "csv" if of == "author" else to, q)


@router.get("/offers")
def offers(page: Asked, q: str = "") -> HTMLResponse:
    """A few papers and authors that may be meant."""
    rows = []
    if q.strip():
        how = {"before": page.before, "limit": _OFFERED}
        rows = shown.records(page.graph.find(q, starting=True, **how))
    is_large = page.request.headers.get("hx-target") == "large-offers"
    return page.render(
        "fragment_offers.html", rows=rows, list="large-offers" if is_large else "offers"
    )


@router.get("/answer")
def answer(page: Asked, q: str = "", to: To | None = None, which: int = 0) -> Response:
    """The question in plain words: how it was read, and what answers it."""
    answers = page.graph.ask(q, before=page.before).attrs["answers"]
    if to is not None:
        rows = answers[which].rows if 0 <= which < len(answers) else []
        return downloads.table(page, rows, to, q)
    # What words find, and what was not searched for them, the page says itself.
    asked = {one.statement for one in answers} - {"lookup/text"}
    searched = any(load(statement).searches_text for statement in asked)
    return page.render(
        "fragment_answer.html",
        q=q,
        answers=answers,
        unsearched=unsearched(page.graph.database) if searched else "",
        known=listed(),
        saved=lambda kind, which: page.href("/answer", q=q, which=which or None, to=kind),
    )


def _leading(page: Page, limit: int) -> list[dict[str, Any]]:
    rows = page.graph.citations(before=page.before, limit=min(limit, SAVED), engine="arrays")
    ids = rows["paper_id"].tolist()
    known = page.papers(ids)
    return [known[one] for one in ids if one in known]


def _found(page: Page, q: str, kind: str, limit: int) -> list[dict[str, Any]]:
    rows = shown.records(page.graph.find(q, before=page.before, limit=limit))
    return [row for row in rows if row["kind"] == kind]


def _facts(page: Page) -> list[tuple[str, int]]:
    past = page.graph.snapshot(page.before)
    return [
        ("papers", past.num_papers),
        ("citations", len(past.cites.indices)),
        ("authors", past.num_authors),
        ("venues", len(past.venue_id)),
    ]
