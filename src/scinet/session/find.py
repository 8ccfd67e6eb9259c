"""Verbs that find papers and authors, and show what is said of them."""

from typing import Any, Literal

from scinet.graph.search import identify
from scinet.session.base import Connected, Count
from scinet.session.days import Day, parse_cutoff
from scinet.session.table import Table

_FOUND = ("kind", "id", "name", "date", "authors", "venue", "count", "named", "form")
_SAID = ("paper_id", "title", "date", "citations", "sentiment", "intent", "mentions")


class Find(Connected):
    """From a few words to papers and authors, and to the sentences that cite them."""

    def find(
        self,
        text: str,
        *,
        before: Day | None = None,
        limit: Count = 10,
        starting: bool = False,
    ) -> Table:
        """Find papers and authors by id, DOI, title, name or words.

        What an id or a whole name means comes first, then papers by how well words fit and how
        much they are cited.

        Args:
            text: What is known of them.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Papers at most, and authors at most.
            starting: The last word may go on: ``pars`` finds parsing. Most cited come first.

        Returns:
            Papers, then authors: ``kind``, ``id``, ``name``, ``date`` (of an author the first),
            ``authors``, ``venue``, ``count`` of citations or papers, ``named``, whether the text is
            an id or the whole name, and ``form``, the printed name by which an author is found
            that goes by another.
        """
        from scinet.graph.search.find import find

        day = parse_cutoff(before)
        rows = find(self.database, text, before=day, limit=limit, starting=starting)
        return self._table(rows, _FOUND, before=before)

    def near(
        self, text: str, *, kind: Literal["paper", "author"] = "paper", before: Day | None = None
    ) -> Table:
        """Papers or authors whose id or name is much like a text that names none.

        Args:
            text: The text.
            kind: ``paper`` or ``author``.
            before: Cut-off day, exclusive; nothing later is seen.

        Returns:
            Columns as of :meth:`find`; five rows at most.
        """
        from scinet.graph.search.find import find_similar

        return self._table(
            find_similar(self.database, kind, text, before=parse_cutoff(before)),
            _FOUND,
            before=before,
        )

    def citation_contexts(
        self,
        paper: str,
        *,
        by: Literal["citing", "cited"] = "citing",
        before: Day | None = None,
        limit: Count = 100,
    ) -> Table:
        """The sentences in which papers cite a paper, or it cites others, with their sentiment.

        Args:
            paper: A paper by id, DOI or title.
            by: ``citing`` for papers that cite it, ``cited`` for its references.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Rows at most.

        Returns:
            One row per citation, papers that are cited most first: ``sentence`` is the one of the
            surest mention, ``start`` and ``end`` where the mention stands in it; empty where no
            text is known.
        """
        from scinet.models.citations.sentences import extract_sentence

        rows: list[dict[str, Any]] = []
        day = parse_cutoff(before)
        params = {
            "paper_id": identify.identify(self.database, "paper", paper, before=day),
            "before": day,
        }
        for row in self.database.rows(f"pair/{by}_said", **params, limit=limit):
            text, start, end = row["text"], row["start"], row["end"]
            if text is not None and start is not None:
                sentence = extract_sentence(text, start, end)
                text, start, end = sentence.text, sentence.start, sentence.end
            shown = {name: row[name] for name in _SAID}
            rows.append(shown | {"sentence": text, "start": start, "end": end})
        return self._table(rows, (*_SAID, "sentence", "start", "end"), before=before)
