"""Lens scholarly works in JSON, as entries.

Source:
    docs.api.lens.org, the response of scholarly works.
"""

from typing import Any, Final

from scinet.graph.schema.records import Notes
from scinet.graph.sources import fields, reference_matching, values
from scinet.graph.sources.affiliations import join_country
from scinet.graph.sources.database_exports import make_entry, topics
from scinet.graph.sources.entries import ObjectFormat

KEY: Final = "lens_id"


def work(item: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Make the entry of a work."""
    own = {str(item_entry.get("type")): str(item_entry.get("value") or "")
           for item_entry in fields.read_objects(item, "external_ids", notes)}  # fmt: skip
    source = fields.read_mapping(item, "source", notes)
    authors = [_person(person, notes) for person in fields.read_objects(item, "authors", notes)]
    if isinstance(stated := item.get("author_count"), int) and stated > len(authors):
        notes.doubt("authors_not_all", f"lists {len(authors)} of {stated} authors")
    return make_entry(
        values.collect_ids(doi=own.get("doi", ""), lens=fields.read_own_id(item, KEY, notes),
                   pmid=own.get("pmid", ""), openalex=own.get("openalex", "")),
        title=values.clean_text(fields.read_text(item, "title", notes)),
        date=values.parse_date(
            values.date_text(item.get("date_published")),
            values.date_text(item.get("year_published")),
        ),
        authors=authors,
        references=(
            reference_matching.CitedWork(tuple(values.collect_ids(lens=str(item_entry[KEY]))))
            for item_entry in fields.read_objects(item, "references", notes) if item_entry.get(KEY)
        ),
        counts={"citing_papers": values.clean_text(item.get("scholarly_citations_count"))},
        abstract=fields.read_text(item, "abstract", notes),
        venue=fields.read_text(source, "title", notes),
        type=fields.read_text(item, "publication_type", notes),
        fields=topics(
            [*fields.read_texts(item, "fields_of_study", notes),
             *fields.read_texts(item, "keywords", notes)]
        ),
        place={"volume": str(item.get("volume") or ""), "page": str(item.get("start_page") or "")},
    )  # fmt: skip


def _person(author: dict[str, Any], notes: Notes) -> dict[str, Any]:
    parts = (author.get("first_name") or author.get("initials"), author.get("last_name"))
    own = {str(n.get("type")): n.get("value") for n in fields.read_objects(author, "ids", notes)}
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
            for place in fields.read_objects(author, "affiliations", notes)
        ],
    }
    return values.drop_empty(made)


FORMAT: Final = ObjectFormat(
    lambda item: KEY in item, work, kind="bibliography", name="Lens JSON", page="databases"
)
