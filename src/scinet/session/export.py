"""The verb that writes networks and papers for other programs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scinet.arguments import OutPath
from scinet.graph.schema.choices import Exported
from scinet.session.base import Connected, Count
from scinet.session.days import Day, parse_cutoff


class Export(Connected):
    """Networks and papers as files."""

    def export(
        self,
        what: Exported,
        *,
        out: OutPath,
        papers: Sequence[str] = (),
        community: str | None = None,
        venue: str | None = None,
        field: str | None = None,
        since: Day | None = None,
        before: Day | None = None,
        minimum: Count = 1,
    ) -> dict[str, Any]:
        """Write a network, a list of papers, or a data set, for other programs.

        The end of the file's name says the format: for networks .graphml, .gexf, .net (Pajek),
        .json (VOSviewer), .csv (with the headers of Neo4j's importer) or .parquet, these two with
        nodes in a second file; for papers .bib, .ris, .json (CSL), .csv or .parquet. A data set is
        a folder of Parquet tables with a Croissant card. docs/export.md says what is in them.

        Args:
            what: ``citation``: who cites whom; ``coauthor``: authors by joint papers;
                ``co-citation``: papers by papers that cite both; ``coupling``: papers by shared
                references; ``co-mention``: papers by papers with a paragraph that names both;
                the word papers for a list of them; ``dataset`` for all as a data set.
            out: File to write; of a data set a folder.
            papers: Only these papers, by id, DOI or title.
            community: Only papers of this stored community, by name or id.
            venue: Only papers of this venue.
            field: Only papers whose main research field, of any level, is this one.
            since: Only papers dated on or after this day.
            before: Cut-off day, exclusive; nothing later is seen.
            minimum: Leave out edges of a smaller weight, and then nodes without an edge too.

        Returns:
            The number of ``nodes`` and ``edges``, or of ``papers``; the ``files``; the fingerprint
            of the graph and the day; how many undated papers were left out.

        Raises:
            NotFoundError: If no such paper or group exists before the day.
            DataError: If the name of the file ends like no format, or the network is too large.
            StorageError: If the file cannot be written.
        """
        from scinet.graph.export.selection import export

        summary: dict[str, Any] = self._compute(
            export,
            what,
            Path(out),
            papers=papers,
            community=community,
            venue=venue,
            field=field,
            since=parse_cutoff(since),
            before=parse_cutoff(before),
            minimum=minimum,
            cache=self.cache,
        )
        return summary
