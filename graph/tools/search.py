"""Papers, authors and groups of papers by words."""

from typing import Final

from scinet.graph.schema.printed_names import fold_text
from scinet.graph.search.text_search import rank_descending
from scinet.graph.tools.tool import Limit, Tool, ToolResult, Words, Year, first_rows
from scinet.graph.tools.view import DatedView


def papers(
    view: DatedView, text: Words, since: Year = None, until: Year = None, limit: Limit = 20
) -> ToolResult:
    """Papers whose title or abstract fits some words, the best match first (BM25)."""
    order = rank_descending(view.words.scores(text))
    order = view.of_years(order, since, until)
    rows = [view.paper_row(int(place)) for place in order[: limit + 1]]
    return first_rows(rows, limit)


def authors(view: DatedView, text: Words, limit: Limit = 20) -> ToolResult:
    """Authors of whom a paper prints a name with all of some words.

    Those of whose names it is the whole come first, then those with most papers; ``form`` is the
    name that has the words where the author goes by another.
    """
    wanted = fold_text(text).split()
    papers_of = view.snapshot.author_papers.lengths()
    places = [
        place
        for place, names in enumerate(view.author_names)
        if any(all(word in folded for word in wanted) for folded in names)
    ]
    # Authors stand in order of id.
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
    """The printed name of an author that has some words, where it goes by one that has not."""
    called = view.snapshot.author_name[author]
    names = view.author_names[author].items()
    fitting = [name for folded, name in names if all(word in folded for word in words)]
    return None if called in fitting else fitting[0]


def groups(view: DatedView, text: Words, limit: Limit = 20) -> ToolResult:
    """Venues, research fields and communities with all of some words in a name, largest first.

    A name is what a group is called, or any that papers print of it.
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
    Tool("search_papers", papers),
    Tool("search_authors", authors),
    Tool("search_groups", groups),
)
