"""XML read element by element, without external access or unbounded growth.

Declared entities are refused, nothing is fetched, and the parser bounds depth and length. HTML's
named characters (``&uuml;``) are replaced. A byte or character that XML does not allow costs only
itself, and several documents in one file are read one after the other.
"""

import codecs
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
_WIDE: Final = re.compile(rb"\xff\xfe|\xfe\xff|<\0|\0<")  # UTF-16
_OTHER_CODE: Final = re.compile(
    rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"'](?!utf-?8\b|us-ascii\b)", re.IGNORECASE
)
_CONTROLS: Final = bytes({*range(32)} - set(b"\t\n\r"))
_NO_CHARACTER: Final = re.compile(rb"[\0-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")
_NUMBERED: Final = re.compile(rb"&#(?:(\d{1,9})|x([0-9a-f]{1,9}));", re.IGNORECASE)
_NAMED: Final = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z]\w*);")
_DECLARATION: Final = re.compile(rb"(?:\xef\xbb\xbf)?(?=<\?xml[ \t\r\n])")
_SPACE: Final = b"\xef\xbb\xbf \t\r\n"
_DOCTYPE: Final = re.compile(
    rb"(\s*+(?:(?:<\?.*?\?>|<!--.*?-->)\s*+)*+)(<!DOCTYPE[^<>\[]*+(?:\[.*?\]\s*+)?>)",
    re.IGNORECASE | re.DOTALL,
)
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
            remove_pis=True, collect_ids=False,
        )  # fmt: skip

    parser = make_parser()
    line = before = here = 0
    head = b""

    def read_parsed() -> Iterator[tuple[int, "Element"]]:
        nonlocal line
        for _, element in parser.read_events():
            line = before + (element.sourceline or line - before)
            _remove_namespace(element)
            yield line, element
            _release_element(element)

    try:
        for begins, chunk in _documents(file, reading):
            if begins:
                parser.close()
                yield from read_parsed()
                parser, head, before = make_parser(), b"", here
            here += chunk.count(b"\n")
            if len(head) < _HEAD:
                is_begin, head = not head, head + chunk
                if _DECLARED.search(head[:_HEAD]):
                    raise FileFaultError(file.name, "xml_entity", "declares entities of its own")
                if is_begin and (match := _DOCTYPE.match(chunk)):  # it would be fetched
                    chunk = match[1] + b"\n" * match[2].count(b"\n") + chunk[match.end() :]
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
    is_utf8: bool | None = None
    for chunk in chain(_read_narrow(file, reading), [b""]):
        if is_utf8 is None:
            is_utf8 = not _OTHER_CODE.match(chunk)
        data = held + chunk
        # Up to a tag, so that neither a character nor a name is cut.
        end = data.rfind(b">") + 1 if chunk and len(data) < _LONGEST else len(data)
        data, held = data[:end], data[end:]
        data = _NAMED.sub(_number_characters, _repair(data, reading, is_utf8=is_utf8))
        for part in _DECLARATION.split(data) if data.find(b"<?xml", 1) > 0 else [data]:
            if made := part if has_begun else part.lstrip(_SPACE):
                yield has_begun and _DECLARATION.match(made) is not None, made
                has_begun = True


def _read_narrow(file: SourceFile, reading: ReadProgress) -> Iterator[bytes]:
    """Yield the bytes of a file, as UTF-8 where it is UTF-16."""
    chunks = read_unpacked(file, reading)
    first = next(chunks, b"")
    if not (match := _WIDE.match(first)):
        yield first
        yield from chunks
        return
    code = {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}.get(match[0], "utf-16")
    for text in codecs.iterdecode(chain([first], chunks), code, errors="replace"):
        yield re.sub(r"\A\s*<\?xml[^>]*>", "", text).encode()


def _repair(data: bytes, reading: ReadProgress, *, is_utf8: bool) -> bytes:
    """Read bytes that are not UTF-8 as older Windows programs write; blank invalid characters."""
    try:
        data.decode("utf-8" if is_utf8 else "latin-1")
    except UnicodeDecodeError:
        reading.accepted["not_utf8"] += 1
        text = data.decode(errors="surrogateescape")
        data = re.sub("[\udc80-\udcff]+", _read_escaped, text).encode()
    if len(data.translate(None, _CONTROLS)) < len(data) or b"\xef\xbf" in data or b"&#" in data:
        valid = _NUMBERED.sub(_check_number, _NO_CHARACTER.sub(b" ", data))
        reading.accepted["control_character"] += valid != data
        return valid
    return data


def _check_number(match: re.Match[bytes]) -> bytes:
    """Return a numbered character, or a blank where XML has none of that number."""
    number = int(match[1] or match[2], 10 if match[1] else 16)
    is_character = 32 <= number < 0xD800 or 0xE000 <= number < 0xFFFE or 0xFFFF < number < 0x110000
    return match[0] if is_character or number in {9, 10, 13} else b" "


def _read_escaped(match: re.Match[str]) -> str:
    return match[0].encode(errors="surrogateescape").decode("cp1252", errors="replace")


def _number_characters(match: re.Match[bytes]) -> bytes:
    """Return a named character by its number; an unknown name stays unchanged."""
    named = html.entities.html5.get(f"{match[1].decode()};")
    return b"".join(b"&#%d;" % ord(c) for c in named) if named else b"&amp;%s;" % match[1]


def _remove_namespace(element: "Element") -> None:
    """Take away the element's own namespace."""
    space, mark, _ = str(element.tag).rpartition("}")
    if not mark:
        return
    for inner in element.iter(f"{space}}}*"):
        inner.tag = str(inner.tag)[len(space) + 1 :]


def _release_element(element: "Element") -> None:
    element.clear()
    while (before := element.getprevious()) is not None:
        before.getparent().remove(before)
