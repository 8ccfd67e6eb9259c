"""A good record of every kind of load, and a file's way through the readers without a database."""

import gzip
import itertools
import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from helpers.files.prescience_rows import TEST, TRAIN
from helpers.files.prescience_rows import rows as prescience_rows
from helpers.files.sciencemeter_rows import triplet

from scinet.graph.load.batch import Entry, batched, read
from scinet.graph.load.plan import planned
from scinet.graph.load.report import rejected
from scinet.graph.sources.counts import Table
from scinet.graph.sources.faults import FileFault
from scinet.graph.sources.files import Reading

_LETTERS: Final = "0123456789abcdef"


def record(number: int) -> dict[str, Any]:
    return {
        "id": f"P{number}", "title": f"Title {number}", "abstract": "An abstract.",
        "date": "2001-05-03", "venue": "ACL", "type": "article", "is_retracted": False,
        "authors": [
            {"id": f"ann{number}", "name": "Ann", "orcid": "0000-0002-1825-0097",
             "is_corresponding": True, "institutions": [{"id": "mit", "name": "MIT"}]},
            {"name": "Bo Li"},
        ],
        "references": [f"P{number + 1}", "acl:P0"],
        "fields": [{"level": "topic", "name": "Parsing", "score": 0.7, "is_primary": True}],
        "external_ids": {"doi": f"10.1000/{number}", "arxiv": "1706.03762", "acl": "P01-1001"},
        "awards": ["Best paper"], "code_repositories": ["https://github.com/a/b"],
        "datasets": ["https://example.org/data/1"], "models": [],
        "impact": {"downloads": 7, "read_on": "2020-01-01"},
    }  # fmt: skip


def work(number: int) -> dict[str, Any]:
    site = "https://openalex.org/"
    domain = {"id": f"{site}domains/1", "display_name": "Science"}
    topic = {
        "id": f"{site}T10028", "display_name": "Parsing", "score": 0.9, "domain": domain,
        "field": {"id": f"{site}fields/17", "display_name": "Computing"},
        "subfield": {"id": f"{site}subfields/1702", "display_name": "AI"},
    }  # fmt: skip
    return {
        "id": f"{site}W2{number:07d}", "doi": f"https://doi.org/10.1000/{number}",
        "title": f"Work {number}", "display_name": f"Work {number}",
        "publication_year": 2001, "publication_date": "2001-05-03", "type": "article",
        "is_retracted": False, "is_paratext": False,
        "primary_location": {"source": {"id": f"{site}S137773608", "display_name": "Nature"}},
        "locations": [{"landing_page_url": "https://arxiv.org/abs/1706.03762"}],
        "authorships": [
            {"author_position": "first", "is_corresponding": True, "raw_author_name": "A. Li",
             "author": {"id": f"{site}A5023888391", "display_name": "Ann Li", "orcid": None},
             "institutions": [{"id": f"{site}I63966007", "display_name": "MIT"}]},
        ],
        "referenced_works": [f"{site}W3{number:07d}", f"{site}W4285719527"],
        "abstract_inverted_index": {"We": [0], "parse": [1, 3], "and": [2]},
        "primary_topic": topic, "topics": [topic, {**topic, "id": f"{site}T10029", "score": 0.5}],
        "updated_date": "2025-01-01", "cited_by_count": 3,
    }  # fmt: skip


def aminer(number: int) -> dict[str, Any]:
    """A paper of AMiner's citation data, as its twelfth release has it."""
    return {
        "id": 2_000_000 + number, "title": f"Paper {number}", "year": 2001, "n_citation": 3,
        "authors": [
            {"name": "Ann Li", "org": "MIT#TAB#", "id": 2_312_688_602}, {"name": "Bo"},
        ],
        "venue": {"raw": "ACL", "id": 1_127_419_992, "type": "C"}, "doc_type": "Conference",
        "page_start": "89", "page_end": "96", "publisher": "P", "volume": "", "issue": "",
        "doi": f"10.1000/{number}", "references": [2_000_001 + number, 7],
        "indexed_abstract": {"IndexLength": 3, "InvertedIndex": {"We": [0], "parse": [1, 2]}},
        "fos": [{"name": "Parsing", "w": 0.45}, {"name": "Trees", "w": 0.4}],
    }  # fmt: skip


def row(number: int) -> dict[str, Any]:
    return {
        "corpus_id": str(10_000 + number), "arxiv_id": "2311.00021", "date": "2023-11-05",
        "title": f"Row {number}", "abstract": "An abstract.", "categories": ["cs.CL", "cs.LG"],
        "roles": ["target"], "key_references": [{"corpus_id": "7", "num_citations": 3}],
        "authors": [{"author_id": "ann", "name": "Ann", "publication_history": ["8"],
                     "h_index": 3, "num_papers": 1, "num_citations": 10}],
        "citation_trajectory": [0, 0, 1],
    }  # fmt: skip


def text(number: int) -> dict[str, Any]:
    paragraph = {
        "section": "Introduction", "text": "As Ann (2001) and Bo (2002) say.",
        "mentions": [{"start": 3, "end": 13, "paper_id": "P1"},
                     {"start": 18, "end": 27, "paper_id": "P2"}],
    }  # fmt: skip
    return {"paper_id": f"P{number}", "paragraphs": [paragraph, {"text": "The end."}]}


def count(number: int) -> dict[str, Any]:
    return {"id": f"P{number}", "kind": "downloads", "count": 7, "read_on": "2020-01-01"}


def document(number: int) -> dict[str, Any]:
    return {"paper": f"P{number}", "kind": "news", "id": f"n{number}", "title": "Words count",
            "date": "2020-01-01", "url": f"https://news.example/{number}"}  # fmt: skip


def claim(number: int) -> dict[str, Any]:
    return {"paper_id": f"P{number}", "stance": "support", "text": "Words count.", "origin": "me"}


def pathway(number: int) -> dict[str, Any]:
    grounding = {
        "paper_id": "0123456789abcdef0123456789abcdef01234567", "ref_title": "A corpus",
        "external_ids": {"ArXiv": "1201.00001", "DOI": "10.1000/c", "CorpusId": 17,
                         "ACL": "P11-1001", "DBLP": "conf/acl/Li11"},
    }  # fmt: skip
    step = {
        "enabling_contribution_id": "c::01", "enabling_contribution": "A corpus",
        "canonical_grounding": grounding, "additional_groundings": [{"ref_id": "b1"}],
        "canonical_annotation": {"contribution": "Trees", "roles": ["DATA_SOURCE"],
                                 "rationale": "It is read.", "evidence_span": "read"},
    }  # fmt: skip
    return {
        "claim_id": f"c{number}", "conference_year": 2020, "target_paper_id": "2020.acl-main.1",
        "target_title": "A parser", "target_contribution": "Tool: A parser for trees.",
        "enabling_contributions": [step],
    }  # fmt: skip


def paper(number: int) -> dict[str, Any]:
    """A paper as the API of Semantic Scholar answers."""
    return {
        "paperId": f"{number:040x}", "title": f"Paper {number}", "abstract": "An abstract.",
        "externalIds": {"DOI": f"10.1000/{number}", "ArXiv": "1706.03762", "MAG": "7"},
        "venue": "ACL", "publicationVenue": {"id": "v1", "name": "ACL"}, "journal": None,
        "year": 2001, "publicationDate": "2001-05-03", "publicationTypes": ["Review"],
        "authors": [{"authorId": "1741101", "name": "Ann Li"}, {"authorId": None, "name": "Bo"}],
        "s2FieldsOfStudy": [{"category": "Linguistics", "source": "external"}],
        "references": [{"paperId": f"{number + 1:040x}", "title": "T"}, {"paperId": None}],
        "tldr": {"model": "m", "text": "Short."}, "citationCount": 3,
    }  # fmt: skip


GOOD: Final = {
    "records": record,
    "openalex": work,
    "semanticscholar": paper,
    "aminer": aminer,
    "prescience": row,
    "sciencemeter": triplet,
    "fulltext": text,
    "counts": count,
    "documents": document,
    "claims": claim,
    "pathways": pathway,
}
"""A good object of each kind of load, made from a number: other numbers, other records."""
KEYS: Final = {
    "records": "id", "openalex": "id", "semanticscholar": "paperId", "aminer": "id",
    "prescience": "corpus_id", "sciencemeter": "prior_paper",
    "fulltext": "paper_id", "counts": "id", "documents": "paper",
    "claims": "paper_id", "pathways": "claim_id",
}  # fmt: skip
"""What names the record in each kind of object."""


def real(kind: str, folder: Path, most: int = 20) -> list[dict[str, Any]]:
    """Small objects of real files of a kind below a folder; none where there are none."""
    patterns = {
        "records": ("acl/papers.jsonl.gz", "hepph/papers.jsonl.gz"),
        "openalex": ("openalex/works/**/*.gz",),
        "fulltext": ("acl/fulltext.jsonl.gz",),
        "sciencemeter": ("sciencemeter/**/*.json*",),
        "pathways": ("scipaths/**/*.json*",),
    }
    found: list[dict[str, Any]] = []
    for pattern in patterns.get(kind, ()):
        for path in itertools.islice(sorted(folder.glob(pattern)), 3):
            with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
                listed = stream.read(400_000).split(b"\n")[:-1]
            found += (
                json.loads(one) for one in listed if 100 < len(one) < 3_000 and one[:1] == b"{"
            )
    return [one for one in found if KEYS[kind] in one][:: max(1, len(found) // most)][:most]


@cache
def seeds(kind: str, folder: Path | None) -> list[dict[str, Any]]:
    """Objects of a kind as they should be: made ones, and real ones where they are there."""
    made = [GOOD[kind](number) for number in range(3)]
    if kind == "prescience":
        made += [*prescience_rows(TRAIN), *prescience_rows(TEST)]
    return made + (real(kind, folder) if folder else [])


@dataclass(slots=True)
class Outcome:
    """What became of files: all that a load knows before it writes."""

    entries: list[Entry[Any]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    rejects: list[dict[str, Any]] = field(default_factory=list)
    faults: list[FileFault] = field(default_factory=list)
    accepted: Counter[str] = field(default_factory=Counter)

    @property
    def reasons(self) -> dict[str, int]:
        named = self.counts.items()
        return {name.removeprefix("rejected."): n for name, n in named if "rejected." in name[:9]}

    @property
    def balances(self) -> bool:
        known = self.counts["loaded"] + self.counts["merged"] + rejected(self.counts)
        return self.counts["read"] == known and len(self.entries) == self.counts["loaded"]

    @property
    def papers(self) -> set[str]:
        return {e.record.id for e in self.entries if hasattr(e.record, "title")}

    def beyond(self, before: "Outcome") -> set[str]:
        """What is counted that was not counted before, as without a bad entry."""
        names = {name for name in self.counts if self.counts[name] > before.counts[name]}
        names |= {name for name in self.accepted if self.accepted[name] > before.accepted[name]}
        return {name.rpartition(".")[2] for name in names}


def outcome(*paths: Path, kind: str | None = None, table: Table | None = None) -> Outcome:
    found = Outcome()
    with planned(paths, kind=kind, source=None, table=table or Table({})) as plan:
        for part in plan.parts:
            reading = Reading(faults=plan.faults, accepted=Counter(part.accepted))
            for batch in batched(part.kind.lines(part.files, reading), part.kind.batch_size):
                entries, account = read(batch, part.kind.make, part.source)
                for entry in entries:
                    account.take_over(entry)
                found.entries += entries
                found.counts += account.counts
                found.rejects += account.rejects
            found.accepted += reading.accepted
        found.faults = plan.faults
    return found
