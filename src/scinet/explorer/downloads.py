"""What a page shows, as files for other programs: CSV, BibTeX, RIS, SVG, GraphML and GEXF."""

import re
from collections.abc import Sequence
from datetime import date
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any, Final

from fastapi.responses import Response

if TYPE_CHECKING:
    from scinet.explorer.page import Page

_MEDIA: Final = {
    "bib": "application/x-bibtex",
    "csv": "text/csv; charset=utf-8",
    "gexf": "application/gexf+xml",
    "graphml": "application/graphml+xml",
    "ris": "application/x-research-info-systems",
    "svg": "image/svg+xml",
}
# What spreadsheets take for a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def table(page: "Page", rows: Sequence[dict[str, Any]], kind: str, name: str) -> Response:
    """Rows as CSV, or the papers that they name as a bibliography."""
    if kind == "csv":
        return sent(_csv(rows), "csv", name)
    ids = list(dict.fromkeys(str(row["paper_id"]) for row in rows))
    known = {row["paper_id"]: row for row in page.rows("lookup/papers", paper_ids=ids)}
    papers = [known[one] for one in ids if one in known]
    return sent(_bibtex(papers) if kind == "bib" else _ris(papers), kind, name)


def svg(drawn: str, name: str) -> Response:
    """A picture as a file."""
    return sent('<?xml version="1.0" encoding="UTF-8"?>\n' + drawn, "svg", name)


def graph(
    papers: Sequence[dict[str, Any]], ends: Sequence[tuple[str, str]], kind: str, name: str
) -> Response:
    """Papers and who cites whom, for programs that draw networks.

    Args:
        papers: ``paper_id`` and ``title`` of each, and what else is known.
        ends: Ids of a citing and a cited paper each.
    """
    import networkx as nx

    made = nx.DiGraph()
    for paper in papers:
        named = {**paper, "label": paper["title"] or paper["paper_id"]}
        said = {key: _attribute(value) for key, value in named.items() if value is not None}
        made.add_node(_line(paper["paper_id"]), **said)
    made.add_edges_from([(_line(one), _line(other)) for one, other in ends])
    written = BytesIO()
    (nx.write_gexf if kind == "gexf" else nx.write_graphml)(made, written)
    return sent(written.getvalue().decode(), kind, name)


def sent(text: str, kind: str, name: str) -> Response:
    """A file to save."""
    safe = re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII).strip("-.") or "scinet"
    how = {"Content-Disposition": f'attachment; filename="{safe[:80]}.{kind}"'}
    return Response(text.encode("utf-8", "replace"), media_type=_MEDIA[kind], headers=how)


def _csv(rows: Sequence[dict[str, Any]]) -> str:
    import pandas as pd

    harmless = [{key: _cell(value) for key, value in row.items()} for row in rows]
    return str(pd.DataFrame(harmless).to_csv(index=False)) if rows else ""


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _attribute(value: Any) -> Any:
    """A value as XML can hold it."""
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    return value if isinstance(value, int | float) else _line(str(value))


def _bibtex(papers: Sequence[dict[str, Any]]) -> str:
    from bibtexparser.entrypoint import write_string
    from bibtexparser.library import Library
    from bibtexparser.model import Entry, Field

    library = Library()
    for key, paper in _keyed(papers):
        fields = {
            "title": paper["title"],
            "author": " and ".join(paper["authors"]),
            "year": str(paper["date"].year) if isinstance(paper["date"], date) else "",
            "journal": paper["venue"],
            "doi": paper["doi"],
            "note": paper["paper_id"],
        }
        kept = [Field(name, _latex(value)) for name, value in fields.items() if value]
        library.add(Entry("article", key, kept))
    return str(write_string(library))


def _latex(text: str) -> str:
    """A text that LaTeX prints as it stands, whatever commands it holds."""
    from pylatexenc.latexencode import unicode_to_latex

    plain = " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", text).split())
    return str(unicode_to_latex(plain, unknown_char_policy="keep", unknown_char_warning=False))


def _ris(papers: Sequence[dict[str, Any]]) -> str:
    import rispy

    entries = [
        {
            "type_of_reference": "JOUR",
            "title": _line(paper["title"] or ""),
            "authors": [_line(name) for name in paper["authors"]],
            "year": str(paper["date"].year) if isinstance(paper["date"], date) else "",
            "secondary_title": _line(paper["venue"] or ""),
            "doi": _line(paper["doi"] or ""),
            "id": _line(paper["paper_id"]),
        }
        for paper in papers
    ]
    written = StringIO()
    rispy.dump([{k: v for k, v in one.items() if v} for one in entries], written)
    return written.getvalue()


def _line(text: str) -> str:
    """Without line breaks, which would begin a field of their own."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f\x85\u2028\u2029]", " ", text).split())


def _keyed(papers: Sequence[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Papers with a key each: family name and year, and letters where these are taken."""
    taken: dict[str, int] = {}
    found = []
    for paper in papers:
        family = re.sub(r"\W", "", (paper["authors"] or ["anon"])[0].split()[-1:][0].lower())
        year = paper["date"].year if isinstance(paper["date"], date) else "nd"
        stem = f"{family or 'anon'}{year}"
        number = taken[stem] = taken.get(stem, 0) + 1
        found.append((stem if number == 1 else f"{stem}-{number}", paper))
    return found
