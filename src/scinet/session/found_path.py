"""A path as a notebook shows it: papers with their years and titles."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scinet.graph.paths import MainPath, Path

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class FoundPath:
    """A path of references, from the earliest paper to the latest.

    Attributes:
        papers: Ids of its papers; empty when there is none.
        table: One row per paper: ``paper_id``, ``year``, ``title`` and ``citations``, or ``spc``
            for a main path: the share of all chains that pass through the step to the paper.
        details: Everything that was computed, such as ``hops``, ``value`` and ``optimal_paths``.
    """

    papers: list[str]
    table: "pd.DataFrame"
    details: Path | MainPath

    def __len__(self) -> int:
        return len(self.papers)

    def __repr__(self) -> str:
        if not self.papers:
            return "<FoundPath: no chain of references>"
        rows = self.table[["year", "paper_id", "title"]].to_numpy().tolist()
        lines = [f"  {year}  {paper}  {_short(title)}" for year, paper, title in rows]
        return "\n".join([f"<FoundPath of {len(self.papers)} papers>", *lines])

    def _repr_html_(self) -> str:
        html: str = self.table.to_html(index=False)
        return html


def _short(title: Any, width: int = 70) -> str:
    text = str(title or "")
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"
