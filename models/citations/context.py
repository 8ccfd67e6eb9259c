"""The words around a citation: its sentence in a paragraph, and the text with citations marked.

What an author is called and when a paper appeared says nothing of how it is cited and would tie
a classifier to the papers that it has seen, so citations are replaced by marks: one for the
citation that is asked about, another for all others. Numbers become one mark too.
"""

import re
from typing import Final

from scinet.models.citations.sentences import Sentence, citations

TARGET: Final = "citedhere"
OTHER: Final = "citedelse"
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_BRACKETED: Final = re.compile(r"\[\d+(?:\s*[,;\u2013-]\s*\d+)*\]")
# A sentence ends where a capital follows; not after initials, nor after what citations shorten.
_END: Final = re.compile(
    r"(?<!\b[A-Z])(?<!\bal)(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)[.!?]\s+(?=[A-Z\[(])"
)


def sentence_of(paragraph: str, start: int, end: int) -> Sentence:
    """The sentence of a paragraph that a mention stands in, with the mention's place in it."""
    first, last = 0, len(paragraph)
    for match in _END.finditer(paragraph):
        if match.end() <= start:
            first = match.end()
        elif match.start() >= end:
            last = match.start() + 1
            break
    return Sentence(paragraph[first:last], start=start - first, end=end - first)


def marked(sentence: Sentence) -> str:
    """The sentence with marks in place of its citations and numbers."""
    text = sentence.text
    spans = [(start, end, OTHER) for start, end, _ in citations(text)]
    spans += [(match.start(), match.end(), OTHER) for match in _BRACKETED.finditer(text)]
    target = sentence.start, sentence.end
    spans = [span for span in spans if span[1] <= target[0] or span[0] >= target[1]]
    if target[1] > target[0]:
        spans.append((*target, TARGET))
    parts: list[str] = []
    last = 0
    for start, end, mark in sorted(spans):
        if start >= last:
            parts += [text[last:start], f" {mark} "]
            last = end
    return _NUMBER.sub("0", "".join([*parts, text[last:]]))
