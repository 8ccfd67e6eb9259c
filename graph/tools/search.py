"""Tools that look up one paper or author, and search papers, authors and groups by words."""

from typing import Final

from scinet.graph.schema.printed_names import fold_text
from scinet.graph.search.text_search import rank_descending
from scinet.graph.tools.tool import Author, Limit, Paper, Tool, ToolResult, Words, Year, first_rows
from scinet.graph.tools.view import DatedView


def paper(view: DatedView, paper: Paper) -> ToolResult:
    """Return title, abstract, date, venue, authors, references and citations of a paper."""
    return ToolResult(view.rows("lookup/paper", paper_id=view.paper_id(paper)))


def author(view: DatedView, author: Author) -> ToolResult:
    """Return name, first and last date of an author, and counts of papers and citations."""
    return ToolResult(view.rows("lookup/author", author_id=view.author_id(author)))


def papers_of_author(view: DatedView, author: Author, limit: Limit = 20) -> ToolResult:
    """List the papers of an author, the latest first, with their citations."""
    author_id = view.author_id(author)
    papers = view.snapshot.author_papers.row(view.author(author_id))[::-1]
    citations = view.snapshot.citations
    rows = [
        {**view.paper_row(int(place)), "citations": int(citations[place])}
        for place in papers[: limit + 1]
    ]
    return first_rows(rows, limit)


def papers(
    view: DatedView, text: Words, since: Year = None, until: Year = None, limit: Limit = 20
) -> ToolResult:
    """Search papers by words of title or abstract, the best match first (BM25)."""
    order = rank_descending(view.words.scores(text))
    order = view.of_years(order, since, until)
    rows = [view.paper_row(int(place)) for place in order[: limit + 1]]
    return first_rows(rows, limit)


def authors(view: DatedView, text: Words, limit: Limit = 20) -> ToolResult:
    """Search authors by words, all in one printed name.

    Whole matches come first, then authors with most papers; ``form`` is the matching name where the
    author's present name differs.
    """
    wanted = fold_text(text).split()
    papers_of = view.snapshot.author_papers.lengths()
    places = [
        place
        for place, names in enumerate(view.author_names)
        if any(all(word in folded for word in wanted) for folded in names)
    ]
    # Stable sort: authors are in order of id.
    whole = " ".join(wanted)
    places.sort(
        key=lambda author: (whole not in view.author_names[author], -int(papers_of[author]))
    )
    rows = [
        {
            **view.author_row(place),
            "papers": int(papers_of[place]),
            "form": _form(view, place, wanted),
        }
        for place in places[: limit + 1]
    ]
    return first_rows(rows, limit)


def _form(view: DatedView, author: int, words: list[str]) -> str | None:
    """Return the printed name that contains the words, unless the present name does."""
    called = view.snapshot.author_name[author]
    names = view.author_names[author].items()
    fitting = [name for folded, name in names if all(word in folded for word in words)]
    return None if called in fitting else fitting[0]


def groups(view: DatedView, text: Words, limit: Limit = 20) -> ToolResult:
    """Search venues, research fields and communities by words, all in one name, largest first.

    Both present and printed names count.
    """
    wanted = fold_text(text).split()
    papers_of = {
        name: len(places)
        for folded, (name, places) in view.groups.items()
        if all(word in folded for word in wanted)
    }
    named = sorted(papers_of.items(), key=lambda group: (-group[1], group[0]))
    rows = [{"group": name, "papers": papers} for name, papers in named[: limit + 1]]
    return first_rows(rows, limit)


TOOLS: Final = (
    Tool("lookup_paper", paper),
    Tool("lookup_author", author),
    Tool("lookup_papers_of_author", papers_of_author),
    Tool("search_papers", papers),
    Tool("search_authors", authors),
    Tool("search_groups", groups),
)
