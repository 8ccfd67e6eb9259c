"""Verbs that show the fields of the network: which there are, and what leads in one."""

from typing import TYPE_CHECKING, Annotated

from annotated_types import Ge

from scinet.errors import DataError
from scinet.graph.schema.choices import Fields, Leading, Members
from scinet.session.base import Connected, Count, Names, list_names
from scinet.session.days import Day
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.graph.fields import Field
    from scinet.graph.snapshot import Snapshot

_OVER_TIME = ("id", "name", "year", "papers", "citations")
_CITED_OVER_TIME = ("id", "name", "year", "citations")
_NAMED = ("by", "field_id", "name", "papers", "form")
_LEADING = ("paper_id", "title", "date", "authors", "citations")
_JOINED = ("left", "left_id", "left_name", "right", "right_id", "right_name", "papers")


class FieldsOf(Connected):
    """Fields are communities, found once for any day, or what sources of papers name.

    Communities are those that :meth:`Graph.communities` finds by default; nothing is stored in the
    graph. The id of one of another day means the one that shares most papers with it.
    """

    def fields(self, by: Fields = "community", *, before: Day | None = None) -> Table:
        """List the fields of the network, the largest first, and how they hang together.

        Args:
            by: ``community``, ``venue``, ``domain``, ``field``, ``subfield`` or ``topic``.
            before: Cut-off day, exclusive; nothing later is seen.

        Returns:
            One row per field: ``field_id``, ``name``, ``papers``, ``citations`` of them, ``recent``
            (papers of the last two years), ``mean_year``, ``centrality`` (citations that join it
            with other fields) and ``density`` (citations inside it by papers).
            ``attrs["citations"]`` lists the id of a citing and of a cited field, and how many;
            ``attrs["outside"]`` is the number of papers in none, of ``attrs["papers"]``.

        Raises:
            DataError: If there is no such field.
            SchemaError: If communities are asked for and the server has no Graph Data Science.
        """
        from scinet.graph.fields import group_papers, themes

        past = self._arrays(before)
        groups = self._compute(group_papers, past, by, cache=self.cache)
        rows, citations = themes(past, groups)
        return self._table(
            rows,
            before=before,
            citations=citations,
            outside=groups.ungrouped,
            papers=past.num_papers,
        )

    def fields_of(self, paper: str, *, before: Day | None = None) -> Table:
        """Say which fields a paper is in: its community, its venue, its main field of each level.

        Args:
            paper: A paper by id, DOI or title.
            before: Cut-off day, exclusive; nothing later is seen.

        Returns:
            Columns ``by``, ``field_id`` and ``name``.

        Raises:
            NotFoundError: If it is not in the graph, with a date, before the day.
        """
        from scinet.graph.fields import fields_of_paper

        return self._table(
            self._compute(fields_of_paper, self._arrays(before), paper, cache=self.cache),
            _NAMED[:3],
            before=before,
        )

    def fields_named(self, text: str, *, before: Day | None = None, limit: Count = 5) -> Table:
        """Find fields of each kind with all words of a text in a printed name, the largest first.

        Args:
            text: Words.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Fields of a kind at most.

        Returns:
            Columns ``by``, ``field_id``, ``name``, ``papers`` and ``form``, the printed name that
            has the words of a field that goes by another.
        """
        from scinet.graph.fields import search_fields

        return self._table(
            self._compute(search_fields, self._arrays(before), text, limit=limit, cache=self.cache),
            _NAMED,
            before=before,
        )

    def leading(
        self,
        field: str,
        *,
        by: Fields = "community",
        rank: Leading = "cited",
        before: Day | None = None,
        limit: Count | None = 20,
        min_citations: Annotated[int, Ge(0)] | None = None,
        min_references: Annotated[int, Ge(0)] | None = None,
    ) -> Table:
        """List the papers that lead in a field.

        Args:
            field: A field by name or id.
            by: What kind of field: as of :meth:`fields`.
            rank: ``cited``: citations. ``rising``: citations in the last two years less those in
                the two before. ``disruptive``: di without a window. ``novel``: unusual pairs of
                cited venues, lower p10. ``bridging``: participation, how evenly citations from and
                to a paper spread over fields. ``sleeping``: beauty coefficient. ``main-path``: its
                main path, in time order. Of equal scores the one that rests on more comes first.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Rows at most; a main path is always whole.
            min_citations: Later citing papers that a paper has at least; by default 10 for
                ``disruptive``, 5 for ``bridging``, else 0.
            min_references: Earlier references that it has at least; by default 5 for
                ``disruptive`` and ``novel``, else 0.

        Returns:
            ``paper_id``, ``title``, ``date``, ``authors``, ``citations`` and the numbers that rank;
            ``attrs`` has the ``field_id``, ``name`` and number of ``papers`` of the field, both
            floors, the number of papers ``ranked`` above them, and of those ``tied`` for the first
            place.

        Raises:
            NotFoundError: If there is no such field.
        """
        from scinet.graph.fields import rank_papers

        past, group = self._field(field, by, before)
        rows, about = self._compute(
            rank_papers,
            past,
            group,
            rank=rank,
            limit=limit,
            min_citations=min_citations,
            min_references=min_references,
            cache=self.cache,
        )
        return self._table(rows, () if rows else _LEADING, **_about(group), **about, before=before)

    def over_time(
        self,
        field: str,
        *,
        by: Fields = "community",
        of: Members = "author",
        before: Day | None = None,
        limit: Count = 10,
    ) -> Table:
        """Count the papers of a field by year: of all of it, or of its main authors or venues.

        Args:
            field: A field by name or id.
            by: What kind of field: as of :meth:`fields`.
            of: ``field``, ``author`` or ``venue``.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Authors or venues at most: those with most papers in the field.

        Returns:
            Columns ``id``, ``name``, ``year``, ``papers`` and ``citations`` of these papers as of
            the day; ``attrs`` as of :meth:`rank_papers`.

        Raises:
            NotFoundError: If there is no such field.
        """
        from scinet.graph.fields import count_by_year

        past, group = self._field(field, by, before)
        rows = count_by_year(self.database, past, group, of=of, limit=limit)
        return self._table(rows, _OVER_TIME, **_about(group), before=before)

    def citations_over_time(
        self,
        *,
        papers: Names | None = None,
        authors: Names | None = None,
        field: str | None = None,
        by: Fields = "community",
        before: Day | None = None,
    ) -> Table:
        """Count the citations of papers, of all papers of authors, or of a field, by year.

        The year is that of the citing paper. A paper that cites two papers of an author counts
        twice.

        Args:
            papers: A paper by id, DOI or title, or several; each is counted by itself.
            authors: An author by id or name, or several; each is counted by itself.
            field: A field by name or id, counted as a whole.
            by: What kind of field: as of :meth:`fields`.
            before: Cut-off day, exclusive; nothing later is seen.

        Returns:
            Columns ``id``, ``name``, ``year`` and ``citations``, for years that have some;
            ``attrs["papers"]`` is the number of papers whose citations these are.

        Raises:
            NotFoundError: If there is no such paper, author or field before the day.
            DataError: Unless papers, authors or a field are given.
        """
        from scinet.graph.fields import citation_targets

        if [papers, authors, field].count(None) != 2:
            raise DataError(
                "no paper, author or field given",
                hint="Give papers, authors or a field, one of them.",
            )
        past = self._arrays(before)
        if field is not None:
            of = citation_targets.field_target(self._field(field, by, before)[1])
        else:
            find = (
                citation_targets.author_targets
                if papers is None
                else citation_targets.paper_targets
            )
            names = authors if papers is None else papers
            of = find(self.database, past, list_names(names) or ())
        counted = sum(len(target.papers) for target in of)
        return self._table(
            citation_targets.citations_over_time(past, of),
            _CITED_OVER_TIME,
            papers=counted,
            before=before,
        )

    def three_fields(
        self,
        field: str | None = None,
        *,
        by: Fields = "community",
        before: Day | None = None,
        limit: Count = 10,
    ) -> Table:
        """Say who writes on what and where: authors, words of titles and venues, joined by papers.

        Args:
            field: A field by name or id; without one it is the whole network, and fields stand
                in the place of words.
            by: What kind of field: as of :meth:`fields`.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Authors, words and venues at most: those with most papers; words are those
                that set titles of the field apart from others.

        Returns:
            One row per two that papers join: ``left`` (its kind), ``left_id``, ``left_name``,
            ``right``, ``right_id``, ``right_name`` and ``papers``; ``attrs["things"]`` lists
            the authors, words and venues, each with its ``papers``.

        Raises:
            NotFoundError: If there is no such field.
        """
        from scinet.graph.fields import group_papers, three_fields

        if field is None:
            past, group = self._arrays(before), None
            groups = self._compute(group_papers, past, by, cache=self.cache)
        else:
            past, group = self._field(field, by, before)
            groups = group.groups
        things, joined = three_fields(self.database, past, groups, group, limit=limit)
        return self._table(joined, _JOINED, things=things, before=before)

    def _field(self, name: str, by: Fields, before: Day | None) -> "tuple[Snapshot, Field]":
        from scinet.graph.fields import find_field

        past = self._arrays(before)
        return past, self._compute(find_field, past, by, name, cache=self.cache)


def _about(field: "Field") -> dict[str, str | int]:
    return {"field_id": field.id, "name": field.name, "papers": len(field.papers)}
