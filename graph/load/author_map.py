"""Author map of a load: read before anything is stored, reported at the end."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scinet.errors import DataError
from scinet.graph.load.batch import BatchReport
from scinet.graph.load.kinds import PAPER_KINDS
from scinet.graph.load.report import LoadReport, RejectsFile, count_rejected, nest_counts
from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources import person_map
from scinet.graph.sources.file_faults import FileFault, collect_faults
from scinet.graph.sources.files import hash_file, open_regular
from scinet.graph.sources.person_map import MAPPED, AuthorMapEntry, People

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database
    from scinet.graph.load.plan import PlanPart

OPTION: Final = "authors"
"""Name of the map among a load's options in the journal."""
_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class AuthorMap:
    """Author map given to a load.

    Attributes:
        entries: Numbered as in :class:`People`.
        account: Counts and rejects of its lines.
    """

    name: str
    people: People
    entries: list[AuthorMapEntry]
    account: BatchReport

    def check(self, max_rejected: float) -> None:
        """Refuse a map with too large a share of bad lines."""
        bad, read = count_rejected(self.account.counts), self.account.counts["read"]
        if bad > max_rejected * read:
            listed = (f"line {row['line']} {row['message']}" for row in self.account.rejects)
            shown = [text for text, _ in zip(listed, range(_SHOWN), strict=False)]
            raise DataError(
                f"{bad} of {read} lines of {self.name} are bad: {', '.join(shown)}"
                + (", …" if bad > len(shown) else ""),
                hint="Correct them; nothing was loaded.",
            )

    def told(self, report: LoadReport, used: Counter[str], rejects: Path | None) -> LoadReport:
        """Add the outcome of the map to the report of a load; its remarks go to the rejects file.

        Args:
            used: Number of authorships changed by each entry.
            rejects: Path of that file if the report has none; None for a default name.
        """
        account, ids, idle = self.account.copy(), set[str](), 0
        for number, entry in enumerate(self.entries):
            if used[f"{MAPPED}{number}"]:
                ids.add(entry.author)
                continue
            idle += 1
            where = "" if entry.paper is None else f" on {entry.paper}"
            account.remark(entry.line, "unknown_author", f"no record has {entry.author}{where}")
        counts = account.counts
        summary = {
            "read": counts["read"],
            "loaded": len(self.entries),
            "merged": counts["read"] - count_rejected(counts) - len(self.entries),
            "rejected": nest_counts(counts).get("rejected", {}),
            "ids_mapped": len(ids),
            "authorships_mapped": sum(used.values()),
            "entries_without_record": idle,
        }
        written = report.rejects
        if account.rejects and report.run:
            path = written or rejects or Path(f"rejects-{report.run.partition(',')[0]}.jsonl")
            file = RejectsFile(path)
            if written is None:
                file.begin()
            file.add(account.rejects)
            file.close()
            written = file.path
        return replace(report, details={**report.details, "author_map": summary}, rejects=written)


def count_used_entries(counts: Mapping[str, int]) -> Counter[str]:
    """Extract the number of authorships changed per entry from a load's counts."""
    return Counter({name: n for name, n in counts.items() if name.startswith(MAPPED)})


def read_map(path: Path, source: str | None, file: Path) -> AuthorMap:
    """Read a map for records of a source, and write it to ``file`` as it is applied.

    Raises:
        DataError: If it is not a map, breaks off, or contradicts itself.
    """
    faults: list[FileFault] = []
    account, entries = BatchReport(), []
    with collect_faults(faults, str(path)):
        for line in person_map.map_lines(hash_file(open_regular(path, str(path)))):
            account.counts["read"] += 1
            try:
                entries.append(person_map.parse_entry(line, source))
            except BadRecordError as error:
                account.reject(line, error.reason, str(error))
    for fault in faults:
        raise DataError(
            f"{fault.name} {fault.message} ({fault.reason})", hint="Name a file that can be read."
        )
    if not entries:
        why = account.rejects[0]["message"] if account.rejects else "has no line"
        raise DataError(
            f"{path} is not a map of authors: its first line {why}", hint=person_map.FORM
        )
    checked, names = person_map.check_consistent(entries)
    return AuthorMap(str(path), person_map.write_map(checked, names, file), checked, account)


def reload_hint(source: str | None, run: str) -> str:
    """Return the hint how to reload papers that were loaded in another way."""
    if source is None:
        return f"Remove them first, `scinet remove {run}`"
    return f"Load all papers of {source} anew with --replace"


def refuse_other_map(db: "Database", parts: "Iterable[PlanPart]") -> None:
    """Refuse papers of a source whose papers were loaded with another map, or with none.

    Raises:
        DataError: If authors of one source would get two different names.
    """
    papers = [part for part in parts if part.kind.has_papers]
    for row in db.rows("admin/loads") if papers else ():
        had = json.loads(row["options"] or "{}").get(OPTION)
        for part in papers:
            now = None if part.people is None else part.people.sha256
            if row["kind"] in PAPER_KINDS and row["source"] == part.source and had != now:
                which = "another map" if had else "no map"
                named = f"of {part.source} " if part.source else ""
                hint = reload_hint(part.source, row["run"])
                raise DataError(
                    f"papers {named}are loaded with {which} of authors (load {row['run']})",
                    hint=f"{hint}, or leave --authors as it was.",
                )


def apply_map(
    parts: "Sequence[PlanPart]", path: Path, folder: Path
) -> "tuple[AuthorMap, list[PlanPart]]":
    """Return the map, and the parts of a plan with the map applied to papers.

    Raises:
        DataError: If there are no papers, or those of several sources.
    """
    papers = [part for part in parts if part.kind.has_papers]
    held = ", ".join(part.kind.holds for part in parts)
    if not papers:
        raise DataError(f"--authors is for papers (the files hold {held})", hint="Leave it out.")
    sources = {part.source: None for part in papers}
    if len(sources) > 1:
        listed = ", ".join(map(str, sources))
        raise DataError(
            f"--authors is for papers of one source (these are of {listed})",
            hint="Load them one source at a time.",
        )
    loaded_map = read_map(path, papers[0].source, folder / "authors.json")
    return loaded_map, [
        replace(part, people=loaded_map.people) if part.kind.has_papers else part for part in parts
    ]
