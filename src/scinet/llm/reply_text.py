"""Text of a reply without reasoning and markup."""

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
    """Remove a model's marked reasoning from its text.

    An end mark may stand alone, since templates add the begin mark; truncated reasoning is followed
    by nothing.
    """
    text = _THOUGHT.sub(" ", text)
    if ends := [*_THOUGHT_ENDS.finditer(text)]:
        text = text[ends[-1].end() :]
    return _THOUGHT_BEGINS.split(text, maxsplit=1)[0].strip()


def strip_marks(text: str) -> str:
    """Remove marks of bold, italics and code, and line breaks."""
    return " ".join(_EMPHASIS.sub("", text).split())
