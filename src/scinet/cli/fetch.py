"""Fetch papers from services on the web, and text of PDFs, into a folder to load."""

from scinet.cli import progress
from scinet.cli.verbs import group, verb
from scinet.session.fetching import (
    fetch_crossref,
    fetch_grobid,
    fetch_openalex,
    fetch_semantic_scholar,
)

fetch = group(
    "fetch", "Fetch papers from services on the web, and the text of PDFs, as files to load."
)

verb(
    fetch,
    "openalex --author A5023888391 --hops 1 --out fetched",
    fetch_openalex,
    spelt={"cites": "--cites"},
    progress=progress.bar("fetch"),
)
verb(
    fetch,
    "crossref --issn 0138-9130 --since 2020-01-01 --before 2021-01-01 --out fetched",
    fetch_crossref,
    progress=progress.bar("fetch"),
)
verb(
    fetch,
    "semantic-scholar --ids-from ids.txt --hops 1 --out fetched",
    fetch_semantic_scholar,
    progress=progress.bar("fetch"),
)
verb(
    fetch,
    "grobid pdfs --out tei",
    fetch_grobid,
    progress=progress.bar("read"),
)
