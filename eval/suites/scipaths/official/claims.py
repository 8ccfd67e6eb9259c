"""Parsing of the released claims; the blind test file has texts and no truth."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from scinet.eval.suites.json_files import JsonRecord
from scinet.eval.suites.scipaths.claims import Claim, EnablingStep, format_claim
from scinet.eval.task import Row, Task
from scinet.eval.titles import TitleIndex
from scinet.graph.schema.identifiers import add_source
from scinet.graph.schema.records import BadRecordError, EnablingContribution, Reference
from scinet.graph.snapshot import Snapshot
from scinet.graph.sources.scipaths import SOURCE, pathway_record, split_kind

_S2: Final = re.compile(r"[0-9a-f]{40}")


class AnswerCorpus:
    """Papers that answers may hold: those of a graph, or without one all by their S2 id."""

    def __init__(self, snapshot: Snapshot | None) -> None:
        self._ids = None if snapshot is None else frozenset(map(str, snapshot.paper_id))
        self._titles = None if snapshot is None else TitleIndex.of(snapshot)

    def paper(self, reference: Reference) -> str | None:
        """Return the id of a paper, by the ids of several sites, then by its title."""
        names = [
            *(f"s2:{name}" for name in reference.s2),
            f"acl:{reference.acl}",
            f"arxiv:{reference.arxiv}",
        ]
        if self._ids is None:
            return semantic_scholar_id(reference.id)
        for name in (*names, f"doi:{reference.doi}", reference.id or ""):
            if name in self._ids:
                return name
        return self._titles.resolve(reference.title) if self._titles and reference.title else None


def semantic_scholar_id(stated: str | None) -> str | None:
    """Return the id of a paper referred to by 40 hexadecimal digits; None for others."""
    return f"s2:{stated}" if stated and _S2.fullmatch(stated) else None


def parse_claim(
    record: JsonRecord, source: str | None, corpus: AnswerCorpus, blind_year: int | None
) -> Claim:
    """Parse a claim of ``training.json``, ``dev.json``, ``test.json``, or a file like them.

    Args:
        blind_year: Year of claims without one; None refuses them.
    """
    if "claim_id" not in record.fields:
        if blind_year is None:
            record.refuse("the claim has no year: say with --before as of when it is asked")
        kind, text = split_kind(record.text("target_contribution"))
        number = int(record.get_number("idx"))
        name = add_source(f"{record.file.stem}:{number}", source)
        return Claim(name, kind, text, blind_year, None, None, None, (), number)
    try:
        pathway = pathway_record(record.fields, source)
    except BadRecordError as error:
        record.refuse(f"the claim {error}")
    place = record.fields.get("claim_idx")
    return Claim(
        id=pathway.id,
        kind=pathway.kind,
        text=pathway.text,
        year=pathway.date.year,
        paper_id=corpus.paper(pathway.target),
        paper_ref=pathway.target.id,
        title=pathway.target.title,
        steps=tuple(_parse_step(step, corpus) for step in pathway.enabling),
        number=place if isinstance(place, int) else None,
    )


def _parse_step(step: EnablingContribution, corpus: AnswerCorpus) -> EnablingStep:
    named = [*([] if step.canonical is None else [step.canonical]), *step.additional]
    resolved = [(reference, corpus.paper(reference)) for reference in named]
    return EnablingStep(
        name=step.id,
        text=step.text,
        contribution=step.contribution,
        roles=step.roles,
        rationale=step.rationale,
        evidence=step.evidence,
        papers=_drop_repeats(paper for _, paper in resolved),
        # The published scorer knows only ids of Semantic Scholar.
        published=_drop_repeats(
            paper or name
            for reference, paper in resolved
            if (name := semantic_scholar_id(reference.id))
        ),
        unknown=tuple(
            str(reference.id or reference.title) for reference, paper in resolved if paper is None
        ),
    )


def _drop_repeats(names: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name is not None))


class SplitQueries:
    """Queries of a split, indexed by the references to their claims in published files."""

    def __init__(self, task: Task, split: str) -> None:
        self.queries = {query.query_id: query for query in task.queries(split)}
        self.truth = task.truth(split)
        self._by_text: dict[str, str] = {}
        self._by_place: dict[tuple[str, int | None], str] = {}
        for name, query in self.queries.items():
            self._by_text[_fold_text(str(query.inputs["claim"]))] = name
            self._by_place[self.place(name)] = name
        self._by_text |= {
            _fold_text(format_claim(entry.inputs)): name for name, entry in self.queries.items()
        }

    def place(self, name: str) -> tuple[str, int]:
        """Return paper and position of a claim; a blind claim has its number as paper."""
        row = self.truth[name]
        number = row["claim_idx"]
        paper = row["target_paper_id"]
        return str(number if paper is None else paper), number or 0

    def of(self, record: JsonRecord) -> str | None:
        """Return the query that a record answers: by paper and position, else by its text."""
        fields = record.fields
        if fields.get("paper_id") is not None:
            number = fields.get("claim_idx", 0)
            if not isinstance(number, int | None):
                record.refuse(f"claim_idx is not a whole number: {number!r}")
            place = (str(fields["paper_id"]), number)
            # Claims are numbered from 1 in their ids.
            named = f"{SOURCE}:claim:{place[0]}:{number + 1}" if isinstance(number, int) else ""
            name = self._by_place.get(place) or (named if named in self.queries else None)
            if name is not None:
                return name
        text = _fold_text(record.text("claim"))
        return self._by_text.get(text) or self._by_text.get(_fold_text(split_kind(text)[1]))


def _fold_text(text: str) -> str:
    return " ".join(text.casefold().split())


def export_claims(task: Task, snapshot: Snapshot, split: str) -> list[dict[str, Any]]:
    """Export the claims of a task built from a graph, in the released format."""
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
                "target_contribution": format_claim(query.inputs),
                "enabling_contributions": [
                    _step_row(step, snapshot) for step in row["contributions"]
                ],
                "claim_idx": places[row["target_paper_id"]],
            }
        )
        places[row["target_paper_id"]] += 1
    return rows


def _step_row(step: Row, snapshot: Snapshot) -> Row:
    groundings = [
        {
            "ref_id": bare_id(paper),
            "paper_id": bare_id(paper),
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
        "additional_ref_ids": [grounding["paper_id"] for grounding in groundings[1:]],
        "additional_groundings": groundings[1:],
        "canonical_annotation": {
            "roles": step["roles"],
            "contribution": step["contribution"],
            "rationale": step["rationale"],
            "evidence_span": step["evidence"],
        },
    }


def bare_id(paper: str) -> str:
    """Return a paper's id without the name of its source, as in the files."""
    return paper.partition(":")[2] or paper
