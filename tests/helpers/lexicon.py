"""A lexicon of given names, and one of the papers and authors of a file of records."""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log
from pathlib import Path
from typing import Self

from scinet.models.questions.names import Known
from scinet.models.questions.words import texts


class Names:
    """Names searched by their words: each shared word counts by its rarity.

    Args:
        titles: Papers.
        authors: Authors.
    """

    def __init__(self, titles: Sequence[Known], authors: Sequence[Known]) -> None:
        self._titles, self._authors = titles, authors
        self._title_words, self._author_words = _places(titles), _places(authors)

    @classmethod
    def of_records(cls, file: Path) -> Self:
        """Those of a file of records, packed by gzip."""
        papers: list[Known] = []
        named: dict[str, str] = {}
        written: Counter[str] = Counter()
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                papers.append(Known(record["id"], record["title"] or "", day=record["date"] or ""))
                for author in record["authors"]:
                    named[author["id"]] = author["name"]
                    written[author["id"]] += 1
        return cls(papers, [Known(one, name, written[one]) for one, name in named.items()])

    def titles(self, text: str) -> Sequence[Known]:
        """Papers whose titles share words with a text."""
        return _found(self._titles, self._title_words, text, 300)

    def authors(self, text: str) -> Sequence[Known]:
        """Authors whose names share words with a text."""
        return _found(self._authors, self._author_words, text, 150)

    def groups(self, text: str) -> Sequence[str]:
        """None."""
        return ()

    def frequency(self, words: Sequence[str]) -> Mapping[str, float]:
        """Share of all titles in which each word stands."""
        size = max(len(self._titles), 1)
        return {word: len(self._title_words.get(word, ())) / size for word in words}


def _places(known: Iterable[Known]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = defaultdict(set)
    for place, one in enumerate(known):
        for word in texts(one.name):
            found[word].add(place)
    return found


def _found(
    known: Sequence[Known], words: Mapping[str, set[int]], text: str, limit: int
) -> list[Known]:
    scores: dict[int, float] = defaultdict(float)
    for word in set(texts(text)) & words.keys():
        for place in words[word]:
            scores[place] += log(len(known) / len(words[word])) / (len(known[place].name) ** 0.5)
    return [known[place] for place in sorted(scores, key=lambda one: -scores[one])[:limit]]
