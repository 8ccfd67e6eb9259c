"""Plan of a load: files of the given paths by kind, in the order of loading."""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

import orjson

from scinet import atomic_files
from scinet.errors import DataError, NotFoundError
from scinet.extension import suggest
from scinet.graph.load.author_map import OPTION as AUTHORS
from scinet.graph.load.author_map import AuthorMap, apply_map
from scinet.graph.load.kinds import KINDS, LoadKind
from scinet.graph.sources import (
    document_files,
    documents,
    files,
    input_files,
    openalex_snapshot,
    paper_tables,
    recognise,
    sciencemeter,
)
from scinet.graph.sources.counts import COLUMNS, CountTable
from scinet.graph.sources.entries import Format
from scinet.graph.sources.file_faults import FileFault, FileFaultError, collect_faults
from scinet.graph.sources.files import ReadProgress, SourceFile, is_json
from scinet.graph.sources.filled_dates import OPTION as FILLED_DATES
from scinet.graph.sources.filled_dates import FilledDates
from scinet.graph.sources.person_map import People
from scinet.graph.sources.recognise import FORMATS, Recognised

_TRIPLETS: Final = "sciencemeter"
_BOTH: Final = {_TRIPLETS: "claims", "articles": "fulltext"}
"""Second kind of load for the files of some kinds of papers."""
_SHOWN: Final = 5
COUNTED: Final = frozenset({"counts", "documents"})
"""Kinds whose tables accept named columns, besides papers and citations."""


@dataclass(frozen=True, slots=True)
class PlanPart:
    """Files of one kind that are loaded together.

    Attributes:
        people: Author map for its papers, if given.
        filled_dates: Sources whose first days of a year or month are read as periods.
        accepted: Notes counted while the files were converted, before they are read.
    """

    kind: LoadKind
    source: str | None
    files: list[SourceFile]
    people: People | None = None
    filled_dates: FilledDates = "known"
    accepted: Counter[str] = field(default_factory=Counter)

    @property
    def size(self) -> int:
        """Bytes of its files as they lie on disk."""
        return sum(file.size for file in self.files)

    @property
    def options(self) -> dict[str, str]:
        """Options that decide its outcome besides its files, as kept in the journal."""
        periods = self.kind.periods(self.filled_dates)
        return {
            **({} if self.people is None else {AUTHORS: self.people.sha256}),
            **({} if periods is None else {FILLED_DATES: periods}),
        }


@dataclass(slots=True)
class LoadPlan:
    """Parts of a load, faults, and files of folders that are not loaded.

    Attributes:
        columns: By table of papers or citations: the column of each field.
        recognised: By file: the formats that it may be in, the likeliest first.
    """

    parts: list[PlanPart] = field(default_factory=list)
    faults: list[FileFault] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    columns: dict[str, dict[str, str]] = field(default_factory=dict)
    recognised: dict[str, list[Recognised]] = field(default_factory=dict)
    authors: AuthorMap | None = None

    @property
    def inputs(self) -> list[Path]:
        """All input files."""
        names = [file.name for part in self.parts for file in part.files]
        return [*map(Path, names), *([] if self.authors is None else [Path(self.authors.name)])]

    def check(
        self,
        unknown: str | None,
        table: CountTable | None,
        max_rejected: float,
        *outputs: Path | None,
    ) -> None:
        """Refuse options that do not apply to these files, and outputs over one of them."""
        held = ", ".join(part.kind.holds for part in self.parts)
        if unknown is not None and not any(part.kind.has_papers for part in self.parts):
            raise DataError(
                f"--unknown is for papers (the files hold {held})", hint="Leave it out."
            )
        has_tables = self.columns or any(part.kind.name in COUNTED for part in self.parts)
        if table is not None and not has_tables:
            raise DataError(
                f"--column is for tables and --read-on for counts (the files hold {held})",
                hint="Leave them out.",
            )
        if self.authors is not None:
            self.authors.check(max_rejected)
        written = [output for output in outputs if output is not None]
        for output in written:
            atomic_files.refuse_input_as_output(output, self.inputs)
        atomic_files.refuse_same_output(written)


@contextmanager
def plan_load(
    paths: Iterable[str | Path],
    *,
    kind: str | None,
    source: str | None,
    table: CountTable,
    authors: Path | None = None,
    filled_dates: FilledDates = "known",
    room: Path | None = None,
) -> Iterator[LoadPlan]:
    """Recognise all files and sort them by kind; nothing is hashed before all are recognised.

    Args:
        room: New folder for copies of what is not read as it lies, such as standard input; a
            temporary one unless given.
    """
    plan = LoadPlan()
    _check_fields(table)
    wanted = None if kind is None else _wanted(kind)
    by_name: dict[str, tuple[SourceFile, str]] = {}
    with _work_folder(room) as folder:
        for path in dict.fromkeys(map(str, paths)):
            with collect_faults(plan.faults, path):
                listed, is_folder = input_files.locate_files(path, folder)
                seen = _recognise_files(listed, plan, table)
                if is_folder:
                    taken = _folder_files(path, seen, wanted, plan)
                else:
                    taken = [_named_file(file, known, wanted) for file, known in seen]
                for file, name in taken:
                    by_name[file.name] = file, name
                    plan.recognised[file.name].sort(key=lambda it: it.format.name != file.format)
        _hash_files(by_name, plan, source, wanted and wanted.kind, table, folder)
        plan.parts = [
            replace(part, kind=part.kind.reading_dates(filled_dates), filled_dates=filled_dates)
            for part in plan.parts
        ]
        if authors is not None and plan.parts:
            plan.authors, plan.parts = apply_map(plan.parts, authors, folder)
        yield plan


@contextmanager
def _work_folder(room: Path | None) -> Iterator[Path]:
    if room is None:
        with tempfile.TemporaryDirectory(prefix="scinet-") as folder:
            yield Path(folder)
    else:
        room.mkdir(parents=True)
        yield room


def _recognise_files(
    listed: Iterable[tuple[Path, str]], plan: LoadPlan, table: CountTable
) -> list[tuple[SourceFile, list[Recognised]]]:
    seen = []
    for path, name in listed:
        with collect_faults(plan.faults, name):
            file = files.open_regular(path, name)
            known = recognise.recognise_file(file, table.columns)
            plan.recognised[name] = known
            seen.append((file, known))
    return seen


class _Wanted(NamedTuple):
    """Kind of load that is named, or the format."""

    kind: LoadKind
    format: str = ""

    @property
    def holds(self) -> str:
        return self.format or self.kind.holds

    def fits(self, form: Format) -> bool:
        """Whether files in the format are to be loaded."""
        if self.format:
            return form.name == self.format
        return self.kind.name in {form.kind, _BOTH.get(form.kind)}


def _wanted(name: str) -> _Wanted:
    """Return the kind of load with this name, or that of the format with it."""
    if name in KINDS:
        return _Wanted(KINDS[name])
    named = {_option_name(form): form for form in FORMATS}
    if (form := named.get(_option_name(name))) is None:
        hint = f"There are {', '.join(KINDS)}; and the formats that --dry-run names."
        hint = suggest(name, [*KINDS, *named], hint)
        raise NotFoundError(f"no kind of load named {name!r}", hint=hint)
    return _Wanted(KINDS[FORMATS[form].kind], form)


def _option_name(name: str) -> str:
    return name.lower().replace(" ", "-")


def _folder_files(
    folder: str,
    seen: list[tuple[SourceFile, list[Recognised]]],
    wanted: _Wanted | None,
    plan: LoadPlan,
) -> list[tuple[SourceFile, str]]:
    taken: list[tuple[SourceFile, str]] = []
    for file, known in seen:
        first = known[0].format
        if first is openalex_snapshot.MANIFEST:
            openalex_snapshot.check_manifest(file)
        if (form := _choose(known[:1], wanted)) is not None:
            taken.append(_with_format(file, form))
        elif first is recognise.BROKEN and wanted is None:
            plan.faults.append(FileFault(file.name, "malformed_json", first.name))
        elif first is recognise.BROKEN and wanted is not None:
            taken.append((file, wanted.kind.name))
        else:
            plan.skipped[file.name] = _describe(first)
    if not taken and not plan.faults:
        what = "anything" if wanted is None else wanted.holds
        lies = [f"{name} {message}" for name, message in list(plan.skipped.items())[:_SHOWN]]
        message = f"has no file with {what} to load" + "".join(f"; {text}" for text in lies)
        plan.faults.append(FileFault(folder, "empty_folder", message))
    return taken


def _choose(known: list[Recognised], wanted: _Wanted | None) -> Format | None:
    """Return the likeliest format that is wanted; None if no load reads the file, or not this."""
    likely = known[:1] if wanted is None or known[0].format.is_foreign else known
    listed = (item.format for item in likely if item.format.kind)
    return next((form for form in listed if wanted is None or wanted.fits(form)), None)


def _with_format(file: SourceFile, form: Format) -> tuple[SourceFile, str]:
    return replace(file, format=form.name if form.name in FORMATS else ""), form.kind


def _named_file(
    file: SourceFile, known: list[Recognised], wanted: _Wanted | None
) -> tuple[SourceFile, str]:
    """Return a file given by name with its kind, or refuse it."""
    if (form := _choose(known, wanted)) is not None:
        return _with_format(file, form)
    first = known[0].format
    if first.kind and wanted is not None:
        holds = f"holds {first.name}" if wanted.format else _describe(first)
        raise DataError(
            f"{file.name} {holds}, not {wanted.holds}",
            hint=f"Leave --as out, or load it with `scinet load --as {first.kind}`.",
        )
    if wanted is not None and not first.is_foreign:
        return replace(file, format=wanted.format), wanted.kind.name
    raise DataError(f"{file.name} {_describe(first)}", hint=first.hint or files.CONVERT)


def _describe(form: Format) -> str:
    return f"holds {KINDS[form.kind].holds}" if form.kind else form.name


def _hash_files(
    by_name: dict[str, tuple[SourceFile, str]],
    plan: LoadPlan,
    source: str | None,
    wanted: LoadKind | None,
    table: CountTable,
    folder: Path,
) -> None:
    parts: dict[tuple[str, str | None], list[SourceFile]] = {}
    tables = [file for file, seen in by_name.values() if seen == "records" and not is_json(file)]
    accepted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    reading = ReadProgress(faults=plan.faults, accepted=accepted["records"])
    made = paper_tables.write_records(tables, table.columns, folder, reading)
    plan.columns = {name: columns for name, (_, columns) in made.items()}
    if (
        plan.columns
        and not plan.faults
        and COUNTED.isdisjoint(seen for _, seen in by_name.values())
    ):
        _check_columns(table, plan.columns)
    unread = {fault.name for fault in plan.faults} - made.keys()
    for number, (file, seen) in enumerate(by_name.values()):
        if file.name in unread:
            continue
        with collect_faults(plan.faults, file.name):
            if file.name in made:
                file = files.open_regular(made[file.name][0], file.name)
            if not is_json(file) and (seen == "counts" or (seen == "documents" and table.columns)):
                file = _write_rows(file, seen, table, accepted[seen], folder / f"table-{number}")
            file = files.hash_file(file)
            both = [seen, _BOTH[seen]] if seen in _BOTH else [seen]
            for name in both if wanted is None else [wanted.name]:
                own = sciencemeter.SOURCE if seen == _TRIPLETS else KINDS[name].source
                prefix = own if source is None else source or None
                parts.setdefault((name, prefix), []).append(file)
    plan.parts.extend(
        PlanPart(
            KINDS[name],
            prefix,
            files.sort_files(listed),
            accepted=accepted[name],
        )
        for kind in KINDS
        for (name, prefix), listed in parts.items()
        if name == kind
    )


def _write_rows(
    file: SourceFile, kind: str, table: CountTable, accepted: Counter[str], target: Path
) -> SourceFile:
    """Write the rows of a table with columns of any name as JSON lines with the same numbers."""
    reading, written = ReadProgress(accepted=accepted), 0
    rows = (
        table.read_rows(file, reading)
        if kind == "counts"
        else document_files.read_rows(file, reading, table.columns)
    )
    with target.open("wb") as stream:
        for line in rows:
            data = orjson.dumps(line.data.decode()) if line.reason else line.data
            stream.write(b"\n" * (line.number - written - 1) + data + b"\n")
            written = line.number
    for fault in reading.faults:
        raise FileFaultError(fault.name, fault.reason, fault.message)
    return files.open_regular(target, file.name)


def _check_fields(table: CountTable) -> None:
    fields = sorted({*COLUMNS, *paper_tables.FIELDS, *documents.FIELDS})
    for name, column in table.columns.items():
        if name not in fields:
            raise DataError(
                f"there is no field {name!r} (--column {name}={column})", hint=suggest(name, fields)
            )


def _check_columns(table: CountTable, tables: Mapping[str, dict[str, str]]) -> None:
    if unused := paper_tables.unused_columns(table.columns, tables.values()):
        raise DataError(
            f"no table has a column {table.columns[unused[0]]!r} to take {unused[0]!r} from "
            f"({', '.join(tables)})",
            hint="Correct --column; `scinet load FILE --dry-run` shows which columns are read.",
        )
