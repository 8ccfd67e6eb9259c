"""What a reply says, apart from how the model came to it and how it set it."""

import re
from typing import Final

_THINK: Final = r"(?:think(?:ing)?|thoughts?|reasoning)"
_THOUGHT: Final = re.compile(
    rf"<({_THINK})>(?:(?!</?{_THINK}>).)*+</\1>|\[({_THINK})\](?:(?!\[/?{_THINK}\]).)*+\[/\2\]",
    re.DOTALL | re.IGNORECASE,
)
_THOUGHT_ENDS: Final = re.compile(rf"</{_THINK}>|\[/{_THINK}\]", re.IGNORECASE)
_THOUGHT_BEGINS: Final = re.compile(rf"<{_THINK}>|\[{_THINK}\]", re.IGNORECASE)
_EMPHASIS: Final = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)")


def strip_thinking(text: str) -> str:
    """What a model says after its thinking, where it wrote that into its text, between marks.

    A mark that ends thinking may stand alone, since templates begin it; thinking that was cut off
    is followed by nothing.
    """
    text = _THOUGHT.sub(" ", text)
    if ends := [*_THOUGHT_ENDS.finditer(text)]:
        text = text[ends[-1].end() :]
    return _THOUGHT_BEGINS.split(text, maxsplit=1)[0].strip()


def strip_marks(text: str) -> str:
    """A text without marks of bold, italics and code, on one line."""
    return " ".join(_EMPHASIS.sub("", text).split())
