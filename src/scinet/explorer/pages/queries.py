"""The statements of the catalogue as forms that their headers make, with what they answer."""

import json
from typing import Any, Final, Literal

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from scinet.errors import DataError, NotFoundError
from scinet.explorer import downloads, shown
from scinet.explorer.page import Asked, Page
from scinet.graph import identify
from scinet.graph.query import Query, listed, load, written
from scinet.session.days import read_day

router = APIRouter(prefix="/queries")
_SHOWN: Final = 500
_GROUPS: Final = {
    "lookup": "Find",
    "ego": "Around one",
    "pair": "Between two",
    "path": "Paths",
    "ranking": "Rankings",
    "link": "Links that may come",
    "novelty": "Novelty",
    "field": "Fields",
    "pathway": "Contributions",
    "quality": "Quality of the data",
}


@router.get("")
def queries(page: Asked) -> HTMLResponse:
    """All statements, by what they are about."""
    groups: dict[str, list[Query]] = {}
    for name in listed():
        groups.setdefault(_group(name), []).append(load(name))
    return page.render("queries.html", groups=groups)


@router.get("/{folder}/{statement}")
def query(page: Asked, folder: str, statement: str, to: Literal["csv"] | None = None) -> Response:
    """The form of a statement, and its answer once all that it needs is given."""
    known = _known(f"{folder}/{statement}")
    given = {
        key: written(key, text) for key, text in page.others if key in known.params and text.strip()
    }
    rows, values = None, dict[str, Any]()
    if page.before is not None and "before" not in known.params:
        note = f"{known.name} knows all days only."
    elif missing := known.params - known.defaults.keys() - given.keys():
        note = f"Needed: {', '.join(sorted(missing))}."
    else:
        note, values = "", _bound(page, known, given)
        rows = shown.records(page.graph.query(known.name, **values))
    if to == "csv":
        return downloads.table(page, rows or [], "csv", known.name)
    return page.render(
        "query.html",
        query=known,
        group=_group(known.name),
        fields=[_field(known, key, page) for key in _order(known)],
        note=note,
        rows=None if rows is None else rows[:_SHOWN],
        number=len(rows or []),
        python=_python(known, values),
        params=json.dumps(values, default=str, ensure_ascii=False),
        saved=lambda kind: page.here(to=kind),
    )


def _known(name: str) -> Query:
    """A statement of the catalogue; never a file."""
    if name not in listed():
        raise NotFoundError(f"there is no statement {name!r}", hint="Choose one under Queries.")
    return load(name)


def _group(name: str) -> str:
    folder = name.partition("/")[0]
    return _GROUPS.get(folder, folder.capitalize())


def _order(query: Query) -> list[str]:
    """Parameters to ask for, those that are needed first; the day is that of the page."""
    return sorted(query.params - {"before"}, key=lambda key: (key in query.defaults, key))


def _field(query: Query, key: str, page: Page) -> dict[str, Any]:
    default = query.defaults.get(key)
    return {
        "name": key,
        "value": dict(page.others).get(key, ""),
        "is_needed": key not in query.defaults,
        "default": "" if default is None else json.dumps(default),
        "allowed": query.allowed.get(key, ()),
    }


def _bound(page: Page, query: Query, given: dict[str, Any]) -> dict[str, Any]:
    """Values of a statement; names mean what is known on the day of the page."""
    if page.before is not None:
        weighed = given.get("weights_before")
        if isinstance(weighed, str) and read_day(weighed) > page.before:
            raise DataError(f"weights_before {weighed}", hint=f"At most {page.before}.")
        given = {**given, "before": page.before}
    values = identify.bind(page.graph.database, query, given, named=page.before)
    return {
        key: value for key, value in values.items() if key in given or key not in query.defaults
    }


def _python(query: Query, values: dict[str, Any]) -> str:
    said = {key: str(value) if key == "before" else value for key, value in values.items()}
    given = "".join(f", {key}={value!r}" for key, value in said.items())
    return (
        "import scinet\n\nwith scinet.connect() as graph:\n"
        f"    print(graph.query({query.name!r}{given}))"
    )
