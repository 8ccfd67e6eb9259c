"""Lexicons of the names in a graph, from its full-text index or from a snapshot."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from scinet.graph.ask.names import KnownEntity
from scinet.graph.ask.words import Spelling, word_texts
from scinet.graph.schema.dates import date_of
from scinet.graph.schema.printed_names import fold_text, search_variants
from scinet.graph.search.text_search import TextIndex, rank_descending
from scinet.graph.snapshot import Snapshot

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

_MAX_TITLES: Final = 300
_MAX_AUTHORS: Final = 150


class GraphLexicon:
    """Lexicon by the full-text index of a database."""

    def __init__(self, database: "Database", before: date | None = None) -> None:
        self._database = database
        self._before = before
        self._titles: dict[str, list[KnownEntity]] = {}

    def titles(self, text: str) -> Sequence[KnownEntity]:
        """Return papers whose titles share words with a text, likely ones first."""
        if text not in self._titles:
            rows = self._database.rows(
                "lookup/title", text=text, before=self._before, limit=_MAX_TITLES
            )
            self._titles[text] = [
                KnownEntity(row["paper_id"], row["title"], day=str(row["date"] or ""))
                for row in rows
            ]
        return self._titles[text]

    def authors(self, text: str, *, fuzzy: bool = False) -> Sequence[KnownEntity]:
        """Return authors whose names share words, or similar words, with a text."""
        rows = self._database.rows(
            "lookup/author_by_name", name=text, fuzzy=fuzzy, before=self._before, limit=_MAX_AUTHORS
        )
        matches = []
        for row in rows:
            names = list(dict.fromkeys(filter(None, (row["name"], row["form"]))))
            written = {
                word_texts(name): name for form in names for name in (*search_variants(form), form)
            }
            matches += [
                KnownEntity(row["author_id"], name, row["papers"]) for name in written.values()
            ]
        return matches

    def similar_words(self, word: str) -> Sequence[str]:
        """Return title words that a misspelt word may stand for, most frequent first."""
        rows = self._database.rows(
            "lookup/title", text=word, fuzzy=True, before=self._before, limit=_MAX_TITLES
        )
        counts = Counter(token for row in rows for token in word_texts(row["title"]))
        return Spelling(token for token, _ in counts.most_common()).others(word)

    def groups(self, text: str) -> Sequence[str]:
        """Return names of venues, communities and research fields that occur in a text."""
        rows = self._database.rows("lookup/groups_named", text=text, before=self._before)
        return [row["name"] for row in rows]

    def frequency(self, words: Sequence[str]) -> Mapping[str, float]:
        """Return the share of titles that contain each word, 0 to 1."""
        terms = sorted({word for word in words if word.isalnum()})
        rows = self._database.rows("lookup/word_frequency", words=terms, before=self._before)
        return {row["word"]: row["papers"] / max(row["of"], 1) for row in rows}


class SnapshotLexicon:
    """Lexicon of a snapshot's titles, independent of later papers; without authors."""

    def __init__(self, snapshot: Snapshot, groups: Iterable[str]) -> None:
        self._snapshot = snapshot
        self._groups = {name: search_variants(name) for name in sorted(groups)}

    def titles(self, text: str) -> Sequence[KnownEntity]:
        """Return papers whose titles share words with a text, likely ones first."""
        past = self._snapshot
        order = rank_descending(self._index.scores(text))[:_MAX_TITLES]
        return [
            KnownEntity(
                str(past.paper_id[i]), str(past.title[i]), day=str(date_of(int(past.day[i])))
            )
            for i in order
        ]

    def authors(self, text: str, *, fuzzy: bool = False) -> Sequence[KnownEntity]:
        """Return nothing: benchmarks have no questions on authors."""
        return ()

    def similar_words(self, word: str) -> Sequence[str]:
        """Return title words that a misspelt word may stand for, most frequent first."""
        return self._spelling.others(word)

    def groups(self, text: str) -> Sequence[str]:
        """Return names of groups that occur in a text."""
        wanted = fold_text(text)
        return [
            n
            for n, own in self._groups.items()
            if any(variant and variant in wanted for variant in own)
        ]

    def frequency(self, words: Sequence[str]) -> Mapping[str, float]:
        """Return the share of titles that contain each word, 0 to 1."""
        counts = self._counts
        return {word: counts.get(word, 0) / max(self._snapshot.num_papers, 1) for word in words}

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling(sorted(self._counts, key=lambda word: -self._counts[word]))

    @cached_property
    def _index(self) -> TextIndex:
        return TextIndex([title or "" for title in self._snapshot.title])

    @cached_property
    def _counts(self) -> Mapping[str, int]:
        tokens = [
            word for title in self._snapshot.title if title for word in set(word_texts(title))
        ]
        names, counts = np.unique(np.array(tokens or [""]), return_counts=True)
        return dict(zip(names.tolist(), counts.tolist(), strict=True))
