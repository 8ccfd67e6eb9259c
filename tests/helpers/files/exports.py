# ruff: noqa: E501 - tables as databases write them
"""Files as databases export them, made by hand with the oddities of the real ones."""

import csv
import io
from collections.abc import Sequence

_SCOPUS = (
    "Authors", "Author full names", "Author(s) ID", "Title", "Year", "Source title", "Volume", "Issue",
    "Art. No.", "Page start", "Page end", "Cited by", "DOI", "Link", "Abstract", "Author Keywords",
    "Authors with affiliations", "References", "PubMed ID", "Abbreviated Source Title", "Document Type", "EID",
)  # fmt: skip
_LINK = "https://www.scopus.com/inward/record.uri?eid=2-s2.0-85000000001&doi=10.1000"
_SCOPUS_ROWS = (
    (
        "Bell A.; de la Fuente J.", "Bell, Ada (57190000001); de la Fuente, José (57190000002)",
        "57190000001; 57190000002", "Counting words, and pairs of words", "1998", "Journal of Words", "12",
        "3", "", "101", "110", "7", "10.1000/AbC", _LINK, "[No abstract available]", "counting; Words",
        "Bell A., Dept. of Words; Lab, Oxford; de la Fuente J., Univ.", "", "9123456", "J. Words", "Article",
        "2-s2.0-85000000001",
    ),
    (
        "Dee C.B.", "Dee, Cy B. (57190000003)", "57190000003", "Words in “graphs”; a survey", "2004",
        "Letters", "7", "", "e12", "", "", "", "", "", "First line.\nSecond; line.", "", "Dee C.B.",
        # by title in the old form, by its DOI, the same again, and of nobody known
        "Bell, A., De la Fuente, J., Counting words, and pairs of words (1998) Journal of Words, 12 (3), pp. 101-110; "
        "Fry E., Trees, Letters, 1, 2, (2001), doi: 10.1000/elsewhere; "
        "Bell A., de la Fuente J., Counting words, and pairs of words, J. Words, 12, 3, pp. 101-110, (1998); "
        "Unknown U., A report of nobody, (1997)", "", "Lett.", "Review", "2-s2.0-85000000002",
    ),
    (
        "[No author name available]", "[No author name available]", "[No author id available]",
        "Editorial", "2005", "Letters", "8", "1", "", "1", "", "0", "", "", "[No abstract available]", "", "",
        "Dee C.B., Words in graphs: a survey (2004) Letters", "", "Lett.", "Editorial", "2-s2.0-85000000003",
    ),
)  # fmt: skip

_WOS_TAGS = (
    "PT", "AU", "AF", "TI", "SO", "DT", "DE", "AB", "CR", "NR", "TC", "Z9", "J9", "PD", "PY", "VL", "BP",
    "DI", "WC", "SC", "OI", "PM", "UT", "DA",
)  # fmt: skip
_WOS_NAMES = (
    "Publication Type", "Authors", "Author Full Names", "Article Title", "Source Title", "Document Type",
    "Author Keywords", "Abstract", "Cited References", "Cited Reference Count", "Times Cited, WoS Core",
    "Times Cited, All Databases", "Journal Abbreviation", "Publication Date", "Publication Year", "Volume",
    "Start Page", "DOI", "WoS Categories", "Research Areas", "ORCIDs", "Pubmed Id",
    "UT (Unique WOS ID)", "Date of Export",
)  # fmt: skip
_WOS_ROWS = (
    (
        "J", "Bell, A; de la Fuente, J", "Bell, Ada; de la Fuente, José", "Counting \"words\", and pairs of words",
        "JOURNAL OF WORDS", "Article", "counting; words", "One. Two.", "", "0", "9", "9", "J WORDS", "JUN 15",
        "1998", "12", "101", "10.1000/abc", "Linguistics; Statistics & Probability", "Linguistics",
        "Bell, Ada/0000-0002-1825-0097", "9123456", "WOS:000000000000001", "2024-01-15",
    ),
    (
        "J", "Fry, E", "Fry, Eve", "Trees", "LETTERS", "Article", "", "",
        # by author, year and source; the same by DOI among two; brackets with marks; a patent
        "Bell A, 1998, J WORDS, V12, P101; Bell A., 1998, J WORDS, V12, P101, DOI [10.1000/ABC, 10.1000/x]; "
        "[Anonymous], 2001, A BOOK; *IEEE, STAND; Bell A, 1998, J WORDS, V12, P999", "5", "", "", "LETTERS",
        "SEP-OCT", "2001", "", "", "", "", "", "", "", "WOS:000000000000002", "2024-01-15",
    ),
    (
        "C", "[Anonymous]", "", "Spring issue", "LETTERS", "Editorial Material", "", "", "", "", "1", "1",
        "LETTERS", "SPR", "2002", "", "", "", "", "", "", "", "WOS:000000000000003", "2024-01-15",
    ),
)  # fmt: skip


def scopus(*, mark: str = ",", end: str = "\r\n") -> bytes:
    return _csv(_SCOPUS, _SCOPUS_ROWS, mark=mark, end=end)


def wos_tabs(encoding: str = "utf-8-sig") -> bytes:
    """Rows end with one tab more than the line of names."""
    rows = ["\t".join(row) + "\t" for row in _WOS_ROWS]
    return "\r\n".join(["\t".join(_WOS_TAGS), *rows, ""]).encode(encoding)


def wos_text() -> bytes:
    lines = ["FN Clarivate Analytics Web of Science", "VR 1.0"]
    for row in _WOS_ROWS:
        for tag, value in zip(_WOS_TAGS, row, strict=True):
            if value:
                parts = value.split("; ") if tag in {"AU", "AF", "CR"} else value.split(" and ")
                parts = [*parts[:-1], parts[-1]]
                glue = "" if tag in {"AU", "AF", "CR"} else " and"
                lines.append(f"{tag} {parts[0]}{glue if len(parts) > 1 else ''}")
                lines += [f"   {part}" for part in parts[1:]]
        lines += ["ER", ""]
    return ("\ufeff" + "\n".join([*lines, "EF"])).encode()


def wos_excel() -> bytes:
    return workbook([_WOS_NAMES, *_WOS_ROWS])


def dimensions() -> bytes:
    names = ("Rank", "Publication ID", "DOI", "PMID", "Title", "Abstract", "Source title", "Publication date",
             "PubYear", "Volume", "Pagination", "Publication Type", "Authors", "Times cited", "Cited references",
             "Fields of Research (ANZSRC 2020)")  # fmt: skip
    rows = (
        ("500", "pub.1000000001", "10.1000/abc", "", "Counting words, and pairs of words", "", "Journal of Words",
         "1998-06", "1998", "12", "101-110", "Article", "Bell, Ada; de la Fuente, José", "8", "",
         "47 Language; 4704 Linguistics"),
        ("499", "pub.1000000009", "", "", "Later words", "", "Letters", "2010-01-05", "2010", "", "", "Chapter",
         "Dee, Cy", "", "[Bell, Ada; de la Fuente, José]|[]|Journal of Words|1998|12|3|101-110|10.1000/abc|pub.1000000001|8;"
         "[Nobody, N]|[]|Nowhere|1950|||||", ""),
    )  # fmt: skip
    about = (
        "\"About the data: Exported on Feb 12, 2024. Criteria: 'words' in title and abstract.\"\n"
    )
    return about.encode() + _csv(names, rows, end="\n", bom=b"")


def lens() -> bytes:
    names = ("#", "Lens ID", "Title", "Date Published", "Publication Year", "Publication Type", "Source Title",
             "Author/s", "Abstract", "Volume", "Start Page", "Fields of Study", "PMID", "DOI",
             "Citing Patents Count", "References", "Citing Works Count")  # fmt: skip
    rows = (
        ("1", "000-000-000-000-01X", "Counting words", "1998-06-15", "1998", "journal article", "Letters",
         "Ada Bell; Cy Dee", "", "", "", "Word; Count", "", "", "2", "", "5"),
        ("2", "000-000-000-000-027", "Words in graphs", "", "2004", "book", "", "Cy Dee", "null", "", "", "", "",
         "https://doi.org/10.1000/G", "", "000-000-000-000-01X; 999-999-999-999-999", ""),
    )  # fmt: skip
    return _csv(names, rows, end="\n")


def workbook(rows: Sequence[Sequence[str]]) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([int(c) if c.isdigit() and len(c) < 5 else c or None for c in row])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _csv(
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    mark: str = ",",
    end: str,
    bom: bytes = b"\xef\xbb\xbf",
) -> bytes:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=mark, lineterminator=end, quoting=csv.QUOTE_MINIMAL)
    writer.writerows([names, *rows])
    return bom + stream.getvalue().encode()
