"""The released claims as tasks read them; the blind test file has texts and no truth."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from scinet.eval.suites.json_files import Record
from scinet.eval.suites.scipaths.claims import Claim, Step, stated
from scinet.eval.task import Row, Task
from scinet.eval.titles import Titles
from scinet.graph.identifiers import with_source
from scinet.graph.records import BadRecordError, Enabling, Reference
from scinet.graph.snapshot import Snapshot
from scinet.graph.sources.scipaths import SOURCE, kind_and_text, pathway_record

_S2: Final = re.compile(r"[0-9a-f]{40}")


class Corpus:
    """Papers that answers may hold: those of a graph, or without one all by their S2 id."""

    def __init__(self, snapshot: Snapshot | None) -> None:
        self._ids = None if snapshot is None else frozenset(map(str, snapshot.paper_id))
        self._titles = None if snapshot is None else Titles.of(snapshot)

    def paper(self, one: Reference) -> str | None:
        """The id of a paper, by the ids of several sites, then by its title."""
        names = [*(f"s2:{name}" for name in one.s2), f"acl:{one.acl}", f"arxiv:{one.arxiv}"]
        if self._ids is None:
            return published_id(one.id)
        for name in (*names, f"doi:{one.doi}", one.id or ""):
            if name in self._ids:
                return name
        return self._titles.resolve(one.title) if self._titles and one.title else None


def published_id(stated: str | None) -> str | None:
    """The id of a paper that published files name by 40 hexadecimal digits; None for others."""
    return f"s2:{stated}" if stated and _S2.fullmatch(stated) else None


def claim_of(record: Record, source: str | None, corpus: Corpus, blind_year: int | None) -> Claim:
    """A claim of ``training.json``, ``dev.json``, ``test.json``, or of a file of their format.

    Args:
        blind_year: Year of claims that tell none; None refuses them.
    """
    if "claim_id" not in record.fields:
        if blind_year is None:
            record.refuse("the claim has no year: say with --before as of when it is asked")
        kind, text = kind_and_text(record.text("target_contribution"))
        number = int(record.number_of("idx"))
        name = with_source(f"{record.file.stem}:{number}", source)
        return Claim(name, kind, text, blind_year, None, None, None, (), number)
    try:
        made = pathway_record(record.fields, source)
    except BadRecordError as error:
        record.refuse(f"the claim {error}")
    place = record.fields.get("claim_idx")
    return Claim(
        id=made.id,
        kind=made.kind,
        text=made.text,
        year=made.date.year,
        paper_id=corpus.paper(made.target),
        paper_ref=made.target.id,
        title=made.target.title,
        steps=tuple(_step(step, corpus) for step in made.enabling),
        number=place if isinstance(place, int) else None,
    )


def _step(step: Enabling, corpus: Corpus) -> Step:
    named = [*([] if step.canonical is None else [step.canonical]), *step.additional]
    found = [(one, corpus.paper(one)) for one in named]
    return Step(
        name=step.id,
        text=step.text,
        contribution=step.contribution,
        roles=step.roles,
        rationale=step.rationale,
        evidence=step.evidence,
        papers=_unique(paper for _, paper in found),
        # The published scorer knows only ids of Semantic Scholar.
        published=_unique(paper or name for one, paper in found if (name := published_id(one.id))),
        unknown=tuple(str(one.id or one.title) for one, paper in found if paper is None),
    )


def _unique(names: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name is not None))


class Asked:
    """The queries of a split, by what published files call their claims."""

    def __init__(self, task: Task, split: str) -> None:
        self.queries = {query.query_id: query for query in task.queries(split)}
        self.truth = task.truth(split)
        self._by_text: dict[str, str] = {}
        self._by_place: dict[tuple[str, int | None], str] = {}
        for name, query in self.queries.items():
            self._by_text[_folded(str(query.inputs["claim"]))] = name
            self._by_place[self.place(name)] = name
        self._by_text |= {_folded(stated(one.inputs)): name for name, one in self.queries.items()}

    def place(self, name: str) -> tuple[str, int]:
        """Paper and place of a claim; a blind claim has its number in place of the paper."""
        row = self.truth[name]
        number = row["claim_idx"]
        paper = row["target_paper_id"]
        return str(number if paper is None else paper), number or 0

    def of(self, record: Record) -> str | None:
        """The query that a record answers: by paper and place, else by its text."""
        fields = record.fields
        if fields.get("paper_id") is not None:
            number = fields.get("claim_idx", 0)
            if not isinstance(number, int | None):
                record.refuse(f"claim_idx is not a whole number: {number!r}")
            place = (str(fields["paper_id"]), number)
            # Claims are numbered from 1 in their ids.
            named = f"{SOURCE}:claim:{place[0]}:{number + 1}" if isinstance(number, int) else ""
            found = self._by_place.get(place) or (named if named in self.queries else None)
            if found is not None:
                return found
        text = _folded(record.text("claim"))
        return self._by_text.get(text) or self._by_text.get(_folded(kind_and_text(text)[1]))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def of_graph(task: Task, snapshot: Snapshot, split: str) -> list[dict[str, Any]]:
    """Claims that a task of Task A took from a graph, in the released format."""
    truth = task.truth(split)
    places: Counter[str] = Counter()
    rows: list[Row] = []
    for query in task.queries(split):
        row = truth[query.query_id]
        rows.append(
            {
                "target_paper_id": row["target_paper_id"],
                "target_title": row["target_title"],
                "conference_year": row["conference_year"],
                "claim_id": query.query_id.removeprefix(f"{SOURCE}:"),
                "target_contribution": stated(query.inputs),
                "enabling_contributions": [
                    _written(step, snapshot) for step in row["contributions"]
                ],
                "claim_idx": places[row["target_paper_id"]],
            }
        )
        places[row["target_paper_id"]] += 1
    return rows


def _written(step: Row, snapshot: Snapshot) -> Row:
    groundings = [
        {
            "ref_id": bare(paper),
            "paper_id": bare(paper),
            "external_ids": {},
            "ref_title": snapshot.title[snapshot.index(paper)],
        }
        for paper in step["papers"]
    ]
    first = groundings[0] if groundings else None
    return {
        "enabling_contribution_id": step["contribution_id"],
        "enabling_contribution": step["description"],
        "canonical_ref_id": first["paper_id"] if first else "__NONE__",
        "canonical_grounding": first,
        "additional_ref_ids": [one["paper_id"] for one in groundings[1:]],
        "additional_groundings": groundings[1:],
        "canonical_annotation": {
            "roles": step["roles"],
            "contribution": step["contribution"],
            "rationale": step["rationale"],
            "evidence_span": step["evidence"],
        },
    }


def bare(paper: str) -> str:
    """An id of a paper without the name of its source, as the files have them."""
    return paper.partition(":")[2] or paper
