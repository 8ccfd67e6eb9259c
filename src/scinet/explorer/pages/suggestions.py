"""Beside a paper that was named by words: the fields and other papers that may be meant."""

from typing import Any, Final, Literal, TypeAlias

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from scinet.explorer import examples, formatting
from scinet.explorer.page import Asked, PageRequest
from scinet.graph.schema.choices import Fields
from scinet.graph.schema.identifiers import slugify

router = APIRouter(prefix="/meant")
To: TypeAlias = Literal["map", "field"]
CENTRES: Final = 5  # most cited papers that the map of a field is around
_FIELDS: Final = 3
_LARGEST: Final = 8


@router.get("")
def meant(page: Asked, q: str, paper: str = "", to: To = "field") -> HTMLResponse:
    """Which paper some words were taken as, where they also name a field or fit other titles."""
    fields = formatting.table_records(page.graph.fields_named(q, before=page.before, limit=_FIELDS))
    matches = formatting.table_records(
        page.graph.find(q, starting=True, before=page.before, limit=2)
    )
    others = [row for row in matches if row["kind"] == "paper" and row["id"] != paper]
    for row in fields:
        row["at"] = (
            map_address(page, row["field_id"], row["by"])
            if to == "map"
            else page.href("/field", by=row["by"], id=row["field_id"])
        )
    return page.render(
        "fragment_meant.html",
        q=q,
        taken=page.papers([paper]).get(paper),
        fields=fields,
        has_others=bool(others),
        to=to,
    )


@router.get("/largest")
def largest(page: Asked) -> HTMLResponse:
    """The largest fields, for a question that names no field."""
    rows = examples.largest_fields(page, _LARGEST)
    caption = "Which field? Pages of fields list their most cited, rising and disruptive papers:"
    return page.render("fragment_fields.html", rows=rows, said=caption)


def map_address(page: PageRequest, field: str, by: Fields) -> str:
    """The address of a map around the most cited papers of a field."""
    rows = page.graph.leading(field, by=by, before=page.before, limit=CENTRES)
    return page.href("/map", papers=rows["paper_id"])


def is_title_match(text: str, paper: dict[str, Any] | None) -> bool:
    """Whether a paper was named by its title, which may be words of other titles too."""
    return paper is not None and slugify(text) == slugify(paper["title"] or "")
