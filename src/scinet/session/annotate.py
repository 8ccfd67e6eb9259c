"""Verbs that annotate: labels of citations, and what a language model writes of papers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from scinet.experiments import annotate
from scinet.llm.access import ModelAccess
from scinet.session.base import Connected
from scinet.session.days import Day, read_day


class Annotate(Connected):
    """What people and models say of papers and citations."""

    def annotate_citations(
        self,
        readers: str | Path,
        *,
        before: Day | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> dict[str, Any]:
        """Label every mention in the loaded full text by trained readers of citations.

        What people labelled stays as it is; a stopped call goes on where it was.

        Args:
            readers: Folder of trained citation readers.
            before: Cut-off day, exclusive: later mentions stay as they are.
            progress: Called with the number of mentions of each batch.

        Returns:
            Numbers of papers and mentions, labels by value, and the sources.

        Raises:
            NotFoundError: If the folder holds no reader.
        """
        return annotate.citations(
            self._access(), Path(readers), before=read_day(before), progress=progress
        )

    def annotate_labels(self, file: str | Path, *, source: str | None = None) -> dict[str, Any]:
        """Store the labels that people gave on citations and on the mentions that they belong to.

        Args:
            file: Labelled sentences, JSON lines.
            source: Prefix of the ids, as they were loaded.

        Returns:
            How many rows, citations and mentions were labelled, and what was left out.

        Raises:
            DataError: If the file is not of that format, or no row names both papers.
        """
        return annotate.labels(self._access(), Path(file), source=source)

    def annotate_papers(
        self,
        what: annotate.Written,
        out: str | Path,
        model: ModelAccess,
        *,
        start: Day | None = None,
        before: Day | None = None,
        papers: int = 0,
        seed: int = 0,
    ) -> dict[str, Any]:
        """Let a language model write of papers: claims that they support and refute, or subjects.

        Args:
            what: ``claims`` or ``subjects``.
            out: File of JSON lines to write; :meth:`load` reads claims.
            model: The language model.
            start: First day of the papers.
            before: Cut-off day, exclusive.
            papers: Number of papers sampled; 0 for all with a title and an abstract.
            seed: Seed of the sample.

        Returns:
            Numbers of papers and rows, and how the questions ended.

        Raises:
            EndpointError: If the model cannot be asked.
        """
        graph = self._access()
        with model.open(graph.snapshot.graph_fingerprint, seed=seed) as asker:
            return annotate.papers(
                graph,
                asker,
                what,
                out=Path(out),
                start=read_day(start),
                before=read_day(before),
                papers=papers,
                seed=seed,
            )
