"""XML read element by element, without external access or unbounded growth.

Declared entities are refused, nothing is fetched, and the parser bounds depth and length. HTML's
named characters (``&uuml;``) are replaced. A byte or character that XML does not allow costs only
itself, and several documents in one file are read one after the other.
"""

import html.entities
import re
from collections.abc import Collection, Iterator
from itertools import chain
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
_OTHER_CODE: Final = re.compile(
    rb"\xff\xfe|\xfe\xff|<\0|\0<|\s*<\?xml[^>]*?encoding\s*=\s*[\"'](?!utf-?8\b|us-ascii\b)",
    re.IGNORECASE,
)
"""Beginning of a file in another encoding than UTF-8."""
_CONTROLS: Final = bytes({*range(32)} - set(b"\t\n\r"))
_NO_CHARACTER: Final = re.compile(
    rb"[\0-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]"
    rb"|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:1?[0-8bcef]|1[9ad]));",
    re.IGNORECASE,
)
_DECLARATION: Final = re.compile(rb"(?:\xef\xbb\xbf)?(?=<\?xml[ \t\r\n])")
_SPACE: Final = b"\xef\xbb\xbf \t\r\n"
_HEAD: Final = 64 * 1024
_LONGEST: Final = 16 * 1024 * 1024  # bytes without a tag
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

    Names stand for elements of any namespace, which is taken from an element and those inside it.

    Raises:
        FileFaultError: Where the document is not XML, or declares entities.
    """
    import lxml.etree as etree

    def make_parser() -> etree.XMLPullParser:
        return etree.XMLPullParser(
            events=("end",), tag=[f"{{*}}{tag}" for tag in tags], resolve_entities=False,
            no_network=True, load_dtd=False, huge_tree=False, remove_comments=True,
            remove_pis=True,
        )  # fmt: skip

    def read_parsed() -> Iterator[tuple[int, "Element"]]:
        nonlocal line
        for _, element in parser.read_events():
            line = before + (element.sourceline or line - before)
            _prepare_element(element)
            yield line, element
            _release_element(element)

    parser = make_parser()
    line = before = here = 0
    head = b""
    try:
        for begins, chunk in _documents(file, reading):
            if begins:
                parser.close()
                yield from read_parsed()
                parser, head, before = make_parser(), b"", here
            here += chunk.count(b"\n")
            if len(head) < _HEAD:
                head += chunk
                if _DECLARED.search(head[:_HEAD]):
                    raise FileFaultError(file.name, "xml_entity", "declares entities of its own")
            broken: etree.XMLSyntaxError | None = None
            try:
                parser.feed(chunk)
            except etree.XMLSyntaxError as error:
                broken = error
            yield from read_parsed()  # also the complete ones before an error
            if broken is not None:
                raise broken
        parser.close()
        yield from read_parsed()
    except etree.XMLSyntaxError as error:
        reason = next((r for word, r in _REASONS if word in str(error).lower()), "xml_malformed")
        message = f"is not XML after line {line}: {error.msg}"
        raise FileFaultError(file.name, reason, message) from error


def _documents(file: SourceFile, reading: ReadProgress) -> Iterator[tuple[bool, bytes]]:
    """Yield the bytes of a file, and whether another document begins with them."""
    has_begun, held = False, b""
    is_other: re.Match[bytes] | None = None
    for chunk in chain(read_unpacked(file, reading), [b""]):
        if not has_begun and not held:
            is_other = _OTHER_CODE.match(chunk)
        if is_other:
            has_begun = True
            yield False, chunk
            continue
        end = chunk.rfind(b">") + 1 if chunk else 0  # so that no character is cut
        if chunk and not end and len(held) < _LONGEST:
            held += chunk
            continue
        data, held = held + chunk[:end], chunk[end:]
        if not chunk:
            data, held = data + held, b""
        data = _repair(data, reading)
        for part in _DECLARATION.split(data) if data.find(b"<?xml", 1) > 0 else [data]:
            if made := part if has_begun else part.lstrip(_SPACE):
                yield has_begun and _DECLARATION.match(made) is not None, made
                has_begun = True


def _repair(data: bytes, reading: ReadProgress) -> bytes:
    """Read bytes that are not UTF-8 as older Windows programs write; blank invalid characters."""
    try:
        data.decode()
    except UnicodeDecodeError:
        reading.accepted["not_utf8"] += 1
        text = data.decode(errors="surrogateescape")
        data = re.sub("[\udc80-\udcff]+", _read_escaped, text).encode()
    has_code = (
        b"&#" in data or b"\xef\xbf" in data or len(data.translate(None, _CONTROLS)) < len(data)
    )
    if has_code and _NO_CHARACTER.search(data):
        reading.accepted["control_character"] += 1
        data = _NO_CHARACTER.sub(b" ", data)
    return data


def _read_escaped(match: re.Match[str]) -> str:
    return match[0].encode(errors="surrogateescape").decode("cp1252", errors="replace")


def _prepare_element(element: "Element") -> None:
    """Replace named characters, and take away the element's own namespace."""
    _replace_entities(element)
    space, mark, _ = str(element.tag).rpartition("}")
    if not mark:
        return
    for inner in element.iter(f"{space}}}*"):
        inner.tag = str(inner.tag)[len(space) + 1 :]


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
