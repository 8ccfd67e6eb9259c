"""Places where a text cites works of its list of references, with those inside printed ranges.

Of ``[1]-[3]`` most files link the two ends only. What lies between is cited as well where the
numbers printed in the text agree with the list: by the labels of its references, else by their
order.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_DASH: Final = r"[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d~\u301c\uff5e]"
_GAP: Final = r"\s\u200b\u2060\ufeff"  # also of no width
_LABEL: Final = re.compile(r"(?<![a-z0-9])(?:(\d{1,4})([a-z]?)|([a-z]))(?![a-z0-9])", re.IGNORECASE)
_OWN_LABEL: Final = re.compile(r"\W*(\d{1,4}[a-z]?|[a-z])\W*", re.IGNORECASE)
_WORD: Final = re.compile(r"\b(?:and|refs?\b\.?|references?|nos?\b\.?)(?!\w)", re.IGNORECASE)
_SEPARATORS: Final = re.compile(rf"(?:[{_GAP},;&()\[\]]|{_DASH})*")
_PAGE: Final = re.compile(r"(?<!\w)[a-z]\s+\d", re.IGNORECASE)
_JOINED: Final = re.compile(rf"[{_GAP}\]),.;]*{_DASH}+[{_GAP}\[(]*")
_SPACE: Final = re.compile(r"\s+")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_LONGEST: Final = 200  # characters of a list of numbers
_WIDEST: Final = 1_000  # references of a range


class ListedReference(NamedTuple):
    """Item of a list of references, with one or several cited works.

    Attributes:
        works: Ids and label of each work.
    """

    ids: tuple[str, ...]
    label: str
    works: tuple[tuple[str, str], ...] = (("", ""),)


class Callout(NamedTuple):
    """Place in a text where works are cited.

    Attributes:
        targets: Numbers of the works behind each target; none of an unknown target.
    """

    start: int
    end: int
    targets: tuple[tuple[int, ...], ...]


class _Mark(NamedTuple):
    """Label printed in a callout.

    Attributes:
        is_end: Whether a dash lies between it and the label before.
    """

    label: str
    callout: Callout
    place: int
    is_end: bool


class ReferenceList:
    """Numbers of the cited works, by the ids and the printed labels that stand for them."""

    def __init__(self, listed: Iterable[ListedReference]) -> None:
        self.places: dict[str, tuple[int, ...]] = {}
        self._items: list[int] = []  # place in the list of each work
        labels: dict[str, set[tuple[int, ...]]] = {}
        listed = list(listed)
        has_labels = any(_OWN_LABEL.fullmatch(item.label) for item in listed)
        for place, item in enumerate(listed):
            numbers = tuple(range(len(self._items), len(self._items) + len(item.works)))
            self._items += [place] * len(numbers)
            self.places.update(dict.fromkeys(filter(None, item.ids), numbers))
            label = _plain_label(item.label) if has_labels else str(place + 1)
            labels.setdefault(label, set()).add(numbers)
            for part, (number, (own, printed)) in enumerate(zip(numbers, item.works, strict=True)):
                if own:
                    self.places[own] = (number,)
                if len(numbers) > 1:
                    letter = _plain_label(printed) or chr(ord("a") + part)
                    whole = letter if letter[0].isdigit() else label + letter
                    labels.setdefault(whole, set()).add((number,))
        self._labelled = {
            label: next(iter(stated)) for label, stated in labels.items() if len(stated) == 1
        }
        self._highest = max(len(listed), *(int(n) for n in labels if n.isdigit()), 0)

    def resolve(self, text: str, callouts: Sequence[Callout]) -> tuple[list[dict[str, int]], int]:
        """Return the mentions in a text, and the number of targets and works that have no place."""
        mentions: dict[tuple[int, int, int], None] = {}
        lost = sum(
            not target or callout.start >= callout.end
            for callout in callouts
            for target in callout.targets
        )
        marked = [(callout, _find_labels(text, callout)) for callout in callouts]
        for callout, labels in marked:
            if callout.start < callout.end:
                for target in callout.targets:
                    for number in self._narrowed(target, labels):
                        mentions[callout.start, callout.end, number] = None
        for start, end, cited, missing in self._ranges(text, marked):
            named = {number for (a, b, number) in mentions if start <= a and b <= end}
            mentions.update({(start, end, number): None for number in cited if number not in named})
            lost += missing
        listed = [{"start": a, "end": b, "reference": number} for a, b, number in mentions]
        return listed, lost

    def _narrowed(self, target: tuple[int, ...], labels: Sequence[str]) -> Collection[int]:
        """Return the works of a target that the labels name; all where they name none of them."""
        known = [stated for label in labels if (stated := self._labelled.get(label))]
        return {n for stated in known if set(stated) <= set(target) for n in stated} or target

    def _ranges(
        self, text: str, marked: Sequence[tuple[Callout, list[str]]]
    ) -> Iterator[tuple[int, int, list[int], int]]:
        """Yield start, end and works of each range, and how many more works have no place."""
        marks = list(_iter_marks(text, marked))
        textless = [callout for callout, _ in marked if callout.start >= callout.end]
        for before, mark in pairwise(marks):
            if before.callout is mark.callout and any(m.is_end for m in _siblings(mark, marks)):
                for one in (before, mark):  # 1, 3-5 with a link to 1 only
                    yield *one.callout[:2], list(self._place(one, marks)), 0
            if not mark.is_end:
                continue
            start, end = before.callout.start, mark.callout.end
            inside = [c for c in textless if start < c.start < end]
            textless = [c for c in textless if c not in inside]
            empty = [target for callout in inside for target in callout.targets if target]
            first, last = self._place(before, marks), self._place(mark, marks)
            inner, missing = self._between(before.label, first, mark.label, last)
            cited = [*first, *inner, *last, *(number for target in empty for number in target)]
            yield start, end, cited, max(missing - len(empty), 0) - len(empty)

    def _place(self, mark: _Mark, marks: Sequence[_Mark]) -> tuple[int, ...]:
        """Return the works behind a label of a range; none in doubt."""
        named = {number for target in mark.callout.targets for number in target}
        known = self._labelled.get(mark.label, ())
        if known and named.issuperset(known):
            return known
        others = _siblings(mark, marks)
        if len(others) == len(mark.callout.targets):
            return mark.callout.targets[mark.place]
        agrees = any(named.issuperset(self._labelled.get(m.label, (-1,))) for m in others)
        return known if agrees else ()

    def _between(
        self, label: str, first: tuple[int, ...], other: str, last: tuple[int, ...]
    ) -> tuple[list[int], int]:
        """Return the works between two labels, and the number of those that are not found."""
        steps = _steps(label, other)
        if not first or not last or first[-1] >= last[0]:
            return [], len(steps) if self._is_number(other) else 0
        if self._labelled.get(label) == first and self._labelled.get(other) == last:
            found = [self._labelled.get(step, ()) for step in steps]
            if all(found):
                return [number for works in found for number in works], 0
        if other.isdigit() and not self._is_number(other):
            return [], 0
        if self._items[last[0]] - self._items[first[-1]] == len(steps) + 1:
            return list(range(first[-1] + 1, last[0])), 0
        return [], len(steps)

    def _is_number(self, label: str) -> bool:
        """Whether a label may be the number of a reference, and is no year."""
        return label.isdigit() and int(label) <= self._highest


class ArticleText:
    """Text of a paragraph with collapsed white space, and the callouts in it.

    Args:
        targets: Returns the works behind each target of an element; None for one that cites none.
        breaks: Elements with white space around them, whether or not the file has any.
    """

    def __init__(
        self,
        targets: "Callable[[Element], tuple[tuple[int, ...], ...] | None]" = lambda _: None,
        breaks: Collection[str] = (),
        left_out: Collection[str] = (),
    ) -> None:
        self.text = ""
        self.callouts: list[Callout] = []
        self._targets, self._breaks, self._left_out = targets, breaks, left_out

    def read(self, element: "Element") -> "ArticleText":
        """Add the text of an element."""
        start = len(self.text)
        if isinstance(element.tag, str) and element.tag not in self._left_out:
            breaks = element.tag in self._breaks
            if breaks:
                self._add(" ")
            if element.text:
                self._add(element.text)
            for child in element:
                self.read(child)
                if child.tail:
                    self._add(child.tail)
            if (targets := self._targets(element)) is not None:
                end = len(self.text.rstrip())
                start = min(start + len(self.text[start:]) - len(self.text[start:].lstrip()), end)
                self.callouts.append(Callout(start, end, targets))
            if breaks:
                self._add(" ")
        return self

    def _add(self, piece: str) -> None:
        made = _SPACE.sub(" ", piece)
        self.text += made.lstrip() if not self.text or self.text.endswith(" ") else made


def read_paragraphs(
    paragraphs: Iterable[tuple[str, ArticleText]], references: ReferenceList, targets: int
) -> dict[str, Any]:
    """Return paragraphs with their mentions, and the number of citations without a place.

    Args:
        paragraphs: Section and text of each.
        targets: Number of targets of all citations of the article.
    """
    made, unlocated = [], targets
    for section, part in paragraphs:
        if text := part.text.rstrip():
            mentions, lost = references.resolve(text, part.callouts)
            unlocated += lost - sum(len(callout.targets) for callout in part.callouts)
            made.append({"section": section, "text": text, "mentions": mentions})
    return {"paragraphs": made, "unlocated": unlocated}


def _plain_label(label: str) -> str:
    match = _OWN_LABEL.fullmatch(label)
    return match[1].lower() if match else ""


def _find_labels(text: str, callout: Callout) -> list[str]:
    """Return the labels of a callout that has nothing else; a letter takes the number before."""
    shown = text[callout.start : callout.end]
    rest = _LABEL.sub("", _WORD.sub("", shown)).rstrip(" .])")
    if len(shown) > _LONGEST or not _SEPARATORS.fullmatch(rest) or _PAGE.search(shown):
        return []
    labels, number = [], ""
    for match in _LABEL.finditer(shown):
        number = match[1] or number
        labels.append(f"{number}{match[2] or match[3] or ''}".lower())
    return labels


def _siblings(mark: _Mark, marks: Iterable[_Mark]) -> list[_Mark]:
    return [other for other in marks if other.callout is mark.callout]


def _iter_marks(text: str, marked: Iterable[tuple[Callout, list[str]]]) -> Iterator[_Mark]:
    """Yield the labels of a text in order."""
    end, before = -1, ""  # of the label before, after which only brackets and dashes may come
    for callout, labels in marked:
        if callout.start >= callout.end:
            continue
        matches = _LABEL.finditer(text[callout.start : callout.end]) if labels else ()
        for place, (label, match) in enumerate(zip(labels, matches, strict=True)):
            start = callout.start + match.start()
            is_end = end >= 0 and _JOINED.fullmatch(text, end, start) is not None
            number = before.rstrip(_LETTERS)
            before = f"{number}{label}" if is_end and label in _LETTERS else label  # 1a-c
            yield _Mark(before, callout, place, is_end)
            end = callout.start + match.end()
        if not labels and not _JOINED.fullmatch(text, callout.start, callout.end):
            end = -1


def _steps(first: str, last: str) -> list[str]:
    """Return the labels between two labels."""
    number, other = first.rstrip(_LETTERS), last.rstrip(_LETTERS)
    if number == other:
        letters = range(ord(first[-1]) + 1, ord(last[-1])) if first != number != last else ()
        return [f"{number}{chr(letter)}" for letter in letters]
    if number and other and 0 < int(other) - int(number) <= _WIDEST:
        return [str(n) for n in range(int(number) + 1, int(other))]
    return []
