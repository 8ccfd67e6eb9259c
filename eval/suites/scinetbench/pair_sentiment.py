"""Pair task: which papers cite X with approval, with criticism, or without an opinion?

Truth is what the labels on citations say, whether people or a classifier gave them; each true item
names its source. Labels are annotations that may change while the graph does not, so answers are
compared with the labels that the task holds, and only citations are looked up in the graph.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar, Final, Literal

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.list_task import Ids
from scinet.eval.suites.scinetbench import judging
from scinet.eval.suites.scinetbench.pair import (
    Direction,
    Held,
    PairOptions,
    PairScored,
    cited_from,
    direction_of,
    rows_in_batches,
    stratified,
)
from scinet.eval.suites.scinetbench.subfields import of_discipline
from scinet.eval.task import Query, Row, Split, TaskDraft
from scinet.eval.task_type import (
    Judged,
    JudgedTask,
    Marking,
    Material,
    ScoredQuery,
    Scoring,
    unmistakable,
)
from scinet.graph.connection import Database
from scinet.graph.snapshot.csr import Int64
from scinet.llm import prompts
from scinet.llm.asker import Asker
from scinet.llm.question import Question, Reply
from scinet.validation import OPTIONS

SENTIMENTS: Final = ("positive", "neutral", "negative")
_WORDS: Final[Mapping[str, str]] = {
    "positive": "with approval",
    "neutral": "without opinion",
    "negative": "with criticism",
}
_JUDGED: Final = "Cite-Sentiment by judge"
_PLACES: Final = 200  # pairs per round trip: each comes with its paragraphs


@checked(frozen=True, slots=True, config=OPTIONS)
class PairSentimentOptions(PairOptions):
    """Options of the task.

    Attributes:
        rule: How many of a citation's labelled mentions must have the wanted sentiment: ``any``,
            ``majority`` (of equally many the first of negative, positive, neutral) or ``all``.
        sources: Whose labels count: ``every``, or ``human`` for those of people alone.
        sentiment: What is asked for: ``every`` sentiment in equal shares, or one.
        direction: For ``Cite-Acc`` a returned paper is right when it cites X (``in``), is cited by
            it (``out``), or either; ``auto`` is ``in``, in official scoring ``out``. All else is
            always of the papers that cite X.
    """

    rule: Literal["any", "majority", "all"] = "any"
    sources: Literal["every", "human"] = "every"
    sentiment: Literal["every", "positive", "neutral", "negative"] = "every"
    direction: Direction = "auto"


class PairSentiment(PairScored, JudgedTask[Ids]):
    """``scinetbench/pair-sentiment``."""

    name = "pair-sentiment"
    options = PairSentimentOptions
    presets: ClassVar = {
        "paper": {"queries": "300", "direction": "out"},
        "scinet-v2": {"queries": "300", "sentiment": "positive", "direction": "in"},
    }
    headline = "Cite-Sentiment"
    checks = ("Cite-Acc", "Cite-Sentiment")

    def build(self, material: Material, options: PairSentimentOptions) -> TaskDraft:
        """Sample papers for each sentiment in equal shares; see :class:`TaskType`."""
        snapshot = material.snapshot
        named = unmistakable(snapshot)
        inside = of_discipline(snapshot, options.discipline)
        degree = snapshot.cited_by.lengths()
        sizes = _sizes(material, options)
        if not any(column.any() for column in sizes.values()):
            raise DataError(
                f"no citation before {material.before} has a sentiment",
                hint="Give `scinet annotate citations FOLDER`, or `scinet annotate labels LABELS`.",
            )
        queries: list[Query] = []
        truth: list[Row] = []
        left_out: Counter[str] = Counter()
        left_out["papers_of_other_disciplines"] = int(np.count_nonzero(~inside))
        for number, (sentiment, share) in enumerate(_shares(options).items()):
            enough = inside & (sizes[sentiment] >= options.min_truth)
            left_out[f"papers_with_few_{sentiment}"] = int(np.count_nonzero(inside & ~enough))
            left_out[f"papers_without_a_title_of_their_own_{sentiment}"] = int(
                np.count_nonzero(enough & ~named)
            )
            able = np.flatnonzero(enough & named)
            sample = stratified(able, degree, share, material.seed + number)
            left_out[f"queries_short_of_{sentiment}"] = share - len(sample)
            ids = [str(snapshot.paper_id[place]) for place in sample]
            true = _true(material, ids, options, sentiment)
            for place, paper in zip(sample, ids, strict=True):
                title = str(snapshot.title[place])
                query_id = f"q{len(queries) + 1:04d}"
                inputs = {"paper_id": paper, "title": title, "polarity": sentiment}
                text = f'papers that cite "{title}" {_WORDS[sentiment]}'
                queries.append(Query(query_id, text, inputs, material.before, options.k))
                truth.append({"query_id": query_id, **true[paper]})
        draft = self.draft(
            material, options, Split(material.before, queries, truth), left_out=left_out
        )
        labels = Counter(item["label_source"] for row in truth for item in row["items"])
        by_source = {f"labels_of_{source}": count for source, count in sorted(labels.items())}
        return replace(draft, counts={**draft.counts, **by_source})

    def check(self, pairs: Sequence[tuple[str, str]], marking: Marking) -> Held:
        """Which pairs are citations in the wanted direction, and which are of X.

        Their sentiment is a matter of each query.
        """
        citing = cited_from(pairs, marking, "in")
        return {
            pair: (pair in right, pair in citing)
            for right in [cited_from(pairs, marking, direction_of(marking))]
            for pair in right | citing
        }

    def flags(self, one: ScoredQuery[Ids], paper: str, held: Held) -> tuple[bool, ...]:
        """A citation, and one of X whose label is the wanted one."""
        is_right, cites = super().flags(one, paper, held)
        return is_right, cites and any(item["id"] == paper for item in one.truth["items"])

    def judge(
        self, asked: Sequence[ScoredQuery[Ids]], asker: Asker, marking: Marking
    ) -> list[Judged]:
        """The same share where a language model reads what nobody labelled.

        A citation without a label that the task counts is judged by each paragraph in which it
        stands; one without full text is not of the wanted sentiment.
        """
        unlabelled = sorted({pair for one in asked for pair in _unlabelled(one)})
        passages = _passages(unlabelled, marking.before, marking.graph)
        prompt = prompts.load("citations/sentiment")
        questions = {
            (*pair, number): Question(
                f"{pair[0]} cites {pair[1]}", prompt, passage, before=marking.before
            )
            for pair, listed in passages.items()
            for number, passage in enumerate(listed)
        }
        of_pair: dict[tuple[str, str], list[Reply]] = {}
        for (citing, cited, _), reply in asker.ask_named(questions).items():
            of_pair.setdefault((citing, cited), []).append(reply)
        rule = marking.task.options["rule"]
        return [_judged(one, of_pair, rule, marking.scoring) for one in asked]


def fits(counts: Mapping[str, Any], sentiment: str, rule: str) -> bool:
    """Whether a citation has a sentiment by a rule, from the numbers of its labelled mentions.

    ``counts`` holds a number for each sentiment and the citation's own as ``sentiment``.
    """
    if rule == "any":
        return bool(counts[sentiment] > 0)
    if rule == "all":
        return bool(counts[sentiment] == sum(counts[name] for name in SENTIMENTS))
    return bool(counts["sentiment"] == sentiment)


def _sizes(material: Material, options: PairSentimentOptions) -> dict[str, Int64]:
    """True papers of each paper by sentiment, each of shape ``(papers,)``."""
    snapshot = material.snapshot
    sizes = {name: np.zeros(snapshot.num_papers, dtype=np.int64) for name in SENTIMENTS}
    place = {str(paper): number for number, paper in enumerate(snapshot.paper_id)}
    rows = material.graph.rows(
        "task/sentiment_sizes",
        before=material.before,
        rule=options.rule,
        is_human_only=options.sources == "human",
    )
    for row in rows:
        if row["paper_id"] in place:
            for name in SENTIMENTS:
                sizes[name][place[row["paper_id"]]] = row[name]
    return sizes


def _true(
    material: Material, paper_ids: Sequence[str], options: PairSentimentOptions, sentiment: str
) -> dict[str, Row]:
    """What is true of each paper: ``items``, and ``others``, labelled otherwise."""
    found: dict[str, Row] = {paper: {"items": [], "others": []} for paper in paper_ids}
    for row in rows_in_batches(
        material.graph, "task/citing_with", material.before, paper_ids=paper_ids
    ):
        is_left_out = options.sources == "human" and row["source"] != "human"
        if row["sentiment"] is None or is_left_out:
            continue
        if not fits(row, sentiment, options.rule):
            found[row["paper_id"]]["others"].append(row["citing_id"])
            continue
        found[row["paper_id"]]["items"].append(
            {
                "id": row["citing_id"],
                "paragraph_ids": row["paragraph_ids"],
                "label": sentiment,
                "label_source": row["source"],
            }
        )
    return found


def _shares(options: PairSentimentOptions) -> dict[str, int]:
    """Queries of each sentiment asked for; the first ones get what is left over."""
    names = SENTIMENTS if options.sentiment == "every" else (options.sentiment,)
    share, rest = divmod(options.queries, len(names))
    return {name: share + (number < rest) for number, name in enumerate(names)}


def _unlabelled(one: ScoredQuery[Ids]) -> list[tuple[str, str]]:
    """Pairs (citing, X) of an answer that the task has no label of."""
    known = {item["id"] for item in one.truth["items"]} | set(one.truth["others"])
    x = one.query.inputs["paper_id"]
    return [(paper, x) for paper in one.answer or () if paper not in known]


def _passages(
    pairs: Sequence[tuple[str, str]], before: date, database: Database
) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Inputs of the prompt for each pair, one per paragraph, the citations between marks."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    asked = [list(pair) for pair in pairs]
    for row in rows_in_batches(
        database, "task/mentioning_paragraphs", before, size=_PLACES, pairs=asked
    ):
        passage = {"title": row["title"] or "", "passage": _marked(row["text"], row["places"])}
        found.setdefault((row["citing_id"], row["cited_id"]), []).append(passage)
    return found


def _marked(text: str, places: Sequence[Sequence[int]]) -> str:
    """The text with double brackets around some places, which may touch but not overlap."""
    parts: list[str] = []
    last = 0
    for start, end in places:
        if start >= last:
            parts += [text[last:start], "[[", text[start:end], "]]"]
            last = end
    return "".join([*parts, text[last:]])


def _judged(
    one: ScoredQuery[Ids],
    replies: Mapping[tuple[str, str], Sequence[Reply]],
    rule: str,
    scoring: Scoring,
) -> Judged:
    wanted, x = one.query.inputs["polarity"], one.query.inputs["paper_id"]
    true = {item["id"] for item in one.truth["items"]}
    outcomes: list[judging.Outcome] = []
    statuses: list[str] = []
    for paper in one.answer or ():
        if paper in true or paper in one.truth["others"]:
            outcomes.append(judging.Outcome("ok", float(paper in true)))
            continue
        said = replies.get((paper, x), ())
        statuses += [reply.status for reply in said]
        outcomes.append(_outcome(said, wanted, rule))
    return judging.judged({_JUDGED: outcomes}, statuses, scoring, one.answer)


def _outcome(said: Sequence[Reply], wanted: str, rule: str) -> judging.Outcome:
    """What a judge makes of one unlabelled citation: 1 if it has the wanted sentiment, else 0."""
    labels = [reply.value["sentiment"] for reply in said if reply.value is not None]
    if not said:
        return judging.Outcome("ok", 0.0)
    if not labels:
        return judging.Outcome(said[0].status)
    counts: dict[str, Any] = {name: labels.count(name) for name in SENTIMENTS}
    # Of equally many the first in this order, as on the graph.
    counts["sentiment"] = max(("negative", "positive", "neutral"), key=lambda name: counts[name])
    return judging.Outcome("ok", float(fits(counts, wanted, rule)))
