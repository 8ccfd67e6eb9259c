"""View of the graph as of a day for tools: name resolution, and rows of plain values.

The day is fixed when a view is made; no argument of a tool can move it.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any, Final

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.graph.db.connection import Database, Row
from scinet.graph.indicators import novelty
from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.dates import date_of
from scinet.graph.schema.printed_names import fold_text, search_variants
from scinet.graph.search.text_search import TextIndex, searchable_texts
from scinet.graph.snapshot import Snapshot, grouping
from scinet.graph.tools.ranking import Places, filter_years

_TEXT: Final = 1_000  # characters of a text in a row
_LISTED: Final = 5  # candidates listed for an ambiguous name


class DatedView:
    """Graph as of one day."""

    def __init__(self, database: Database, snapshot: Snapshot) -> None:
        self.database = database
        self.snapshot = snapshot

    @property
    def before(self) -> date | None:
        """Cutoff, exclusive; None means everything."""
        return self.snapshot.before

    def rows(self, statement: str, **params: Any) -> list[Row]:
        """Run a statement as of the day of the view."""
        return self.database.rows(statement, before=self.before, **params)

    def paper(self, text: str) -> int:
        """Return the position of the paper of an id, the end of one, or a title."""
        name = text.strip()
        try:
            return self.snapshot.index(name)
        except NotFoundError:
            places = self._ending(self.snapshot.paper_id, name)
        places = places or self.titled.get(fold_text(name), [])
        return self._single_match(places, "paper", name, self.paper_row)

    def paper_id(self, text: str) -> str:
        """Return the id of that paper."""
        return str(self.snapshot.paper_id[self.paper(text)])

    def author(self, text: str) -> int:
        """Return the position of the author of an id, the end of one, or a whole name."""
        name = text.strip()
        ids = self.snapshot.author_id
        same = [int(place) for place in np.flatnonzero(ids == name)]
        places = same or self._ending(ids, name) or self._authors_named(name)
        return self._single_match(places, "author", name, self.author_row)

    def author_id(self, text: str) -> str:
        """Return the id of that author."""
        return str(self.snapshot.author_id[self.author(text)])

    def group(self, text: str) -> tuple[str, Places]:
        """Return name and papers of a venue, research field or community."""
        if (group := self.groups.get(fold_text(text))) is None:
            raise NotFoundError(
                f"no venue, field or community is called {text!r}",
                hint="Find names with search_groups.",
            )
        return group

    def paper_row(self, place: int) -> Row:
        """Return a paper as a row: id, title and year."""
        snapshot = self.snapshot
        return {
            "paper_id": str(snapshot.paper_id[place]),
            "title": snapshot.title[place],
            "year": date_of(int(snapshot.day[place])).year,
        }

    def of_years(self, places: Places, since: int | None, until: int | None) -> Places:
        """Select papers of some years, both inclusive, in the same order."""
        return filter_years(self.snapshot, places, since, until)

    @cached_property
    def words(self) -> TextIndex:
        """Search index of titles and abstracts."""
        return TextIndex(searchable_texts(self.snapshot))

    @cached_property
    def titled(self) -> Mapping[str, list[int]]:
        """Positions of papers by folded title."""
        places_by_title: dict[str, list[int]] = {}
        for place, title in enumerate(self.snapshot.title):
            for spelled in search_variants(title or ""):
                places_by_title.setdefault(spelled, []).append(place)
        places_by_title.pop("", None)
        return places_by_title

    @cached_property
    def groups(self) -> Mapping[str, tuple[str, Places]]:
        """Names and papers of groups by folded name.

        Of equal names communities take precedence over venues, these over fields, wider ones
        first, and present names over other printed ones.
        """
        result: dict[str, tuple[str, Places]] = {}
        printed: dict[str, tuple[str, Places]] = {}
        for by in (*reversed(LEVELS), "venue", "community"):
            try:
                groups = grouping.group_papers(self.snapshot, by, database=self.database)
            except DataError:  # this graph has none of that sort
                continue
            order = np.argsort(groups.code, kind="stable")
            bounds = np.searchsorted(groups.code[order], np.arange(groups.num_groups + 1))
            for number, name in enumerate(map(str, groups.name)):
                papers = order[bounds[number] : bounds[number + 1]]
                result[fold_text(name)] = (name, papers)
                forms = groups.printed[number] if groups.printed else ()
                spelled = (variant for form in (name, *forms) for variant in search_variants(form))
                printed.update(dict.fromkeys(spelled, (name, papers)))
        return printed | result

    @cached_property
    def novelty(self) -> novelty.Novelty:
        """Novelty of each paper, by pairs of cited venues."""
        return novelty.compute_novelty(
            self.snapshot, grouping.group_papers(self.snapshot, "venue").code
        )

    @cached_property
    def author_names(self) -> Sequence[Mapping[str, str]]:
        """Printed names of each author by folded form."""
        snapshot = self.snapshot
        spelled = [(name, search_variants(name)) for name in map(str, snapshot.written_name)]
        result: list[dict[str, str]] = [{} for _ in range(snapshot.num_authors)]
        codes = snapshot.authored_name
        pairs = np.unique(np.stack((snapshot.authored.indices, codes))[:, codes >= 0], axis=1)
        for place, code in pairs.T.tolist():
            name, texts_of = spelled[code]
            result[place].update(dict.fromkeys(texts_of, name))
        return result

    def _authors_named(self, text: str) -> list[int]:
        """Return authors of that name, most papers first: by present name, else by printed ones."""
        folded, name = fold_text(text), self.snapshot.author_name
        places = [place for place, names in enumerate(self.author_names) if folded in names]
        places.sort(key=lambda place: -len(self.snapshot.author_papers.row(place)))
        same = [place for place in places if name[place] == text]
        return (
            same
            or [author for author in places if folded in search_variants(str(name[author]))]
            or places
        )

    def author_row(self, place: int) -> Row:
        """Return an author as a row: id and name."""
        return {
            "author_id": str(self.snapshot.author_id[place]),
            "name": self.snapshot.author_name[place],
        }

    @staticmethod
    def _ending(ids: Iterable[Any], text: str) -> list[int]:
        return [
            place
            for place, identifier in enumerate(ids)
            if text and str(identifier).endswith(f":{text}")
        ]

    def _single_match(
        self, places: list[int], kind: str, text: str, describe: Callable[[int], Row]
    ) -> int:
        if len(places) == 1:
            return places[0]
        if not places:
            when = "" if self.before is None else f" before {self.before}"
            raise NotFoundError(
                f"no {kind} {text!r}{when}", hint=f"Find its id with search_{kind}s."
            )
        listed = ", ".join(str(next(iter(describe(place).values()))) for place in places[:_LISTED])
        raise NotFoundError(
            f"{len(places)} {kind}s are called {text!r}", hint=f"Give an id: {listed}."
        )


def plain_row(row: Mapping[str, Any]) -> Row:
    """Return a JSON row: dates as text, undefined numbers as null, long texts truncated."""
    return {key: _plain_value(value) for key, value in row.items()}


def _plain_value(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, str) and len(value) > _TEXT:
        return value[: _TEXT - 1] + "…"
    if isinstance(value, Mapping):
        return plain_row(value)
    return [_plain_value(item) for item in value] if isinstance(value, list) else value
