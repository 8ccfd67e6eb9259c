"""Papers of Semantic Scholar by its Graph API, with their neighbours in the network.

Papers come in batches of 500 with their references. Incomplete lists of references, and citing
papers, come from pages of a thousand, which include intents and contexts of citations.

Source:
    api.semanticscholar.org, Academic Graph API 1.0: sizes of batches, pages and answers.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from scinet.errors import DataError, EndpointError, NotFoundError
from scinet.graph.fetch.access import ServiceRequest
from scinet.graph.fetch.download import Download
from scinet.graph.fetch.response import parse_json
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
    """Paper with the data that the walk needs.

    Attributes:
        references: Ids of cited papers; papers unknown to Semantic Scholar have none.
        listed: Entries of its list of references, those without an id included.
        stated: Stated numbers of references and citations.
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
    """Fetch the papers of a list, and their neighbours, to a folder."""
    seeds = read_seeds(ids_from, _parse_seed)
    request: dict[str, Any] = {"ids": sorted(seeds.values()), "hops": hops, "direction": direction}
    request["contexts"] = contexts
    with _PaperWalk(folder, service, request, limit, progress) as walk:
        ring, missing = walk.fetch_papers(list(seeds), contexts=contexts)
        by_hop = [len(ring)]
        for _ in range(hops):
            wanted = walk.list_neighbours(ring, direction)
            ring, gone = walk.fetch_papers(wanted, contexts=contexts)
            walk.not_sent += len(gone)
            by_hop.append(len(ring))
        return walk.finish(by_hop=by_hop, not_found=[seeds[seed] for seed in missing])


class _PaperWalk(Download[str]):
    """Walk over papers, by long id, and their neighbours."""

    what = "papers"

    def fetch_papers(
        self, wanted: Sequence[str], *, contexts: bool
    ) -> tuple[list[_WalkedPaper], list[str]]:
        """Return new papers, with all their references; and unknown ids."""
        self.expect(len(wanted))
        fetched: list[_WalkedPaper] = []
        missing: list[str] = []
        for start in range(0, len(wanted), _BATCH):
            chunk = wanted[start : start + _BATCH]
            papers = self._batch(chunk)
            missing += [item for item, paper in zip(chunk, papers, strict=True) if paper is None]
            new = {paper.paper: paper for paper in papers if paper and paper.paper not in self.seen}
            fetched += new.values()
            self.add(new)
        return [self._with_references(paper, contexts=contexts) for paper in fetched], missing

    def list_neighbours(self, ring: Sequence[_WalkedPaper], direction: Direction) -> list[str]:
        """Return ids of neighbours not fetched yet."""
        neighbours: set[str] = set()
        if direction != "citations":
            neighbours.update(reference for paper in ring for reference in paper.references)
        if direction != "references":
            cited = sum(min(paper.stated["citations"], _LAST) for paper in ring)
            self.expect(len(neighbours - self.seen) + cited)
            for paper in ring:
                ids, listed = self._list(paper.paper, "citations")
                neighbours.update(ids)
                self.not_sent += max(0, paper.stated["citations"] - listed)
        return sorted(neighbours - self.seen)

    def _with_references(self, paper: _WalkedPaper, *, contexts: bool) -> _WalkedPaper:
        """Complete the list of references, since a batch has only some 10,000 in all."""
        if paper.listed >= paper.stated["references"] and not contexts:
            return paper
        ids, listed = self._list(paper.paper, "references")
        listed = max(listed, paper.listed)
        self.not_sent += max(0, paper.stated["references"] - listed)
        references = dict.fromkeys([*paper.references, *ids])
        return paper._replace(references=list(references), listed=listed)

    def _batch(self, ids: Sequence[str]) -> list[_WalkedPaper | None]:
        """Return papers by ids, in their order; None for unknown ones."""

        def read(items: Any) -> list[_WalkedPaper | None]:
            if not isinstance(items, list) or len(items) != len(ids):
                raise TypeError
            return [None if item is None else _parse_paper(item) for item in items]

        parse = partial(parse_json, read=read, otherwise=f"not a list of {len(ids)} papers")
        request = ServiceRequest("paper/batch", {"fields": _FIELDS}, tuple(ids))
        try:
            return self.answer("papers", request, parse)
        except DataError as error:
            # Sent instead of a list of nulls.
            if "No valid paper ids" in str(error):
                return [None] * len(ids)
            if "maximum size" not in str(error) or len(ids) == 1:
                raise
        half = len(ids) // 2
        return self._batch(ids[:half]) + self._batch(ids[half:])

    def _list(self, paper: str, kind: str) -> tuple[list[str], int]:
        """Return the ids in a list of references or citations, and its full length."""
        side = _SIDES[kind]

        def read(document: Any) -> tuple[list[str | None], int | None]:
            after = document.get("next")
            entries = [(row[side] or {}).get("paperId") for row in document["data"] or []]
            return entries, after if type(after) is int else None

        parse = partial(parse_json, read=read, otherwise=f"not a page of {kind}")
        ids: list[str | None] = []
        offset: int | None = 0
        while offset is not None and offset < _LAST:
            size = min(_PAGE, _LAST - offset)
            query = {"fields": _CITATION_FIELDS, "offset": str(offset), "limit": str(size)}
            request = ServiceRequest(f"paper/{paper}/{kind}", query)
            try:
                # The load takes the paper of the page from the file name.
                entries, after = self.answer(f"{kind}-{paper}", request, parse)
            except NotFoundError:
                break
            ids += entries
            if after is not None and after <= offset:
                raise EndpointError(
                    f"Semantic Scholar repeats a page without end ({kind} of {paper})",
                    hint="Run the same command later, with another --out.",
                )
            offset = after
        return [entry for entry in ids if entry], len(ids)


def _parse_paper(item: Any) -> _WalkedPaper:
    listed = item.get("references") or []
    ids = [(entry or {}).get("paperId") for entry in listed]
    stated = {kind: int(item.get(f"{kind[:-1]}Count") or 0) for kind in _SIDES}
    if not _LONG_ID.fullmatch(item["paperId"]):
        raise ValueError
    return _WalkedPaper(item["paperId"], [entry for entry in ids if entry], len(listed), stated)


def _parse_seed(text: str) -> str | None:
    """Return an id in the syntax of Semantic Scholar; None for other texts."""
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
