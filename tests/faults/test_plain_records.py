"""The short road of plain records and the careful readers make the same of any line."""

import copy
import gzip
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from helpers.proof import Proof

from scinet.graph.schema.records import BadRecordError, PaperRecord
from scinet.graph.sources import json_lines, openalex, papers, plain_records

SITE = "https://openalex.org/"
DATA = Path(__file__).parents[3] / "shared" / "data"
Reader = Callable[[dict[str, Any], str | None], PaperRecord]
ROADS: dict[str, tuple[Reader, Reader, Reader]] = {
    "records": (plain_records.paper_record, papers.paper_record, plain_records.plain_paper),
    "openalex": (plain_records.openalex_record, openalex.openalex_record, plain_records.plain_work),
}


def topic(number: int, score: float) -> dict[str, Any]:
    def wider(level: str, own: int) -> dict[str, Any]:
        return {"id": f"{SITE}{level}s/{own}", "display_name": f"{level} {own}"}

    return {
        "id": f"{SITE}T{10000 + number}", "display_name": f"Topic {number}", "score": score,
        "subfield": wider("subfield", 1700 + number // 2), "field": wider("field", 17),
        "domain": wider("domain", 3),
    }  # fmt: skip


WORK: dict[str, Any] = {
    "id": f"{SITE}W2100000001", "doi": "https://doi.org/10.1000/AB.1", "title": "On <i>it</i>",
    "display_name": "On it", "publication_year": 2001, "publication_date": "2001-05-01",
    "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/123"}, "type": "article", "language": None,
    "primary_location": {"source": {"id": f"{SITE}S12345", "display_name": "A Journal"}},
    "locations": [{"landing_page_url": None}, {"landing_page_url": "https://arxiv.org/abs/2001.00001v2"}],
    "authorships": [
        {
            "author": {"id": f"{SITE}A50000000{n}", "display_name": f"Ann {n}", "orcid": orcid},
            "institutions": [
                {"id": f"{SITE}I{place}", "display_name": f"Place {place}"}
                for place in range(100 + n, 100, -1)
            ],
            "is_corresponding": n == 1, "raw_author_name": "Bell, A.",
        }
        for n, orcid in enumerate(["https://orcid.org/0000-0001-2345-678X", None, None])
    ],
    "is_retracted": False, "is_paratext": False, "is_xpac": False,
    "abstract_inverted_index": {"of": [0, 3], "the": [1], "word": [2, 4]},
    "referenced_works": [f"{SITE}W{n}" for n in (2100000007, 4285719527, 2100000003)],
    "primary_topic": topic(2, 0.9), "topics": [topic(2, 0.9), topic(3, 1), topic(5, 0.25)],
    "counts_by_year": [{"year": 2002, "cited_by_count": 3}], "updated_date": "2025-01-02T03:04:05",
}  # fmt: skip
RECORD: dict[str, Any] = {
    "id": "P1", "title": "A title", "abstract": "Some words.", "date": "2001-05", "venue": "ACL",
    "authors": [{"id": "ann", "name": "Ann"}, {"id": "10.1/x:y", "name": "Zoë"}],
    "references": ["P2", "10.1002/(sici)1:2<3::aid>3.0.co;2-x", "hep-ph/0001001"],
    "external_ids": {"doi": "10.1000/AB.1"}, "type": "article", "is_retracted": None,
    "awards": ["Best paper"], "code_repositories": [], "impact": {"downloads": 3},
    "keywords": ["a"], "simulated": False,
}  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, "", " ", 0, 1, -1, 1.0, 1.5, True, False, [], {}, [None], "x", "1", "a\0b", "é\u0301",
    "P1", "ann", f"{SITE}W2100000001", f"{SITE}A5317838346", f"{SITE}W4285719527",
    f"{SITE}A500000001", "W2100000007",
    f"{SITE}I101", f"{SITE.upper()}w12 ", "s2:1", "openalex:A123", "1:2", "a://b", "x.org/1",
    "10.1000/a.", "doi:10.1/b", "https://doi.org/10.1000/c", "1.7E+07", "2001", "2001-02-30",
    "0000", "2001-00", "1399-01-01", "2001/2002", "paratext", 2**53 + 1, 2**63, 1e300, "a" * 300,
    "b" * 2001, "<i>&amp;", "0000-0001-2345-6789", {"id": None}, [{"id": "x"}], ["x", "x"], [3, 1],
)  # fmt: skip
KEYS = ("id", "title", "merged_ids", "is_authors_truncated", "year", "fields", "unknown", "pmid")


def parts(value: Any) -> Iterator[Any]:
    """Yield all lists and objects inside a value."""
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from parts(inner)


def mutate(value: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    value = copy.deepcopy(value)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        place = chance.choice(list(parts(value)))
        if not place or chance.random() < 0.1:
            if isinstance(place, dict):
                place[chance.choice(KEYS)] = copy.deepcopy(chance.choice(VALUES))
            else:
                place.append(copy.deepcopy(chance.choice(VALUES)))
            continue
        key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
        what = chance.random()
        if what < 0.2:
            del place[key]
        elif what < 0.35 and isinstance(place, list):
            place.append(place[key])
        elif what < 0.45:
            other = chance.choice(list(parts(value)))
            place[key] = copy.deepcopy(other)
        else:
            place[key] = copy.deepcopy(chance.choice(VALUES))
    return value


def write(value: dict[str, Any], chance: random.Random) -> bytes:
    """Write an object in one of the usual ways, at times with a fault."""
    way = chance.randrange(4)
    if way == 0:
        try:
            line = orjson.dumps(value)
        except TypeError:
            line = json.dumps(value).encode()
    else:
        marks = (",", ":") if way == 1 else None
        line = json.dumps(value, ensure_ascii=way == 2, separators=marks).encode()
    what, at = chance.random(), chance.randrange(len(line))
    if what < 0.03:
        return line[:at] + bytes([chance.randrange(256)]) + line[at + chance.randrange(2) :]
    if what < 0.06:  # a repeated key, at any depth
        at = line.rfind(b"{", 0, at) + 1
        key = chance.choice((b'"id"', b'"title"', b'"unknown"', b'"id" '))
        return line[:at] + key + b': 1, "other": 2, ' + key + b":1, " + line[at:]
    if what < 0.08:
        depth = chance.choice((97, 98, 99, 100, 101, 254, 300))
        return line[:-1] + b', "deep": ' + b"[" * depth + b"]" * depth + b"}"
    if what < 0.1:
        number = chance.choice((b"1" * 40, b"1e400", b"-0", b"1.50", b"9223372036854775808"))
        return line[:-1] + b', "number": ' + number + b"}"
    return line


def result(parse: Callable[[bytes], dict[str, Any]], make: Reader, line: bytes) -> Any:
    try:
        record = make(parse(line), "openalex")
    except BadRecordError as error:
        return error.reason, str(error)
    return record, dict(record.notes.counts)


def is_plain(plain: Reader, value: dict[str, Any]) -> bool:
    try:
        plain(value, "openalex")
    except plain_records.NOT_PLAIN:
        return False
    return True


def parse_strictly(line: bytes) -> dict[str, Any]:
    return json_lines._parse_strictly(line, is_last=False)


@pytest.mark.parametrize("kind", ROADS)
def test_mutated_lines_are_read_alike(kind: str, proof: Proof) -> None:
    """Both roads give the same records, hashes, remarks, counts and reasons of mutated lines."""
    short, careful, plain = ROADS[kind]
    base = WORK if kind == "openalex" else RECORD
    num_plain, trials = 0, proof.trials(4_000, 500_000)
    for trial in range(trials):
        chance = random.Random((proof.seed << 32) + trial)
        line = write(mutate(base, chance), chance)
        made = result(json_lines.parse_object, short, line)
        assert made == result(parse_strictly, careful, line), (trial, line)
        if isinstance(made[0], PaperRecord):
            num_plain += is_plain(plain, parse_strictly(line))
    proof.count(plain=num_plain)
    assert num_plain > trials // 10


FILES = (("openalex/works", "openalex"), ("acl/papers", "records"), ("hepph/papers", "records"),
         ("vispub/papers", "records"))  # fmt: skip


@pytest.mark.parametrize(("name", "kind"), FILES)
def test_real_files_are_read_alike(name: str, kind: str) -> None:
    """Both roads give the same of every line of a real file, and nearly all lines are plain."""
    short, careful, plain = ROADS[kind]
    folder, _, stem = name.partition("/")
    found = sorted((DATA / folder).rglob("*.jsonl.gz"))
    files = [file for file in found if stem in str(file.relative_to(DATA))]
    if not files:
        pytest.skip(f"{DATA / name} is not there")
    num_lines = num_plain = 0
    for file in files:
        with gzip.open(file) as lines:
            for line in lines:
                value = json_lines.parse_object(line.rstrip(b"\n"))
                expected = careful(value, "x")
                made = short(value, "x")
                assert (made, made.notes.counts) == (expected, expected.notes.counts), line[:200]
                num_lines += 1
                num_plain += is_plain(plain, value)
    assert num_plain > 0.9 * num_lines
