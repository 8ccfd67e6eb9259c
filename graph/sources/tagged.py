"""Text formats whose lines begin with a tag, as many programs export."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from scinet.graph.sources.entry_warnings import Doubt, quote_beginning

_LINE_END: Final = re.compile(r"\r\n?|\n")
_OTHER: Final = re.compile(r"@\w+\s*\{")  # an entry of BibTeX
_BYTE_ORDER_MARK: Final = "\ufeff"
_Numbered = tuple[int, str, "re.Match[str] | None"]


class Tags(NamedTuple):
    """Tags of a format.

    Attributes:
        line: Pattern of a line with a tag and its value.
        near: Pattern of lines that resemble a tag, and may be text.
        first: The tag that begins a record.
        end: The tag that ends one; empty where the next record does.
        once: Tags that a record has once.
        short: Tags whose values take a single line.
        known: All tags of the format; empty where it may have others.
    """

    line: "re.Pattern[str]"
    near: "re.Pattern[str]"
    first: str
    end: str
    once: frozenset[str]
    short: frozenset[str]
    known: frozenset[str] = frozenset()


class TaggedRecord(NamedTuple):
    """Values of a record by tag, and its doubts."""

    said: dict[str, list[str]]
    doubts: list[Doubt]

    def first(self, *tags: str) -> str:
        """Return the first non-empty value of these tags, or an empty string."""
        return next((values[0] for tag in tags if (values := self.said.get(tag)) and values[0]), "")


def read_tagged(text: str, tags: Tags) -> Iterator[tuple[int, TaggedRecord | str]]:
    """Yield records with the numbers of their first lines, or the text of stray lines.

    A line without a tag continues the value above.
    """
    record: list[_Numbered] = []
    outside: list[_Numbered] = []
    is_begun = False
    for number, raw in enumerate(_LINE_END.split(text), start=1):
        line = raw.removeprefix(_BYTE_ORDER_MARK).rstrip()
        match = tags.line.fullmatch(line)
        if match and match[1] == tags.first:
            yield from _stray_lines(outside, tags)
            yield from _split_record(record, tags)
            record = [(number, line, match)]
            outside, is_begun = [], True
        elif record:
            record.append((number, line, match))
            if match and tags.end and match[1] == tags.end:
                yield from _split_record(record, tags)
                record = []
        elif line:
            outside.append((number, line, match))
    if is_begun:
        yield from _stray_lines(outside, tags)
        yield from _split_record(record, tags)
    else:
        yield 1, text


def _stray_lines(lines: list[_Numbered], tags: Tags) -> Iterator[tuple[int, str]]:
    """Yield the lines outside records, if they look like parts of one."""
    parts = [
        number
        for number, line, match in lines
        if _OTHER.match(line) or (match and match[1] != tags.end)
    ]
    if parts:
        yield parts[0], "\n".join(line for _, line, _ in lines)


def _split_record(lines: list[_Numbered], tags: Tags) -> Iterator[tuple[int, TaggedRecord | str]]:
    """Yield a record, and paragraphs after it that do not belong to it.

    These repeat a tag that a record has once, or are in another format.
    """
    paragraphs: list[list[_Numbered]] = [[]]
    for numbered in lines:
        if numbered[1]:
            paragraphs[-1].append(numbered)
        elif paragraphs[-1]:
            paragraphs.append([])
    own, *others = filter(None, paragraphs) if lines else ([],)
    single_tags = _single_tags(own, tags) if others else set()
    strangers = []
    for paragraph in others:
        again = _single_tags(paragraph, tags)
        if single_tags & again or _OTHER.match(paragraph[0][1]):
            strangers.append(paragraph)
        else:
            own += paragraph
            single_tags |= again
    if own:
        yield own[0][0], _parse_record(own, tags)
    for paragraph in strangers:
        yield paragraph[0][0], "\n".join(line for _, line, _ in paragraph)


def _single_tags(lines: list[_Numbered], tags: Tags) -> set[str]:
    return {match[1] for _, _, match in lines if match and match[1] in tags.once}


def _parse_record(lines: list[_Numbered], tags: Tags) -> TaggedRecord:
    values_by_tag: dict[str, list[str]] = {}
    doubts: list[Doubt] = []
    last, is_ended = tags.first, not tags.end
    for number, line, match in lines:
        if match:
            last, value = match[1], (match[2] or "").strip()
            if last == tags.end:
                is_ended = True
                continue
            if tags.known and last not in tags.known:
                doubts.append(("unknown_field", f"line {number} has the tag {last!r}"))
            values = values_by_tag.setdefault(last, [])
            if last in tags.once and values and value != values[0]:
                what = f"line {number} has {last!r} again, of which the first counts"
                doubts.append(("field_twice", what))
            values.append(value)
            continue
        is_new = last in tags.short and not line[:1].isspace()
        if is_new or tags.near.match(line):
            doubts.append(
                ("line_without_tag", f"line {number} has no tag: {quote_beginning(line)}")
            )
        if not is_new:
            values_by_tag[last][-1] += f"\n{line.strip()}"
    if not is_ended:
        doubts.append(("end_missing", f"has no {tags.end!r} at its end"))
    return TaggedRecord(values_by_tag, doubts)
