"""Downloads of a page's content: CSV, BibTeX, RIS, SVG, GraphML and GEXF."""

import re
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from fastapi.responses import Response
from markupsafe import Markup

if TYPE_CHECKING:
    from scinet.explorer.page import PageRequest

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


def table_file(
    page: "PageRequest", rows: Sequence[dict[str, Any]], kind: str, name: str
) -> Response:
    """Rows as CSV, or the papers that they name as a bibliography."""
    if kind == "csv":
        return file_response(_csv(rows), "csv", name)
    from scinet.graph.export.formats import PAPERS

    ids = list(dict.fromkeys(str(row["paper_id"]) for row in rows))
    papers_by_id = page.papers(ids)
    papers = [papers_by_id[paper_id] for paper_id in ids if paper_id in papers_by_id]
    return _export_file(PAPERS[f".{kind}"], papers, kind, name)


def svg_file(drawn: str, name: str) -> Response:
    """A picture as a file."""
    # As markup too: what is added to markup as text is escaped.
    return file_response(Markup('<?xml version="1.0" encoding="UTF-8"?>\n') + drawn, "svg", name)


def network_file(
    papers: Sequence[dict[str, Any]],
    ends: Sequence[tuple[str, str] | tuple[str, str, int]],
    kind: str,
    name: str,
) -> Response:
    """Papers and who cites whom, for programs that draw networks.

    Args:
        papers: ``paper_id`` and ``title`` of each, and what else is known.
        ends: Ids of a citing and a cited paper each; of groups of papers also how many citations.
    """
    from scinet.graph.export.formats import NETWORKS
    from scinet.graph.export.labelled import network_from_rows

    return _export_file(NETWORKS[f".{kind}"][""], network_from_rows(papers, ends), kind, name)


def file_response(text: str | bytes, kind: str, name: str) -> Response:
    """A file to save."""
    safe = re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII).strip("-.") or "scinet"
    how = {"Content-Disposition": f'attachment; filename="{safe[:80]}.{kind}"'}
    content = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return Response(content, media_type=_MEDIA[kind], headers=how)


def _export_file(
    write: Callable[[Any, BytesIO], None], what: Any, kind: str, name: str
) -> Response:
    """Return the bytes that an export function writes."""
    stream = BytesIO()
    write(what, stream)
    return file_response(stream.getvalue(), kind, name)


def _csv(rows: Sequence[dict[str, Any]]) -> str:
    import pandas as pd

    from scinet.graph.export.bibliography import stated_date

    exact = (row | {"date": stated_date(row)} if "date_precision" in row else row for row in rows)
    harmless = [{key: _cell(value) for key, value in row.items()} for row in exact]
    return str(pd.DataFrame(harmless).to_csv(index=False)) if rows else ""


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
