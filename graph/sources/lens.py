"""Scholarly works of Lens in JSON, as entries.

Source:
    docs.api.lens.org, the response of scholarly works.
"""

from typing import Any, Final

from scinet.graph.sources import cited, fields, values
from scinet.graph.sources.exports import entry, topics

KEY: Final = "lens_id"


def work(item: dict[str, Any]) -> dict[str, Any]:
    """The entry of a work.

    Raises:
        BadRecordError: If a value has another type than it should.
    """
    own = {str(one.get("type")): str(one.get("value") or "")
           for one in fields.objects(item, "external_ids")}  # fmt: skip
    source = fields.mapping(item, "source")
    return entry(
        values.ids(doi=own.get("doi", ""), lens=fields.own_id(item, KEY), pmid=own.get("pmid", ""),
                   openalex=own.get("openalex", "")),
        title=values.said(fields.text(item, "title")),
        date=values.date(
            (fields.text(item, "date_published") or "")[:10], str(item.get("year_published") or "")
        ),
        authors=list(map(_person, fields.objects(item, "authors"))),
        references=(
            cited.Cited(tuple(values.ids(lens=str(one[KEY]))))
            for one in fields.objects(item, "references") if one.get(KEY)
        ),
        counts={"citing_papers": str(item.get("scholarly_citations_count", ""))},
        abstract=fields.text(item, "abstract"),
        venue=fields.text(source, "title"),
        type=fields.text(item, "publication_type"),
        fields=topics(fields.texts(item, "fields_of_study")),
        place={"volume": str(item.get("volume") or ""), "page": str(item.get("start_page") or "")},
    )  # fmt: skip


def _person(one: dict[str, Any]) -> dict[str, Any]:
    parts = (one.get("first_name") or one.get("initials"), one.get("last_name"))
    own = {str(n.get("type")): n.get("value") for n in fields.objects(one, "ids")}
    made = {
        "name": values.said(" ".join(str(part) for part in parts if part)),
        "orcid": own.get("orcid"),
    }
    return values.filled(made)
