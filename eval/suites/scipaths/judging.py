"""The judge of Task A: which predicted contributions are the gold ones, and for the same reason?

One question per claim proposes edges, full or partial; only full ones count, and the largest
matching of them is scored. One more question compares the rationales of what was matched.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.claims import stated
from scinet.eval.suites.scipaths.metrics import Edge
from scinet.eval.task_type import Judged, RecordQuery, Scoring
from scinet.llm import prompts
from scinet.llm.asker import Asker
from scinet.llm.question import Question, Reply

VERDICTS: Final = ("same", "partial", "different")


def predicted(one: RecordQuery) -> list[Mapping[str, Any]] | None:
    """The contributions of an answer; None when there is none."""
    return None if one.answer is None else list(one.answer["contributions"])


@dataclass(frozen=True, slots=True)
class Judgment:
    """What the judge said of one answer.

    Attributes:
        edges: Proposed pairs as the judge wrote them, numbered from 1; without those to
            contributions that do not exist.
        matched: The largest matching of full edges, from 0; None when there was nothing to match,
            or the judge failed.
        reasons: The reply on the rationales of what was matched; None when nothing was.
    """

    edges: Sequence[Mapping[str, Any]]
    matched: tuple[Edge, ...] | None
    error: str | None
    reasons: Reply | None
    statuses: Mapping[str, int]


def judge(asked: Sequence[RecordQuery], asker: Asker, scoring: Scoring) -> list[Judged]:
    """Score answers as the judge matches them.

    ``strict`` counts an answer that is missing, empty or could not be judged as 0.
    """
    pairs = zip(asked, judgments(asked, asker), strict=True)
    return [_judged(one, judgment, scoring) for one, judgment in pairs]


def judgments(asked: Sequence[RecordQuery], asker: Asker) -> list[Judgment]:
    """What the judge says of answers; nothing is asked where there is nothing to compare."""
    questions = {place: _edges_question(one) for place, one in enumerate(asked)}
    replies = asker.ask_named({place: q for place, q in questions.items() if q is not None})
    edges = {n: _edges(asked[n], reply) for n, reply in replies.items() if reply.status == "ok"}
    matched = {place: tuple(metrics.matching(_full(listed))) for place, listed in edges.items()}
    reasons = asker.ask_named(
        {place: _reason_question(asked[place], pairs) for place, pairs in matched.items() if pairs}
    )
    found: list[Judgment] = []
    for place in range(len(asked)):
        reply, why = replies.get(place), reasons.get(place)
        failed = reply is not None and reply.status != "ok"
        found.append(
            Judgment(
                edges=edges.get(place, ()),
                matched=matched.get(place),
                error=f"{reply.status}: {reply.reason}" if reply is not None and failed else None,
                reasons=why,
                statuses=Counter(str(one.status) for one in (reply, why) if one is not None),
            )
        )
    return found


def _edges_question(one: RecordQuery) -> Question | None:
    gold, named = one.truth["contributions"], predicted(one)
    if not gold or not named:
        return None
    inputs = {
        "claim": stated(one.query.inputs),
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
    return Question(one.query.query_id, prompts.load("scipaths/judge"), inputs)


def _edges(one: RecordQuery, reply: Reply) -> list[Mapping[str, Any]]:
    gold, named = len(one.truth["contributions"]), len(predicted(one) or ())
    return [
        edge
        for edge in (reply.value or {})["matches"]
        if 1 <= edge["reference_idx"] <= gold and 1 <= edge["predicted_idx"] <= named
    ]


def _full(edges: Sequence[Mapping[str, Any]]) -> list[Edge]:
    """Edges that the judge calls full, from 0."""
    return [
        (edge["reference_idx"] - 1, edge["predicted_idx"] - 1)
        for edge in edges
        if edge["match"] == "full"
    ]


def _reason_question(one: RecordQuery, pairs: Sequence[Edge]) -> Question:
    named = predicted(one) or []
    shown = [
        {
            "description": one.truth["contributions"][gold]["description"],
            "gold": one.truth["contributions"][gold]["rationale"] or "",
            "predicted": named[place].get("rationale") or "",
        }
        for gold, place in pairs
    ]
    inputs = {"claim": stated(one.query.inputs), "pairs": shown}
    return Question(one.query.query_id, prompts.load("scipaths/rationale"), inputs)


def _judged(one: RecordQuery, judgment: Judgment, scoring: Scoring) -> Judged:
    gold, named = len(one.truth["contributions"]), predicted(one)
    counts = None if named is None else len(named)
    size = None if judgment.matched is None else len(judgment.matched)
    values = metrics.decomposition(gold, counts, size, scoring)
    values |= {
        f"{name} of judged": math.nan if judgment.error else value for name, value in values.items()
    }
    agreed = _verdicts(judgment.reasons, size or 0)
    is_lost = judgment.reasons is not None and judgment.reasons.status != "ok"
    for verdict in VERDICTS:
        share = agreed[verdict] / size if size else math.nan
        values[f"rationale {verdict}"] = 0.0 if is_lost else share
        values[f"rationale {verdict} of judged"] = math.nan if is_lost else share
    return Judged(values, judgment.statuses)


def _verdicts(reply: Reply | None, pairs: int) -> Counter[str]:
    """Verdicts by pair; the last one where the judge names a pair twice."""
    if reply is None or reply.value is None:
        return Counter()
    told = {row["pair"]: row["verdict"] for row in reply.value["verdicts"] if row["pair"] <= pairs}
    return Counter(told.values())
