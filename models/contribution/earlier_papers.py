"""Baselines that answer with an earlier paper, word for word.

A paper with an abstract is preferred where there is one, since the task requires one.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from scinet.eval.answer import Answer, RecordAnswer
from scinet.eval.suites.prescience.contribution import has_text
from scinet.eval.task import Query
from scinet.graph.search.text_search import searchable_texts
from scinet.graph.snapshot import Snapshot
from scinet.models.base.system import Context, System
from scinet.models.text.dense import CAUTION, embed_cached, inner_products
from scinet.validation import Seed


class EarlierPaper(System):
    """System that answers with one paper of the snapshot."""

    track = "text"
    answers = RecordAnswer
    needs = frozenset({"key_references"})

    @abstractmethod
    def choose(self, queries: Sequence[Query], context: Context) -> Iterator[int]:
        """Yield the position of a paper for each query."""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Yield title and abstract of the selected paper."""
        snapshot = context.snapshot
        for query, paper in zip(queries, self.choose(queries, context), strict=True):
            record = {"title": snapshot.title[paper], "abstract": snapshot.abstract[paper] or ""}
            yield RecordAnswer(query.query_id, record, explanation=str(snapshot.paper_id[paper]))


@dataclass(frozen=True)
class RandomReference(EarlierPaper):
    """Random key reference, sampled by ``seed``."""

    name = "random-reference"
    summary = "one of the key references as it stands"

    seed: Seed = 0

    def choose(self, queries: Sequence[Query], context: Context) -> Iterator[int]:
        """Sample for each query independently."""
        for query in queries:
            yield _sample_paper(reference_positions(query, context.snapshot), query, self.seed)


@dataclass(frozen=True)
class NearestReference(EarlierPaper):
    """Key reference nearest to all of them: to the mean of their embeddings."""

    name = "nearest-reference"
    summary = "the key reference nearest to the centre of all, by MiniLM embeddings"
    cautions = CAUTION

    def choose(self, queries: Sequence[Query], context: Context) -> Iterator[int]:
        """Yield the nearest one, of equally near ones the earlier."""
        words = searchable_texts(context.snapshot)
        for query in queries:
            papers = reference_positions(query, context.snapshot)
            vectors = embed_cached([words[paper] for paper in papers], context.cache)
            yield int(papers[np.argmax(inner_products(vectors, vectors.mean(axis=0)))])


@dataclass(frozen=True)
class RandomPaper(EarlierPaper):
    """Earlier paper of the main field of most key references; of their venue without fields.

    PreScience samples one of the target's own category, which reveals something of the target.
    """

    name = "random-paper"
    summary = "an earlier paper of the field, or venue, of most key references"

    seed: Seed = 0

    def choose(self, queries: Sequence[Query], context: Context) -> Iterator[int]:
        """Sample for each query independently, from all papers where no group is known."""
        snapshot = context.snapshot
        groups = snapshot.primary_field("subfield")
        if (groups < 0).all():
            groups = snapshot.venue
        has_abstract = has_text(snapshot, "abstract")
        for query in queries:
            cited = reference_positions(query, snapshot)
            # The most common known group, of equally common ones the smallest; else -1.
            present, counts = np.unique(groups[cited][groups[cited] >= 0], return_counts=True)
            group = present[np.argmax(counts)] if len(present) else -1
            papers = np.flatnonzero(has_abstract & (groups == group))
            yield _sample_paper(papers if len(papers) else cited, query, self.seed)


def reference_positions(query: Query, snapshot: Snapshot) -> NDArray[np.int64]:
    """Return positions of the key references; only those with an abstract, if any."""
    listed = query.inputs["key_references"]
    whole = [reference for reference in listed if reference["abstract"]]
    return np.array(
        [snapshot.index(reference["id"]) for reference in whole or listed], dtype=np.int64
    )


def _sample_paper(papers: NDArray[np.int64], query: Query, seed: int) -> int:
    """Sample one of the papers, independently of other queries."""
    rng = np.random.default_rng([seed, crc32(query.query_id.encode())])
    return int(papers[rng.integers(len(papers))])
