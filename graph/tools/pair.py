"""Tools on the relation of two papers, and on related papers."""

from typing import Any, Final, Literal, TypeAlias

import numpy as np

from scinet.graph.tools.tool import Limit, Paper, Tool, ToolResult, first_rows
from scinet.graph.tools.view import DatedView

_MAX_SENTENCES: Final = 3  # paragraphs and papers listed for two papers
_LABELS: Final = ("positive", "neutral", "negative", "unlabelled")
Sentiment: TypeAlias = Literal["positive", "neutral", "negative"]


def citing(view: DatedView, paper: Paper, limit: Limit = 50) -> ToolResult:
    """List the papers that cite a paper, those that mention it most often first."""
    return _related_papers(view, "pair/citing", paper, limit)


def citing_with(
    view: DatedView, paper: Paper, limit: Limit = 50, *, sentiment: Sentiment
) -> ToolResult:
    """List the papers that cite a paper with a sentiment, the most confident first."""
    paper_id = view.paper_id(paper)
    rows = view.rows("pair/citing_with", paper_id=paper_id, sentiment=sentiment, limit=limit + 1)
    years = view.rows("ego/sentiment_by_year", paper_id=paper_id)
    counts = {name: sum(year[name] for year in years) for name in _LABELS}
    summary = ", ".join(f"{count} {name}" for name, count in counts.items())
    return first_rows(rows, limit, f"all its citations: {summary}")


def mentioned_with(view: DatedView, paper: Paper, limit: Limit = 50) -> ToolResult:
    """List the papers mentioned in one paragraph with a paper, the most frequent first."""
    return _related_papers(view, "pair/mentioned_with", paper, limit)


def co_cited(view: DatedView, paper: Paper, limit: Limit = 50) -> ToolResult:
    """List the papers that are most often cited together with a paper."""
    return _related_papers(view, "ranking/co_citation", paper, limit)


def coupled(view: DatedView, paper: Paper, limit: Limit = 50) -> ToolResult:
    """List the papers that share most references with a paper."""
    return _related_papers(view, "ranking/coupling", paper, limit)


def relation(view: DatedView, paper: Paper, other: Paper) -> ToolResult:
    """Return whether two papers cite each other, what cites both, and what both cite."""
    snapshot = view.snapshot
    source, two = view.paper(paper), view.paper(other)
    pair = {"paper_id": str(snapshot.paper_id[source]), "other_id": str(snapshot.paper_id[two])}
    citing_both = np.intersect1d(snapshot.cited_by.row(source), snapshot.cited_by.row(two))
    cited_by_both = np.intersect1d(snapshot.cites.row(source), snapshot.cites.row(two))
    paragraphs = view.rows("pair/shared_paragraphs", **pair, limit=_MAX_SENTENCES)
    row: dict[str, Any] = {
        **pair,
        "paper_cites_other": _citation(view, pair["paper_id"], pair["other_id"]),
        "other_cites_paper": _citation(view, pair["other_id"], pair["paper_id"]),
        "citing_both": len(citing_both),
        "first_citing_both": [view.paper_row(int(place)) for place in citing_both[:_MAX_SENTENCES]],
        "cited_by_both": len(cited_by_both),
        "first_cited_by_both": [
            view.paper_row(int(place)) for place in cited_by_both[:_MAX_SENTENCES]
        ],
        "shared_paragraphs": [
            {key: paragraph[key] for key in ("citing_id", "paragraph_id", "text")}
            for paragraph in paragraphs
        ],
    }
    return ToolResult([row])


def _related_papers(view: DatedView, statement: str, paper: str, limit: int) -> ToolResult:
    paper_id = view.paper_id(paper)
    return first_rows(view.rows(statement, paper_id=paper_id, limit=limit + 1), limit)


def _citation(view: DatedView, citing_id: str, cited_id: str) -> dict[str, Any] | None:
    """Return date and sentences of a citation; None where there is none."""
    [citation] = view.rows("pair/cites", citing_id=citing_id, cited_id=cited_id)
    if not citation["is_citation"]:
        return None
    words = view.rows("pair/citing_words", citing_id=citing_id, cited_id=cited_id)
    return {
        "date": citation["date"],
        "mentions": citation["mentions"],
        "paragraphs": list(dict.fromkeys(row["text"] for row in words))[:_MAX_SENTENCES],
    }


TOOLS: Final = (
    Tool("pair_citing", citing),
    Tool("pair_citing_with", citing_with),
    Tool("pair_mentioned_with", mentioned_with),
    Tool("pair_co_cited", co_cited),
    Tool("pair_coupled", coupled),
    Tool("pair_relation", relation),
)
