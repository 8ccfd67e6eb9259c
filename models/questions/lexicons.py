"""The names that a graph knows, from its full-text index or from a snapshot."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from scinet.graph.dates import date_of
from scinet.graph.printed_names import fold, spelled_as
from scinet.graph.snapshot import Snapshot
from scinet.graph.text_search import Index, best_first
from scinet.models.questions.names import Known
from scinet.models.questions.words import Spelling, texts

if TYPE_CHECKING:
    from scinet.graph.connection import Database

_TITLES: Final = 300
_AUTHORS: Final = 150


class GraphLexicon:
    """Names by the full-text index of a database."""

    def __init__(self, database: "Database", before: date | None = None) -> None:
        self._database = database
        self._before = before
        self._titles: dict[str, list[Known]] = {}

    def titles(self, text: str) -> Sequence[Known]:
        """Papers whose titles share words with a text, likely ones first."""
        if text not in self._titles:
            rows = self._database.rows(
                "lookup/title", text=text, before=self._before, limit=_TITLES
            )
            self._titles[text] = [
                Known(row["paper_id"], row["title"], day=str(row["date"] or "")) for row in rows
            ]
        return self._titles[text]

    def authors(self, text: str, *, fuzzy: bool = False) -> Sequence[Known]:
        """Authors whose names share words, or nearly the same words, with a text."""
        rows = self._database.rows(
            "lookup/author_by_name", name=text, fuzzy=fuzzy, before=self._before, limit=_AUTHORS
        )
        found = []
        for row in rows:
            names = list(dict.fromkeys(filter(None, (row["name"], row["form"]))))
            written = {texts(name): name for one in names for name in (*spelled_as(one), one)}
            found += [Known(row["author_id"], name, row["papers"]) for name in written.values()]
        return found

    def alike(self, word: str) -> Sequence[str]:
        """Words of titles that a misspelt word may stand for, the most frequent ones first."""
        rows = self._database.rows(
            "lookup/title", text=word, fuzzy=True, before=self._before, limit=_TITLES
        )
        counts = Counter(one for row in rows for one in texts(row["title"]))
        return Spelling(one for one, _ in counts.most_common()).others(word)

    def groups(self, text: str) -> Sequence[str]:
        """Names of venues, communities and research fields that stand in a text."""
        rows = self._database.rows("lookup/groups_named", text=text, before=self._before)
        return [row["name"] for row in rows]

    def frequency(self, words: Sequence[str]) -> Mapping[str, float]:
        """Share of all titles in which each word stands, 0 to 1."""
        asked = sorted({word for word in words if word.isalnum()})
        rows = self._database.rows("lookup/word_frequency", words=asked, before=self._before)
        return {row["word"]: row["papers"] / max(row["of"], 1) for row in rows}


class SnapshotLexicon:
    """Titles of a snapshot, so that nothing later moves a reading; it knows no authors."""

    def __init__(self, snapshot: Snapshot, groups: Iterable[str]) -> None:
        self._snapshot = snapshot
        self._groups = {name: spelled_as(name) for name in sorted(groups)}

    def titles(self, text: str) -> Sequence[Known]:
        """Papers whose titles share words with a text, likely ones first."""
        past = self._snapshot
        order = best_first(self._index.scores(text))[:_TITLES]
        return [
            Known(str(past.paper_id[i]), str(past.title[i]), day=str(date_of(int(past.day[i]))))
            for i in order
        ]

    def authors(self, text: str, *, fuzzy: bool = False) -> Sequence[Known]:
        """None: a benchmark asks for no author."""
        return ()

    def alike(self, word: str) -> Sequence[str]:
        """Words of titles that a misspelt word may stand for, the most frequent ones first."""
        return self._spelling.others(word)

    def groups(self, text: str) -> Sequence[str]:
        """Names of groups that stand in a text."""
        wanted = fold(text)
        return [n for n, own in self._groups.items() if any(one and one in wanted for one in own)]

    def frequency(self, words: Sequence[str]) -> Mapping[str, float]:
        """Share of all titles in which each word stands, 0 to 1."""
        counts = self._counts
        return {word: counts.get(word, 0) / max(self._snapshot.num_papers, 1) for word in words}

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling(sorted(self._counts, key=lambda word: -self._counts[word]))

    @cached_property
    def _index(self) -> Index:
        return Index([title or "" for title in self._snapshot.title])

    @cached_property
    def _counts(self) -> Mapping[str, int]:
        found = [word for title in self._snapshot.title if title for word in set(texts(title))]
        names, counts = np.unique(np.array(found or [""]), return_counts=True)
        return dict(zip(names.tolist(), counts.tolist(), strict=True))
