"""Groups of papers for ego and path queries, from the graph or from a table."""

import hashlib
import logging
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import numpy as np
import orjson
from numpy.typing import NDArray
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError, NotFoundError
from scinet.eval.task import Row
from scinet.eval.task_type import BuildContext
from scinet.eval.titles import title_key
from scinet.graph.search.text_search import searchable_texts
from scinet.graph.snapshot import Snapshot, grouping
from scinet.validation import OPTIONS, one_of

_AUTO_CHOICES: Final = ("subfield", "community", "venue")  # of ``auto``, in this order
_DISCIPLINE_LEVELS: Final = (
    "field",
    "domain",
    "subfield",
    "topic",
)  # the first that there is is listed
_OTHER_CHOICES: Final = ("auto", "file")
_MAX_NAMED: Final = 10  # subfields without a paper that a warning lists
_KINDS: Final = ("papers", "fields", "words", "phrases")
_OWN_TABLES: Final = {
    name: Path(__file__).with_name(f"{name}_subfields.jsonl") for name in ("ai", "paper")
}

Places: TypeAlias = NDArray[np.int64]

_log = logging.getLogger(__name__)


def list_choices() -> tuple[str, ...]:
    """Return the values of the option ``subfield_by``."""
    return (*_OTHER_CHOICES, *(by for by in grouping.CHOICES if by != "paper"))


@checked(frozen=True, slots=True, config=OPTIONS)
class DisciplineOptions:
    """Options of tasks that can be limited to one discipline.

    Attributes:
        discipline: Research field, at any level, by id or name, to which the papers in queries are
            limited by their main field; all papers of the network still count in indicators, paths
            and truth. Empty for all.
    """

    discipline: str = ""


@checked(frozen=True, slots=True, config=OPTIONS)
class SubfieldOptions(DisciplineOptions):
    """Options of tasks with queries about subfields.

    Attributes:
        subfield_by: Grouping of papers (:mod:`scinet.graph.snapshot.grouping`), or ``auto``: the
            first of subfield, community and venue that the graph has.
        subfields: A file of subfields instead, or one of this package: ``paper``, those of the
            publication, or ``ai``, more on language. One JSON object per line: ``name``, and
            criteria of its papers: ``papers`` (ids), ``fields`` (ids or names of research fields,
            one of which is the main one of its level), ``words`` (all in the title or abstract),
            ``phrases`` (at least one in these; a * at the end matches any ending).
        resolution: Resolution of the communities.
        community_seed: Seed of the communities.
    """

    subfield_by: Annotated[str, one_of(list_choices)] = "auto"
    subfields: str = ""
    resolution: float = 1.0
    community_seed: int = 0


@dataclass(frozen=True, slots=True)
class Subfields:
    """Named groups of papers.

    Attributes:
        by: Kind of grouping; ``file`` for a table.
        papers: Positions in the snapshot, ascending, by name; names sorted.
        ungrouped: Papers of the discipline in no group.
        source: Name and SHA-256 of the table, else empty.
        tables: For a table its rows, with the number of papers and the entries without a match.
    """

    by: str
    papers: dict[str, NDArray[np.int64]]
    ungrouped: int
    source: str = ""
    tables: Mapping[str, Sequence[Row]] = field(default_factory=dict)

    @property
    def settled(self) -> dict[str, str]:
        """Options whose value was chosen while grouping."""
        return {"subfield_by": self.by, "subfields": self.source}


def find_subfields(context: BuildContext, options: SubfieldOptions) -> Subfields:
    """Group the papers of a snapshot.

    Communities must have been computed for exactly this cutoff, since they depend on later
    citations.
    """
    inside = discipline_papers(context.snapshot, options.discipline)
    subfields = _group_all(context, options)
    if inside.all():
        return subfields
    inside_papers = {name: papers[inside[papers]] for name, papers in subfields.papers.items()}
    listed = [
        {**row, "n_papers": len(inside_papers[row["name"]])}
        for row in subfields.tables.get("subfields", ())
    ]
    grouped = np.unique(np.concatenate(list(inside_papers.values())))
    return replace(
        subfields,
        papers={name: papers for name, papers in inside_papers.items() if len(papers)},
        ungrouped=int(np.count_nonzero(inside)) - len(grouped),
        tables={"subfields": listed} if listed else {},
    )


def discipline_papers(snapshot: Snapshot, name: str) -> NDArray[np.bool_]:
    """Mark papers whose main field at some level is the discipline; all without a name.

    Shape ``(papers,)``.

    Raises:
        NotFoundError: If no paper has it as its main field; the hint lists the present ones.
    """
    if not name:
        return np.ones(snapshot.num_papers, dtype=bool)
    inside = _field_papers(snapshot, name)
    if not inside.any():
        raise NotFoundError(
            f"no paper before {snapshot.before} is of the discipline {name!r}",
            hint=_list_disciplines(snapshot),
        )
    return inside


def _field_papers(snapshot: Snapshot, entry: str) -> NDArray[np.bool_]:
    names = [title_key(str(name or "")) == title_key(entry) for name in snapshot.field_name]
    wanted = np.flatnonzero((snapshot.field_id == entry) | np.array(names, dtype=bool))
    return np.asarray(np.isin(snapshot.main_field, wanted).any(axis=1))


def _list_disciplines(snapshot: Snapshot) -> str:
    for level in _DISCIPLINE_LEVELS:
        codes = snapshot.primary_field(level)
        present = np.unique(codes[codes >= 0])
        if len(present):
            names = sorted(str(snapshot.field_name[i] or snapshot.field_id[i]) for i in present)
            return f"By {level} the network has {'; '.join(names)}."
    return "No paper names its fields: load papers that do, as those of OpenAlex."


def _group_all(context: BuildContext, options: SubfieldOptions) -> Subfields:
    if options.subfields:
        return _read_table(context, Path(options.subfields))
    if options.subfield_by == "file":
        raise DataError("no table of subfields is given", hint="Add -o subfields=FILE.")
    if options.subfield_by != "auto":
        return _group_papers(context, options.subfield_by, options)
    likely = [by for by in _AUTO_CHOICES if by in grouping.CHOICES]
    for by in likely[:-1]:
        try:
            return _group_papers(context, by, options)
        except DataError:  # this graph has none of that kind
            continue
    return _group_papers(context, likely[-1], options)


def _group_papers(context: BuildContext, by: str, options: SubfieldOptions) -> Subfields:
    groups = grouping.group_papers(
        context.snapshot,
        by,
        database=context.database,
        resolution=options.resolution,
        seed=options.community_seed,
    )
    order = np.argsort(groups.code, kind="stable")
    bounds = np.searchsorted(groups.code[order], np.arange(groups.num_groups + 1))
    papers = {
        str(name): order[bounds[number] : bounds[number + 1]]
        for number, name in enumerate(groups.name)
    }
    return Subfields(by, dict(sorted(papers.items())), groups.ungrouped)


def _read_table(context: BuildContext, file: Path) -> Subfields:
    snapshot = context.snapshot
    content = _read_bytes(file)
    named = _Papers(context)
    papers: dict[str, Places] = {}
    report: list[Row] = []
    for number, line in enumerate(content.splitlines(), start=1):
        row = _parse_row(line, file, number)
        name = row["name"]
        if name in papers:
            raise _table_error(f"the name {name!r} is listed twice", file, number)
        places_by_entry = {entry: named.of(kind, entry) for kind, entry in _row_entries(row)}
        papers[name] = np.unique(np.concatenate([*places_by_entry.values(), np.zeros(0, np.int64)]))
        unmatched = [entry for entry, places in places_by_entry.items() if not len(places)]
        report.append({**row, "n_papers": len(papers[name]), "unmatched": unmatched})
    if not any(map(len, papers.values())):
        raise DataError(
            f"no paper before {context.before} is in a subfield of {file}",
            hint="Check its ids and words, or choose a later day.",
        )
    if empty := [name for name, places in papers.items() if not len(places)]:
        more = f" and {len(empty) - _MAX_NAMED} more" if len(empty) > _MAX_NAMED else ""
        listed = ", ".join(empty[:_MAX_NAMED]) + more
        _log.warning(
            "no paper in %d of %d subfields (n_papers in the task's subfields.jsonl): %s",
            len(empty), len(papers), listed,
        )  # fmt: skip
    grouped = np.unique(np.concatenate(list(papers.values())))
    source = f"{file.name} sha256:{hashlib.sha256(content).hexdigest()}"
    return Subfields(
        "file",
        dict(sorted(papers.items())),
        snapshot.num_papers - len(grouped),
        source,
        {"subfields": report},
    )


def _read_bytes(file: Path) -> bytes:
    try:
        return _OWN_TABLES.get(str(file), file).read_bytes()
    except OSError as error:
        raise NotFoundError(
            f"no table of subfields {file}", hint="Name a file with -o subfields=FILE."
        ) from error


def _parse_row(line: bytes, file: Path, number: int) -> Row:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise _table_error("the line is not JSON", file, number) from error
    if not isinstance(row, dict) or not isinstance(row.get("name"), str) or not row["name"]:
        raise _table_error("a subfield has no name", file, number)
    lists = [row[kind] for kind in _KINDS if kind in row]
    if not lists or not all(isinstance(entries, list) and entries for entries in lists):
        raise _table_error(f"a subfield does not have a list of {', '.join(_KINDS)}", file, number)
    if not all(isinstance(entry, str) for entries in lists for entry in entries):
        raise _table_error("an entry is not text", file, number)
    typed_row: Row = row
    return typed_row


def _row_entries(row: Row) -> Iterator[tuple[str, str]]:
    """Yield the entries of a subfield; all words of a row are one entry."""
    for kind in _KINDS:
        if kind in row:
            entries = [" ".join(row[kind])] if kind == "words" else row[kind]
            yield from ((kind, entry) for entry in entries)


class _Papers:
    """Papers by id, research field, and words of title and abstract."""

    def __init__(self, context: BuildContext) -> None:
        self._snapshot = context.snapshot

    def of(self, kind: str, entry: str) -> Places:
        """Return positions of the papers that an entry matches, ascending."""
        if kind == "papers":
            place = self._position.get(entry)
            return np.array([] if place is None else [place], dtype=np.int64)
        if kind == "fields":
            return np.flatnonzero(_field_papers(self._snapshot, entry))
        if kind == "words":
            keys = set(map(title_key, entry.split()))
            held = [keys <= words for words in self._words]
        else:
            phrase = f" {_plain_words(entry)}" + ("" if entry.endswith("*") else " ")
            held = [phrase in text for text in self._lines]
        return np.flatnonzero(np.array(held, dtype=bool))

    @cached_property
    def _position(self) -> dict[str, int]:
        return {str(paper): place for place, paper in enumerate(self._snapshot.paper_id)}

    @cached_property
    def _words(self) -> list[set[str]]:
        return [set(map(title_key, text.split())) for text in searchable_texts(self._snapshot)]

    @cached_property
    def _lines(self) -> list[str]:
        return [f" {_plain_words(text)} " for text in searchable_texts(self._snapshot)]


def _plain_words(text: str) -> str:
    """Return the words of a text, case-folded, with single spaces between."""
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold()))


def _table_error(what: str, file: Path, number: int) -> DataError:
    return DataError(f"{what} ({file}, line {number})", hint="Fix the table of subfields.")
