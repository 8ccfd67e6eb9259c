"""Files as each source of ``docs/sources`` gives them, for the blocks of its page."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from helpers.files import article_files, exports, sciencemeter_rows, sciimpact_pairs, service_files
from helpers.files.bibliography_files import LIBRARY
from helpers.servers.served_grobid import pdf
from helpers.servers.served_openalex import work

_TABLES: Final = {
    "scopus.csv": exports.scopus(),
    "savedrecs.txt": exports.wos_text(),
    "dimensions.csv": exports.dimensions(),
    "lens-export.csv": exports.lens(),
    "lens.json": json.dumps([service_files.LENS]).encode(),
}
_METADATA: Final = {
    "arxiv.jsonl": json.dumps(service_files.ARXIV),
    "dblp.xml": service_files.DBLP,
    "P98.xml": service_files.ACL,
}
_TEXTS: Final = {
    "tei.xml": article_files.TEI.encode(),
    "unarxive.jsonl": json.dumps(article_files.UNARXIVE).encode(),
    "pdfs/bell.pdf": pdf("Words that were counted twice", year=2002),
    "pdfs/dee.pdf": pdf(
        "Words that were counted again", "Words that were counted twice", year=2003
    ),
}
_PATENTS: Final = "reftype,confscore,oaid,patent,wherefound\n"
FILES: Final[Mapping[str, Mapping[str, bytes]]] = {
    "sources/databases": _TABLES,
    "sources/metadata": {
        # A DOI of its own: all pages share a graph.
        name: text.replace("10.1000/abc", "10.1000/meta")
        .replace("10.1000/ABC", "10.1000/META")
        .encode()
        for name, text in _METADATA.items()
    },
    "sources/full-text": _TEXTS,
    "sources/reference-managers": {"library.bib": LIBRARY.encode()},
    "sources/benchmarks": {
        "triplets.json": json.dumps([sciencemeter_rows.triplet(n) for n in range(3)]).encode(),
        "patent_test.json": json.dumps(sciimpact_pairs.patents((40, 3), (2, 90))).encode(),
    },
    "sources/counts": {
        "cited-works.jsonl": json.dumps(work(3066)).encode(),
        "_pcs_oa.csv": (
            _PATENTS
            + "app,10,3066,us-10494607-b2,frontonly\nexm,3,3066,us-10494608-b2,frontonly\n"
            + "app,9,W3066,ep-1494607-b1,both\nunk,8,77,us-10494609-b2,bodyonly\n"
        ).encode(),
    },
}
"""By page, the files by their names."""


def put(page: str, folder: Path) -> None:
    """Put the files of a page into a folder; other pages have none."""
    for name, content in FILES.get(page, {}).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
