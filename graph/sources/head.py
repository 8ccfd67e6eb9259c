"""Beginning of a file, unpacked, decoded and parsed once for the tests of all formats."""

import itertools
import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources import parquet_rows, rows, tables, xml
from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import FOREIGN, ReadProgress, SourceFile, read_beginning, read_lines
from scinet.graph.sources.json_lines import parse_object, quote_shell_numbers
from scinet.graph.sources.whole_file import decode_head

HEAD: Final = 64 * 1024
_BINARY: Final = tuple(
    magic for magic, (what, _) in FOREIGN.items() if what not in {"is UTF-16", "is XML"}
)
_MARKUP: Final = re.compile(r"\s*<[?!a-zA-Z]")
_LINES: Final = 20  # the first may be bad
_LINE_BYTES: Final = 32 * 1024 * 1024
_VALUE_BYTES: Final = 4 * 1024 * 1024  # as objects they take thirty times the room


class Head:
    """Beginning of a file.

    Attributes:
        columns: Column by field, where the caller names them.
        data: First bytes, without a byte order mark.
    """

    def __init__(self, file: SourceFile, columns: Mapping[str, str] | None = None) -> None:
        self.file, self.columns = file, columns or {}
        self.data = read_beginning(file, HEAD).removeprefix(BOM_UTF8)

    @cached_property
    def text(self) -> str:
        """The first bytes as text; empty in a binary file."""
        return "" if self.is_binary else decode_head(self.data)

    @cached_property
    def is_binary(self) -> bool:
        """Whether this is a workbook, a Parquet file, or binary in another format."""
        return self.data.startswith(_BINARY)

    @cached_property
    def is_markup(self) -> bool:
        """Whether this is XML or HTML."""
        return _MARKUP.match(self.text) is not None

    @cached_property
    def is_json(self) -> bool:
        """Whether the file begins as JSON."""
        return self.data.lstrip()[:1] in {b"{", b"["}

    @cached_property
    def root(self) -> str:
        """Name of the first element of XML; empty for other text."""
        return xml.root_name(self.text)

    @cached_property
    def parquet(self) -> list[str] | None:
        """Columns of a Parquet file; None for another or a damaged one."""
        if not self.data.startswith(parquet_rows.MAGIC):
            return None
        import pyarrow as pa
        from pyarrow import parquet

        try:
            return list(parquet.read_schema(self.file.path).names)
        except (pa.ArrowException, OSError, ValueError):
            return None

    @cached_property
    def workbook(self) -> list[list[str]] | FileFaultError | None:
        """First rows of a workbook, or its fault; None for another file."""
        if not tables.is_workbook(self.data):
            return None
        try:
            return tables.workbook_head(self.file.path.read_bytes(), self.file.name)
        except FileFaultError as error:
            return error

    @cached_property
    def top_rows(self) -> list[list[list[str]]]:
        """First rows of a workbook, or of a text by each delimiter."""
        if isinstance(self.workbook, list):
            return [self.workbook]
        if self.is_markup:
            return []
        return list(tables.first_rows(tables.top_lines(self.text)))

    def names(self) -> Iterator[list[str]]:
        """Yield the rows among which the column names of a table stand."""
        return itertools.chain.from_iterable(self.top_rows)

    @cached_property
    def is_list(self) -> bool:
        """Whether a JSON document has a list of records."""
        return rows.is_list(self.file)

    @cached_property
    def records(self) -> list[dict[str, Any]]:
        """First objects of a JSON document, or of the first lines."""
        return list(self._first_objects()) if self.is_json else []

    def _first_objects(self) -> Iterator[dict[str, Any]]:
        if self.is_list:
            listed = (line.data for line in rows.read_file(self.file, ReadProgress()))
            first = next((data for data in listed if data != b"null"), b"")
            if (value := _parse_value(first[:_VALUE_BYTES])) is not None:
                yield value
                return
        size = count = 0
        for line in itertools.islice(read_lines(self.file, ReadProgress()), _LINES):
            size += len(line.data)
            if not line.reason:
                try:
                    yield parse_object(line.data)
                    count += 1
                except BadRecordError:
                    continue
            if size > _LINE_BYTES:
                return
        beginning = read_beginning(self.file, _VALUE_BYTES)
        if not count and (value := _parse_value(beginning)) is not None:
            yield value


def _parse_value(data: bytes) -> dict[str, Any] | None:
    """Return the object at the beginning of a text, over several lines."""
    text = quote_shell_numbers(data).decode("utf-8-sig", errors="replace")
    try:
        value, _ = json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
