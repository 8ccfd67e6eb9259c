"""Fetch papers from services on the web, and text of PDFs, into a folder to load."""

from scinet.cli import progress
from scinet.cli.verbs import add_command, add_group
from scinet.session.fetching import (
    fetch_crossref,
    fetch_grobid,
    fetch_openalex,
    fetch_semantic_scholar,
)

fetch = add_group(
    "fetch", "Fetch papers from services on the web, and the text of PDFs, as files to load."
)

add_command(
    fetch,
    "openalex --author A5023888391 --hops 1 --out fetched",
    fetch_openalex,
    option_names={"cites": "--cites"},
    progress=progress.bar_progress("fetch"),
)
add_command(
    fetch,
    "crossref --issn 0138-9130 --since 2020-01-01 --before 2021-01-01 --out fetched",
    fetch_crossref,
    progress=progress.bar_progress("fetch"),
)
add_command(
    fetch,
    "semantic-scholar --ids-from ids.txt --hops 1 --out fetched",
    fetch_semantic_scholar,
    progress=progress.bar_progress("fetch"),
)
add_command(
    fetch,
    "grobid pdfs --out tei",
    fetch_grobid,
    progress=progress.bar_progress("read"),
)
