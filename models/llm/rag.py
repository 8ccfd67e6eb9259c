"""Language model with papers retrieved by words or embeddings before the day."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer
from scinet.eval.ranked_list import AuthorList
from scinet.eval.task import Query
from scinet.graph.search.text_search import rank_descending
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Ranker, subject_text
from scinet.models.base.system import Context
from scinet.models.llm.prompts import Material, format_title
from scinet.models.llm.system import LanguageSystem, require_client
from scinet.models.text.dense import Dense
from scinet.models.text.search import Bm25, Hybrid
from scinet.validation import OPTIONS

Retrieval: TypeAlias = Literal["hybrid", "bm25", "dense"]

_RANKERS: Final[dict[Retrieval, Ranker]] = {"hybrid": Hybrid(), "bm25": Bm25(), "dense": Dense()}
_MAX_ABSTRACT: Final = 1_500  # characters of an abstract
_AUTHORS: Final = 12  # named of one paper
_RECENT_PAPERS: Final = 5  # papers whose titles show what an author works on


@checked(frozen=True, config=OPTIONS)
class RetrievalAugmented(LanguageSystem):
    """Language model with numbered papers to answer from.

    Attributes:
        retrieval: Retrieval by words (``bm25``), by embeddings (``dense``), or by both
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
        """Settings, with the cautions of the search."""
        return {**super().settings, **_RANKERS[self.retrieval].cautions}

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Answer all queries at once; retrieved papers are listed in the explanation."""
        searched = [
            replace(query, text=_search_text(query, context.snapshot), inputs={})
            for query in queries
        ]
        retrieved = [
            [int(place) for place in rank_descending(scores)[: self.papers]]
            for scores in _RANKERS[self.retrieval].scores(searched, context)
        ]
        prompt = self.prompt(context)
        questions = [
            prompt.question(query, _build_material(places, context))
            for query, places in zip(queries, retrieved, strict=True)
        ]
        replies = require_client(context).ask(questions)
        for query, places, reply in zip(queries, retrieved, replies, strict=True):
            ids = [str(context.snapshot.paper_id[place]) for place in places]
            yield prompt.answer(query, reply, explanation={"papers": ids})


def _search_text(query: Query, snapshot: Snapshot) -> str:
    """Return the search text: the subject of the query, or the latest titles of its authors."""
    named = [query.inputs.get("author_id"), *query.inputs.get("author_ids", ())]
    authors = {author_id for author_id in named if author_id is not None}
    titles = [
        str(snapshot.title[paper] or "")
        for place, author in enumerate(snapshot.author_id)
        if author in authors
        for paper in snapshot.author_papers.row(place)[-_RECENT_PAPERS:]
    ]
    # The words of a request about authors are names, not a subject.
    own = query.inputs.get("title") or "" if titles else subject_text(query)
    return " ".join([own, *titles]).strip()


def _build_material(places: Sequence[int], context: Context) -> Material:
    snapshot = context.snapshot
    with_ids = context.task_type.answers is AuthorList
    entries: Material = []
    for place in places:
        named = []
        for author in snapshot.authored.row(place)[:_AUTHORS]:
            name = str(snapshot.author_name[author] or "")
            named.append(f"{name} [{snapshot.author_id[author]}]" if with_ids else name)
        byline = "; ".join(named)
        parts = (
            format_title(snapshot, place),
            byline,
            str(snapshot.abstract[place] or "")[:_MAX_ABSTRACT],
        )
        text = "\n".join(part for part in parts if part)
        entries.append({"name": str(snapshot.paper_id[place]), "text": text})
    return entries
