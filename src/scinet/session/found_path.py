"""A path as a notebook shows it: papers with their years and titles."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scinet.graph.schema.identifiers import web_page
from scinet.html_table import cutoff_notes, html_link, html_table
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.graph.paths import BestPath, MainPath

_Details = TypeVar("_Details", bound="BestPath | MainPath")


@dataclass(frozen=True, repr=False)
class FoundPath(Generic[_Details]):
    """A path of references, from the earliest paper to the latest.

    Attributes:
        papers: Ids of its papers; empty when there is none.
        table: One row per paper: ``paper_id``, ``year``, ``date``, ``title`` and ``citations``, or
            for a main path ``spc``, the share of all chains that pass through the step to it.
        details: Everything that was computed, such as ``hops``, ``value`` and ``optimal_paths``.
        ends: Ids of what it leads from and to, in order of time; empty for a main path.
    """

    papers: list[str]
    table: Table
    details: _Details
    ends: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.papers)

    def __repr__(self) -> str:
        if not self.papers:
            return "<FoundPath: no chain of references>"
        lines = [
            f"  {row['year']}  {row['paper_id']}  {_short(row['title'])}" for row in self.table
        ]
        return "\n".join([f"<FoundPath of {len(self.papers)} papers>", *lines])

    def _repr_html_(self) -> str:
        if not self.papers:
            return "<p>No chain of references leads from one to the other.</p>"
        shown = [name for name in self.table.columns if name not in {"paper_id", "year", "title"}]
        rows = [
            [
                html_link(row["title"] or row["paper_id"], web_page(row["paper_id"])),
                *(row[name] for name in shown),
            ]
            for row in self.table
        ]
        caption = f"{len(self.papers)} papers, each cites the one above it"
        return str(html_table(["paper", *shown], rows, caption, *cutoff_notes(self.table.attrs)))


def _short(title: Any, width: int = 70) -> str:
    text = str(title or "")
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"
