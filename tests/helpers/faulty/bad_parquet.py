# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with Parquet files of paper rows: values, types of columns, and the file."""

import base64
import gzip
import io
import struct
import zipfile
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

import pyarrow as pa
from helpers.faulty.bad_writing import Changed, read_changes, rows, value
from helpers.files.network_files import GOOD
from pyarrow import feather, parquet
from pyarrow.parquet import encryption

Change = Callable[[Any], Any]
"""A table made of a good one."""
_KIND: Final = "prescience"


def table(changed: Changed | None = None) -> Any:
    """Three rows, the second with something in place of good values."""
    first, second, third = (GOOD[_KIND](number) for number in range(3))
    row = {**second, **(changed or {})}
    [author] = second["authors"]
    if row["authors"]:
        row["authors"] = [None if one is None else {**author, **one} for one in row["authors"]]
    return pa.Table.from_pylist([first, row, third])


def file(table: Any, **options: Any) -> bytes:
    stream = io.BytesIO()
    parquet.write_table(table, stream, **options)
    return stream.getvalue()


CELLS: Final = read_changes("parquet")
"""Values of the second row: what becomes of it, and what it has in place of good values."""

ALL: Final = (1, 2, 3)
_SECOND: Final = (2,)
_DAY: Final = datetime(2023, 11, 5)  # noqa: DTZ001 - as columns without a zone are
_TEXTS: Final = (b"Row 0", b"caf\xe9", b"Row 2")
_TITLES: Final = ("Row 0", "Row 1", "Row 2")


def _as(name: str, values: Sequence[Any], kind: Any = None) -> Change:
    return _column(name, lambda: pa.array(values, kind))


def _column(name: str, make: Callable[[], Any]) -> Change:
    return lambda good: good.set_column(good.schema.get_field_index(name), name, make())


def _all_as(name: str, value: Any, kind: Any = None) -> Change:
    return _as(name, [value] * 3, kind)


def _second(value: Any, kind: Any, name: str = "changed") -> Change:
    """One more column, of which the second row alone has a value."""
    return lambda good: good.append_column(name, pa.array([None, value, None], kind))


def _days(kind: Any, *others: int) -> Change:
    """Days in another type, the second replaced by numbers as they are stored."""

    def make() -> Any:
        plain = pa.int32() if kind == pa.date32() else pa.int64()
        stored = pa.array([_DAY] * 3, kind).view(plain).to_pylist()
        return pa.array([stored[0], *others, stored[2]], plain).view(kind)

    return _column("date", make)


def _moments(when: datetime, zone: str) -> Change:
    return _all_as("date", when, pa.timestamp("us", zone))


def _without(name: str) -> Change:
    return lambda good: good.drop_columns([name])


def _named(old: str, new: str) -> Change:
    return lambda good: good.rename_columns({old: new})


def _raw(*texts: bytes) -> Any:
    """Texts, or titles, some of which are not UTF-8, though their type says so."""
    return pa.array(texts or _TEXTS, pa.binary()).view(pa.string())


def _raw_dictionary() -> Any:
    return pa.DictionaryArray.from_arrays(pa.array([0, 1, 2]), _raw())


def _raw_categories() -> Any:
    good = (b"cs.CL", b"cs.LG")
    return pa.ListArray.from_arrays([0, 2, 3, 5], _raw(*good, b"caf\xe9", *good))


def _raw_authors() -> Any:
    names = _raw(b"Ann", b"Andr\xe9", b"Ann")
    people = pa.StructArray.from_arrays([pa.array(["ann"] * 3), names], names=["author_id", "name"])
    return pa.ListArray.from_arrays([0, 1, 2, 3], people)


def _nested(depth: int) -> Change:
    value: Any = 1
    kind = pa.int64()
    for _ in range(depth):
        value, kind = [value], pa.list_(kind)
    return _second(value, kind)


_NEW_YORK: Final = ZoneInfo("America/New_York")
_PERSON: Final = {"author_id": "ann", "name": "Ann"}
COLUMNS: Final[Mapping[str, tuple[str, tuple[int, ...], Change]]] = {
    **{
        what: (reason, ALL, _all_as(column, value(cell)))
        for what, reason, column, cell in rows("parquet_columns")
    },
    "texts with long places": ("", (), _as("title", _TITLES, pa.large_string())),
    "texts as numbers of a dictionary": ("", (), _as("title", _TITLES, pa.dictionary(pa.int8(), pa.string()))),
    "texts as bytes": ("", (), _as("title", [one.encode() for one in _TITLES], pa.binary())),
    "ids as bytes of one length": ("", (), _as("corpus_id", [b"10000", b"10001", b"10002"], pa.binary(5))),
    "lists with long places": ("", (), _all_as("categories", ["cs.CL", "cs.LG"], pa.large_list(pa.string()))),
    "lists of one length": ("", (), _all_as("citation_trajectory", [0, 0, 1], pa.list_(pa.int64(), 3))),
    "counts without a sign": ("", (), _all_as("citation_trajectory", [0, 0, 1], pa.list_(pa.uint8()))),
    "counts as decimals": ("", (), _all_as("citation_trajectory", [Decimal(0), Decimal(0), Decimal(1)], pa.list_(pa.decimal128(9, 2)))),
    "days": ("", (), _all_as("date", _DAY, pa.date32())),
    "days in milliseconds": ("", (), _all_as("date", _DAY, pa.date64())),
    "moments in milliseconds": ("", (), _all_as("date", _DAY, pa.timestamp("ms"))),
    "moments in microseconds": ("", (), _all_as("date", _DAY, pa.timestamp("us"))),
    "moments in nanoseconds": ("", (), _all_as("date", _DAY, pa.timestamp("ns"))),
    "moments of Greenwich": ("", (), _moments(_DAY, "UTC")),
    "moments with hours from Greenwich": ("", (), _moments(_DAY - timedelta(hours=5.5), "+05:30")),
    "moments of a city": ("", (), _moments(_DAY.replace(tzinfo=_NEW_YORK), "America/New_York")),
    "moments of Greenwich, told in a city": ("date_form", ALL, _moments(_DAY, "America/New_York")),
    "a moment after midnight": ("date_form", _SECOND, _as("date", [_DAY, _DAY + timedelta(hours=13), _DAY])),
    "a day before printing": ("date_malformed", _SECOND, _as("date", [_DAY, date(1399, 11, 5), _DAY], pa.date32())),
    "a day after 9999": ("value_out_of_range", _SECOND, _days(pa.date32(), 10**7)),
    "a moment after 9999": ("value_out_of_range", _SECOND, _days(pa.timestamp("us"), 2**62)),
    "a moment before year 1": ("value_out_of_range", _SECOND, _days(pa.timestamp("us"), -(2**62))),
    "a length of time over all bounds": ("value_out_of_range", _SECOND, _second(2**62, pa.duration("s"))),
    "a zone that nobody knows": ("value_out_of_range", _SECOND, _second(_DAY, pa.timestamp("us", "Mars/Phobos"))),
    "dates as times of day": ("date_malformed", ALL, _all_as("date", time(12), pa.time32("ms"))),
    "dates as lengths of time": ("date_malformed", ALL, _all_as("date", timedelta(days=3), pa.duration("s"))),
    "dates as numbers": ("date_form", ALL, _all_as("date", 20231105, pa.int32())),
    "a number over 63 bits": ("", (), _second(2**63, pa.uint64())),
    "a decimal of 40 digits": ("value_out_of_range", _SECOND, _second(Decimal(10) ** 39, pa.decimal256(60, 0))),
    "no number, in a column that is not read": ("", (), _second(float("nan"), pa.float64())),
    "101 lists": ("depth_over_100", _SECOND, _nested(101)),
    "ids as numbers": ("id_as_number", ALL, _as("corpus_id", [10_000, 10_001, 10_002], pa.int64())),
    "ids as floats": ("id_as_number", ALL, _as("corpus_id", [10_000.0, 10_001.0, 10_002.0], pa.float64())),
    "ids as decimals": ("id_as_number", ALL, _all_as("corpus_id", Decimal(10_000), pa.decimal128(38, 0))),
    "ids in lists": ("wrong_type", ALL, _all_as("corpus_id", ["10000"], pa.list_(pa.string()))),
    "ids of nulls alone": ("required_null", ALL, _all_as("corpus_id", None, pa.null())),
    "titles as numbers": ("other_type", ALL, _all_as("title", 7, pa.int16())),
    "titles of nulls alone": ("title_empty", ALL, _all_as("title", None, pa.null())),
    "authors as a map": ("wrong_type", ALL, _all_as("authors", [("ann", "Ann")], pa.map_(pa.string(), pa.string()))),
    "no column of titles": ("title_empty", ALL, _without("title")),
    "no column of dates": ("date_missing", ALL, _without("date")),
    "no column of authors": ("no_authors", ALL, _without("authors")),
    "a column in capitals": ("title_empty", ALL, _named("title", "Title")),
    "NUL in the name of a column": ("control_character", ALL, _named("title", "ti\0tle")),
    "a column without a name": ("unknown_field", (), _second(1, pa.int64(), name="")),
    "an index of pandas": ("unknown_field", (), _second(1, pa.int64(), name="__index_level_0__")),
    "a title that is not UTF-8": ("invalid_utf8", _SECOND, _column("title", _raw)),
    "bytes that are not UTF-8": ("invalid_utf8", _SECOND, _as("title", _TEXTS, pa.binary())),
    "a category that is not UTF-8": ("invalid_utf8", _SECOND, _column("categories", _raw_categories)),
    "an author who is not UTF-8": ("invalid_utf8", _SECOND, _column("authors", _raw_authors)),
}  # fmt: skip
"""By what is wrong with a column: what becomes of which rows; nothing where all are as they were."""


class _Keys(encryption.KmsClient):  # type: ignore[misc]
    """A service of keys that gives them as they are."""

    def __init__(self, _: Any) -> None:
        super().__init__()

    def wrap_key(self, key: bytes, _: str) -> bytes:
        return base64.b64encode(key)


def _encrypted(*, has_plain_footer: bool) -> Callable[[Any], bytes]:
    def make(good: Any) -> bytes:
        what = encryption.EncryptionConfiguration(
            footer_key="one", column_keys={"two": ["title"]}, plaintext_footer=has_plain_footer
        )
        keys = encryption.KmsConnectionConfig()
        properties = encryption.CryptoFactory(_Keys).file_encryption_properties(keys, what)
        return file(good, encryption_properties=properties)

    return make


def _bytes(make: Callable[[bytes], bytes], **options: Any) -> Callable[[Any], bytes]:
    return lambda good: make(file(good, **options))


def _replaced(old: bytes, new: bytes, most: int = -1, **options: Any) -> Callable[[Any], bytes]:
    def make(whole: bytes) -> bytes:
        assert old in whole
        return whole.replace(old, new, most)

    return _bytes(make, **options)


def _in_zip(whole: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("rows.parquet", whole)
    return stream.getvalue()


def _feather(good: Any) -> bytes:
    stream = io.BytesIO()
    feather.write_feather(good, stream)
    return stream.getvalue()


def _twice_inside(good: Any) -> bytes:
    ones = pa.array([1] * 3)
    return file(good.append_column("a", pa.StructArray.from_arrays([ones, ones], names=["b", "b"])))


def _with_empty_group(good: Any) -> bytes:
    stream = io.BytesIO()
    with parquet.ParquetWriter(stream, good.schema) as writer:
        for part in (good.slice(0, 1), good.slice(0, 0), good.slice(1)):
            writer.write_table(part)
    return stream.getvalue()


def _footer_of(length: Callable[[bytes], int]) -> Callable[[Any], bytes]:
    return _bytes(lambda whole: whole[:-8] + struct.pack("<I", length(whole)) + whole[-4:])


_SNAPPY: Final = b"\x05title\x15\x02"  # the path of a column, and the number of its codec
_PLAIN: Final[Mapping[str, Any]] = {
    "row_group_size": 1,
    "compression": "none",
    "use_dictionary": False,
}
FILES: Final[Mapping[str, tuple[str, int, Callable[[Any], bytes]]]] = {
    "a group for each row": ("", 3, _bytes(bytes, row_group_size=1)),
    "a group without a row": ("", 3, _with_empty_group),
    "pages of the second version": ("", 3, _bytes(bytes, data_page_version="2.0")),
    "zstd": ("", 3, _bytes(bytes, compression="zstd")),
    "days in 96 bits": ("", 3, lambda good: file(_all_as("date", _DAY)(good), use_deprecated_int96_timestamps=True)),
    "its last byte cut": ("parquet_damaged", 0, _bytes(lambda whole: whole[:-1])),
    "its end cut": ("parquet_damaged", 0, _bytes(lambda whole: whole[:-9])),
    "half a file": ("parquet_damaged", 0, _bytes(lambda whole: whole[: len(whole) // 2])),
    "its first bytes": ("parquet_damaged", 0, _bytes(lambda whole: whole[:4])),
    "its first half lost": ("foreign", 0, _bytes(lambda whole: whole[len(whole) // 2 :])),
    "bytes lost in the middle": ("parquet_damaged", 0, _bytes(lambda whole: whole[:50] + whole[90:])),
    "another mark at its end": ("parquet_damaged", 0, _bytes(lambda whole: whole[:-4] + b"PAR2")),
    "a footer longer than the file": ("parquet_damaged", 0, _footer_of(len)),
    "a footer of no length": ("parquet_damaged", 0, _footer_of(lambda _: 0)),
    "half a footer": ("parquet_damaged", 0, _footer_of(lambda whole: len(whole) // 4)),
    "a footer of zeros": ("parquet_damaged", 0, _bytes(lambda whole: whole[:-500] + bytes(492) + whole[-8:])),
    "a text of a dictionary that is not UTF-8": ("parquet_damaged", 0, lambda good: file(_column("title", _raw_dictionary)(good))),
    "a name that is not UTF-8": ("parquet_damaged", 0, _replaced(b"corpus_id", b"corpus\xffid")),
    "line ends of Windows": ("parquet_damaged", 0, _replaced(b"\n", b"\r\n")),
    "read and written as text": ("parquet_damaged", 0, _bytes(lambda whole: whole.decode("latin-1").encode())),
    "a byte of a page": ("parquet_damaged", 1, _replaced(b"Row 1", b"Rox 1", **_PLAIN, write_page_checksum=True)),
    "the last page cut out": ("parquet_damaged", 2, _replaced(b"Row 2", b"", 1, **_PLAIN)),
    "a page of zeros": ("parquet_damaged", 1, _replaced(b"\x05\0\0\0Row 1", bytes(9), **_PLAIN, write_page_checksum=True)),
    "another codec than its pages have": ("parquet_damaged", 0, _replaced(_SNAPPY, _SNAPPY[:-1] + b"\x04")),
    "a codec that is not built in": ("parquet_damaged", 0, _replaced(_SNAPPY, _SNAPPY[:-1] + b"\x06")),
    "a codec that there is not": ("parquet_damaged", 0, _replaced(_SNAPPY, _SNAPPY[:-1] + b"\x62")),
    "a mark and words": ("parquet_damaged", 0, lambda _: b"PAR1 and words\n"),
    "columns encrypted": ("parquet_damaged", 0, _encrypted(has_plain_footer=True)),
    "encrypted": ("foreign", 0, _encrypted(has_plain_footer=False)),
    "no row": ("empty_file", 0, lambda good: file(good.slice(0, 0))),
    "no column": ("foreign", 0, lambda _: file(pa.table({}))),
    "no ids": ("foreign", 0, lambda good: file(_without("corpus_id")(good))),
    "ids by another name": ("foreign", 0, lambda good: file(_named("corpus_id", "CorpusId")(good))),
    "a mark of byte order before a name": ("foreign", 0, lambda good: file(_named("corpus_id", "\ufeffcorpus_id")(good))),
    "a column twice": ("column_twice", 0, lambda good: file(good.append_column("title", good["title"]))),
    "a column twice inside another": ("column_twice", 0, _twice_inside),
    "a text of 20 MB in some kilobytes": ("expansion_over_200x", 0, lambda good: file(_as("title", ["x" * 20_000_000, "", ""])(good), compression="zstd")),
    "gzip": ("wrong_suffix", 0, _bytes(gzip.compress)),
    "a zip archive": ("foreign", 0, _bytes(_in_zip)),
    "Feather": ("foreign", 0, _feather),
    "nothing": ("empty_file", 0, lambda _: b""),
}  # fmt: skip
"""By what is wrong with a file: its fault, how many rows are read before, and the file."""
