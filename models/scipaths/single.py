"""Grounding of one contribution: select papers of the pool, or say that none provided it."""

from collections.abc import Sequence
from typing import Literal

from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer, Record
from scinet.models.scipaths.grounding import Found, Grounder, GroundingScores
from scinet.models.scipaths.search import Candidate, Corpus
from scinet.validation import OPTIONS


@checked(frozen=True, config=OPTIONS)
class SingleNearest(Grounder):
    """The candidate whose text is nearest to the contribution, if it is near enough.

    Attributes:
        search: As in :class:`Grounder`, not by words alone.
        least: Cosine from which on a paper counts as the source.
    """

    name = "single-nearest"
    summary = "the paper whose text is nearest to one contribution, if it is near enough"
    answers = Record
    needs = frozenset({"claim", "contribution"})

    search: Literal["both", "vectors"] = "both"
    least: float = 0.5

    def made(self, found: Found, corpus: Corpus) -> Answer:
        """At most one paper."""
        near = corpus.near(str(found.query.inputs["contribution"]))
        best = max(found.pool, key=lambda one: (near[one.place], -one.place), default=None)
        chosen = [best] if best is not None and near[best.place] >= self.least else []
        return _record(found, chosen, corpus)


@checked(frozen=True, config=OPTIONS)
class SingleScores(GroundingScores):
    """The candidates that a language model scores high.

    Attributes:
        least: Score from which on a paper counts as a source: 4 is a strong grounding.
    """

    name = "single-llm"
    summary = "papers that a language model calls the source of one contribution"
    answers = Record
    needs = frozenset({"claim", "contribution"})

    least: int = 4

    def made(self, found: Found, corpus: Corpus) -> Answer:
        """The papers with a high score, best first."""
        marks = found.marks
        order = sorted(found.pool, key=lambda one: -marks.get(one.place, 0))
        chosen = [one for one in order if marks.get(one.place, 0) >= self.least]
        return _record(found, chosen, corpus)


def _record(found: Found, chosen: Sequence[Candidate], corpus: Corpus) -> Answer:
    papers, pool = (
        [str(corpus.snapshot.paper_id[one.place]) for one in some] for some in (chosen, found.pool)
    )
    return Record(found.query.query_id, {"papers": papers, "pool": pool}, usage=found.usage)
