"""The released claims as tasks read them; the blind test file has texts and no truth."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from scinet.eval.suites.json_files import Record, read_records
from scinet.eval.suites.scipaths.claims import Claim, Step
from scinet.eval.task import Row
from scinet.eval.titles import Titles
from scinet.graph.identifiers import with_source
from scinet.graph.records import BadRecordError, Enabling, PathwayRecord, Reference
from scinet.graph.snapshot import Snapshot
from scinet.graph.sources.scipaths import kind_and_text, pathway_record

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


def read(file: Path, source: str | None, corpus: Corpus, blind_year: int | None) -> list[Claim]:
    """The claims of one file.

    Args:
        file: ``training.json``, ``dev.json``, ``test.json``, or a file of their form.
        source: Prefix of the ids of claims.
        corpus: Papers that answers may hold.
        blind_year: Year of claims that tell none; None refuses them.

    Raises:
        NotFoundError: If there is no such file.
        DataError: If it is of another form, or a claim has no year.
    """
    return [_claim(record, source, corpus, blind_year) for record in read_records(file)]


def _claim(record: Record, source: str | None, corpus: Corpus, blind_year: int | None) -> Claim:
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
    return _of_record(made, place if isinstance(place, int) else None, corpus)


def _of_record(made: PathwayRecord, number: int | None, corpus: Corpus) -> Claim:
    return Claim(
        id=made.id,
        kind=made.kind,
        text=made.text,
        year=made.date.year,
        paper_id=corpus.paper(made.target),
        paper_ref=made.target.id,
        title=made.target.title,
        steps=tuple(_step(step, corpus) for step in made.enabling),
        number=number,
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
        published=_unique(paper or published_id(one.id) for one, paper in found if _is_s2(one)),
        unknown=tuple(str(one.id or one.title) for one, paper in found if paper is None),
    )


def _is_s2(one: Reference) -> bool:
    return published_id(one.id) is not None


def _unique(names: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name is not None))


def written(truth: Sequence[Row], texts: Sequence[str]) -> list[dict[str, Any]]:
    """Claims of Task A in the released form, as far as a task knows their fields."""
    return [
        {
            "claim_id": row["query_id"],
            "claim_idx": row["claim_idx"],
            "conference_year": row["conference_year"],
            "target_paper_id": row["target_paper_id"],
            "target_title": row["target_title"],
            "target_contribution": text,
            "enabling_contributions": [
                {
                    "enabling_contribution_id": step["contribution_id"],
                    "enabling_contribution": step["description"],
                    "canonical_annotation": {
                        "roles": step["roles"],
                        "contribution": step["contribution"],
                        "rationale": step["rationale"],
                        "evidence_span": step["evidence"],
                    },
                }
                for step in row["contributions"]
            ],
        }
        for row, text in zip(truth, texts, strict=True)
    ]
