"""Building of ladders: a language model edits a reference step by step into its citing paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from scinet.errors import DataError, EndpointError
from scinet.eval.metrics.text import stem_words
from scinet.eval.suites.prescience.lacer.ladder import LEVELS, Ladder, Ladders, PaperText
from scinet.eval.task import Row, Task
from scinet.llm.batch_client import LLMSession, Progress
from scinet.llm.prompts import load_prompt
from scinet.llm.question import Question

_MIN_REFERENCES: Final = 3  # a median needs as many


@dataclass(slots=True)
class _Climb:
    """Ladder under construction."""

    paper_id: str
    target: PaperText
    begun_with: str
    rungs: list[PaperText]


def build_ladders(
    task: Task,
    asker: LLMSession,
    *,
    split: str = "train",
    ladders: int = 5,
    seed: int = 0,
    progress: Progress | None = None,
) -> Ladders:
    """Build ladders to papers of a split, sampled among those with at least three references.

    Level 1 is the reference with the median bigram overlap with the paper, level 10 a paraphrase of
    the paper; levels 2 to 9 are edits, each made from the level below.

    The test split would reveal its truth to the judge.
    """
    climbs = _begin_climbs(task, split, ladders, seed)
    texts = ladders * (LEVELS - 1)
    prompt = load_prompt("prescience/paraphrase")
    tops = _request_texts(
        asker,
        [
            Question(unfinished.paper_id, prompt, unfinished.target.model_dump())
            for unfinished in climbs
        ],
    )
    for level in range(2, LEVELS):
        if progress is not None:
            progress(ladders * (level - 1), texts, asker.spent.cost)
        edited = _request_texts(asker, [_step_question(climb, level) for climb in climbs])
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


def bigram_overlap(text: str, target: str) -> float:
    """Compute the share of the target's distinct stem bigrams that a text has; 0 without any."""
    wanted = set(pairwise(stem_words(target)))
    return len(wanted & set(pairwise(stem_words(text)))) / len(wanted) if wanted else 0.0


def median_reference(
    references: Sequence[Mapping[str, Any]], target: PaperText
) -> Mapping[str, Any]:
    """Return the reference with the median overlap, the lower of two; ties by their order."""
    words = f"{target.title} {target.abstract}"
    shares = [
        bigram_overlap(f"{reference['title']} {reference['abstract']}", words)
        for reference in references
    ]
    order = sorted(range(len(references)), key=lambda place: shares[place])
    return references[order[(len(order) - 1) // 2]]


def _begin_climbs(task: Task, split: str, ladders: int, seed: int) -> list[_Climb]:
    truth = task.truth(split)
    able: list[tuple[Row, list[Mapping[str, Any]]]] = []
    for query in task.queries(split):
        whole = [reference for reference in query.inputs["key_references"] if reference["abstract"]]
        row = truth[query.query_id]
        if len(whole) >= _MIN_REFERENCES and row["abstract"]:
            able.append((row, whole))
    if len(able) < ladders:
        raise DataError(
            f"{len(able)} papers of split {split!r} have an abstract and {_MIN_REFERENCES} "
            f"references with one, {ladders} are needed ({task.folder})",
            hint="Build the task with more -o train_years, or ask for fewer ladders.",
        )
    climbs: list[_Climb] = []
    for place in np.random.default_rng(seed).permutation(len(able))[:ladders]:
        row, references = able[place]
        target = PaperText(title=row["title"], abstract=row["abstract"])
        first = median_reference(references, target)
        rung = PaperText(title=first["title"], abstract=first["abstract"])
        climbs.append(_Climb(row["paper_id"], target, first["id"], [rung]))
    return climbs


def _step_question(climb: _Climb, level: int) -> Question:
    below = climb.rungs[-1]
    return Question(
        f"{climb.paper_id} level {level}",
        load_prompt("prescience/ladder_step"),
        {
            "title": below.title,
            "abstract": below.abstract,
            "target_title": climb.target.title,
            "target_abstract": climb.target.abstract,
            "level": level,
            "steps_left": LEVELS - 1 - level,
        },
    )


def _request_texts(asker: LLMSession, questions: Sequence[Question]) -> list[PaperText]:
    """Return the requested texts; a missing one is an error, since a ladder needs every rung."""
    texts: list[PaperText] = []
    for reply in asker.ask(questions):
        if reply.value is None:
            raise EndpointError(
                f"no text for {reply.item}: {reply.status}, {reply.reason}",
                hint="Give the same command again, or another --seed; what was answered is kept.",
            )
        texts.append(PaperText(title=reply.value["title"], abstract=reply.value["abstract"]))
    return texts
