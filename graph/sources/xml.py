"""XML read element by element, without external access or unbounded growth.

Declared entities are refused, nothing is fetched, and the parser bounds depth and length. HTML's
named characters (``&uuml;``) are replaced.
"""

import html.entities
import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import ReadProgress, SourceFile, read_unpacked

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_ROOT: Final = re.compile(
    # Alternatives are disjoint, so that matching never backtracks.
    r"\s*+(?:(?:<!--.*?-->|<\?.*?\?>|<!(?!--)(?:[^<>\[]|\[[^\]]*\])*+>)\s*+)*+<([\w:.-]+)",
    re.DOTALL,
)
_DECLARED: Final = re.compile(rb"<!ENTITY", re.IGNORECASE)
_HEAD: Final = 64 * 1024
_REASONS: Final = (
    ("depth", "xml_too_deep"),
    ("huge", "xml_node_too_big"),
    ("entity '", "xml_entity"),
    ("entity reference loop", "xml_entity"),
)


def root_name(text: str) -> str:
    """Return the name of the first element, without its prefix; empty where there is none."""
    match = _ROOT.match(text)
    return match[1].rpartition(":")[2] if match else ""


def iter_elements(
    file: SourceFile, reading: ReadProgress, tags: Collection[str]
) -> Iterator[tuple[int, "Element"]]:
    """Yield the elements of these names with their first lines; each is released afterwards.

    Raises:
        FileFaultError: Where the document is not XML, or declares entities.
    """
    import lxml.etree as etree

    parser = etree.XMLPullParser(
        events=("end",), tag=list(tags), resolve_entities=False, no_network=True, load_dtd=False,
        huge_tree=False, remove_comments=True, remove_pis=True,
    )  # fmt: skip
    line, head = 0, b""
    try:
        for chunk in read_unpacked(file, reading):
            if len(head) < _HEAD:
                head += chunk
                if _DECLARED.search(head[:_HEAD]):
                    raise FileFaultError(file.name, "xml_entity", "declares entities of its own")
            broken: etree.XMLSyntaxError | None = None
            try:
                parser.feed(chunk)
            except etree.XMLSyntaxError as error:
                broken = error
            for _, element in parser.read_events():  # also the complete ones before an error
                line = element.sourceline or line
                _replace_entities(element)
                yield line, element
                _release_element(element)
            if broken is not None:
                raise broken
        parser.close()
    except etree.XMLSyntaxError as error:
        reason = next((r for word, r in _REASONS if word in str(error).lower()), "xml_malformed")
        message = f"is not XML after line {line}: {error.msg}"
        raise FileFaultError(file.name, reason, message) from error
    for _, element in parser.read_events():
        _replace_entities(element)
        yield element.sourceline or line, element


def _replace_entities(element: "Element") -> None:
    """Replace named characters; unknown names stay unchanged."""
    import lxml.etree as etree

    for entity in list(element.iter(etree.Entity)):
        letter = html.entities.html5.get(f"{entity.name};", entity.text or "")
        text = letter + (entity.tail or "")
        before, parent = entity.getprevious(), entity.getparent()
        if parent is None:
            continue
        if before is not None:
            before.tail = (before.tail or "") + text
        else:
            parent.text = (parent.text or "") + text
        entity.tail = None
        parent.remove(entity)


def _release_element(element: "Element") -> None:
    element.clear()
    while (before := element.getprevious()) is not None:
        before.getparent().remove(before)
