"""Papers of Semantic Scholar, asked for by its Graph API, with what lies around them.

Papers come in batches of 500 with their references. Lists of references that are not whole, and
what cites a paper, come from pages of a thousand, which say how each citation is meant.

Source:
    api.semanticscholar.org, Academic Graph API 1.0: sizes of batches, pages and answers.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from scinet.errors import DataError, EndpointError, NotFoundError
from scinet.graph.fetch.access import ServiceRequest
from scinet.graph.fetch.amount import Amount
from scinet.graph.fetch.answer_store import Pages
from scinet.graph.fetch.response import PassingError, parse_json
from scinet.graph.fetch.seeds import read_seeds
from scinet.graph.fetch.service import Service
from scinet.graph.schema.choices import Direction
from scinet.graph.schema.identifiers import parse_arxiv_id, parse_doi

_BATCH: Final = 500
_PAGE: Final = 1_000
_LAST: Final = 9_999  # of a list; offset and limit together stay below 10,000
_LONG_ID: Final = re.compile(r"[0-9a-f]{40}")
_NUMBER: Final = re.compile(r"(?:s2|corpusid):\s?(\d{1,18})", re.IGNORECASE)
_OTHER: Final = re.compile(r"(pmid|pmcid|acl|mag):\s?(\S+)", re.IGNORECASE)
_ARXIV: Final = re.compile(r"(?:arxiv:|https?://(?:www\.)?arxiv\.org/)\S+", re.IGNORECASE)
_FIELDS: Final = (
    "paperId,corpusId,externalIds,title,abstract,venue,publicationVenue,year,publicationDate,"
    "publicationTypes,journal,authors,s2FieldsOfStudy,referenceCount,citationCount,"
    "references.paperId,references.corpusId"
)
_CITATION_FIELDS: Final = "contexts,intents,isInfluential,paperId,corpusId"
_SIDES: Final = {"references": "citedPaper", "citations": "citingPaper"}


class _WalkedPaper(NamedTuple):
    """What the walk has need of.

    Attributes:
        references: Ids of cited papers; those that Semantic Scholar does not know have none.
        listed: Entries of its list of references, those without an id included.
        stated: How many references and citations it has.
    """

    paper: str
    references: list[str]
    listed: int
    stated: dict[str, int]


def fetch(
    service: Service,
    folder: Path,
    ids_from: Path,
    *,
    hops: int = 0,
    direction: Direction = "both",
    contexts: bool = False,
    limit: int,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Bring the papers of a list, and those around them, to a folder.

    Args:
        service: Semantic Scholar.
        folder: Where the answers go; it may hold those to other questions.
        ids_from: File with the ids of papers to begin with, one a line.
        hops: How many times the neighbours of what was found are asked for as well.
        direction: Which neighbours: what is cited, what cites, or both.
        contexts: Whether the sentences, purpose and influence of all references are asked for,
            a request for each paper.
        limit: Most papers.
        progress: Called with the papers that came and those that are known to come.

    Returns:
        Folder, papers, those by hop, seeds that were not found, citations that were counted and
        not sent, pages and requests.

    Raises:
        DataError: If an id cannot be read, or more would come than the limit.
        BudgetError: If the service asks to wait for more than a minute.
        EndpointError: If there is no good answer.
    """
    seeds = read_seeds(ids_from, _parse_seed)
    request = {"ids": sorted(seeds.values()), "hops": hops, "direction": direction}
    with Pages(folder, service, {**request, "contexts": contexts}) as pages:
        walk = _PaperWalk(pages, Amount(limit, "papers", progress), contexts=contexts)
        ring, missing = walk.papers(list(seeds))
        by_hop = [len(ring)]
        for _ in range(hops):
            ring, gone = walk.papers(walk.around(ring, direction))
            walk.not_sent += len(gone)
            by_hop.append(len(ring))
        return pages.end(
            {
                "records": len(walk.seen),
                "by_hop": by_hop,
                "not_found": [seeds[seed] for seed in missing],
                "not_sent": walk.not_sent,
            }
        )


class _PaperWalk:
    """Papers that came, and the questions that bring more.

    Attributes:
        seen: Long ids of the papers that came.
        not_sent: Papers and citations that Semantic Scholar counted, and did not send.
    """

    def __init__(self, pages: Pages, amount: Amount, *, contexts: bool) -> None:
        self.seen: set[str] = set()
        self.not_sent = 0
        self._pages, self._amount, self._contexts = pages, amount, contexts

    def papers(self, wanted: Sequence[str]) -> tuple[list[_WalkedPaper], list[str]]:
        """New papers, with all their references; ids that Semantic Scholar does not know."""
        self._amount.expect(len(self.seen), len(wanted))
        came: list[_WalkedPaper] = []
        missing: list[str] = []
        for start in range(0, len(wanted), _BATCH):
            chunk = wanted[start : start + _BATCH]
            for stated, paper in zip(chunk, self._batch(chunk), strict=True):
                if paper is None:
                    missing.append(stated)
                elif paper.paper not in self.seen:
                    self.seen.add(paper.paper)
                    came.append(paper)
            self._amount.show(len(self.seen))
        return [self._with_references(paper) for paper in came], missing

    def around(self, ring: Sequence[_WalkedPaper], direction: Direction) -> list[str]:
        """Ids of neighbours that did not come yet."""
        neighbours: set[str] = set()
        if direction != "citations":
            neighbours.update(reference for paper in ring for reference in paper.references)
        if direction != "references":
            cited = sum(min(paper.stated["citations"], _LAST) for paper in ring)
            self._amount.expect(len(self.seen), len(neighbours - self.seen) + cited)
            for paper in ring:
                ids, listed = self._list(paper.paper, "citations")
                neighbours.update(ids)
                self.not_sent += max(0, paper.stated["citations"] - listed)
        return sorted(neighbours - self.seen)

    def _with_references(self, paper: _WalkedPaper) -> _WalkedPaper:
        """The paper with the whole list: a batch has no more than some 10,000 in all."""
        if paper.listed >= paper.stated["references"] and not self._contexts:
            return paper
        ids, listed = self._list(paper.paper, "references")
        listed = max(listed, paper.listed)
        self.not_sent += max(0, paper.stated["references"] - listed)
        references = dict.fromkeys([*paper.references, *ids])
        return paper._replace(references=list(references), listed=listed)

    def _batch(self, ids: Sequence[str]) -> list[_WalkedPaper | None]:
        """The papers of some ids, in their order; None for those that are not known."""

        def read(body: bytes) -> list[_WalkedPaper | None]:
            items = parse_json(body)
            if not isinstance(items, list) or len(items) != len(ids):
                raise PassingError(f"not a list of {len(ids)} papers")
            return [None if item is None else _parse_paper(item) for item in items]

        request = ServiceRequest("paper/batch", {"fields": _FIELDS}, tuple(ids))
        try:
            return self._pages.answer("papers", request, read)
        except DataError as error:
            # In place of nulls alone.
            if "No valid paper ids" in str(error):
                return [None] * len(ids)
            if "maximum size" not in str(error) or len(ids) == 1:
                raise
        half = len(ids) // 2
        return self._batch(ids[:half]) + self._batch(ids[half:])

    def _list(self, paper: str, kind: str) -> tuple[list[str], int]:
        """Ids of a list of references or citations, and its entries with those without an id."""
        ids: list[str] = []
        listed = 0
        for entries in self._pages_of(paper, kind):
            listed += len(entries)
            ids += [entry for entry in entries if entry]
        return ids, listed

    def _pages_of(self, paper: str, kind: str) -> Iterator[list[str | None]]:
        side = _SIDES[kind]

        def read(body: bytes) -> tuple[list[str | None], int | None]:
            document = parse_json(body)
            try:
                rows, after = document["data"] or [], document.get("next")
                entries = [(row[side] or {}).get("paperId") for row in rows]
            except (KeyError, TypeError, AttributeError):
                raise PassingError(f"not a page of {kind}") from None
            return entries, after if type(after) is int else None

        offset: int | None = 0
        while offset is not None and offset < _LAST:
            size = min(_PAGE, _LAST - offset)
            query = {"fields": _CITATION_FIELDS, "offset": str(offset), "limit": str(size)}
            request = ServiceRequest(f"paper/{paper}/{kind}", query)
            try:
                # A load finds the paper of the page in the name of its file.
                entries, after = self._pages.answer(f"{kind}-{paper}", request, read)
            except NotFoundError:
                return
            yield entries
            if after is not None and after <= offset:
                raise EndpointError(
                    f"Semantic Scholar leads from page to page in a circle ({kind} of {paper})",
                    hint="Run the same command later, with another --out.",
                )
            offset = after


def _parse_paper(item: Any) -> _WalkedPaper:
    try:
        listed = item.get("references") or []
        ids = [(entry or {}).get("paperId") for entry in listed]
        stated = {kind: int(item.get(f"{kind[:-1]}Count") or 0) for kind in _SIDES}
        if _LONG_ID.fullmatch(item["paperId"]):
            return _WalkedPaper(
                item["paperId"], [entry for entry in ids if entry], len(listed), stated
            )
    except (KeyError, TypeError, AttributeError, ValueError):
        pass
    raise PassingError("not a list of papers")


def _parse_seed(text: str) -> str | None:
    """An id as Semantic Scholar reads it; None for something else."""
    last = text.rstrip("/").rpartition("/")[2].lower()
    if _LONG_ID.fullmatch(last):
        return last
    if match := _NUMBER.fullmatch(text):
        return f"CorpusId:{match[1]}"
    if match := _OTHER.fullmatch(text):
        return f"{match[1].upper()}:{match[2]}"
    if _ARXIV.fullmatch(text):
        return f"ARXIV:{parse_arxiv_id(text)[0]}"
    identifier, _ = parse_doi(text)
    return identifier and f"DOI:{identifier}"
