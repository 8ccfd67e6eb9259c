"""Search by words, id, DOI or author, with what is meant while it is being typed."""

import re
from typing import Any, Final, Literal, TypeAlias

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from scinet.explorer import downloads, examples, formatting
from scinet.explorer.page import Asked, Limit, PageRequest
from scinet.graph.ask.answers import find_cutoff_day
from scinet.graph.ask.cutoffs import extract_cutoff
from scinet.graph.db.query import load_query, public_names
from scinet.graph.db.text_references import unsearched_note

router = APIRouter()
To: TypeAlias = Literal["csv", "bib", "ris"]
_SHOWN: Final = 20
_OFFERED: Final = 6
_LEADING: Final = 10
_FILE: Final = 1_000  # rows of a file of what was found
_WORDS: Final = 6  # at most that are searched without a word on how they were read
_ASKS: Final = re.compile(
    r"\?|^\W*(who|whom|whose|what|which|how|why|when|where|with|is|are|was|were|do|does|did|has|have"
    r"|show|list|find|give|tell|name)\b|\b(most|papers?|authors?|cited?|cites)\b",
    re.IGNORECASE,
)
# What the reader of a question tells a shell.
_COMMANDS: Final = (
    (re.compile(r" \(known are such as .*\)$"), ""),
    (re.compile(r"the order of `scinet indicators (\w+)[^`]*`"), r"\1"),
)


@router.get("/")
def search(page: Asked, q: str = "", limit: Limit = _SHOWN) -> Response:
    """Show matches of words, an id, a DOI or a name; without them the start page."""
    if not q.strip():
        leading = examples.leading_papers(page, _LEADING)
        return page.render(
            "start.html",
            q="",
            leading=leading,
            facts=_network_facts(page),
            saved=lambda kind: page.href("/leading", to=kind),
        )
    # The slider and all of the page are as of the day that the question names.
    day = find_cutoff_day(page.graph.database, q, page.before)
    if day != page.before:
        return RedirectResponse(page.here(before=day), status_code=303)
    rows = _search(page, q, limit + 1)
    papers, authors = (_select_kind(rows, kind) for kind in ("paper", "author"))
    return page.render(
        "search.html",
        q=q,
        papers=papers[:limit],
        authors=authors[:limit],
        unsearched=unsearched_note(page.graph.database),
        more=page.more(max(papers, authors, key=len), limit),
        saved=lambda kind, of="paper": page.href("/found", q=q, of=of, to=kind),
    )


@router.get("/leading")
def leading(page: Asked, to: To, limit: Limit = _FILE) -> Response:
    """The most cited papers, as a file."""
    return downloads.table_file(page, examples.leading_papers(page, limit), to, "most cited")


@router.get("/found")
def found(page: Asked, q: str, to: To, of: Literal["paper", "author"] = "paper") -> Response:
    """Papers or authors that words find, as a file; authors only as a table."""
    rows = [
        {f"{of}_id": row.pop("id"), "title" if of == "paper" else "name": row.pop("name"), **row}
        for row in _select_kind(_search(page, q, _FILE), of)
    ]
    return downloads.table_file(page, rows, "csv" if of == "author" else to, q)


@router.get("/offers")
def offers(page: Asked, q: str = "") -> HTMLResponse:
    """A few papers and authors that may be meant."""
    rows = []
    if q.strip():
        how = {"before": page.before, "limit": _OFFERED}
        rows = formatting.table_records(page.graph.find(q, starting=True, **how))
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
        return downloads.table_file(page, rows, to, q)
    if all(answer_row.statement == "lookup/text" for answer_row in answers) and not _is_question(q):
        return HTMLResponse("")  # words: the page lists what they find
    # What words find, and what was not searched for them, the page says itself.
    statements = {answer_row.statement for answer_row in answers} - {"lookup/text"}
    searched = any(load_query(statement).searches_text for statement in statements)
    return page.render(
        "fragment_answer.html",
        q=q,
        answers=answers,
        said=_page_words,
        unsearched=unsearched_note(page.graph.database) if searched else "",
        known=public_names(),
        saved=lambda kind, which: page.href("/answer", q=q, which=which or None, to=kind),
    )


@router.get("/questions")
def questions(page: Asked) -> HTMLResponse:
    """Every kind of question that is known, about what the network holds."""
    return page.render("fragment_questions.html", questions=examples.example_questions(page))


def _page_words(words: str) -> str:
    """Words on a question as a page says them, which has no commands."""
    for of_shell, of_page in _COMMANDS:
        words = of_shell.sub(of_page, words)
    return words


def _is_question(text: str) -> bool:
    """Whether a text has the form of a question, names a day, or is too long for a few words."""
    is_dated = extract_cutoff(text)[1] is not None
    return is_dated or len(text.split()) > _WORDS or _ASKS.search(text) is not None


def _search(page: PageRequest, q: str, limit: int) -> list[dict[str, Any]]:
    return formatting.table_records(page.graph.find(q, before=page.before, limit=limit))


def _select_kind(rows: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["kind"] == kind]


def _network_facts(page: PageRequest) -> list[tuple[str, int]]:
    past = page.graph.snapshot(page.before)
    return [
        ("papers", past.num_papers),
        ("citations", len(past.cites.indices)),
        ("authors", past.num_authors),
        ("venues", len(past.venue_id)),
    ]
