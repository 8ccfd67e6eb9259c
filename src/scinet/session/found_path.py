"""A path as a notebook shows it: papers with their years and titles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from scinet.graph.paths import BestPath, MainPath
from scinet.graph.schema.identifiers import web_page
from scinet.graph.snapshot import Snapshot
from scinet.html_table import cutoff_notes, html_link, html_table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class FoundPath:
    """A path of references, from the earliest paper to the latest.

    Attributes:
        papers: Ids of its papers; empty when there is none.
        table: One row per paper: ``paper_id``, ``year``, ``date``, ``title`` and ``citations``, or
            for a main path ``spc``, the share of all chains that pass through the step to it.
        details: Everything that was computed, such as ``hops``, ``value`` and ``optimal_paths``.
    """

    papers: list[str]
    table: "pd.DataFrame"
    details: BestPath | MainPath

    @classmethod
    def of(cls, past: Snapshot, path: BestPath | MainPath, **columns: Sequence[Any]) -> Self:
        """A path with what a snapshot knows of its papers."""
        import pandas as pd

        from scinet.graph.schema.dates import date_of

        places = [past.index(paper) for paper in path.papers]
        days = [date_of(int(past.day[i])) for i in places]
        table = pd.DataFrame(
            {
                "paper_id": list(path.papers),
                "year": [day.year for day in days],
                "date": days,
                "title": [past.title[i] for i in places],
                **{name: list(values) for name, values in columns.items()},
            }
        )
        return cls(path.papers, table, path)

    def __len__(self) -> int:
        return len(self.papers)

    def __repr__(self) -> str:
        if not self.papers:
            return "<FoundPath: no chain of references>"
        rows = self.table[["year", "paper_id", "title"]].to_numpy().tolist()
        lines = [f"  {year}  {paper}  {_short(title)}" for year, paper, title in rows]
        return "\n".join([f"<FoundPath of {len(self.papers)} papers>", *lines])

    def _repr_html_(self) -> str:
        if not self.papers:
            return "<p>No chain of references leads from one to the other.</p>"
        shown = [str(name) for name in self.table if name not in {"paper_id", "year", "title"}]
        rows = [
            [html_link(title or paper, web_page(paper)), *rest]
            for paper, title, *rest in self.table[["paper_id", "title", *shown]].itertuples(
                index=False
            )
        ]
        caption = f"{len(self.papers)} papers, each cites the one above it"
        return str(html_table(["paper", *shown], rows, caption, *cutoff_notes(self.table.attrs)))


def _short(title: Any, width: int = 70) -> str:
    text = str(title or "")
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"
