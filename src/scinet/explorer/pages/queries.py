"""The statements of the catalogue as forms that their headers make, and a statement of one's own.

An answer is a table, or the map of the papers in it.
"""

import json
from functools import cached_property
from typing import Annotated, Any, Final, Literal, TypeAlias

from fastapi import APIRouter
from fastapi import Query as At
from fastapi.responses import HTMLResponse, Response

from scinet.errors import DataError, NotFoundError, QueryError
from scinet.explorer import downloads, formatting
from scinet.explorer.map_rendering import render_map
from scinet.explorer.page import Asked, PageRequest
from scinet.explorer.pages.maps import MapContent, map_around
from scinet.explorer.parameters import parameter_label
from scinet.graph.db.query import NamedStatement, load_query, parse_parameter, public_names
from scinet.graph.db.text_references import unsearched_note, unseen_note
from scinet.graph.search.paper_names import find_papers
from scinet.session import statements

router = APIRouter(prefix="/queries")
View: TypeAlias = Literal["table", "graph"]
To: TypeAlias = Literal["csv", "bib", "ris", "svg", "graphml", "gexf"] | None
_SHOWN: Final = 500
_MOST: Final = 10_000  # rows of a statement of one's own
_DRAWN: Final = 200
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
    "identity": "One work, several records",
    "simulation": "Simulations",
    "quality": "Quality of the data",
}
# With what people begin, in their words.
_FIRST: Final = {
    "field/most_cited": "What are the most cited papers on a subject?",
    "field/most_disruptive": "Which papers on a subject were cited instead of what they built on?",
    "pair/citing_said": "Who cites a paper, and with which words?",
    "ranking/similar": "Which papers are most like one?",
    "path/most_cited": "How did one paper lead to another?",
    "ego/co_authors": "Who wrote with an author?",
}


@router.get("")
def queries(page: Asked) -> HTMLResponse:
    """All statements, by what they are about."""
    groups: dict[str, list[NamedStatement]] = {}
    for statement in map(load_query, public_names()):
        if statement.mode == "read":
            groups.setdefault(_group(statement.name), []).append(statement)
    first = [(load_query(name), caption) for name, caption in _FIRST.items()]
    return page.render("queries.html", groups=groups, first=first)


@router.get("/free")
def free(
    page: Asked,
    statement: str = "",
    parameters: str = "",
    seconds: Annotated[float, At(ge=0.1, le=60)] = 10,
    view: View = "table",
    to: To = None,
) -> Response:
    """A statement of one's own that only reads, with its answer; refusals stand above the form."""
    rows, attrs = None, dict[Any, Any]()
    refused: DataError | QueryError | None = None
    # A link of another site fills the form and runs nothing.
    is_asked = page.request.headers.get("sec-fetch-site") != "cross-site"
    if statement.strip() and is_asked:
        try:
            rows, attrs = _run_free(page, statement, _parse_json(parameters), seconds)
        except (DataError, QueryError) as error:
            refused = error
    answer = _Answer(page, rows, view)
    if to is not None:
        if refused is not None:
            raise refused
        return answer.saved(to, "query")
    return page.render(
        "query_free.html",
        answer=answer,
        statement=statement,
        parameters=parameters,
        seconds=seconds,
        refused=refused,
        about=attrs,
        unseen="" if rows is None else unseen_note(page.graph.database, statement),
        is_asked=is_asked,
        most=_MOST,
    )


@router.get("/{folder}/{statement}")
def query(
    page: Asked, folder: str, statement: str, view: View = "table", to: To = None
) -> Response:
    """The form of a statement, and its answer once all that it needs is given."""
    statement_query = _catalogue_query(f"{folder}/{statement}")
    values_given = {
        key: parse_parameter(statement_query, key, text)
        for key, text in page.others
        if key in statement_query.params and text.strip()
    }
    rows, values, is_cut = None, dict[str, Any](), False
    refused: DataError | QueryError | None = None
    if page.before is not None and "before" not in statement_query.params:
        note = f"{statement_query.name} knows all days only."
    elif missing := statement_query.params - statement_query.defaults.keys() - values_given.keys():
        labels = (parameter_label(statement_query, key) for key in sorted(missing))
        note = f"Needed: {', '.join(labels)}."
    else:
        note = ""
        try:
            rows, values, is_cut = _run_query(page, statement_query, values_given)
        except (DataError, QueryError) as error:
            refused = error
    if refused is not None and to is not None:
        raise refused
    answer = _Answer(page, rows, view, note, is_cut=is_cut)
    if to is not None:
        return answer.saved(to, statement_query.name)
    return page.render(
        "query.html",
        status_code=200 if refused is None else 400,
        query=statement_query,
        group=_group(statement_query.name),
        fields=[
            _form_field(statement_query, key, page) for key in _parameter_order(statement_query)
        ],
        note=note,
        refused=refused,
        unsearched=unsearched_note(page.graph.database) if statement_query.searches_text else "",
        answer=answer,
        python=_python_code(statement_query, values),
        params=json.dumps(values, default=str, ensure_ascii=False),
    )


class _Answer:
    """Answer of a statement, as a table or as the map of its papers."""

    def __init__(
        self,
        page: PageRequest,
        rows: list[dict[str, Any]] | None,
        view: View,
        note: str = "",
        *,
        is_cut: bool = False,
    ) -> None:
        self._page, self._all, self.view, self._note = page, rows, view, note
        self.rows = None if rows is None else rows[:_SHOWN]
        self.number, self.is_cut = len(rows or []), is_cut

    @cached_property
    def map(self) -> MapContent | None:
        """Papers of the answer that have a date before the day, and who cites whom."""
        database, rows = self._page.graph.database, self._all or []
        papers = find_papers(database, rows, _DRAWN)
        try:
            return map_around(self._page, papers) if papers else None
        except NotFoundError:  # none of them has a date before the day
            return None

    @property
    def drawn(self) -> str:
        """The map as a picture; empty where no paper has a place on it."""
        return render_map(self.map.drawn, self.map.citations) if self.map else ""

    def at(self, view: View) -> str:
        """The address of the answer in another form."""
        return self._page.here(view=view)

    def save_as(self, kind: str) -> str:
        """The address of the answer as a file."""
        return self._page.here(to=kind)

    @property
    def lists(self) -> list[str]:
        """The formats of its rows: bibliographies too where each names a paper."""
        is_of_papers = all(row.get("paper_id") for row in self.rows or [])
        return ["csv", "bib", "ris"] if is_of_papers else ["csv"]

    def saved(self, to: str, name: str) -> Response:
        """The answer as a file.

        Raises:
            QueryError: If nothing was asked.
            NotFoundError: If no paper is in it, where they are to be saved.
        """
        if self._all is None:
            raise QueryError("there is no answer to save", hint=self._note)
        if to in self.lists:
            return downloads.table_file(self._page, self._all, to, name)
        if to in {"bib", "ris"}:
            raise NotFoundError("the rows of the answer are no papers", hint="Save it as CSV.")
        map_found = self.map
        if map_found is None:
            raise NotFoundError("no paper is in the answer", hint="Save it as CSV.")
        if to == "svg":
            return downloads.svg_file(render_map(map_found.drawn, map_found.citations), name)
        return downloads.network_file(map_found.rows, map_found.citations, to, name)


def _run_free(
    page: PageRequest, statement: str, params: dict[str, Any], seconds: float
) -> tuple[list[dict[str, Any]], dict[Any, Any]]:
    values = statements.add_before(params, page.before)
    table = page.graph.cypher(statement, values, before=page.before, timeout_s=seconds, limit=_MOST)
    return formatting.table_records(table), table.attrs


def _parse_json(text: str) -> dict[str, Any]:
    """Parameters as an object in JSON."""
    try:
        values = json.loads(text or "{}")
    except ValueError as error:
        raise DataError("the parameters are not JSON", hint='Such as {"words": "parsing"}.') from (
            error
        )
    if not isinstance(values, dict):
        raise DataError("the parameters are not an object", hint='Such as {"words": "parsing"}.')
    return values


def _catalogue_query(name: str) -> NamedStatement:
    """A statement of the catalogue; never a file."""
    if name not in public_names() or load_query(name).mode != "read":
        raise NotFoundError(f"there is no statement {name!r}", hint="Choose one under Queries.")
    return load_query(name)


def _group(name: str) -> str:
    folder = name.partition("/")[0]
    return _GROUPS.get(folder, folder.capitalize())


def _parameter_order(query: NamedStatement) -> list[str]:
    """Parameters to ask for, those that are needed first; the day is that of the page."""
    return sorted(query.params - {"before"}, key=lambda key: (key in query.defaults, key))


def _form_field(query: NamedStatement, key: str, page: PageRequest) -> dict[str, Any]:
    default = query.defaults.get(key)
    return {
        "name": key,
        "label": parameter_label(query, key),
        "value": dict(page.others).get(key, ""),
        "is_needed": key not in query.defaults,
        "default": "" if default is None else json.dumps(default),
        "allowed": query.allowed.get(key, ()),
    }


def _run_query(
    page: PageRequest, query: NamedStatement, params: dict[str, Any]
) -> tuple[list[dict[str, Any]], dict[str, Any], bool]:
    """Run a statement; return rows, non-default parameters, and whether there are more."""
    limit = params.get("limit", query.defaults.get("limit"))
    is_last = query.text.rstrip().endswith("LIMIT $limit")
    most = limit if is_last and isinstance(limit, int) and limit >= 0 else None
    extended = params if most is None else {**params, "limit": most + 1}
    rows, values = statements.run_statement(
        page.graph.database, query, extended, before=page.before
    )
    stated = {
        key: limit if key == "limit" else value
        for key, value in values.items()
        if key in params or key not in query.defaults or (key == "before" and value is not None)
    }
    shown = formatting.plain_rows(rows)
    return shown[:most], stated, most is not None and len(shown) > most


def _python_code(query: NamedStatement, values: dict[str, Any]) -> str:
    literals = {key: str(value) if key == "before" else value for key, value in values.items()}
    arguments = "".join(f", {key}={value!r}" for key, value in literals.items())
    return (
        "import scinet\n\nwith scinet.connect() as graph:\n"
        f"    print(graph.query({query.name!r}{arguments}))"
    )
