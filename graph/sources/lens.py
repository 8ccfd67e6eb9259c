"""Lens scholarly works in JSON, as entries.

Source:
    docs.api.lens.org, the response of scholarly works.
"""

from typing import Any, Final

from scinet.graph.sources import fields, reference_matching, values
from scinet.graph.sources.affiliations import join_country
from scinet.graph.sources.database_exports import make_entry, topics
from scinet.graph.sources.entry_warnings import Doubt

KEY: Final = "lens_id"


def work(item: dict[str, Any]) -> dict[str, Any]:
    """Make the entry of a work.

    Raises:
        BadRecordError: If a value has the wrong type.
    """
    own = {str(item_entry.get("type")): str(item_entry.get("value") or "")
           for item_entry in fields.read_objects(item, "external_ids")}  # fmt: skip
    source = fields.read_mapping(item, "source")
    authors = list(map(_person, fields.read_objects(item, "authors")))
    return make_entry(
        values.collect_ids(doi=own.get("doi", ""), lens=fields.read_own_id(item, KEY),
                   pmid=own.get("pmid", ""), openalex=own.get("openalex", "")),
        title=values.clean_text(fields.read_text(item, "title")),
        date=values.parse_date(
            (fields.read_text(item, "date_published") or "")[:10],
            str(item.get("year_published") or ""),
        ),
        authors=authors,
        doubts=_missing_authors(item.get("author_count"), len(authors)),
        references=(
            reference_matching.CitedWork(tuple(values.collect_ids(lens=str(item_entry[KEY]))))
            for item_entry in fields.read_objects(item, "references") if item_entry.get(KEY)
        ),
        counts={"citing_papers": str(item.get("scholarly_citations_count", ""))},
        abstract=fields.read_text(item, "abstract"),
        venue=fields.read_text(source, "title"),
        type=fields.read_text(item, "publication_type"),
        fields=topics(fields.read_texts(item, "fields_of_study")),
        place={"volume": str(item.get("volume") or ""), "page": str(item.get("start_page") or "")},
    )  # fmt: skip


def _missing_authors(stated: Any, listed: int) -> list[Doubt]:
    if not isinstance(stated, int) or stated <= listed:
        return []
    return [("authors_not_all", f"lists {listed} of {stated} authors")]


def _person(author: dict[str, Any]) -> dict[str, Any]:
    parts = (author.get("first_name") or author.get("initials"), author.get("last_name"))
    own = {str(n.get("type")): n.get("value") for n in fields.read_objects(author, "ids")}
    made = {
        "name": values.clean_text(" ".join(str(part) for part in parts if part)),
        "orcid": own.get("orcid"),
        "institutions": [
            {
                "name": join_country(
                    values.clean_text(place.get("name")),
                    values.clean_text(place.get("country_code")),
                )
            }
            for place in fields.read_objects(author, "affiliations")
        ],
    }
    return values.drop_empty(made)
