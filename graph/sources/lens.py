"""Lens scholarly works in JSON, as entries.

Source:
    docs.api.lens.org, the response of scholarly works.
"""

from typing import Any, Final

from scinet.graph.sources import fields, reference_matching, values
from scinet.graph.sources.database_exports import make_entry, topics
from scinet.graph.sources.entries import ObjectFormat

KEY: Final = "lens_id"


def work(item: dict[str, Any]) -> dict[str, Any]:
    """Make the entry of a work.

    Raises:
        BadRecordError: If a value has the wrong type.
    """
    own = {str(item_entry.get("type")): str(item_entry.get("value") or "")
           for item_entry in fields.read_objects(item, "external_ids")}  # fmt: skip
    source = fields.read_mapping(item, "source")
    return make_entry(
        values.collect_ids(doi=own.get("doi", ""), lens=fields.read_own_id(item, KEY),
                   pmid=own.get("pmid", ""), openalex=own.get("openalex", "")),
        title=values.clean_text(fields.read_text(item, "title")),
        date=values.parse_date(
            (fields.read_text(item, "date_published") or "")[:10],
            str(item.get("year_published") or ""),
        ),
        authors=list(map(_person, fields.read_objects(item, "authors"))),
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


def _person(author: dict[str, Any]) -> dict[str, Any]:
    parts = (author.get("first_name") or author.get("initials"), author.get("last_name"))
    own = {str(n.get("type")): n.get("value") for n in fields.read_objects(author, "ids")}
    made = {
        "name": values.clean_text(" ".join(str(part) for part in parts if part)),
        "orcid": own.get("orcid"),
    }
    return values.drop_empty(made)


FORMAT: Final = ObjectFormat(
    lambda item: KEY in item, work, kind="bibliography", name="Lens JSON", page="databases"
)
