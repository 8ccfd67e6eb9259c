"""Text in which each line says what it holds, as many programs export."""

import re
from collections.abc import Iterator


def tagged(
    text: str, tag: "re.Pattern[str]", first: str
) -> Iterator[tuple[int, dict[str, list[str]]]]:
    """The records with the numbers of their first lines, each as what its tags hold.

    Args:
        text: The whole text; a line without a tag goes on with what stands above.
        tag: A line with a tag, and its value.
        first: The tag that begins a record.
    """
    said: dict[str, list[str]] = {}
    start, last = 0, first
    for number, line in enumerate(text.splitlines(), start=1):
        if match := tag.fullmatch(line.rstrip()):
            if match[1] == first:
                if said:
                    yield start, said
                said, start = {}, number
            last = match[1]
            said.setdefault(last, []).append(match[2].strip())
        elif said and line.strip():
            said[last][-1] += f"\n{line.strip()}"
    if said:
        yield start, said
