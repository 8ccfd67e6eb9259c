"""Wraps the prose of pages at 100 characters: ``make wrap``. Tables and blocks of code stay."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from helpers.pages.doc_pages import PAGES

_WIDTH: Final = 100
# Code and links are not broken, nor what they are joined to.
_PART = re.compile(r"(?:`[^`\n]+`|\[[^\]]*\]\([^)\s]*\)|\S)+")
_ITEM = re.compile(r"(\s*)([*-]|\d+\.) +")
_MARKER = re.compile(r"[*+-]|#+|>|\d+[.)]|\||```.*")
_VERBATIM = re.compile(r"\s*(\||#|<|!\[|>)")


def wrap(text: str) -> str:
    """A page with each paragraph and list item wrapped."""
    return "\n".join(_lines(text.splitlines())) + "\n"


def _lines(lines: list[str]) -> Iterator[str]:
    paragraph: list[str] = []
    is_code = False
    for line in lines:
        is_fence = line.lstrip().startswith("```")
        if is_code or is_fence or not line.strip() or _VERBATIM.match(line):
            yield from _filled(paragraph)
            paragraph = []
            is_code ^= is_fence
            yield line
            continue
        if _ITEM.match(line):
            yield from _filled(paragraph)
            paragraph = []
        paragraph.append(line)
    yield from _filled(paragraph)


def _filled(paragraph: list[str]) -> Iterator[str]:
    if not paragraph:
        return
    item = _ITEM.match(paragraph[0])
    first = item[0] if item else re.match(r"\s*", paragraph[0])[0]  # type: ignore[index]
    hanging = " " * len(first)
    text = " ".join([paragraph[0][len(first) :], *paragraph[1:]])
    words: list[str] = []
    for part in _PART.findall(text):
        if words and len(first + " ".join([*words, part])) > _WIDTH:
            # A line must not begin as an item or a heading does.
            last = [words.pop()] if _MARKER.fullmatch(part) else []
            yield first + " ".join(words)
            first, words = hanging, last
        words.append(part)
    yield first + " ".join(words)


if __name__ == "__main__":
    for page in [*map(Path, sys.argv[1:])] or PAGES:
        before = page.read_text("utf-8")
        page.write_text(wrap(before), "utf-8")
