"""Parsing of printed references, and matching of each to a paper among those read.

A reference is resolved by a stated id, else by title, else by first author, year and source.
A reference that matches two papers, or contradicts its match, stays unresolved.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple, TypeVar

from scinet.graph.schema.identifiers import slugify
from scinet.graph.sources import values

BY_TITLE: Final = "title"
BY_PLACE: Final = "author_year_source"
_LONG_TITLE: Final = 20  # characters; a shorter title alone stands for many papers
_SEGMENTS: Final = 16
_FEW: Final = 8  # papers of one title, or of one source and year, that are searched linearly
_AUTHOR: Final = re.compile(
    r"[^\d:()]{1,60}? (?:[^\W\d_]\.[ -]?)+(?: ?(?:Jr|Sr|I{2,3})\.?)?|et al\.?"
)
_INITIALS: Final = re.compile(r"(?:[^\W\d_]\.[ -]?)+")
_FOUR_DIGITS: Final = re.compile(r"\d{4}")
_VOLUME: Final = re.compile(r"V\d\w*")
_PAGE: Final = re.compile(r"P\w*\d\w*")
_DIMENSIONS: Final = re.compile(r"pub\.\d+")
_YEAR: Final = re.compile(r"(1[4-9]|20)\d\d")
_OLD_YEAR: Final = re.compile(r"(.*?)[ ,]\((\d{4})\)(?!$) ?(.*)", re.DOTALL)

_Key = TypeVar("_Key")


class CitedWork(NamedTuple):
    """Parsed reference.

    Attributes:
        ids: With their sources, the DOI first.
        titles: Texts that may be its title.
        author: First author, family name first.
    """

    ids: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    author: str = ""
    year: int | None = None
    source: str = ""
    volume: str = ""
    page: str = ""


class ReferenceMatch(NamedTuple):
    """Paper that a reference matches, whatever id it states.

    Attributes:
        title: The text that equals its title, or the first candidate.
        agreeing: Details that agree; ``near_year`` for years one apart.
    """

    paper: str
    title: str
    agreeing: tuple[str, ...]


class ResolvedReference(NamedTuple):
    """Result of resolving a reference.

    Attributes:
        paper: Id of a paper, or of a work known by an id alone.
        by: Name of the rule that resolved it; empty if unresolved.
        fits: Matches by title and by place, whichever rule resolved it.
    """

    paper: str | None
    by: str
    fits: Mapping[str, ReferenceMatch]


def parse_scopus(text: str) -> CitedWork:
    """Parse a reference of Scopus, with the year at its end or, formerly, after the title."""
    doi = values.find_doi(text)
    old = _OLD_YEAR.fullmatch(text)
    head, when = (old[1], old[2]) if old else (text, text[-8:])
    parts = [part.strip() for part in head.split(",") if part.strip()]
    start, first = 0, ""
    while start < len(parts):
        if start + 1 < len(parts) and _INITIALS.fullmatch(parts[start + 1]):  # Bell, A.
            first = first or parts[start]
            start += 2
        elif _AUTHOR.fullmatch(parts[start]):
            first = first or parts[start]
            start += 1
        else:
            break
    rest = parts[start:][:_SEGMENTS]
    ends = [len(rest)] if old else range(1, len(rest) + 1)
    titles = tuple(", ".join(rest[:end]) for end in ends)
    return CitedWork(tuple(values.collect_ids(doi=doi)), titles, first, values.parse_year(when))


def parse_web_of_science(text: str) -> CitedWork:
    """Parse a reference of Web of Science: author, year, source, volume, page, DOI."""
    head, _, _ = text.partition(", DOI ")
    parts = [part.strip() for part in head.split(",")]
    when = next((n for n, part in enumerate(parts[:3]) if _FOUR_DIGITS.fullmatch(part)), None)
    rest = parts[when + 1 :] if when is not None else []
    volume = next((p[1:] for p in rest[1:] if _VOLUME.fullmatch(p)), "")
    page = next((p[1:] for p in rest[1:] if _PAGE.fullmatch(p)), "")
    return CitedWork(
        tuple(values.collect_ids(doi=values.find_doi(text))),
        author=parts[0] if when else "",
        year=None if when is None else int(parts[when]),
        source=rest[0] if rest else "",
        volume=volume,
        page=page,
    )


def parse_dimensions(text: str) -> CitedWork:
    """Parse a reference of Dimensions: parts between ``|``, recognised by their form."""
    parts = [part.strip(" []") for part in text.split("|")]
    author, *rest = parts
    own = next((part for part in rest if _DIMENSIONS.fullmatch(part)), "")
    when = next((n for n, part in enumerate(rest) if _YEAR.fullmatch(part)), None)
    after = rest[when + 1 :] if when is not None else []
    before = [part for part in rest[:when] if part]
    return CitedWork(
        tuple(values.collect_ids(doi=values.find_doi(text), dimensions=own)),
        tuple(before),
        author.partition(";")[0],
        None if when is None else int(rest[when]),
        before[-1] if before else "",
        after[0] if after else "",
        after[-1].partition("-")[0] if len(after) == 2 else "",  # volume and pages, nothing else
    )


def family_key(author: str) -> str:
    """Return the family name of an author, written family name first, as a key."""
    last, comma, _ = author.partition(",")
    if not comma:
        words = last.split()
        name_words = [w for w in words if not (w.endswith(".") or (w.isupper() and len(w) <= 3))]
        last = " ".join(name_words or words)
    return slugify(last)


@dataclass(slots=True)
class _Printed:
    paper: str
    year: int | None
    words: frozenset[str]  # of the name of its first author
    sources: frozenset[str]
    volume: str
    page: str


@dataclass
class PaperIndex:
    """Index of the papers read: by id, by title, and by source and year."""

    _ids: dict[str, str] = field(default_factory=dict)
    _titles: dict[str, list[_Printed]] = field(default_factory=lambda: defaultdict(list))
    _sources: dict[tuple[str, int | None], list[_Printed]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _words: dict[Any, dict[str, list[_Printed]]] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set)

    def add(self, entry: Mapping[str, Any]) -> None:
        """Index an entry; all are added before references are resolved."""
        paper = entry["id"]
        for own in [paper, *entry.get("ids", ())]:
            self._ids[own] = min(paper, self._ids.get(own, paper))
        if doi := (entry.get("external_ids") or {}).get("doi"):
            for own in values.collect_ids(doi=str(doi)):
                self._ids[own] = min(paper, self._ids.get(own, paper))
        if paper in self._known:
            return
        self._words.clear()
        self._known.add(paper)
        authors = entry.get("authors") or [{}]
        name = str(authors[0].get("name") or "")
        place = entry.get("place", {})
        stated = {place.get("source", ""), place.get("short", ""), str(entry.get("venue") or "")}
        item = _Printed(
            paper,
            values.parse_year(values.period_end(entry.get("date"))),
            frozenset(item for word in name.split() or [""] for item in slugify(word).split("-")),
            frozenset(slugify(source) for source in stated if source),
            place.get("volume", ""),
            place.get("page", ""),
        )
        if title := slugify(str(entry.get("title") or "")):
            self._titles[title].append(item)
        if item.year is not None:
            for source in item.sources:
                self._sources[source, item.year].append(item)

    def own(self, paper: str) -> str:
        """Return the id under which the paper with any of its ids is stored."""
        return self._ids.get(paper, paper)

    def resolve(
        self, cited: Iterable[CitedWork], counts: Counter[str]
    ) -> Iterator[ResolvedReference]:
        """Resolve each reference to a paper, a work known by an id alone, or nothing.

        ``counts`` gets the rule that resolved each reference; and for those resolved by id, whether
        title, or author, year and source, match the same paper.
        """
        for reference in cited:
            paper = next((self._ids[own] for own in reference.ids if own in self._ids), None)
            looked_up = {BY_TITLE: self._by_title(reference), BY_PLACE: self._by_place(reference)}
            fits = {how: match for how, match in looked_up.items() if match is not None}
            if paper is not None:
                by = "id"
            elif by := next(
                (h for h, match in fits.items() if not _contradicts(reference, match)), ""
            ):
                paper = fits[by].paper
            elif reference.ids:
                by, paper = "work_by_id", reference.ids[0]
            if by:
                counts[f"matched.{by}"] += 1
            if by == "id":
                for how, match in fits.items():
                    counts[f"checked.{how}.{'same' if match.paper == paper else 'other'}"] += 1
            counts["unresolved"] += paper is None
            yield ResolvedReference(paper, by, fits)

    def _by_title(self, reference: CitedWork) -> ReferenceMatch | None:
        name = set(family_key(reference.author).split("-")) if reference.author else None
        matches: dict[str, ReferenceMatch] = {}
        for written in reference.titles:
            title = slugify(written)
            for paper in self._listed(title, self._titles, name and name | {""}):
                details = _shared_details(reference, name, paper)
                if details is not None and (len(title) >= _LONG_TITLE or "year" in details):
                    matches.setdefault(paper.paper, ReferenceMatch(paper.paper, written, details))
                if len(matches) > 1:
                    return None
        return next(iter(matches.values()), None)

    def _by_place(self, reference: CitedWork) -> ReferenceMatch | None:
        if not (reference.source and reference.author and reference.year):
            return None
        name = set(family_key(reference.author).split("-"))
        matches = {
            paper.paper: paper
            for paper in self._listed(
                (slugify(reference.source), reference.year), self._sources, name
            )
            if not paper.words.isdisjoint(name)
            and not _are_different(reference.volume, paper.volume)
            and not _are_different(reference.page, paper.page)
        }
        if len(matches) != 1:
            return None
        [paper] = matches.values()
        stated = {
            "volume": reference.volume and paper.volume,
            "page": reference.page and paper.page,
        }
        details = ("author", "year", "source", *(part for part, both in stated.items() if both))
        title = next((text for text in reference.titles if text != reference.source), "")
        return ReferenceMatch(paper.paper, title, details)

    def _listed(
        self, key: _Key, listed: Mapping[_Key, list[_Printed]], words: set[str] | None
    ) -> Iterable[_Printed]:
        """Return the papers of a key; of many, only those with one of the first author's words."""
        papers = listed.get(key, [])
        if words is None or len(papers) <= _FEW:
            return papers
        if key not in self._words:
            by_word = self._words[key] = defaultdict(list)
            for paper in papers:
                for word in paper.words:
                    by_word[word].append(paper)
        return chain.from_iterable(self._words[key].get(word, ()) for word in words)


def _contradicts(reference: CitedWork, match: ReferenceMatch) -> bool:
    stated = reference.ids[0] if reference.ids else ""
    both = stated.startswith("doi:") and match.paper.startswith("doi:")
    return both and stated != match.paper


def _shared_details(
    reference: CitedWork, name: set[str] | None, paper: _Printed
) -> tuple[str, ...] | None:
    """Return the details that agree with a paper of the same title; None if they contradict.

    Args:
        name: Words of the family name stated by the reference.
    """
    details, words = [BY_TITLE], paper.words - {""}
    if name is not None and words:
        if paper.words.isdisjoint(name):
            return None
        if not words.isdisjoint(name):
            details.append("author")
    if reference.year is not None and paper.year is not None:
        if abs(reference.year - paper.year) > 1:
            return None
        details.append("year" if reference.year == paper.year else "near_year")
    return tuple(details)


def _are_different(first: str, second: str) -> bool:
    return bool(first and second and first.lower().lstrip("0") != second.lower().lstrip("0"))
