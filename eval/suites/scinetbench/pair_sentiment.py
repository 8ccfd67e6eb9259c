"""Pair task: the papers that cite X with a given sentiment.

Truth comes from the labels on citations, by people or a classifier; each true item names its
source. Labels are annotations that may change while the graph does not, so answers are compared
with the labels stored in the task, and only citations are looked up in the graph.
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
    PairScored,
    PairTaskOptions,
    filter_cited,
    get_direction,
    read_in_batches,
    sample_stratified,
)
from scinet.eval.suites.scinetbench.subfields import discipline_papers
from scinet.eval.task import Query, Row, Split, TaskDraft
from scinet.eval.task_type import (
    BuildContext,
    JudgedAnswer,
    JudgedTask,
    ScoredQuery,
    Scoring,
    ScoringContext,
    unique_title_mask,
)
from scinet.graph.db.connection import Database
from scinet.graph.snapshot.csr import Int64
from scinet.llm import prompts
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Question, Reply
from scinet.validation import OPTIONS

SENTIMENTS: Final = ("positive", "neutral", "negative")
_WORDS: Final[Mapping[str, str]] = {
    "positive": "with approval",
    "neutral": "without opinion",
    "negative": "with criticism",
}
_JUDGED_METRIC: Final = "Cite-Sentiment by judge"
_PLACES: Final = 200  # pairs per round trip: each comes with its paragraphs


@checked(frozen=True, slots=True, config=OPTIONS)
class PairSentimentOptions(PairTaskOptions):
    """Options of the task.

    Attributes:
        rule: How many of a citation's labelled mentions must have the wanted sentiment: ``any``,
            ``majority`` (ties go to the first of negative, positive, neutral) or ``all``.
        sources: Sources of labels: ``every``, or ``human`` for labels by people alone.
        sentiment: Sentiment of the queries: ``every`` one in equal shares, or one.
        direction: For ``Cite-Acc`` a returned paper is right when it cites X (``in``), is cited by
            it (``out``), or either; ``auto`` is ``in``, in official scoring ``out``. All else is
            always about the papers that cite X.
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

    def build(self, context: BuildContext, options: PairSentimentOptions) -> TaskDraft:
        """Sample papers for each sentiment in equal shares; see :class:`TaskType`."""
        snapshot = context.snapshot
        named = unique_title_mask(snapshot)
        inside = discipline_papers(snapshot, options.discipline)
        degree = snapshot.cited_by.lengths()
        sizes = _count_true_papers(context, options)
        if not any(column.any() for column in sizes.values()):
            raise DataError(
                f"no citation before {context.before} has a sentiment",
                hint="Give `scinet annotate citations FOLDER`, or `scinet annotate labels LABELS`.",
            )
        queries: list[Query] = []
        truth: list[Row] = []
        left_out: Counter[str] = Counter()
        left_out["papers_of_other_disciplines"] = int(np.count_nonzero(~inside))
        for number, (sentiment, share) in enumerate(_split_queries(options).items()):
            enough = inside & (sizes[sentiment] >= options.min_truth)
            left_out[f"papers_with_few_{sentiment}"] = int(np.count_nonzero(inside & ~enough))
            left_out[f"papers_without_a_title_of_their_own_{sentiment}"] = int(
                np.count_nonzero(enough & ~named)
            )
            able = np.flatnonzero(enough & named)
            sample = sample_stratified(able, degree, share, context.seed + number)
            left_out[f"queries_short_of_{sentiment}"] = share - len(sample)
            ids = [str(snapshot.paper_id[place]) for place in sample]
            true = _find_true(context, ids, options, sentiment)
            for place, paper in zip(sample, ids, strict=True):
                title = str(snapshot.title[place])
                query_id = f"q{len(queries) + 1:04d}"
                inputs = {"paper_id": paper, "title": title, "polarity": sentiment}
                text = f'papers that cite "{title}" {_WORDS[sentiment]}'
                queries.append(Query(query_id, text, inputs, context.before, options.k))
                truth.append({"query_id": query_id, **true[paper]})
        draft = self.draft(
            context, options, Split(context.before, queries, truth), left_out=left_out
        )
        labels = Counter(item["label_source"] for row in truth for item in row["items"])
        by_source = {f"labels_of_{source}": count for source, count in sorted(labels.items())}
        return replace(draft, counts={**draft.counts, **by_source})

    def check(self, pairs: Sequence[tuple[str, str]], context: ScoringContext) -> Held:
        """Check which pairs are citations in the wanted direction, and which cite X.

        Their sentiment depends on the query.
        """
        citing = filter_cited(pairs, context, "in")
        return {
            pair: (pair in right, pair in citing)
            for right in [filter_cited(pairs, context, get_direction(context))]
            for pair in right | citing
        }

    def flags(self, example: ScoredQuery[Ids], paper: str, held: Held) -> tuple[bool, ...]:
        """Return whether it is a citation, and one of X with the wanted label."""
        is_right, cites = super().flags(example, paper, held)
        return is_right, cites and any(item["id"] == paper for item in example.truth["items"])

    def judge(
        self, examples: Sequence[ScoredQuery[Ids]], asker: LLMSession, context: ScoringContext
    ) -> list[JudgedAnswer]:
        """Compute the same share with unlabelled citations labelled by a language model.

        A citation without a label counted by the task is judged by each paragraph in which it
        stands; one without full text does not have the wanted sentiment.
        """
        unlabelled = sorted({pair for example in examples for pair in _unlabelled_pairs(example)})
        passages = _load_passages(unlabelled, context.before, context.graph)
        prompt = prompts.load_prompt("citations/sentiment")
        questions = {
            (*pair, number): Question(
                f"{pair[0]} cites {pair[1]}", prompt, passage, before=context.before
            )
            for pair, listed in passages.items()
            for number, passage in enumerate(listed)
        }
        of_pair: dict[tuple[str, str], list[Reply]] = {}
        for (citing, cited, _), reply in asker.ask_by_name(questions).items():
            of_pair.setdefault((citing, cited), []).append(reply)
        rule = context.task.options["rule"]
        return [_judge_answer(example, of_pair, rule, context.scoring) for example in examples]


def has_sentiment(counts: Mapping[str, Any], sentiment: str, rule: str) -> bool:
    """Whether a citation has a sentiment by a rule, from the counts of its labelled mentions.

    ``counts`` has a number for each sentiment, and the citation's overall ``sentiment``.
    """
    if rule == "any":
        return bool(counts[sentiment] > 0)
    if rule == "all":
        return bool(counts[sentiment] == sum(counts[name] for name in SENTIMENTS))
    return bool(counts["sentiment"] == sentiment)


def _count_true_papers(context: BuildContext, options: PairSentimentOptions) -> dict[str, Int64]:
    """Count the true papers of each paper by sentiment, each of shape ``(papers,)``."""
    snapshot = context.snapshot
    sizes = {name: np.zeros(snapshot.num_papers, dtype=np.int64) for name in SENTIMENTS}
    place = {str(paper): number for number, paper in enumerate(snapshot.paper_id)}
    rows = context.graph.rows(
        "task/sentiment_sizes",
        before=context.before,
        rule=options.rule,
        is_human_only=options.sources == "human",
    )
    for row in rows:
        if row["paper_id"] in place:
            for name in SENTIMENTS:
                sizes[name][place[row["paper_id"]]] = row[name]
    return sizes


def _find_true(
    context: BuildContext, paper_ids: Sequence[str], options: PairSentimentOptions, sentiment: str
) -> dict[str, Row]:
    """Return the truth of each paper: ``items``, and ``others``, labelled otherwise."""
    by_paper: dict[str, Row] = {paper: {"items": [], "others": []} for paper in paper_ids}
    for row in read_in_batches(
        context.graph, "task/citing_with", context.before, paper_ids=paper_ids
    ):
        is_left_out = options.sources == "human" and row["source"] != "human"
        if row["sentiment"] is None or is_left_out:
            continue
        if not has_sentiment(row, sentiment, options.rule):
            by_paper[row["paper_id"]]["others"].append(row["citing_id"])
            continue
        by_paper[row["paper_id"]]["items"].append(
            {
                "id": row["citing_id"],
                "paragraph_ids": row["paragraph_ids"],
                "label": sentiment,
                "label_source": row["source"],
            }
        )
    return by_paper


def _split_queries(options: PairSentimentOptions) -> dict[str, int]:
    """Split the number of queries by sentiment; the first ones get the remainder."""
    names = SENTIMENTS if options.sentiment == "every" else (options.sentiment,)
    share, rest = divmod(options.queries, len(names))
    return {name: share + (number < rest) for number, name in enumerate(names)}


def _unlabelled_pairs(example: ScoredQuery[Ids]) -> list[tuple[str, str]]:
    """Return pairs (citing, X) of an answer without a label in the task."""
    labelled = {item["id"] for item in example.truth["items"]} | set(example.truth["others"])
    x = example.query.inputs["paper_id"]
    return [(paper, x) for paper in example.answer or () if paper not in labelled]


def _load_passages(
    pairs: Sequence[tuple[str, str]], before: date, database: Database
) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Load the prompt's inputs for each pair, one per paragraph, with marked citations."""
    by_pair: dict[tuple[str, str], list[dict[str, Any]]] = {}
    pair_list = [list(pair) for pair in pairs]
    for row in read_in_batches(
        database, "task/mentioning_paragraphs", before, size=_PLACES, pairs=pair_list
    ):
        passage = {"title": row["title"] or "", "passage": _mark_spans(row["text"], row["places"])}
        by_pair.setdefault((row["citing_id"], row["cited_id"]), []).append(passage)
    return by_pair


def _mark_spans(text: str, places: Sequence[Sequence[int]]) -> str:
    """Put double brackets around spans of a text, which may touch but not overlap."""
    parts: list[str] = []
    last = 0
    for start, end in places:
        if start >= last:
            parts += [text[last:start], "[[", text[start:end], "]]"]
            last = end
    return "".join([*parts, text[last:]])


def _judge_answer(
    example: ScoredQuery[Ids],
    replies: Mapping[tuple[str, str], Sequence[Reply]],
    rule: str,
    scoring: Scoring,
) -> JudgedAnswer:
    wanted, x = example.query.inputs["polarity"], example.query.inputs["paper_id"]
    true = {item["id"] for item in example.truth["items"]}
    outcomes: list[judging.JudgingOutcome] = []
    statuses: list[str] = []
    for paper in example.answer or ():
        if paper in true or paper in example.truth["others"]:
            outcomes.append(judging.JudgingOutcome("ok", float(paper in true)))
            continue
        pair_replies = replies.get((paper, x), ())
        statuses += [reply.status for reply in pair_replies]
        outcomes.append(_make_outcome(pair_replies, wanted, rule))
    return judging.summarise_outcomes({_JUDGED_METRIC: outcomes}, statuses, scoring, example.answer)


def _make_outcome(replies: Sequence[Reply], wanted: str, rule: str) -> judging.JudgingOutcome:
    """Judge one unlabelled citation: 1 if it has the wanted sentiment, else 0."""
    labels = [reply.value["sentiment"] for reply in replies if reply.value is not None]
    if not replies:
        return judging.JudgingOutcome("ok", 0.0)
    if not labels:
        return judging.JudgingOutcome(replies[0].status)
    counts: dict[str, Any] = {name: labels.count(name) for name in SENTIMENTS}
    # Ties go to the first in this order, as in the graph.
    counts["sentiment"] = max(("negative", "positive", "neutral"), key=lambda name: counts[name])
    return judging.JudgingOutcome("ok", float(has_sentiment(counts, wanted, rule)))
