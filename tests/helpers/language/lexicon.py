"""A lexicon of given names, and one of the papers and authors of a file of records."""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import log
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from scinet.graph.ask.names import KnownEntity
from scinet.graph.ask.words import Spelling, word_texts

Places = dict[str, NDArray[np.int64]]


class Names:
    """Names searched by their words: each shared word counts by its rarity."""

    def __init__(self, titles: Sequence[KnownEntity], authors: Sequence[KnownEntity]) -> None:
        self._titles, self._authors = _Index(titles), _Index(authors)

    @classmethod
    def of_records(cls, file: Path, source: str = "") -> Self:
        """Those of a file of records, packed by gzip; the ids begin with the source."""
        papers: list[KnownEntity] = []
        named: dict[str, str] = {}
        written: Counter[str] = Counter()
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                papers.append(
                    KnownEntity(
                        source + record["id"], record["title"] or "", day=record["date"] or ""
                    )
                )
                for author in record["authors"]:
                    named[source + author["id"]] = author["name"]
                    written[source + author["id"]] += 1
        return cls(papers, [KnownEntity(item, name, written[item]) for item, name in named.items()])

    def titles(self, text: str) -> Sequence[KnownEntity]:
        """Papers whose titles share words with a text."""
        return self._titles.found(text, 300)

    def authors(self, text: str, *, fuzzy: bool = False) -> Sequence[KnownEntity]:
        """Authors whose names share words, or nearly the same words, with a text."""
        if fuzzy:
            text = " ".join(
                near
                for word in word_texts(text)
                for near in (word, *self._authors.spelling.others(word))
            )
        return self._authors.found(text, 150)

    def similar_words(self, word: str) -> Sequence[str]:
        """Words of titles nearly the same as one, the most frequent ones first."""
        return self._titles.spelling.others(word)

    def groups(self, text: str) -> Sequence[str]:
        return ()

    def frequency(self, words: Sequence[str]) -> Mapping[str, float]:
        places = self._titles.places
        size = max(len(self._titles.known), 1)
        return {word: len(places.get(word, ())) / size for word in words}

    def of_field(self, texts_of_field: Sequence[str]) -> frozenset[str]:
        """Papers whose title has every word of one of some texts; longer words may go on."""
        return frozenset(
            self._titles.known[place].identifier
            for text in texts_of_field
            for place in self._titles.beginning(text)
        )

    def with_initials(self, initials: str) -> Iterator[str]:
        for item in self._titles.known:
            if initials in "".join(word[0] for word in word_texts(item.name)):
                yield item.name


class _Index:
    """Names by their words; what was found for a text is kept."""

    def __init__(self, known: Sequence[KnownEntity]) -> None:
        self.known = known
        result: dict[str, list[int]] = defaultdict(list)
        for place, item in enumerate(known):
            for word in dict.fromkeys(word_texts(item.name)):
                result[word].append(place)
        self.places: Places = {word: np.array(many) for word, many in result.items()}
        self._root = np.array([max(len(item.name), 1) for item in known] or [1]) ** 0.5
        self._begun: dict[str, set[int]] = {}
        self._kept: dict[tuple[str, int], list[KnownEntity]] = {}

    def found(self, text: str, limit: int) -> list[KnownEntity]:
        if (text, limit) not in self._kept:
            self._kept[text, limit] = self._found(text, limit)
        return self._kept[text, limit]

    @cached_property
    def spelling(self) -> Spelling:
        return Spelling(sorted(self.places, key=lambda word: -len(self.places[word])))

    def beginning(self, text: str) -> set[int]:
        """Places of names with words that begin as those of a text, or are these if short."""
        results = [self._starting(word) for word in text.split()]
        return set.intersection(*results) if results else set()

    def _starting(self, word: str) -> set[int]:
        if word not in self._begun:
            words = [w for w in self.places if w == word or (len(word) > 4 and w.startswith(word))]
            self._begun[word] = {int(place) for item in words for place in self.places[item]}
        return self._begun[word]

    def _found(self, text: str, limit: int) -> list[KnownEntity]:
        scores = np.zeros(len(self._root))
        for word in dict.fromkeys(word_texts(text)):
            if (places := self.places.get(word)) is not None:
                scores[places] += log(len(self.known) / len(places)) + 1e-9
        scores /= self._root
        order = np.argsort(-scores, kind="stable")[:limit]
        return [self.known[place] for place in order if scores[place] > 0]
