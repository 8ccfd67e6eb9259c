"""Works of OpenAlex by its API: results of a query, and their neighbours in the network.

Source:
    developers.openalex.org: cursors, pages of 100, up to 100 values in one filter, prices.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from scinet.errors import DataError, EndpointError
from scinet.graph.fetch.access import ServiceRequest
from scinet.graph.fetch.amount import Amount
from scinet.graph.fetch.answer_store import Pages
from scinet.graph.fetch.response import PassingError, parse_json
from scinet.graph.fetch.seeds import batch_values, read_seeds
from scinet.graph.fetch.service import Service
from scinet.graph.schema.choices import Direction
from scinet.graph.schema.identifiers import parse_doi, parse_orcid, strip_site
from scinet.graph.sources.openalex_snapshot import DELETED

_ROWS: Final = 100
_ID: Final = re.compile(r"(?:openalex:)?([WAT]\d{1,18})", re.IGNORECASE)
_PMID: Final = re.compile(r"(?:https?://pubmed\.ncbi\.nlm\.nih\.gov/|pmid:)(\d{1,10})/?", re.I)


@dataclass(frozen=True, slots=True)
class OpenAlexQuery:
    """Query to OpenAlex; each part narrows the result.

    Attributes:
        topics: Ids (``T…``), any of them.
        authors: Ids (``A…``) or ORCIDs, any of them.
        cites: Ids of works (``W…``) of which any is cited.
        search: Words in titles, abstracts and full texts.
        filters: More filters in OpenAlex's syntax.
        hops: Number of times that neighbours of the results are fetched as well.
        direction: Neighbours to fetch: references, citations, or both.
    """

    topics: Sequence[str] = ()
    authors: Sequence[str] = ()
    cites: Sequence[str] = ()
    search: str | None = None
    filters: Sequence[str] = ()
    hops: int = 0
    direction: Direction = "both"

    def params(self) -> dict[str, str]:
        """Return the query parameters; empty for an empty query."""
        parts = []
        for name, letter, ids in (
            ("topics.id", "T", self.topics),
            (
                "authorships.author.id",
                "A",
                [identifier for identifier in self.authors if not parse_orcid(identifier)],
            ),
            (
                "authorships.author.orcid",
                "",
                [identifier for identifier in map(parse_orcid, self.authors) if identifier],
            ),
            ("cites", "W", self.cites),
        ):
            if values := [
                _parse_entity(identifier, letter) if letter else identifier for identifier in ids
            ]:
                parts.append(f"{name}:{'|'.join(values)}")
        made = {"filter": ",".join([*parts, *self.filters])}
        return {k: v for k, v in {**made, "search": self.search or ""}.items() if v}


class _Work(NamedTuple):
    number: int
    references: list[int]
    doi: str | None
    pmid: str | None


class _Page(NamedTuple):
    stated: int
    cursor: str | None
    works: list[_Work]


def fetch(
    service: Service,
    folder: Path,
    question: OpenAlexQuery,
    ids_from: Path | None = None,
    *,
    limit: int,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Fetch the works of a query, and those of a file, to a folder.

    Args:
        folder: Folder for the answers; it may hold those to other queries.
        ids_from: File with the ids of works to start from, one a line.
        progress: Called with the numbers of works fetched and expected.

    Returns:
        Folder, works, those by hop, seeds that were not found, works that were counted but not
        sent, pages and requests.

    Raises:
        DataError: If the query is empty, an id is not valid, or the limit would be exceeded.
        BudgetError: If the day's budget is spent.
        EndpointError: If there is no valid response.
    """
    params = question.params()
    if not params and ids_from is None:
        raise DataError(
            "nothing is asked for",
            hint="Give --topic, --author, --cites, --search, --filter or --ids-from.",
        )
    seeds = {} if ids_from is None else read_seeds(ids_from, _parse_seed)
    request: dict[str, Any] = {**params, "ids": sorted(seeds.values()), "hops": question.hops}
    request["direction"] = question.direction
    with Pages(folder, service, request) as pages:
        walk = _WorkWalk(pages, Amount(limit, "works", progress))
        ring = walk.fetch_queries([params]) if params else {}
        named, missing = walk.fetch_by_ids(seeds)
        ring |= named
        by_hop = [len(ring)]
        for _ in range(question.hops):
            ring = walk.fetch_neighbours(ring, question.direction)
            by_hop.append(len(ring))
        return pages.end(
            {
                "records": len(walk.seen),
                "by_hop": by_hop,
                "not_found": missing,
                "not_sent": walk.not_sent,
            }
        )


class _WorkWalk:
    """Walk over works and their neighbours.

    Attributes:
        seen: Numbers of the works received.
        not_sent: Number of works counted or cited by OpenAlex but not sent.
    """

    def __init__(self, pages: Pages, amount: Amount) -> None:
        self.seen: set[int] = set()
        self.not_sent = 0
        self._pages, self._amount = pages, amount

    def expect(self, more: int) -> None:
        self._amount.expect(len(self.seen), more)

    def fetch_by_ids(
        self, seeds: Mapping[tuple[str, str], str]
    ) -> tuple[dict[int, list[int]], list[str]]:
        """Fetch works by id; return references by work, and the texts of unknown ids."""
        self.expect(len(seeds))
        works = list(self.works(map(_build_filter, _filter_chunks(seeds))))
        known_names = {name for work in works for name in _work_names(work)}
        missing = [text for seed, text in seeds.items() if seed not in known_names]
        return {work.number: work.references for work in works}, missing

    def fetch_queries(self, queries: Sequence[dict[str, str]]) -> dict[int, list[int]]:
        """Fetch the works of queries, once their number is allowed; return references by work."""
        self.expect(sum(self._page(params, "*").stated for params in queries))
        return {work.number: work.references for work in self.works(queries)}

    def fetch_neighbours(
        self, ring: dict[int, list[int]], direction: Direction
    ) -> dict[int, list[int]]:
        """Fetch the new neighbours of works; return references by work."""
        before = set(self.seen)
        fetched: dict[int, list[int]] = {}
        if direction != "citations":
            cited = {number for cites in ring.values() for number in cites}
            wanted = sorted(cited - before - {DELETED})
            self.expect(len(wanted))
            queries = map(
                _build_filter, _filter_chunks([("openalex", f"W{number}") for number in wanted])
            )
            fetched |= {work.number: work.references for work in self.works(queries)}
            self.not_sent += len(set(wanted) - fetched.keys())
        if direction != "references":
            chunks = _filter_chunks([("cites", f"W{number}") for number in sorted(ring)])
            fetched |= self.fetch_queries([_build_filter(chunk) for chunk in chunks])
        return {number: cites for number, cites in fetched.items() if number not in before}

    def works(self, queries: Iterable[dict[str, str]]) -> Iterator[_Work]:
        for params in queries:
            for page in self._all(params):
                self.seen.update(work.number for work in page.works)
                self._amount.show(len(self.seen))
                yield from page.works

    def _all(self, params: dict[str, str]) -> Iterator[_Page]:
        cursor: str | None = "*"
        used: set[str] = set()
        received = stated = 0
        while cursor is not None:
            if cursor in used:
                raise EndpointError(
                    "OpenAlex leads from page to page in a circle",
                    hint="Run the same command later, with another --out.",
                )
            used.add(cursor)
            page = self._page(params, cursor)
            received, stated = received + len(page.works), page.stated
            yield page
            # Skip an empty last page, which costs as much as a full one.
            cursor = page.cursor if page.works and received < stated else None
        self.not_sent += max(0, stated - received)

    def _page(self, params: dict[str, str], cursor: str) -> _Page:
        query = {**params, "per_page": str(_ROWS), "cursor": cursor}
        return self._pages.answer("works", ServiceRequest("works", query), _parse_page)


def _parse_page(body: bytes) -> _Page:
    """Parse a page; the works themselves are checked by the load."""
    document = parse_json(body)
    try:
        meta, results = document["meta"], document["results"]
        count, cursor = meta["count"], meta.get("next_cursor")
        if type(count) is int and isinstance(cursor, str | None) and isinstance(results, list):
            return _Page(count, cursor, [_parse_work(item) for item in results])
    except (KeyError, TypeError, AttributeError, ValueError):
        pass
    raise PassingError("JSON that is not a page of works")


def _parse_work(item: dict[str, Any]) -> _Work:
    cited = [_id_number(reference) for reference in item.get("referenced_works") or []]
    pmid = (item.get("ids") or {}).get("pmid")
    stated = item.get("doi")
    return _Work(
        _id_number(item["id"]),
        cited,
        parse_doi(stated)[0] if isinstance(stated, str) else None,
        str(pmid).rstrip("/").rpartition("/")[2] if pmid else None,
    )


def _id_number(identifier: str) -> int:
    return int(strip_site(identifier).removeprefix("W"))


def _work_names(work: _Work) -> Iterator[tuple[str, str]]:
    """Yield all ids by which a seed may name the work."""
    yield "openalex", f"W{work.number}"
    if work.doi:
        yield "doi", work.doi
    if work.pmid:
        yield "pmid", work.pmid


def _parse_seed(text: str) -> tuple[str, str] | None:
    """Return filter name and value for a work; None for other texts."""
    if (match := _ID.fullmatch(strip_site(text))) and match[1][0] in "Ww":
        return "openalex", match[1].upper()
    if match := _PMID.fullmatch(text):
        return "pmid", match[1]
    identifier, _ = parse_doi(text)
    # A comma or a bar would end the filter's value.
    return None if identifier is None or set(identifier) & set(",|") else ("doi", identifier)


def _parse_entity(text: str, letter: str) -> str:
    match = _ID.fullmatch(strip_site(text))
    if match is None or match[1][0].upper() != letter:
        raise DataError(
            f"{text!r} is not an id of OpenAlex that begins with {letter}",
            hint="Look the name up at openalex.org: its page shows the id.",
        )
    return match[1].upper()


def _filter_chunks(values: Iterable[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield values by filter name, at most as many as one filter accepts."""
    by_name: dict[str, list[str]] = {}
    for name, value in values:
        by_name.setdefault(name, []).append(value)
    for name, listed in by_name.items():
        for portion in batch_values(listed):
            yield name, portion


def _build_filter(chunk: tuple[str, list[str]]) -> dict[str, str]:
    name, values = chunk
    return {"filter": f"{name}:{'|'.join(values)}"}
