"""OpenAlex snapshots: folders by day with a manifest, and tables of merged and deleted ids.

Source:
    developers.openalex.org, snapshot data format.
"""

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import orjson

from scinet.errors import DataError
from scinet.graph.schema.identifiers import is_other_entity, strip_site
from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources import openalex_tables
from scinet.graph.sources.entries import Format, ObjectFormat
from scinet.graph.sources.files import (
    InputLine,
    ReadProgress,
    SourceFile,
    read_beginning,
    read_lines,
)
from scinet.graph.sources.head import Head
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.papers import RECORD_KEYS
from scinet.graph.sources.whole_file import read_whole

DELETED: Final = 4285719527
"""Number of the work that replaces all deleted works."""
MADE: Final = frozenset({"merged_ids", "merged_references", "merged_from"})
"""Fields added to a work: ids merged into it, number of redirected references, its former id."""
MERGED: Final = "merge_date,id,merge_into_id"
_DELETED_HEADER: Final = "work_id,deleted_date"
TABLES: Final = (MERGED, _DELETED_HEADER)
"""First lines of the tables of merged ids and of deleted works."""
_HEAD: Final = 4096
_WORK: Final = re.compile(r"W(\d{1,18})")
_DAY: Final = re.compile(r"updated_date=(\d{4}-\d\d-\d\d)")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_MANIFEST: Final = frozenset({"entries", "files", "entities"})
_WORKS: Final = "/works/"
_KEYS: Final = frozenset(
    {"primary_location", "authorships", "referenced_works", "abstract_inverted_index"}
)
_ALL_KEYS: Final = _KEYS | {"display_name", "publication_year", "publication_date"}
_SHOWN: Final = 5


def _holds_ids(text: str) -> bool | None:
    """Whether a table with this beginning holds merged or deleted works; None for others."""
    first, _, rest = text.partition("\n")
    if first.strip() not in TABLES:
        return None
    cells = rest.partition("\n")[0].split(",")
    return not rest or any(map(_WORK.fullmatch, map(_strip_quotes, cells)))


def _is_manifest(record: Mapping[str, Any]) -> bool:
    """Whether an object lists the files of a snapshot."""
    return bool(record.keys() & _MANIFEST) and next(_manifest_files(record), None) is not None


def check_manifest(file: SourceFile) -> None:
    """Compare the parts of works that a manifest lists with the files beside it.

    Raises:
        DataError: If one is missing, or has another size than listed.
    """
    folder = file.path.parent
    base = folder / "works" if (folder / "works").is_dir() else folder
    bad = []
    for url, size in _manifest_files(orjson.loads(read_whole(file, ReadProgress()))):
        _, mark, tail = url.rpartition(_WORKS)
        if not mark or not tail or ".." in tail:
            continue
        path = base / tail
        if not path.is_file():
            bad.append(f"{path} is missing")
        elif size is not None and path.stat().st_size != size:
            bad.append(f"{path} has {path.stat().st_size:,} bytes, not {size:,}")
    if bad:
        more = f", {len(bad) - _SHOWN} more" if len(bad) > _SHOWN else ""
        raise DataError(
            f"{len(bad)} parts do not match the manifest of the snapshot: "
            f"{', '.join(bad[:_SHOWN])}{more} ({file.name})",
            hint="Finish the download and run the same command again; or remove the manifest to "
            "load what is there.",
        )


def works(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the works of all files, with merged and deleted ids replaced.

    A work without ``updated_date`` gets the day of its folder.
    """
    moved = MergedWorks()
    yield from moved.read(files, reading)
    for file in files:
        yield from moved.works(file, reading)


def _is_table(file: SourceFile) -> bool:
    head = read_beginning(file, _HEAD).removeprefix(b"\xef\xbb\xbf")
    return head.startswith(tuple(first.encode() for first in TABLES))


class MergedWorks:
    """Target of each merged or deleted work: the work it was merged into, or :data:`DELETED`.

    Sorted arrays, sixteen bytes for each.
    """

    def __init__(self) -> None:
        self._rows = (array("q"), array("q"), array("q"))  # day, id, new id
        self._old: Any = ()

    def read(self, files: Iterable[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
        """Read the tables of ids among the files; yield their bad rows, to be rejected."""
        for file in files:
            if _is_table(file):
                yield from self._table(file, reading)
        self._resolve_merges(reading)

    def works(self, file: SourceFile, reading: ReadProgress) -> Iterator[InputLine]:
        """Yield the works of a file with replaced ids; nothing for a table."""
        if _is_table(file):
            return
        day = _DAY.search(file.name)
        for line in openalex_tables.read_rows(file, reading):
            if day and b'"updated_date"' not in line.data and line.data.endswith(b"}"):
                stated = b', "updated_date": "%s"}' % day[1].encode()
                line = line._replace(data=line.data[:-1] + stated)
            yield self._apply_moves(line)

    def _table(self, file: SourceFile, reading: ReadProgress) -> Iterator[InputLine]:
        is_merge = False
        for line in read_lines(file, reading):
            text = line.data.decode(errors="replace").strip()
            if text in TABLES:
                is_merge = text == MERGED
                continue
            cells = [_strip_quotes(cell) for cell in text.split(",")]
            day, *ids = cells if is_merge else cells[::-1]
            numbers = [int(match[1]) for match in map(_WORK.fullmatch, ids) if match]
            if len(numbers) != 1 + is_merge or len(ids) != len(numbers) or not _DATE.match(day):
                yield line._replace(reason="malformed_entry")
                continue
            row = (int(day[:10].replace("-", "")), *numbers, *([] if is_merge else [DELETED]))
            for column, number in zip(self._rows, row, strict=True):
                column.append(number)
            reading.accepted["merged_id" if is_merge else "deleted_id"] += 1

    def _resolve_merges(self, reading: ReadProgress) -> None:
        """Follow merges to their ends; of repeated ids the latest counts, merges first."""
        import numpy as np

        day, old, new = (np.frombuffer(column, np.int64) for column in self._rows)
        if not len(old):
            return
        order = np.lexsort((new, -day, new == DELETED, old))
        old, new = old[order], new[order]
        is_first = np.r_[True, old[1:] != old[:-1]] & (old != new)
        old, new = old[is_first], new[is_first]
        for _ in range(len(old).bit_length() + 1):  # doubles the length followed
            place = np.minimum(np.searchsorted(old, new), len(old) - 1)
            moves = old[place] == new
            new = np.where(moves, new[place], new)
        circles = np.isin(new, old)
        if circles.any():
            reading.accepted["merged_in_a_circle"] += int(circles.sum())
        self._old, self._new = old[~circles], new[~circles]
        self._back = np.argsort(self._new, kind="stable")

    def _apply_moves(self, line: InputLine) -> InputLine:
        if not len(self._old) or line.reason:
            return line
        try:
            work = parse_object(line.data, is_last=line.is_last)
        except BadRecordError:
            return line
        changed: dict[str, Any] = {}
        own = _number(work.get("id"))
        cited = work.get("referenced_works")
        if own is not None and (replacements := self._replacements([own])):
            changed = {"id": f"W{replacements[own]}", "merged_from": f"W{own}"}
        elif own is not None and (gone := self._merged_into(own)):
            changed = {"merged_ids": gone}
        if isinstance(cited, list):
            numbers = [_number(item) for item in cited]
            if replacements := self._replacements([item for item in numbers if item is not None]):
                changed["referenced_works"] = [
                    f"W{replacements[number]}" if number in replacements else item
                    for number, item in zip(numbers, cited, strict=True)
                ]
                changed["merged_references"] = sum(number in replacements for number in numbers)
        return line._replace(data=orjson.dumps({**work, **changed})) if changed else line

    def _replacements(self, numbers: list[int]) -> dict[int, int]:
        import numpy as np

        wanted = np.array(numbers, np.int64)
        if not len(self._old) or not len(wanted):
            return {}
        place = np.minimum(np.searchsorted(self._old, wanted), len(self._old) - 1)
        is_gone = self._old[place] == wanted
        return dict(zip(wanted[is_gone].tolist(), self._new[place[is_gone]].tolist(), strict=True))

    def _merged_into(self, number: int) -> list[str]:
        import numpy as np

        first, last = np.searchsorted(self._new, [number, number + 1], sorter=self._back)
        return [
            f"W{number_merged}"
            for number_merged in sorted(self._old[self._back[first:last]].tolist())
        ]


def _number(identifier: Any) -> int | None:
    match = _WORK.fullmatch(strip_site(identifier).upper()) if isinstance(identifier, str) else None
    return int(match[1]) if match else None


def _strip_quotes(cell: str) -> str:
    return strip_site(cell.strip().strip('"'))


def _manifest_files(record: Any) -> Iterator[tuple[str, int | None]]:
    for item in record.values() if isinstance(record, dict) else record:
        meta = item.get("meta") if isinstance(item, dict) else None
        if isinstance(meta, dict) and isinstance(item.get("url"), str):
            size = meta.get("content_length")
            yield item["url"], size if type(size) is int else None
        elif isinstance(item, dict | list):
            yield from _manifest_files(item)


def _is_work(item: Mapping[str, Any]) -> bool:
    return "id" in item and bool(item.keys() & _ALL_KEYS) and not item.keys() & RECORD_KEYS


def _is_other(item: Mapping[str, Any]) -> bool:
    return _is_work(item) and is_other_entity(f"openalex:{strip_site(str(item['id']))}", "W")


def _is_parquet(head: Head) -> str:
    names = head.parquet or []
    return "its columns are those of works" if "id" in names and _KEYS & {*names} else ""


_FORM: Final[Any] = {"kind": "openalex", "page": "openalex"}
FORMATS: Final = (
    ObjectFormat(_is_work, name="OpenAlex", **_FORM),
    Format(test=_is_parquet, name="OpenAlex Parquet", **_FORM),
    Format(
        test=lambda head: "its columns are those of merged works" if _holds_ids(head.text) else "",
        name="OpenAlex merged works",
        **_FORM,
    ),
)
MANIFEST: Final = ObjectFormat(
    _is_manifest,
    name="is the manifest of a snapshot of OpenAlex",
    hint="Load the folder in which it lies.",
)
_OTHER: Final[Any] = {
    "name": "holds something else of OpenAlex than works",
    "hint": "Load the files below works/.",
    "is_foreign": True,
}
OTHERS: Final = (
    ObjectFormat(_is_other, **_OTHER),
    Format(test=lambda head: "merged ids" if _holds_ids(head.text) is False else "", **_OTHER),
    Format(test=openalex_tables.name_other_entity, **_OTHER),
)
