# ruff: noqa: E501 - tables, a class a line
"""Classes of bad records: what is wrong, how it is made, and what becomes of it.

A class of lines holds for every format that has records in JSON; one more class is one more line.
"""

import gzip
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from scinet.graph.sources.files import MAX_LINE

Object = dict[str, Any]
_ALIEN: Final = "a field that nobody knows"


def _any(*values: Any) -> tuple[Any, ...]:
    return values


def _dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


def _with(raw: bytes) -> Callable[[Object, str], bytes]:
    """A record with some JSON as a field that is otherwise passed over."""
    return lambda good, _: _dumped({**good, _ALIEN: 0})[:-2] + raw + b"}"


def _start(raw: bytes) -> Callable[[Object, str], bytes]:
    """A record with some JSON before its first field."""
    return lambda good, _: b"{" + raw + _dumped(good)[1:]


def _as_id(value: Any) -> Callable[[Object, str], bytes]:
    return lambda good, key: _dumped({**good, key: value})


def _line(raw: bytes) -> Callable[[Object, str], bytes]:
    return lambda *_: raw


def _nested(mark: str, depth: int) -> Callable[[Object, str], bytes]:
    before, after = {"[": ("[", "]"), "{": ('{"a":', "}")}[mark]
    return _with((before * depth + "0" + after * depth).encode())


LINES: Final[Mapping[str, tuple[str, Callable[[Object, str], bytes]]]] = {
    "Latin-1": ("invalid_utf8", _with(b'"caf\xe9"')),
    "half a character": ("invalid_utf8", _with(b'"\xc3"')),
    "a surrogate as three bytes": ("invalid_utf8", _with(b'"\xed\xa0\x80"')),
    "an overlong character": ("invalid_utf8", _with(b'"\xc0\xaf"')),
    "a byte of UTF-16": ("invalid_utf8", _with(b'"\xff\xfe"')),
    "half a surrogate pair": ("lone_surrogate", _with(b'"\\ud800"')),
    "the other half": ("lone_surrogate", _with(b'"a\\udc00"')),
    "half a surrogate pair in a key": ("lone_surrogate", _with(b'{"\\udfff": 1}')),
    "NUL, escaped": ("control_character", _with(b'"\\u0000"')),
    "NUL in a key": ("control_character", _with(b'{"a\\u0000": 1}')),
    "NUL": ("control_character", _with(b'"a\x00b"')),
    "NUL between fields": ("control_character", _with(b"0\x00")),
    "a bell": ("control_character", _with(b'"a\x07b"')),
    "an escape": ("control_character", _with(b'"a\x1b[2Jb"')),
    "a tab inside a text": ("control_character", _with(b'"a\tb"')),
    "a line over 16 MiB": ("line_over_16_MiB", _with(b'"' + b"x" * MAX_LINE + b'"')),
    "two records": ("two_records_on_line", lambda good, _: _dumped(good) * 2),
    "two records with a space": ("two_records_on_line", lambda good, _: _dumped(good) + b" {}"),
    "a word after the record": ("two_records_on_line", lambda good, _: _dumped(good) + b" x"),
    "a comma after the record": ("two_records_on_line", lambda good, _: _dumped(good) + b","),
    "not a number": ("nan_literal", _with(b"NaN")),
    "infinity": ("nan_literal", _with(b"Infinity")),
    "minus infinity": ("nan_literal", _with(b"[-Infinity]")),
    "a number beyond floats": ("number_overflow", _with(b"1e999")),
    "a negative one": ("number_overflow", _with(b"[-1e400]")),
    "the id twice": ("duplicate_key", lambda good, key: _start(b'"%s": 1, ' % key.encode())(good, key)),
    "a key twice": ("duplicate_key", _with(b'{"a": 1, "a": 1}')),
    "a key twice, with a space": ("duplicate_key", _with(b'{"a" :1, "a": 1}')),
    "a key twice, with a tab": ("duplicate_key", _with(b'{"a"\t:1, "a":1}')),
    "a key twice, escaped": ("duplicate_key", _with(b'{"a": 1, "\\u0061": 1}')),
    "a key twice, and a text like one": ("duplicate_key", _with(b'{"a": "\\":", "a": 1}')),
    "2^63": ("integer_over_63_bits", _with(b"9223372036854775808")),
    "2^64": ("integer_over_63_bits", _with(b"[18446744073709551616]")),
    "-2^63 - 1": ("integer_over_63_bits", _with(b"-9223372036854775809")),
    "30 digits": ("integer_30_digits", _with(b"1" * 30)),
    "100,000 digits": ("integer_30_digits", _with(b"1" * 100_000)),
    "101 lists": ("depth_over_100", _nested("[", 101)),
    "101 objects": ("depth_over_100", _nested("{", 101)),
    "2,000 lists": ("depth_over_100", _nested("[", 2_000)),
    "100,000 lists": ("depth_over_100", _nested("[", 100_000)),
    "20,000 objects": ("depth_over_100", _nested("{", 20_000)),
    "a text": ("not_an_object", _line(b'"text"')),
    "a number": ("not_an_object", _line(b"7")),
    "null": ("not_an_object", _line(b"null")),
    "true": ("not_an_object", _line(b"true")),
    "no JSON": ("malformed_json", _line(b"no JSON")),
    "a comma too many": ("malformed_json", lambda good, _: _dumped(good)[:-1] + b",}"),
    "half a record": ("malformed_json", lambda good, _: _dumped(good)[:-9]),
    "Python": ("malformed_json", lambda good, _: repr(good).encode()),
    "a comment": ("malformed_json", _start(b"/* */ ")),
    "a key without quotes": ("malformed_json", _start(b"key: 1, ")),
    "no colon": ("malformed_json", _start(b'"a" 1, ')),
    "no value": ("malformed_json", _with(b"")),
    "a number with a plus": ("malformed_json", _with(b"+1")),
    "a number with a zero": ("malformed_json", _with(b"01")),
    "an unknown escape": ("malformed_json", _with(b'"\\q"')),
    "undefined": ("malformed_json", _with(b"undefined")),
    "no id": ("required_missing", lambda good, key: _dumped({k: v for k, v in good.items() if k != key})),
    "an empty object": ("required_missing", _line(b"{}")),
    "null as id": ("required_null", _as_id(None)),
    "a number as id": ("wrong_type", _as_id(7)),
    "a list as id": ("wrong_type", _as_id(["P1"])),
    "an object as id": ("wrong_type", _as_id({"id": "P1"})),
    "true as id": ("wrong_type", _as_id(value=True)),
    "an empty id": ("id_empty", _as_id("")),
    "spaces as id": ("id_empty", _as_id(" \u00a0 ")),
    "an id of 257 characters": ("id_over_256", _as_id("x" * 257)),
    "an id of a megabyte": ("id_over_256", _as_id("x" * 1_000_000)),
}  # fmt: skip
"""By what is wrong: the reason, and the line made of a good record and the key of its id."""

WHERE_OTHER: Final = {
    # What is no triplet is read as a record, which it is not either.
    ("sciencemeter", "required_null"): "required_missing",
    ("sciencemeter", "wrong_type"): "required_missing",
    ("sciencemeter", "id_empty"): "required_missing",
    ("sciencemeter", "id_over_256"): "required_missing",
}
"""Reasons that one kind of load gives for a class, by the kind and what others say."""

NOT_BAD: Final = frozenset({("semanticscholar", "null"), ("aminer", "a number as id")})
"""Classes that are no fault in one kind of load: null is how the API says that it has no paper."""

LONG_TEXT: Final = "x" * 1_000_001
FIELDS: Final[Mapping[str, tuple[tuple[str, Object], ...]]] = {
    "records": (
        *(("wrong_type", {key: 7}) for key in ("title", "abstract", "venue", "type", "awards")),
        *(("wrong_type", {key: "x"}) for key in ("authors", "references", "fields", "external_ids")),
        *(("wrong_type", {key: [None]}) for key in ("authors", "references", "fields", "models")),
        *(("wrong_type", {"is_retracted": value}) for value in _any("yes", 1, [])),
        ("wrong_type", {"date": 2001}), ("wrong_type", {"external_ids": {"doi": 7}}),
        ("wrong_type", {"authors": [{"name": 7}]}), ("wrong_type", {"authors": [{"id": {"a": 1}}]}),
        ("wrong_type", {"impact": {"downloads": 1.5}}), ("wrong_type", {"impact": {"downloads": True}}),
        ("wrong_type", {"fields": [{"level": "topic", "name": "x", "score": "0.9"}]}),
        ("id_of_other_entity", {"id": "https://openalex.org/A5023888391"}),
        ("id_of_other_entity", {"id": "openalex:A5023888391"}),
        ("id_of_other_entity", {"id": "https://orcid.org/0000-0002-1825-0097"}),
        ("id_over_256", {"authors": [{"id": "x" * 257}]}), ("id_over_256", {"venue_id": "x" * 257}),
        *(("date_zero", {"date": text}) for text in ("0000-00-00", "0000", "2001-00-00", "2001-05-00")),
        *(("date_impossible", {"date": text}) for text in ("2001-02-30", "2001-13", "1900-02-29")),
        *(
            ("date_malformed", {"date": text})
            for text in ("May 2001", "2001-5", "20010501", "2001-05-03T00:00:00Z", "-0044-03-15",
                         "Tue, 03 May 2001 00:00:00 GMT", "10000-01-01", "2001-W05", "NaT")
        ),
        ("date_malformed", {"date": None, "year": "MMI"}), ("date_malformed", {"date": None, "year": [1]}),
        ("before_1400", {"date": "1399"}), ("before_1400", {"date": "0001-01-01"}),
        *(("field_over_1_MB", {key: LONG_TEXT}) for key in ("title", "abstract", "venue", "type")),
        ("field_over_1_MB", {"awards": [LONG_TEXT]}), ("field_over_1_MB", {"abstract": "\u00e9" * 500_001}),
        ("institution_as_author", {"authors": [{"id": "https://openalex.org/I4200000001"}]}),
        ("institution_as_author", {"authors": [{"id": "https://ror.org/042nb2s44"}]}),
        ("field_level", {"fields": [{"level": "area", "name": "x"}]}),
        ("field_level", {"fields": [{"level": ["topic"], "name": "x"}]}),
        ("field_level", {"fields": [{"level": "topic", "id": "x"}, {"level": "field", "id": "x"}]}),
        ("count_out_of_range", {"impact": {"downloads": -1}}),
        ("count_out_of_range", {"impact": {"downloads": 2**53 + 1}}),
        ("count_kind", {"impact": {"Down loads": 1}}), ("count_kind", {"impact": {"award": 1}}),
        ("date_malformed", {"impact": {"downloads": 1, "read_on": "today"}}),
    ),
    "openalex": (
        *(("wrong_type", {key: 7}) for key in ("title", "doi", "type", "publication_date", "is_paratext")),
        *(("wrong_type", {key: "x"}) for key in ("authorships", "topics", "primary_location")),
        *(("wrong_type", {key: [7]}) for key in ("authorships", "locations", "referenced_works")),
        ("wrong_type", {"publication_year": "2001"}), ("wrong_type", {"publication_year": 2001.0}),
        ("wrong_type", {"abstract_inverted_index": ["We"]}),
        ("wrong_type", {"abstract_inverted_index": {"We": 0}}),
        ("wrong_type", {"abstract_inverted_index": {"We": ["0"]}}),
        ("inverted_index_negative", {"abstract_inverted_index": {"We": [-1]}}),
        ("inverted_index_clash", {"abstract_inverted_index": {"We": [0], "parse": [0]}}),
        ("field_over_1_MB", {"abstract_inverted_index": {LONG_TEXT: [0]}}),
        ("deleted_work", {"id": "https://openalex.org/W4285719527"}),
        ("id_of_other_entity", {"id": "https://openalex.org/A5023888391"}),
        ("id_of_other_entity", {"primary_location": {"source": {"id": "https://openalex.org/A50238"}}}),
        ("institution_as_author", {"authorships": [{"author": {"id": "https://openalex.org/I50238"}}]}),
        ("wrong_type", {"topics": [{"id": "https://openalex.org/T1", "score": "0.9"}]}),
        ("date_impossible", {"publication_date": "2001-02-30"}),
        ("before_1400", {"publication_date": None, "publication_year": 7}),
        ("date_malformed", {"publication_date": None, "publication_year": -44}),
        ("date_malformed", {"publication_date": None, "publication_year": 10_000}),
    ),
    "semanticscholar": (
        *(("wrong_type", {key: 7}) for key in ("title", "abstract", "venue", "publicationDate")),
        *(("wrong_type", {key: "x"}) for key in ("externalIds", "authors", "s2FieldsOfStudy", "journal")),
        *(("wrong_type", {key: {}}) for key in ("references", "citations", "publicationTypes", "year")),
        *(("wrong_type", {key: [7]}) for key in ("publicationTypes", "authors", "publicationVenue")),
        ("wrong_type", {"externalIds": {"DOI": 7}}), ("wrong_type", {"authors": [{"authorId": 7}]}),
        ("wrong_type", {"references": [{"paperId": "a", "isInfluential": "yes"}]}),
        ("wrong_type", {"references": [{"paperId": "a", "intents": "background"}]}),
        ("wrong_type", {"citations": [{"paperId": "a", "contexts": [7]}]}),
        ("id_over_256", {"authors": [{"authorId": "x" * 257}]}),
        ("date_malformed", {"publicationDate": "May 2001"}), ("date_zero", {"publicationDate": "0000"}),
        ("date_impossible", {"publicationDate": "2001-02-30"}), ("field_over_1_MB", {"title": LONG_TEXT}),
        ("before_1400", {"publicationDate": None, "year": 1399}), ("date_malformed", {"publicationDate": None, "year": 7}),
    ),
    "aminer": (
        *(("wrong_type", {key: 7}) for key in ("title", "abstract", "venue", "doc_type", "doi")),
        *(("wrong_type", {key: "x"}) for key in ("authors", "references", "fos", "keywords", "indexed_abstract")),
        *(("wrong_type", {key: [value]}) for key in ("authors", "fos") for value in (7, True, ["x"])),
        *(("wrong_type", {"references": [value]}) for value in (None, 7.0, True, {"id": 7})),
        *(("wrong_type", {"year": value}) for value in (2001.0, True, [2001], {"a": 1})),
        *(("wrong_type", {"authors": [{"name": "x", key: v}]}) for key in ("id", "_id") for v in (7.5, True, ["a"])),
        *(("wrong_type", {"authors": [{"name": "x", key: 7}]}) for key in ("name", "org")),
        *(("wrong_type", {"venue": {key: 7}}) for key in ("raw", "name", "name_d")),
        *(("wrong_type", {"venue": {"raw": "x", key: [7]}}) for key in ("id", "_id")), ("wrong_type", {"venue": ["x"]}),
        *(("wrong_type", {"fos": [{"name": "x", "w": v}]}) for v in ("0.9", True)), ("wrong_type", {"fos": [{"name": 7}]}),
        ("wrong_type", {"keywords": [7]}), ("wrong_type", {"fos": [None, 7]}),
        ("wrong_type", {"indexed_abstract": {"InvertedIndex": ["We"]}}),
        ("wrong_type", {"indexed_abstract": {"InvertedIndex": {"We": 0}}}),
        ("wrong_type", {"indexed_abstract": {"InvertedIndex": {"We": ["0"]}}}),
        ("inverted_index_negative", {"indexed_abstract": {"InvertedIndex": {"We": [-1]}}}),
        ("inverted_index_clash", {"indexed_abstract": {"InvertedIndex": {"We": [0], "parse": [0]}}}),
        *(("date_malformed", {"year": value}) for value in (7, -1, 20_010, "MMI", "2001.0", "in press")),
        *(("before_1400", {"year": value}) for value in (1399, "1000")),
        ("id_over_256", {"authors": [{"id": "x" * 257}]}), ("id_over_256", {"venue": {"raw": "x", "id": "x" * 257}}),
        *(("field_over_1_MB", {key: LONG_TEXT}) for key in ("title", "abstract", "venue", "doc_type", "doi")),
        ("field_over_1_MB", {"authors": [LONG_TEXT]}), ("field_over_1_MB", {"authors": [{"name": "x", "org": LONG_TEXT}]}),
        ("field_over_1_MB", {"fos": [LONG_TEXT]}), ("id_of_other_entity", {"id": "https://openalex.org/A5023888391"}),
    ),
    "prescience": (
        *(("wrong_type", {key: 7}) for key in ("title", "abstract", "date", "arxiv_id")),
        *(("wrong_type", {key: "x"}) for key in ("categories", "roles", "key_references", "authors")),
        *(("wrong_type", {key: [7]}) for key in ("categories", "roles", "key_references", "authors")),
        ("wrong_type", {"citation_trajectory": ["1"]}), ("wrong_type", {"citation_trajectory": [1.5]}),
        ("wrong_type", {"citation_trajectory": 3}), ("wrong_type", {"authors": [{"author_id": 7}]}),
        ("wrong_type", {"authors": [{"author_id": "a", "publication_history": "8"}]}),
        ("required_missing", {"key_references": [{"num_citations": 3}]}),
        ("wrong_type", {"key_references": [{"corpus_id": 7}]}),
        ("date_malformed", {"date": "2023-11-05T00:00:00"}), ("date_impossible", {"date": "2023-11-31"}),
        ("id_over_256", {"categories": ["x" * 257]}), ("field_over_1_MB", {"abstract": LONG_TEXT}),
    ),
    "sciencemeter": tuple(
        ("required_missing", {f"{name}_paper": value})
        for name in ("prior", "new", "future")
        for value in _any(None, 7, [], {}, {"paperId": 7}, {"paperId": "x", "publicationTypes": [7]})
    ),
    "fulltext": (
        *(("wrong_type", {"paragraphs": value}) for value in _any("x", 7, {}, [7], [None], ["text"])),
        *(("wrong_type", {"paragraphs": [{"text": value}]}) for value in _any(7, [], {})),
        *(("wrong_type", {"paragraphs": [{"text": "x", "mentions": v}]}) for v in _any("x", [7], {})),
        ("wrong_type", {"paragraphs": [{"text": "x", "section": 7}]}), ("wrong_type", {"simulated": 1}),
        ("field_over_1_MB", {"paragraphs": [{"text": LONG_TEXT}]}),
        ("field_over_1_MB", {"paragraphs": [{"section": LONG_TEXT}]}),
    ),
    "counts": (
        *(("wrong_type", {"count": value}) for value in _any("7", 7.5, [7], {}, "")),
        ("count_out_of_range", {"count": -1}), ("count_out_of_range", {"count": 2**53 + 1}),
        ("required_missing", {"count": None}), ("wrong_type", {"kind": 7}),
        *(("count_kind", {"kind": value}) for value in (None, "", "Down loads", "award", "x" * 41)),
        ("count_kind", {"id": "https://github.com/a/b"}),
        *(("date_malformed", {"read_on": text}) for text in ("today", "2020-13", "01/02/2020", "0000")),
        ("wrong_type", {"read_on": 2020}),
    ),
    "documents": (
        *(("wrong_type", {key: value}) for key in ("kind", "title", "url") for value in _any(7, [], {})),
        *(("wrong_type", {key: value}) for key in ("date", "id", "doi") for value in _any(7.5, [], {})),
        *(("required_missing", {"kind": value}) for value in (None, "", " ", "n/a")),
        ("required_missing", {"id": None, "title": None, "url": None}),
        ("required_missing", {"id": "", "title": "\u2014", "url": "ftp://a.example/b"}),
        *(("document_kind", {"kind": v}) for v in ("award", "Model", "count", "\u65b0\u805e", "3D", "x" * 41)),
        *(("date_malformed", {"date": text}) for text in ("today", "02/05/2019", "2019-5-2", "May 2019", "-2019")),
        *(("date_impossible", {"date": text}) for text in ("2019-02-30", "20191301", "2019-13-01T00:00:00Z")),
        *(("date_zero", {"date": text}) for text in ("0000-00-00", "2019-00", "2019-05-00")),
        ("before_1400", {"date": "1399"}), ("id_over_256", {"id": "x" * 257}),
        ("title_short", {"paper": None, "paper_title": "Words in graphs"}),
        ("wrong_type", {"paper": None, "paper_title": 7}),
        *(("field_over_1_MB", {key: LONG_TEXT}) for key in ("title", "url", "kind")),
    ),
    "claims": (
        *(("claim_stance", {"stance": value}) for value in (None, "", "both", "Support", LONG_TEXT[:-9])),
        *(("wrong_type", {key: value}) for key in ("stance", "text", "origin") for value in _any(7, [], {})),
        *(("required_missing", {"text": value}) for value in (None, "", "  ")),
        *(("field_over_1_MB", {key: LONG_TEXT}) for key in ("text", "origin")),
    ),
    "pathways": (
        *(("year_malformed", {"conference_year": v}) for v in (None, "2020", 2020.0, True, 0, 1399, 2201)),
        *(("required_missing", {"target_contribution": value}) for value in (None, "", " ")),
        ("required_missing", {"target_paper_id": None, "target_title": None}),
        ("id_over_256", {"target_paper_id": "x" * 257}),
        ("id_over_256", {"enabling_contributions": [{"enabling_contribution_id": "a",
                         "enabling_contribution": "b", "canonical_grounding": {"paper_id": "x" * 257}}]}),
        *(("wrong_type", {key: 7}) for key in ("target_contribution", "target_title", "target_paper_id")),
        *(("wrong_type", {"enabling_contributions": value}) for value in _any("x", 7, {}, [7], [{}])),
        ("id_empty", {"enabling_contributions": [{"enabling_contribution_id": " "}]}),
        ("required_missing", {"enabling_contributions": [{"enabling_contribution_id": "a"}]}),
        ("field_over_1_MB", {"target_contribution": LONG_TEXT}),
        ("wrong_type", {"enabling_contributions": [{"enabling_contribution_id": "a",
                        "enabling_contribution": "b", "canonical_grounding": []}]}),
        ("wrong_type", {"enabling_contributions": [{"enabling_contribution_id": "a",
                        "enabling_contribution": "b", "additional_groundings": [7]}]}),
    ),
}  # fmt: skip
"""By kind of load: the reason, and the fields that are wrong."""


def _members(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(map(gzip.compress, lines)) + b"\0" * 512


FILES: Final[Mapping[str, tuple[str, Callable[[bytes], bytes]]]] = {
    "gzip": ("", gzip.compress),
    "gzip in members, padded": ("", _members),
    "gzip cut at its end": ("gzip_truncated", lambda data: gzip.compress(data)[:-1]),
    "gzip cut in the middle": ("gzip_truncated", lambda data: gzip.compress(data)[: -len(data) // 9]),
    "gzip cut after its header": ("gzip_truncated", lambda data: gzip.compress(data)[:10]),
    "gzip with a wrong checksum": (
        "gzip_corrupt", lambda data: gzip.compress(data)[:-8] + b"\1" * 4 + gzip.compress(data)[-4:],
    ),
    "gzip with a wrong length": ("gzip_corrupt", lambda data: gzip.compress(data)[:-4] + b"\1" * 4),
    "gzip of another method": ("gzip_corrupt", lambda data: b"\x1f\x8b\x09" + gzip.compress(data)[3:]),
    "gzip with junk after it": ("+gzip_trailing_junk", lambda data: gzip.compress(data) + b"junk"),
    "gzip of gzip": ("invalid", lambda data: gzip.compress(gzip.compress(data))),
    "gzip that unpacks to 300 times its size": (
        "expansion_over_200x", lambda data: gzip.compress(data + b" " * 18_000_000),
    ),
    "gzip of nothing": ("empty_file", lambda _: gzip.compress(b"")),
    "nothing": ("empty_file", lambda _: b""),
    "white space": ("empty_file", lambda _: b"\n \r\n\t\n"),
    "a byte order mark": ("+byte_order_mark", lambda data: b"\xef\xbb\xbf" + data),
    "line ends of Windows": ("", lambda data: data.replace(b"\n", b"\r\n")),
    "mixed line ends": ("+mixed_line_ends", lambda data: data.replace(b"\n", b"\r\n", 1)),
    "empty lines": ("", lambda data: b"\n\n" + data.replace(b"\n", b"\n \n")),
    "no line end at the end": ("", lambda data: data.rstrip(b"\n")),
    "UTF-16": ("foreign", lambda data: data.decode().encode("utf-16")),
    "UTF-16, big end first": ("foreign", lambda data: data.decode().encode("utf-16-be")),
    "UTF-16 without a mark": ("foreign", lambda data: data.decode().encode("utf-16-le")),
    "UTF-32": ("foreign", lambda data: data.decode().encode("utf-32")),
    "a zip archive": ("foreign", lambda data: b"PK\x03\x04" + data),
    "xz": ("foreign", lambda data: b"\xfd7zXZ\0" + data),
    "zstd": ("foreign", lambda data: b"\x28\xb5\x2f\xfd" + data),
    "bzip2": ("foreign", lambda data: b"BZh9" + data),
    "a PDF document": ("foreign", lambda data: b"%PDF-1.7\n" + data),
    "a web page": ("foreign", lambda data: b"<!DOCTYPE html>\n" + data),
    "XML": ("foreign", lambda data: b"<?xml version='1.0'?>\n" + data),
    "an SQLite database": ("foreign", lambda data: b"SQLite format 3\0" + data),
}  # fmt: skip
"""By what a file is: its fault, or with ``+`` what is counted, or nothing; made of good lines.

A ``foreign`` file is refused whatever it is said to be, an ``invalid`` one has no good line.
"""
