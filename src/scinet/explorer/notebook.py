"""Answers as a notebook shows them: papers with links, maps that can be dragged."""

import hashlib
from base64 import b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import orjson
from markupsafe import Markup

from scinet.errors import DataError, ServerMissingError
from scinet.explorer import assets, drawn_groups
from scinet.explorer.drawn_maps import drawn_map, numbers
from scinet.explorer.group_lanes import is_large, placed_groups
from scinet.explorer.lanes import placed
from scinet.explorer.shown import records
from scinet.graph.identifiers import web_page
from scinet.graph.map_groups import grouped
from scinet.html_table import as_of, link, table

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
class Shown:
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


def show(answer: "pd.DataFrame", *, limit: int = 20) -> Shown:
    """Show papers in a notebook: a short table whose titles lead to them, or a map to drag.

    Titles lead to the page that a paper's id names: ACL Anthology, arXiv, DOI or OpenAlex. The map
    works offline; it lies in a frame of its own that reaches nothing else.

    Args:
        answer: Of ``Graph.map``, or a table with ``paper_id`` and ``title``.
        limit: Rows of a table at most.

    Raises:
        DataError: If the table has no papers with titles.
    """
    if set(answer.columns) >= _MAP and "citations" in answer.attrs:
        return _map(answer)
    if not {"paper_id", "title"} <= set(answer.columns):
        raise DataError(
            "no papers with titles to show", hint="Its columns need paper_id and title."
        )
    others = [str(name) for name in answer if name not in {"paper_id", "title"}]
    rows = [
        [link(row["title"] or row["paper_id"], web_page(row["paper_id"]))]
        + [row[name] for name in others]
        for row in records(answer.head(limit))
    ]
    many = f"{len(rows):,} of {len(answer):,} papers" if len(rows) < len(answer) else ""
    html = table(["paper", *others], rows, many, *as_of(answer.attrs))
    return Shown(str(html), f"{len(rows):,} of {len(answer):,} papers")


def _map(answer: "pd.DataFrame") -> Shown:
    rows = records(answer)
    if is_large(rows, answer.attrs["citations"]):
        groups = placed_groups(grouped(rows, answer.attrs["citations"]), {})
        words = drawn_groups.said(groups)
        picture = drawn_groups.drawn_groups(groups)
        return Shown(f'<div style="overflow: auto">{picture}</div><p>{words}</p>', words)
    drawn = placed(rows, {})
    told = numbers(drawn, answer.attrs["citations"], {})
    for paper in told["papers"]:
        paper["page"] = web_page(paper["id"])
    day = as_of(answer.attrs)
    said = f"{len(rows):,} papers, {len(told['citations']):,} citations among them"
    note = " · ".join([said, *day])
    try:
        library = _library()
    except ServerMissingError:  # offline, and never fetched
        picture = drawn_map(drawn, answer.attrs["citations"])
        return Shown(f'<div style="overflow: auto">{picture}</div><p>{note}</p>', said)
    script, style = _text("stage.js") + _text("inline_map.js"), _text("inline_map.css")
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; script-src "
    page = _PAGE.format(
        policy=policy + " ".join(map(_hash, (library, script))),
        style=Markup(style),  # noqa: S704 - a file of ours
        body=_BODY.format(note, f"{said}, from left to right by day"),
        map=_inert(told),
        library=Markup(library),  # noqa: S704 - of a jar with a known hash
        script=Markup(script),  # noqa: S704 - a file of ours
    )
    high = min(_HIGHEST, int(drawn.height) + 190)
    frame = Markup(
        '<iframe sandbox="allow-scripts allow-popups" style="width: 100%; height: {}px; border: 0" '
        'title="Map of {} papers" srcdoc="{}"></iframe>'
    ).format(high, len(rows), str(page))
    return Shown(str(frame), note)


def _library() -> str:
    assets.fetch()
    return _text("cytoscape.js")


def _text(name: str) -> str:
    found = assets.content(name)
    return "" if found is None else found[0].decode()


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _inert(told: dict[str, Any]) -> Markup:
    """JSON that ends no script, whatever titles hold."""
    text = orjson.dumps(told).decode()
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 - no sign of HTML is left in it
