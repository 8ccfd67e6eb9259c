"""Labelled citation sentences: reading, deduplication, and location of the citation.

A repeated sentence could be in both training and test, so of equal sentences (letters and digits
alone, case folded) the first is kept. Where a row does not identify its citation, the author and
year shared by most sentences about the same paper do.

Author names and years are unrelated to sentiment and would tie a classifier to the papers of its
training, so citations are replaced by marks: one for the citation in question, another for all
others. Numbers become one mark too.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.graph.analysis.citation_labels import ASPECTS, Aspect
from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources import files, input_files
from scinet.graph.sources.json_lines import parse_object

SENTIMENTS: Final = ("negative", "neutral", "positive")
_FORM_HINT: Final = "A row has text and one of sentiment, intent and label."
_WORD: Final = re.compile(r"\w+")
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d")
# Text between the first surname of a citation and its year, read backwards word by word.
_BYLINE: Final = re.compile(r"[\s,(]+|[A-Z][\w'.\-]*|and|&|et|al\.?")
_BYLINE_PIECE: Final = re.compile(r"[\w'.\-]+|&|[\s,(]+|.", re.DOTALL)
_BYLINE_WINDOW: Final = 80  # characters before a year that may hold its authors
TARGET_MARK: Final = "citedhere"
OTHER_MARK: Final = "citedelse"
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_BRACKETED_CITATION: Final = re.compile(r"\[\d+(?:\s*[,;\u2013-]\s*\d+)*\]")
# A sentence ends before a capital; not after initials, nor after abbreviations in citations.
_SENTENCE_END: Final = re.compile(
    r"(?<!\b[A-Z])(?<!\bal)(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)[.!?]\s+(?=[A-Z\[(])"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """Citation in its sentence.

    Attributes:
        label: Label by people; empty where unknown, as are ``cited`` and ``citing``.
        start: First character of the citation; ``start == end`` where unknown.
        end: One past the last.
    """

    text: str
    label: str = ""
    cited: str = ""
    citing: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class LabelledSentences:
    """Distinct sentences of a file of labels, in the order of the file.

    Attributes:
        repeated: Rows with a repeated sentence.
        contradictory: Those of them with another label than the first.
        located: Sentences whose citation has a known position.
    """

    aspect: Aspect
    sentences: tuple[Sentence, ...]
    rows: int
    repeated: int
    contradictory: int
    located: int

    @property
    def classes(self) -> tuple[str, ...]:
        """All labels: for sentiment the three, for intent those of the file, sorted."""
        if self.aspect == "sentiment":
            return SENTIMENTS
        return tuple(sorted({sentence.label for sentence in self.sentences}))

    @property
    def counts(self) -> dict[str, int]:
        """Counts of rows and omissions, for results."""
        return {
            "rows": self.rows,
            "repeated_sentences": self.repeated,
            "repeated_with_another_label": self.contradictory,
            "sentences": len(self.sentences),
            "cited_papers": len({sentence.cited for sentence in self.sentences if sentence.cited}),
            "citations_located": self.located,
        }


def read_labelled(path: Path) -> LabelledSentences:
    """Read a file of labelled sentences without its repeats.

    It is JSON lines, plain or gzip: ``text``, the label as ``sentiment``, ``intent`` or ``label``,
    and where known ``cited_id``, ``citing_id``, ``start`` and ``end``.
    """
    aspect, every = read_rows(path)
    first: dict[str, Sentence] = {}
    contradictory = 0
    for sentence in every:
        before = first.setdefault(normalise_text(sentence.text), sentence)
        contradictory += before.label != sentence.label
    sentences = locate_citations(list(first.values()))
    return LabelledSentences(
        aspect,
        tuple(sentences),
        rows=len(every),
        repeated=len(every) - len(first),
        contradictory=contradictory,
        located=sum(item.end > item.start for item in sentences),
    )


def read_rows(path: Path) -> tuple[Aspect, list[Sentence]]:
    """Read every row of a file of labels, and the aspect that they label."""
    reading = files.ReadProgress()
    aspects: set[Aspect] = set()
    sentences: list[Sentence] = []
    with input_files.gather_files([path], "text") as (sources, faults):
        for source in sources:
            for line in files.read_lines(source, reading):
                where = f"{source.name}, line {line.number}"
                try:
                    row = parse_object(line.data, is_last=line.is_last)
                except BadRecordError as error:
                    raise DataError(f"a row {error} ({where})", hint=_FORM_HINT) from error
                aspect, sentence = _parse_row(row, where)
                aspects.add(aspect)
                sentences.append(sentence)
    for fault in (*faults, *reading.faults):
        raise DataError(f"{fault.name} {fault.message}", hint="Name a file of labelled sentences.")
    if len(aspects) != 1:
        what = "labels of two kinds" if aspects else "no labelled sentence"
        raise DataError(f"{what} ({path})", hint="Name a file of sentiments or one of intents.")
    return aspects.pop(), sentences


def normalise_text(text: str) -> str:
    """Normalise a sentence: words in lower case, separated by a space."""
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def locate_citations(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Locate the citation in question in each sentence where possible.

    In a sentence with a single citation it is that one. Else the surname and year shared by most
    sentences about the cited paper mark the position; labels are not used.
    """
    mentions = [list(find_citations(sentence.text)) for sentence in sentences]
    shared: dict[str, Counter[str]] = {}
    for sentence, marks in zip(sentences, mentions, strict=True):
        if sentence.cited:
            shared.setdefault(sentence.cited, Counter()).update({name for _, _, name in marks})
    placed = []
    for sentence, marks in zip(sentences, mentions, strict=True):
        names = shared.get(sentence.cited, Counter())
        best = max(marks, key=lambda mark: names[mark[2]], default=None)
        if best is None or sentence.end > sentence.start or (len(marks) > 1 and names[best[2]] < 2):
            placed.append(sentence)
        else:
            placed.append(replace(sentence, start=best[0], end=best[1]))
    return placed


def find_citations(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield authors with a year: position and name, such as ``marcus 1993`` (the first surname)."""
    last = 0
    for year in _YEAR.finditer(text):
        first = max(last, year.start() - _BYLINE_WINDOW)
        surname, start = "", year.start()
        for piece in reversed(list(_BYLINE_PIECE.finditer(text, first, year.start()))):
            if not _BYLINE.fullmatch(piece[0]) or ("(" in piece[0] and surname):
                break
            if piece[0][0].isupper():
                surname, start = piece[0], piece.start()
        last = year.end()
        if surname:
            yield start, last, f"{surname.casefold().strip('.')} {year[0]}"


def _parse_row(row: Mapping[str, Any], where: str) -> tuple[Aspect, Sentence]:
    named = [name for name in (*ASPECTS, "label") if isinstance(row.get(name), str)]
    text = row.get("text")
    if len(named) != 1 or not isinstance(text, str) or not text.strip():
        raise DataError(f"a row without a text or without one label ({where})", hint=_FORM_HINT)
    label = str(row[named[0]]).strip()
    if not label:
        raise DataError(f"an empty label ({where})", hint=_FORM_HINT)
    is_sentiment = named[0] == "sentiment" or label.lower() in SENTIMENTS
    if is_sentiment:
        label = label.lower()
        if label not in SENTIMENTS:
            raise DataError(
                f"the sentiment {label!r} ({where})", hint=f"It is {', '.join(SENTIMENTS)}."
            )
    start, end = row.get("start", 0), row.get("end", 0)
    if type(start) is not int or type(end) is not int or not 0 <= start <= end <= len(text):
        raise DataError(
            f"start {start!r} and end {end!r} are not a place in the text ({where})",
            hint="Count characters from 0.",
        )
    cited, citing = (row.get(name) or "" for name in ("cited_id", "citing_id"))
    if not isinstance(cited, str) or not isinstance(citing, str):
        raise DataError(f"an id is not text ({where})", hint="Write ids as text.")
    sentence = Sentence(text, label, cited, citing, start, end)
    return "sentiment" if is_sentiment else "intent", sentence


def extract_sentence(paragraph: str, start: int, end: int) -> Sentence:
    """Extract the sentence of a paragraph around a mention, with the mention's position in it."""
    first, last = 0, len(paragraph)
    for match in _SENTENCE_END.finditer(paragraph):
        if match.end() <= start:
            first = match.end()
        elif match.start() >= end:
            last = match.start() + 1
            break
    return Sentence(paragraph[first:last], start=start - first, end=end - first)


def mask_citations(sentence: Sentence) -> str:
    """Replace citations and numbers of a sentence by marks."""
    text = sentence.text
    spans = [(start, end, OTHER_MARK) for start, end, _ in find_citations(text)]
    spans += [
        (match.start(), match.end(), OTHER_MARK) for match in _BRACKETED_CITATION.finditer(text)
    ]
    target = sentence.start, sentence.end
    spans = [span for span in spans if span[1] <= target[0] or span[0] >= target[1]]
    if target[1] > target[0]:
        spans.append((*target, TARGET_MARK))
    parts: list[str] = []
    last = 0
    for start, end, mark in sorted(spans):
        if start >= last:
            parts += [text[last:start], f" {mark} "]
            last = end
    return _NUMBER.sub("0", "".join([*parts, text[last:]]))
