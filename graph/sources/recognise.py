"""What a file holds, told from its first record, so that a wrong command is named at once."""

from typing import Any, Final

from scinet.graph.identifiers import bare, is_other_entity

_FULLTEXT: Final = frozenset({"paper_id", "paragraphs"})
_RECORDS: Final = frozenset({"date", "venue", "authors", "references", "external_ids"})
_OPENALEX: Final = frozenset(
    {"display_name", "publication_year", "publication_date", "primary_location", "authorships"}
    | {"referenced_works", "abstract_inverted_index"}
)


def wrong_command(record: Any, kind: str) -> tuple[str, str] | None:
    """What a record is and what to do, when it belongs to another kind of load.

    Args:
        record: First JSON value of a file.
        kind: The load that was asked for: ``records``, ``openalex`` or ``fulltext``.

    Returns:
        Message and hint; None when the record may be of that kind.
    """
    if not isinstance(record, dict):
        return None
    found = _kind(record)
    if found == "openalex" and is_other_entity(f"openalex:{bare(str(record.get('id')))}", "W"):
        return "holds something else of OpenAlex than works", "Load the files below works/."
    if found is None or found == kind:
        return None
    named = {"openalex": "works of OpenAlex", "fulltext": "full text", "records": "papers"}[found]
    return f"holds {named}", f"Load it with `scinet load {found}`."


def _kind(record: dict[str, Any]) -> str | None:
    keys = record.keys()
    if "id" not in keys and keys & _FULLTEXT:
        return "fulltext"
    if keys & _OPENALEX:
        return None if keys & _RECORDS else "openalex"
    return "records" if keys & _RECORDS else None
