"""Builds ladders: a language model edits a reference step by step into the paper that cites it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from scinet.errors import DataError, EndpointError
from scinet.eval.metrics.text import stems
from scinet.eval.suites.prescience.lacer.ladder import LEVELS, Ladder, Ladders, Text
from scinet.eval.task import Row, Task
from scinet.llm.asker import Asker, Progress
from scinet.llm.prompts import load
from scinet.llm.question import Question

_REFERENCES: Final = 3  # with fewer no one of them stands in the middle


@dataclass(slots=True)
class _Climb:
    """A ladder that is being built."""

    paper_id: str
    target: Text
    begun_with: str
    rungs: list[Text]


def build(
    task: Task,
    asker: Asker,
    *,
    split: str = "train",
    ladders: int = 5,
    seed: int = 0,
    progress: Progress | None = None,
) -> Ladders:
    """Build ladders to papers of a split, drawn among those with three references to begin with.

    Level 1 is the reference that shares the median number of word pairs with the paper, level 10
    the paper in other words; levels 2 to 9 are edits, each made of the one before it.

    Those of the test split would tell the judge what is true there.
    """
    climbs = _begin(task, split, ladders, seed)
    texts = ladders * (LEVELS - 1)
    prompt = load("prescience/paraphrase")
    tops = _texts(
        asker, [Question(one.paper_id, prompt, one.target.model_dump()) for one in climbs]
    )
    for level in range(2, LEVELS):
        if progress is not None:
            progress(ladders * (level - 1), texts, asker.spent.cost)
        edited = _texts(asker, [_step(climb, level) for climb in climbs])
        for climb, text in zip(climbs, edited, strict=True):
            climb.rungs.append(text)
    return Ladders(
        task_fingerprint=task.fingerprint,
        split=split,
        model=asker.endpoint.model,
        ladders=tuple(
            Ladder(
                paper_id=climb.paper_id,
                begun_with=climb.begun_with,
                rungs=(*climb.rungs, top),
                **climb.target.model_dump(),
            )
            for climb, top in zip(climbs, tops, strict=True)
        ),
    )


def overlap(text: str, target: str) -> float:
    """Share of the target's distinct pairs of neighbouring stems that a text has; 0 without any."""
    wanted = set(pairwise(stems(target)))
    return len(wanted & set(pairwise(stems(text)))) / len(wanted) if wanted else 0.0


def median_reference(references: Sequence[Mapping[str, Any]], target: Text) -> Mapping[str, Any]:
    """The reference in the middle by overlap, the lower of two; ties by their order."""
    words = f"{target.title} {target.abstract}"
    shares = [overlap(f"{one['title']} {one['abstract']}", words) for one in references]
    order = sorted(range(len(references)), key=lambda place: shares[place])
    return references[order[(len(order) - 1) // 2]]


def _begin(task: Task, split: str, ladders: int, seed: int) -> list[_Climb]:
    truth = task.truth(split)
    able: list[tuple[Row, list[Mapping[str, Any]]]] = []
    for query in task.queries(split):
        whole = [one for one in query.inputs["key_references"] if one["abstract"]]
        row = truth[query.query_id]
        if len(whole) >= _REFERENCES and row["abstract"]:
            able.append((row, whole))
    if len(able) < ladders:
        raise DataError(
            f"{len(able)} papers of split {split!r} have an abstract and {_REFERENCES} references "
            f"with one, {ladders} are needed ({task.folder})",
            hint="Build the task with more -o train_years, or ask for fewer ladders.",
        )
    climbs: list[_Climb] = []
    for place in np.random.default_rng(seed).permutation(len(able))[:ladders]:
        row, references = able[place]
        target = Text(title=row["title"], abstract=row["abstract"])
        first = median_reference(references, target)
        rung = Text(title=first["title"], abstract=first["abstract"])
        climbs.append(_Climb(row["paper_id"], target, first["id"], [rung]))
    return climbs


def _step(climb: _Climb, level: int) -> Question:
    below = climb.rungs[-1]
    return Question(
        f"{climb.paper_id} level {level}",
        load("prescience/ladder_step"),
        {
            "title": below.title,
            "abstract": below.abstract,
            "target_title": climb.target.title,
            "target_abstract": climb.target.abstract,
            "level": level,
            "steps_left": LEVELS - 1 - level,
        },
    )


def _texts(asker: Asker, questions: Sequence[Question]) -> list[Text]:
    """Texts that were asked for; all of them, since a ladder lacks no rung."""
    found: list[Text] = []
    for reply in asker.ask(questions):
        if reply.value is None:
            raise EndpointError(
                f"no text for {reply.item}: {reply.status}, {reply.reason}",
                hint="Give the same command again, or another --seed; what was answered is kept.",
            )
        found.append(Text(title=reply.value["title"], abstract=reply.value["abstract"]))
    return found
