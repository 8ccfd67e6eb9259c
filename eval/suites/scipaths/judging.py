"""Judge of Task A: matches of predicted with gold contributions, and of their rationales.

One request per claim proposes edges, full or partial; only full ones count, and the largest
matching of them is scored. Another request compares the rationales of the matches.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.claims import format_claim
from scinet.eval.suites.scipaths.metrics import Edge
from scinet.eval.task_type import JudgedAnswer, RecordQuery, Scoring
from scinet.llm import prompts
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Question, Reply

VERDICTS: Final = ("same", "partial", "different")


def predicted_contributions(example: RecordQuery) -> list[Mapping[str, Any]] | None:
    """Return the contributions of an answer; None when there is none."""
    return None if example.answer is None else list(example.answer["contributions"])


@dataclass(frozen=True, slots=True)
class JudgeRating:
    """Rating of one answer by the judge.

    Attributes:
        edges: Proposed pairs as the judge wrote them, numbered from 1; without those to nonexistent
            contributions.
        matched: The largest matching of full edges, from 0; None when there was nothing to match,
            or the judge failed.
        reasons: The reply on the rationales of the matches; None without matches.
    """

    edges: Sequence[Mapping[str, Any]]
    matched: tuple[Edge, ...] | None
    error: str | None
    reasons: Reply | None
    statuses: Mapping[str, int]


def judge_answers(
    examples: Sequence[RecordQuery], asker: LLMSession, scoring: Scoring
) -> list[JudgedAnswer]:
    """Score answers by the judge's matching.

    ``strict`` counts an answer that is missing, empty or could not be judged as 0.
    """
    pairs = zip(examples, request_judgments(examples, asker), strict=True)
    return [_score_judgment(example, judgment, scoring) for example, judgment in pairs]


def request_judgments(examples: Sequence[RecordQuery], asker: LLMSession) -> list[JudgeRating]:
    """Request judgments of answers; none where there is nothing to compare."""
    questions = {place: _edges_question(item) for place, item in enumerate(examples)}
    replies = asker.ask_by_name({place: q for place, q in questions.items() if q is not None})
    edges = {
        n: _valid_edges(examples[n], reply) for n, reply in replies.items() if reply.status == "ok"
    }
    matched = {
        place: tuple(metrics.maximum_matching(_full_edges(listed)))
        for place, listed in edges.items()
    }
    reasons = asker.ask_by_name(
        {
            place: _reason_question(examples[place], pairs)
            for place, pairs in matched.items()
            if pairs
        }
    )
    judged_examples: list[JudgeRating] = []
    for place in range(len(examples)):
        reply, why = replies.get(place), reasons.get(place)
        failed = reply is not None and reply.status != "ok"
        judged_examples.append(
            JudgeRating(
                edges=edges.get(place, ()),
                matched=matched.get(place),
                error=f"{reply.status}: {reply.reason}" if reply is not None and failed else None,
                reasons=why,
                statuses=Counter(str(item.status) for item in (reply, why) if item is not None),
            )
        )
    return judged_examples


def _edges_question(example: RecordQuery) -> Question | None:
    gold, named = example.truth["contributions"], predicted_contributions(example)
    if not gold or not named:
        return None
    inputs = {
        "claim": format_claim(example.query.inputs),
        "gold": [
            {name: row.get(name) or "" for name in ("description", "contribution", "evidence")}
            | {"roles": ", ".join(row["roles"])}
            for row in gold
        ],
        "predicted": [
            {name: row.get(name) or "" for name in ("description", "role", "rationale")}
            for row in named
        ],
    }
    return Question(example.query.query_id, prompts.load_prompt("scipaths/judge"), inputs)


def _valid_edges(example: RecordQuery, reply: Reply) -> list[Mapping[str, Any]]:
    gold, named = len(example.truth["contributions"]), len(predicted_contributions(example) or ())
    return [
        edge
        for edge in (reply.value or {})["matches"]
        if 1 <= edge["reference_idx"] <= gold and 1 <= edge["predicted_idx"] <= named
    ]


def _full_edges(edges: Sequence[Mapping[str, Any]]) -> list[Edge]:
    """Return the edges that the judge calls full, from 0."""
    return [
        (edge["reference_idx"] - 1, edge["predicted_idx"] - 1)
        for edge in edges
        if edge["match"] == "full"
    ]


def _reason_question(example: RecordQuery, pairs: Sequence[Edge]) -> Question:
    named = predicted_contributions(example) or []
    shown = [
        {
            "description": example.truth["contributions"][gold]["description"],
            "gold": example.truth["contributions"][gold]["rationale"] or "",
            "predicted": named[place].get("rationale") or "",
        }
        for gold, place in pairs
    ]
    inputs = {"claim": format_claim(example.query.inputs), "pairs": shown}
    return Question(example.query.query_id, prompts.load_prompt("scipaths/rationale"), inputs)


def _score_judgment(example: RecordQuery, judgment: JudgeRating, scoring: Scoring) -> JudgedAnswer:
    gold, named = len(example.truth["contributions"]), predicted_contributions(example)
    counts = None if named is None else len(named)
    size = None if judgment.matched is None else len(judgment.matched)
    values = metrics.decomposition_scores(gold, counts, size, scoring)
    values |= {
        f"{name} of judged": math.nan if judgment.error else value for name, value in values.items()
    }
    agreed = _count_verdicts(judgment.reasons, size or 0)
    is_lost = judgment.reasons is not None and judgment.reasons.status != "ok"
    for verdict in VERDICTS:
        share = agreed[verdict] / size if size else math.nan
        values[f"rationale {verdict}"] = 0.0 if is_lost else share
        values[f"rationale {verdict} of judged"] = math.nan if is_lost else share
    return JudgedAnswer(values, judgment.statuses)


def _count_verdicts(reply: Reply | None, pairs: int) -> Counter[str]:
    """Count verdicts by pair; the last one where the judge names a pair twice."""
    if reply is None or reply.value is None:
        return Counter()
    by_pair = {
        row["pair"]: row["verdict"] for row in reply.value["verdicts"] if row["pair"] <= pairs
    }
    return Counter(by_pair.values())
