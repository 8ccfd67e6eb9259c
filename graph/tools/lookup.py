"""What is known of one paper or author."""

from typing import Final

from scinet.graph.tools.tool import Arguments, Author, Found, Limit, Paper, Tool, first
from scinet.graph.tools.view import View


class PaperArguments(Arguments):
    """Of :func:`paper`."""

    paper: Paper


class AuthorArguments(Arguments):
    """Of :func:`author` and :func:`papers_of_author`."""

    author: Author


class AuthorPapersArguments(AuthorArguments):
    """Of :func:`papers_of_author`."""

    limit: Limit = 20


def paper(view: View, given: PaperArguments) -> Found:
    """Title, abstract, date, venue, authors and numbers of references and citations of a paper."""
    return Found(view.rows("lookup/paper", paper_id=view.paper_id(given.paper)))


def author(view: View, given: AuthorArguments) -> Found:
    """Name of an author, numbers of papers, co-authors and citations, first and last date."""
    return Found(view.rows("lookup/author", author_id=view.author_id(given.author)))


def papers_of_author(view: View, given: AuthorPapersArguments) -> Found:
    """Papers of an author, the latest first, with their citations."""
    author_id = view.author_id(given.author)
    papers = view.snapshot.author_papers.row(view.author(author_id))[::-1]
    citations = view.snapshot.citations
    rows = [
        {**view.told_paper(int(place)), "citations": int(citations[place])}
        for place in papers[: given.limit + 1]
    ]
    return first(rows, given.limit)


TOOLS: Final = (
    Tool("lookup_paper", PaperArguments, paper),
    Tool("lookup_author", AuthorArguments, author),
    Tool("lookup_papers_of_author", AuthorPapersArguments, papers_of_author),
)
