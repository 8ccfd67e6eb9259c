"""What is known of one paper or author."""

from typing import Final

from scinet.graph.tools.tool import Author, Found, Limit, Paper, Tool, first
from scinet.graph.tools.view import View


def paper(view: View, paper: Paper) -> Found:
    """Title, abstract, date, venue, authors and numbers of references and citations of a paper."""
    return Found(view.rows("lookup/paper", paper_id=view.paper_id(paper)))


def author(view: View, author: Author) -> Found:
    """Name of an author, numbers of papers, co-authors and citations, first and last date."""
    return Found(view.rows("lookup/author", author_id=view.author_id(author)))


def papers_of_author(view: View, author: Author, limit: Limit = 20) -> Found:
    """Papers of an author, the latest first, with their citations."""
    author_id = view.author_id(author)
    papers = view.snapshot.author_papers.row(view.author(author_id))[::-1]
    citations = view.snapshot.citations
    rows = [
        {**view.told_paper(int(place)), "citations": int(citations[place])}
        for place in papers[: limit + 1]
    ]
    return first(rows, limit)


TOOLS: Final = (
    Tool("lookup_paper", paper),
    Tool("lookup_author", author),
    Tool("lookup_papers_of_author", papers_of_author),
)
