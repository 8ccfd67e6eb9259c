"""Ids as stored in the graph: strings with their source as a prefix.

Papers, authors and venues of one source share its prefix; an author or venue known by name only
has the id ``name:<slug>`` with that prefix. External ids are normalised: DOI in lower case without
prefix, arXiv without version.
"""

import re
import unicodedata
from functools import lru_cache
from html import unescape
from typing import Final
from urllib.parse import quote, unquote

from scinet.errors import DataError

MAX_ID: Final = 256
SOURCES: Final = frozenset(
    {
        "acl",
        "aminer",
        "anzsrc",
        "arxiv",
        "dblp",
        "dimensions",
        "doi",
        "lens",
        "openalex",
        "orcid",
        "pmc",
        "pmid",
        "s2",
    }
    | {"scopus", "wos"}
)

_PAGES: Final = {
    "acl": "https://aclanthology.org/",
    "arxiv": "https://arxiv.org/abs/",
    "doi": "https://doi.org/",
    "openalex": "https://openalex.org/",
}

_SOURCE = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+")
# An address of doi.org, also through a library's proxy (doi-org.proxy.example.edu), or a page of a
# publisher whose address ends in the DOI; then "doi", with any mark.
_DOI_PREFIX = re.compile(
    r"[\s<\[({\"']*+(?:doi[\s:=]*+)?"
    r"(?:(?:\S{0,300}?[/.=@-])??(?:dx[.-])?doi[.-]org(?:[.:][\w.:-]*+)?/++"
    r"|\S{1,300}?/doi/(?:abs/|full/|pdf/|epdf/|epub/|pdfdirect/)?|info:|urn:)?"
    r"(?:doi[\s:=/]*+)*+(?=10\.\d{4})",
    re.IGNORECASE,
)
_NEXT_DOI = re.compile(r"[\s;,|]+(?=(?:doi[\s:=]*|https?://\S*?)?10\.\d{4,9}/)", re.IGNORECASE)
_ADDRESS_END = re.compile(r"\?[\w.-]+=.*|#[A-Za-z]\w{2,}$|/$", re.DOTALL)
_ESCAPED = re.compile(r"&(?:lt|gt|amp|#\d{2,5}|#x[0-9a-f]{2,5});", re.IGNORECASE)
_CLOSING: Final = {")": "(", "]": "[", "}": "{", ">": "<", '"': "", "'": "", "\u201d": ""}
_ARXIV_MONTH: Final = re.compile(
    r"(?:[a-z.-]+/)?(\d\d)(\d\d)(?:\.\d{4,5}|\d{3})", re.IGNORECASE
)  # since 1991
_ARXIV = re.compile(r"\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z-]{2,})?/\d{7}", re.IGNORECASE)
_ARXIV_PREFIX = re.compile(
    r"^(?:(?:https?://)?(?:\w+\.)?arxiv\.org/(?:abs|pdf|html)/|(?:https?://\S+/)?10\.48550/arxiv\.|arxiv:\s*)+",
    re.IGNORECASE,
)
_ARXIV_CLASS = re.compile(r"\s*\[[\w.-]+\]$")
_ARXIV_VERSION = re.compile(r"v\d+$")
_PMID = re.compile(
    r"(?:(?:pmid|pubmed)\s*+(?::\s*+)?|https?://(?:www\.)?(?:pubmed\.)?ncbi\.nlm\.nih\.gov/(?:pubmed/)?)?"
    r"0*([1-9]\d{0,9})/?",
    re.IGNORECASE,
)
_ORCID = re.compile(r"(?:https?://orcid\.org/|orcid:)?((?:\d{4}-){3}\d{3}[\dX])", re.IGNORECASE)
_CORPUS = re.compile(r"(?:corpusid|s2)\s*:\s*(\d+)", re.IGNORECASE)
_S2_PAGE = re.compile(
    r"https?://(?:www\.)?semanticscholar\.org/paper/(?:[^/]+/)?([0-9a-f]{40})", re.IGNORECASE
)
_ACL = re.compile(
    r"(?:acl:\s*)?(?:https?://(?:www\.)?aclweb\.org/anthology/)?([a-z]\d\d-\d{4})(?:v\d+)?(?:\.pdf|/)?",
    re.IGNORECASE,
)
_URL = re.compile(
    r"(?:https?://(?:www\.|dx\.)?([a-z0-9.-]+)/|((?:dx\.)?doi\.org|openalex\.org)/)(.+?)/?$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?:https?|git)://(?:www\.)?([A-Za-z0-9.-]+)/([^\s?#]+)(?:[?#]\S*)?")
_OPENALEX = re.compile(r"(?:openalex:)?([A-Z])\d{3,}", re.IGNORECASE)


def check_source(source: str) -> None:
    """Refuse a malformed source prefix, which could not be separated from the id."""
    if not _SOURCE.fullmatch(source):
        raise DataError(
            f"{source!r} is not a source name", hint="Write lower-case letters, digits, - and _."
        )


def add_source(identifier: str, source: str | None) -> str:
    """Prefix an id with its source, unless it has that or a known source already."""
    if source is None:
        return identifier
    head, colon, _ = identifier.partition(":")
    if colon and (head == source or head in SOURCES):
        return identifier
    return f"{source}:{identifier}"


def source_of(identifier: str) -> str | None:
    """Return the source prefix of an id; None when it was stored as given."""
    head, colon, _ = identifier.partition(":")
    return head if colon and _SOURCE.fullmatch(head) else None


def name_id(name: str, source: str | None) -> str | None:
    """Make the id of an author or venue known by name only; None without a letter or digit."""
    slug = slugify(name)
    return add_source(f"name:{slug}", source) if slug else None


@lru_cache(maxsize=10_000)
def slugify(name: str) -> str:
    """Return lower-case letters and digits of a name, without accents, joined by hyphens."""
    plain = name if name.isascii() else unicodedata.normalize("NFKD", name)
    letters = "".join(
        c if c.isalnum() else "" if unicodedata.combining(c) else " " for c in plain.casefold()
    )
    return "-".join(letters.split())[:200]


def strip_site(identifier: str) -> str:
    """Return an id without surrounding white space and without the address of its site."""
    text = identifier.strip()
    match = _URL.match(text)
    if match is None:
        return text
    site, rest = (match[1] or match[2]).lower(), match[3]
    if site == "openalex.org" or site.endswith(".openalex.org"):
        return rest.rpartition("/")[2].upper()
    if "doi" in site and (plain := parse_doi(text)[0]):
        return plain
    if site == "arxiv.org":
        return parse_arxiv_id(text)[0]
    return rest if site == "aclanthology.org" else text


def is_other_entity(identifier: str, letter: str) -> bool:
    """Whether an id of OpenAlex (``W`` works, ``A`` authors), ORCID or ROR is of another kind."""
    if ":" not in identifier and "/" not in identifier:
        return False
    lowered = identifier.lower()
    if "openalex" in lowered:
        match = _OPENALEX.fullmatch(lowered.rpartition("/")[2])
        return match is not None and match[1].upper() != letter
    if "ror.org/" in lowered:
        return True
    return letter == "W" and "orcid.org/" in lowered


def parse_doi(text: str) -> tuple[str | None, bool]:
    """Return a normalised DOI, None if malformed; and whether anything was stripped.

    Of several DOIs in a text the first counts.
    """
    plain = text.strip().strip("\u200b\ufeff")
    if "%" in plain:
        plain = unquote(plain)
    if "&" in plain:
        plain = _ESCAPED.sub(lambda match: unescape(match[0]), plain)
    if prefix := _DOI_PREFIX.match(plain):
        plain = plain[prefix.end() :]
        if "/" in prefix[0]:
            plain = _ADDRESS_END.sub("", plain)
    plain = _NEXT_DOI.split(plain, maxsplit=1)[0].rstrip(".,;")
    while (mark := plain[-1:]) in _CLOSING and plain.count(mark) > plain.count(
        _CLOSING[mark] or " "
    ):
        plain = plain[:-1].rstrip(".,;")
    return (plain.lower() if _DOI.fullmatch(plain) else None), plain != text


def parse_arxiv_id(text: str) -> tuple[str, bool]:
    """Return an arXiv id without prefix and version, and whether it had a version."""
    stripped = _ARXIV_PREFIX.sub("", _ARXIV_CLASS.sub("", text.strip())).removesuffix(".pdf")
    plain = _ARXIV_VERSION.sub("", stripped)
    return plain, plain != stripped


def is_arxiv_id(text: str) -> bool:
    """Whether a text is an arXiv id, old or new, without prefix and version."""
    return _ARXIV.fullmatch(text) is not None


def parse_arxiv_month(text: str) -> str | None:
    """Return the month of an arXiv id without prefix as ``YYYY-MM``."""
    match = _ARXIV_MONTH.fullmatch(text)
    if match is None or not 1 <= int(match[2]) <= 12:
        return None
    return f"{'19' if int(match[1]) > 90 else '20'}{match[1]}-{match[2]}"


def parse_orcid(text: str) -> str | None:
    """Return an ORCID without address or prefix; None when malformed."""
    match = _ORCID.fullmatch(text.strip())
    return match and match[1].upper()


def parse_pmid(text: str) -> str | None:
    """Return the number of a PubMed id without prefix; None when malformed."""
    match = _PMID.fullmatch(text.strip())
    return match[1] if match else None


def id_variants(text: str) -> list[str]:
    """Return paper ids that a text may mean: first as it is, then as sources write them."""
    wanted = strip_site(text)
    variants = [wanted, parse_arxiv_id(wanted)[0]]
    if plain := parse_doi(text)[0]:
        variants.append(f"doi:{plain}")
    if match := _PMID.fullmatch(wanted):
        variants += [] if wanted.isdigit() else [f"pmid:{match[1]}", match[1]]
    if match := _CORPUS.fullmatch(wanted):
        variants += [f"s2:{match[1]}", match[1]]
    if match := _S2_PAGE.match(wanted):
        variants.append(match[1].lower())
    if match := _OPENALEX.fullmatch(wanted):
        variants += [
            f"openalex:{wanted.rpartition(':')[2].upper()}",
            wanted.rpartition(":")[2].upper(),
        ]
    if match := _ACL.fullmatch(wanted):
        variants.append(match[1].upper())
    return list(dict.fromkeys(variants))


def web_page(identifier: str) -> str | None:
    """Return the web page of a paper by its id, None when the id has none."""
    source, _, rest = identifier.partition(":")
    page = _PAGES.get(source)
    return page + quote(rest, safe="/") if page and rest else None


def normalise_url(url: str) -> str | None:
    """Return an address without scheme, ``www.``, final slash or ``.git``; None when malformed.

    On GitHub case is ignored, and a page inside a repository is replaced by the repository.
    """
    match = _ADDRESS.fullmatch(url.strip())
    if match is None:
        return None
    site, path = match[1].lower(), match[2].rstrip("/")
    if site == "github.com":
        path = "/".join(path.lower().split("/")[:2])
    path = path.removesuffix(".git")
    return f"{site}/{path}" if path else None
