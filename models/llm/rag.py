"""A language model that answers from papers which words or embeddings found before the day."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer
from scinet.eval.ranked_list import AuthorList
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Ranker, best_first, subject
from scinet.models.base.system import Context
from scinet.models.llm.prompts import Material, titled
from scinet.models.llm.system import LanguageSystem, asker_of
from scinet.models.text.dense import Dense
from scinet.models.text.search import Bm25, Hybrid
from scinet.validation import OPTIONS

Retrieval: TypeAlias = Literal["hybrid", "bm25", "dense"]

_RANKERS: Final[dict[Retrieval, Ranker]] = {"hybrid": Hybrid(), "bm25": Bm25(), "dense": Dense()}
_TEXT: Final = 1_500  # characters of an abstract
_AUTHORS: Final = 12  # named of one paper
_RECENT: Final = 5  # papers whose titles show what an author works on


@checked(frozen=True, config=OPTIONS)
class Retrieved(LanguageSystem):
    """A language model with numbered papers to answer from.

    Attributes:
        retrieval: How they are found: by words (``bm25``), by embeddings (``dense``), or by both
            (``hybrid``).

    Source:
        Lewis et al. (2020), arXiv:2005.11401.
    """

    name = "llm-rag"
    track = "text"
    summary = "a language model with papers found by words and embeddings"

    retrieval: Retrieval = "hybrid"
    papers: int = 30

    @property
    def settings(self) -> dict[str, Any]:
        """Also what the search may know."""
        return {**super().settings, **_RANKERS[self.retrieval].cautions}

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """All queries at once; what was found stands in the explanation."""
        searched = [
            replace(query, text=_words(query, context.snapshot), inputs={}) for query in queries
        ]
        found = [
            [int(place) for place in best_first(scores)[: self.papers]]
            for scores in _RANKERS[self.retrieval].scores(searched, context)
        ]
        prompt = self.prompt(context)
        asked = [
            prompt.question(query, _material(places, context))
            for query, places in zip(queries, found, strict=True)
        ]
        replies = asker_of(context).ask(asked)
        for query, places, reply in zip(queries, found, replies, strict=True):
            ids = [str(context.snapshot.paper_id[place]) for place in places]
            yield prompt.answer(query, reply, explanation={"papers": ids})


def _words(query: Query, snapshot: Snapshot) -> str:
    """What to search for: the subject of the query, or the latest titles of the authors in it."""
    named = [query.inputs.get("author_id"), *query.inputs.get("author_ids", ())]
    authors = {one for one in named if one is not None}
    titles = [
        str(snapshot.title[paper] or "")
        for place, author in enumerate(snapshot.author_id)
        if author in authors
        for paper in snapshot.author_papers.row(place)[-_RECENT:]
    ]
    # The words of a request about authors are names and no subject.
    own = query.inputs.get("title") or "" if titles else subject(query)
    return " ".join([own, *titles]).strip()


def _material(places: Sequence[int], context: Context) -> Material:
    snapshot = context.snapshot
    with_ids = context.task_type.answers is AuthorList
    found: Material = []
    for place in places:
        named = []
        for author in snapshot.authored.row(place)[:_AUTHORS]:
            name = str(snapshot.author_name[author] or "")
            named.append(f"{name} [{snapshot.author_id[author]}]" if with_ids else name)
        byline = "; ".join(named)
        parts = titled(snapshot, place), byline, str(snapshot.abstract[place] or "")[:_TEXT]
        text = "\n".join(part for part in parts if part)
        found.append({"name": str(snapshot.paper_id[place]), "text": text})
    return found
