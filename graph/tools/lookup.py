"""Tools that look up one paper or author."""

from typing import Final

from scinet.graph.tools.tool import Author, Limit, Paper, Tool, ToolResult, first_rows
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


TOOLS: Final = (
    Tool("lookup_paper", paper),
    Tool("lookup_author", author),
    Tool("lookup_papers_of_author", papers_of_author),
)
