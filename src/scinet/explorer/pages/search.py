"""Search by words, id, DOI or author, with what is meant while it is being typed."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from scinet.explorer import shown
from scinet.explorer.page import Asked, Page

router = APIRouter()
_SHOWN = 20
_OFFERED = 6


@router.get("/")
def search(page: Asked, q: str = "") -> HTMLResponse:
    """What words, an id, a DOI or a name mean; without them the network and where to begin."""
    if not q.strip():
        rows = page.graph.citations(before=page.before, limit=10, engine="arrays")
        ids = rows["paper_id"].tolist()
        known = page.papers(ids)
        leading = [known[one] for one in ids if one in known]
        return page.render("start.html", q="", leading=leading, facts=_facts(page))
    found = shown.records(page.graph.find(q, before=page.before, limit=_SHOWN))
    papers = [row for row in found if row["kind"] == "paper"]
    authors = [row for row in found if row["kind"] == "author"]
    return page.render("search.html", q=q, papers=papers, authors=authors)


@router.get("/offers")
def offers(page: Asked, q: str = "") -> HTMLResponse:
    """A few papers and authors that may be meant."""
    rows = []
    if q.strip():
        how = {"before": page.before, "limit": _OFFERED}
        rows = shown.records(page.graph.find(q, starting=True, **how))
    return page.render("fragment_offers.html", rows=rows)


@router.get("/answer")
def answer(page: Asked, q: str = "") -> HTMLResponse:
    """The question in plain words: how it was read, and what answers it."""
    found = page.graph.ask(q, before=page.before)
    return page.render("fragment_answer.html", q=q, answers=found.attrs["answers"])


def _facts(page: Page) -> list[tuple[str, int]]:
    past = page.graph.snapshot(page.before)
    return [
        ("papers", past.num_papers),
        ("citations", len(past.cites.indices)),
        ("authors", past.num_authors),
        ("venues", len(past.venue_id)),
    ]
