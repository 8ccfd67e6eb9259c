"""Tagged text of Web of Science (``FN … VR …``), as entries."""

import re
from collections.abc import Iterator
from typing import Any, Final

from scinet.graph.sources.database_exports import web_of_science_entry
from scinet.graph.sources.entries import ExportRow, TextFormat

_LISTS: Final = frozenset({"AU", "AF", "BA", "BF", "CA", "BE", "GP", "CR", "C1"})
_TAG: Final = re.compile(r"([A-Z][A-Z0-9])(?: (.*))?")


def entries(text: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Yield records with the numbers of their first lines, or the text of a truncated one."""
    tags: dict[str, list[str]] = {}
    start, begun, tag = 0, [""], ""
    for number, line in enumerate(text.splitlines(), start=1):
        match = _TAG.fullmatch(line.rstrip())
        if match and match[1] in {"PT", "EF"}:
            if tags:
                yield start, "\n".join(begun)
            tags, start, begun = {}, number, []
            if match[1] == "EF":
                continue
        if match and match[1] == "ER" and tags:
            yield (
                start,
                web_of_science_entry(
                    ExportRow({key: _tag_value(key, v) for key, v in tags.items()})
                ),
            )
            tags, begun = {}, []
            continue
        begun.append(line)
        if match and match[1] not in {"FN", "VR"}:
            tag = match[1].lower()
            tags.setdefault(tag, []).append(match[2] or "")
        elif tags and line.strip():
            tags[tag].append(line.strip())
    if tags:
        yield start, "\n".join(begun)


def _tag_value(tag: str, lines: list[str]) -> str:
    return ("; " if tag.upper() in _LISTS else " ").join(lines)


FORMAT: Final = TextFormat(
    re.compile(r"\s*(?:FN [^\n]*\r?\nVR |PT [JBSP]\b)"),
    entries,
    name="Web of Science plain text",
    page="databases",
)
