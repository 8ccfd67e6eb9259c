"""What a file holds, told from its first record, so that a wrong command is named at once."""

from typing import Any, Final

from scinet.graph.identifiers import bare, is_other_entity

_FULLTEXT: Final = frozenset({"paper_id", "paragraphs"})
_RECORDS: Final = frozenset({"date", "venue", "authors", "references", "external_ids"})
_COUNTS: Final = frozenset({"count", "read_on"})
_PATHWAYS: Final = frozenset({"claim_id", "enabling_contributions"})
_CLAIMS: Final = frozenset({"paper_id", "stance"})
_TRIPLET: Final = frozenset({"prior_paper", "new_paper", "future_paper"})
_SIDE_FILE: Final = frozenset({"key", "value"})  # beside the rows of PreScience
_OPENALEX: Final = frozenset(
    {"display_name", "publication_year", "publication_date", "primary_location", "authorships"}
    | {"referenced_works", "abstract_inverted_index"}
)
_NAMED: Final = {
    "openalex": "works of OpenAlex",
    "fulltext": "full text",
    "records": "papers",
    "prescience": "paper rows of PreScience",
    "counts": "counts",
    "claims": "claims",
    "sciencemeter": "triplets of ScienceMeter",
    "pathways": "pathways of SciPaths",
}


def wrong_command(record: Any, kind: str) -> tuple[str, str] | None:
    """What a record is and what to do, when it belongs to another kind of load.

    Args:
        record: First JSON value of a file.
        kind: The load that was asked for: ``records``, ``openalex``, ``prescience``, ``fulltext``
            or ``counts``.

    Returns:
        Message and hint; None when the record may be of that kind.
    """
    if not isinstance(record, dict):
        return None
    if kind == "prescience" and record.keys() == _SIDE_FILE:
        return "is a side file of PreScience", "Load the paper rows, which hold the same."
    found = _kind(record)
    if found == "openalex" and is_other_entity(f"openalex:{bare(str(record.get('id')))}", "W"):
        return "holds something else of OpenAlex than works", "Load the files below works/."
    if found is None or found == kind or (found, kind) == ("sciencemeter", "claims"):
        return None
    return f"holds {_NAMED[found]}", f"Load it with `scinet load {found}`."


def _kind(record: dict[str, Any]) -> str | None:
    keys = record.keys()
    if keys >= _TRIPLET:
        return "sciencemeter"
    if keys >= _CLAIMS:
        return "claims"
    if "id" not in keys and "corpus_id" in keys:
        return "prescience"
    if "id" not in keys and keys & _FULLTEXT:
        return "fulltext"
    if keys & _PATHWAYS:
        return "pathways"
    if keys & _OPENALEX:
        return None if keys & _RECORDS else "openalex"
    if keys & _RECORDS:
        return "records"
    return "counts" if keys & _COUNTS else None
