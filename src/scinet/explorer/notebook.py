"""Answers as a notebook shows them: papers with links, maps that can be dragged."""

import hashlib
from base64 import b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import orjson
from markupsafe import Markup

from scinet.errors import DataError, ServerMissingError
from scinet.explorer import assets, group_rendering
from scinet.explorer.formatting import table_records
from scinet.explorer.group_layout import is_large, place_groups
from scinet.explorer.map_layout import place_papers
from scinet.explorer.map_rendering import map_data, render_map
from scinet.graph.analysis.map_groups import group_map
from scinet.graph.schema.identifiers import web_page
from scinet.html_table import cutoff_notes, html_link, html_table
from scinet.session.table import Table, as_table

if TYPE_CHECKING:
    import pandas as pd

_MAP: Final = {"paper_id", "first_date", "community", "community_name", "given"}
_HIGHEST: Final = 620  # pixels of a map
_PAGE: Final = Markup(
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Map</title>'
    '<meta http-equiv="Content-Security-Policy" content="{policy}">'
    "<style>{style}</style></head><body>{body}"
    '<script type="application/json" id="map">{map}</script>'
    "<script>{library}</script><script>{script}</script></body></html>"
)
_BODY: Final = Markup(
    '<div id="tools"><button id="fit">Fit</button>'
    '<button id="closer" aria-label="Closer">+</button>'
    '<button id="farther" aria-label="Farther">&minus;</button><span id="note">{}</span></div>'
    '<div id="figure"><div id="stage" role="img" aria-label="{}"></div>'
    '<div id="lanes"></div><div id="years"></div></div><div id="chosen" aria-live="polite"></div>'
)


@dataclass(frozen=True, repr=False)
class NotebookView:
    """An answer for a notebook, which shows its HTML.

    Attributes:
        html: What is shown; nothing in it comes from elsewhere, and no text of the data runs.
        said: The same in a line.
    """

    html: str
    said: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"<Shown: {self.said}>"


def show(answer: "Table | pd.DataFrame", *, limit: int = 20) -> NotebookView:
    """Show papers in a notebook: a short table whose titles lead to them, or a map to drag.

    Titles lead to the page that a paper's id names: ACL Anthology, arXiv, DOI or OpenAlex. The map
    works offline; it lies in a frame of its own that reaches nothing else.

    Args:
        answer: Of ``Graph.map``, or a table or data frame with ``paper_id`` and ``title``.
        limit: Rows of a table at most.

    Raises:
        DataError: If the table has no papers with titles.
    """
    table = as_table(answer)
    if set(table.columns) >= _MAP and "citations" in table.attrs:
        return _show_map(table)
    if not {"paper_id", "title"} <= set(table.columns):
        raise DataError(
            "no papers with titles to show", hint="Its columns need paper_id and title."
        )
    others = [name for name in table.columns if name not in {"paper_id", "title"}]
    rows = [
        [html_link(row["title"] or row["paper_id"], web_page(row["paper_id"]))]
        + [row[name] for name in others]
        for row in table_records(table[:limit])
    ]
    many = f"{len(rows):,} of {len(table):,} papers" if len(rows) < len(table) else ""
    html = html_table(["paper", *others], rows, many, *cutoff_notes(table.attrs))
    return NotebookView(str(html), f"{len(rows):,} of {len(table):,} papers")


def _show_map(answer: Table) -> NotebookView:
    rows = table_records(answer)
    if is_large(rows, answer.attrs["citations"]):
        groups = place_groups(group_map(rows, answer.attrs["citations"]), {})
        words = group_rendering.describe_drawing(groups)
        picture = group_rendering.render_groups(groups)
        return NotebookView(f'<div style="overflow: auto">{picture}</div><p>{words}</p>', words)
    drawn = place_papers(rows, {})
    data = map_data(drawn, answer.attrs["citations"], {})
    for paper in data["papers"]:
        paper["page"] = web_page(paper["id"])
    day = cutoff_notes(answer.attrs)
    caption = f"{len(rows):,} papers, {len(data['citations']):,} citations among them"
    note = " · ".join([caption, *day])
    try:
        library = _library()
    except ServerMissingError:  # offline, and never fetched
        picture = render_map(drawn, answer.attrs["citations"])
        return NotebookView(f'<div style="overflow: auto">{picture}</div><p>{note}</p>', caption)
    script, style = (
        _read_asset("stage.js") + _read_asset("inline_map.js"),
        _read_asset("inline_map.css"),
    )
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; script-src "
    page = _PAGE.format(
        policy=policy + " ".join(map(_hash, (library, script))),
        style=Markup(style),  # noqa: S704 - a file of ours
        body=_BODY.format(note, f"{caption}, from left to right by day"),
        map=_escape_json(data),
        library=Markup(library),  # noqa: S704 - of a jar with a known hash
        script=Markup(script),  # noqa: S704 - a file of ours
    )
    high = min(_HIGHEST, int(drawn.height) + 190)
    frame = Markup(
        '<iframe sandbox="allow-scripts allow-popups" style="width: 100%; height: {}px; border: 0" '
        'title="Map of {} papers" srcdoc="{}"></iframe>'
    ).format(high, len(rows), str(page))
    return NotebookView(str(frame), note)


def _library() -> str:
    assets.download_libraries()
    return _read_asset("cytoscape.js")


def _read_asset(name: str) -> str:
    asset = assets.read_asset(name)
    return "" if asset is None else asset[0].decode()


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _escape_json(data: dict[str, Any]) -> Markup:
    """JSON that ends no script, whatever titles hold."""
    text = orjson.dumps(data).decode()
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 - no sign of HTML is left in it
