"""Labelling of citations in the graph, by classifiers and by people."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError, NotFoundError
from scinet.graph.analysis import citation_labels
from scinet.graph.analysis.citation_labels import ASPECTS, HUMAN, Aspect, Label, MentionSpan
from scinet.graph.db.connection import Database
from scinet.graph.schema.identifiers import add_source
from scinet.models.citations.classifier import Classifier
from scinet.models.citations.sentences import Sentence, extract_sentence, normalise_text, read_rows

# Ties go to the first, as in the statements label/citation_….
_LABEL_PRIORITY: Final[Mapping[str, int]] = {"negative": 0, "positive": 1, "neutral": 2}
_MIN_MATCH_LENGTH: Final = 20  # letters and digits that match a sentence


def load_classifiers(folder: Path) -> dict[Aspect, Classifier]:
    """Load the classifiers in a folder, by aspect; none at all is an error."""
    loaded = {
        aspect: Classifier.load(folder, aspect)
        for aspect in ASPECTS
        if (folder / f"{aspect}.json").exists()
    }
    if not loaded:
        raise NotFoundError(
            f"no classifier of citations in {folder}",
            hint="Make one with `scinet train citation-reader LABELS --out FOLDER`.",
        )
    return loaded


def label(
    database: Database,
    readers: Mapping[Aspect, Classifier],
    *,
    before: date | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Label every mention without a label by people or by these same classifiers.

    Each batch of citing papers is one transaction: a stopped run resumes, and a repeated call finds
    nothing to do. Mentions that are undated or not dated before ``before`` stay unchanged.
    ``progress`` is given the numbers of labelled and of initially unlabelled mentions.
    """
    sources: dict[Aspect, str] = {aspect: reader.source for aspect, reader in readers.items()}
    papers = mentions = 0
    label_counts: dict[Aspect, Counter[str]] = {aspect: Counter() for aspect in readers}
    whole = 0 if progress is None else citation_labels.count_unlabelled(database, sources, before)
    for batch in citation_labels.iter_unlabelled(database, sources, before):
        named = [paper for paper, batch_mentions in batch.items() if batch_mentions]
        batch_mentions = [mention for paper in named for mention in batch[paper]]
        if batch_mentions:
            sentences = [
                extract_sentence(item.text, item.start, item.end) for item in batch_mentions
            ]
            labelled: dict[Aspect, list[tuple[MentionSpan, Label]]] = {}
            for aspect, reader in readers.items():
                predictions = reader.label(sentences)
                labelled[aspect] = list(zip(batch_mentions, predictions, strict=True))
                label_counts[aspect].update(item.value for item in predictions)
            citation_labels.store_labels(database, labelled, sources, named)
        papers += len(named)
        mentions += len(batch_mentions)
        if progress is not None:
            progress(mentions, max(mentions, whole))
    return {
        "papers": papers,
        "mentions": mentions,
        **{aspect: dict(sorted(counts.items())) for aspect, counts in label_counts.items()},
        "sources": sources,
    }


def load_human(database: Database, path: Path, source: str | None = None) -> dict[str, int]:
    """Load labels by people on citations, and on mentions where the sentence is found.

    A citation gets the majority label of its sentences, ties going to the first of negative,
    positive, neutral. A file's labels of a citation replace those loaded before.

    Returns:
        Rows of the file and those without both papers; labelled citations and pairs that are not
        citations of the graph; labelled mentions.
    """
    aspect, every = read_rows(path)
    by_pair: dict[tuple[str, str], list[Sentence]] = {}
    for sentence in every:
        if sentence.citing and sentence.cited:
            pair = add_source(sentence.citing, source), add_source(sentence.cited, source)
            by_pair.setdefault(pair, []).append(sentence)
    named = sum(map(len, by_pair.values()))
    if not named:
        raise DataError(
            f"no row names citing_id and cited_id ({path})",
            hint="Labels without papers can train a classifier: `scinet train citation-reader`.",
        )
    citations = [_citation_row(pair, listed) for pair, listed in by_pair.items()]
    stored = citation_labels.store_human_labels(database, aspect, citations)
    mentions_by_pair = citation_labels.mentions_of(database, list(by_pair))
    labelled = [
        (mention, Label(value, 1.0))
        for pair, mentions in mentions_by_pair.items()
        for mention in mentions
        if (value := _find_label(mention, by_pair[pair])) is not None
    ]
    papers = sorted({citing for citing, _ in mentions_by_pair})
    citation_labels.store_labels(database, {aspect: labelled}, {aspect: HUMAN}, papers)
    return {
        "rows": len(every),
        "without_ids": len(every) - named,
        "citations": stored,
        "not_cited": len(by_pair) - stored,
        "mentions": len(labelled),
    }


def _citation_row(pair: tuple[str, str], listed: Sequence[Sentence]) -> dict[str, Any]:
    counts = Counter(sentence.label for sentence in listed)
    best = min(counts, key=lambda name: (-counts[name], _LABEL_PRIORITY.get(name, 3), name))
    return {
        "citing_id": pair[0],
        "cited_id": pair[1],
        "label": best,
        **{name: counts[name] for name in _LABEL_PRIORITY},
        "sentence": next(sentence.text for sentence in listed if sentence.label == best),
    }


def _find_label(mention: MentionSpan, listed: Sequence[Sentence]) -> str | None:
    """Return the label of the sentence around a mention, None when it has none."""
    stands_in = normalise_text(extract_sentence(mention.text, mention.start, mention.end).text)
    for sentence in listed:
        text = normalise_text(sentence.text)
        shorter = min(len(text), len(stands_in))
        if shorter >= _MIN_MATCH_LENGTH and (text in stands_in or stands_in in text):
            return sentence.label
    return None
