"""Evaluated tasks: systems side by side, their questions one by one, what agents did."""

from typing import Any, Final, Literal

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from scinet.errors import ScinetError
from scinet.eval import by_question
from scinet.eval.by_question import Answered, Order
from scinet.eval.contents import Contents, contents
from scinet.eval.evaluated import Evaluated
from scinet.eval.ranked_list import Item
from scinet.eval.side_by_side import side_by_side, tests
from scinet.eval.task_type import Scoring
from scinet.eval.titles import Titles
from scinet.explorer import downloads
from scinet.explorer.page import SAVED, Asked, Limit, Page
from scinet.graph import find

router = APIRouter(prefix="/evaluation")
_SHOWN: Final = 100


@router.get("")
def evaluation(page: Asked) -> HTMLResponse:
    """All evaluated tasks of the folders, and what of them could not be read."""
    found = _found(page)
    graph, unknown = _graph(page)
    return page.render(
        "evaluation.html",
        found=found,
        folders=page.explorer.results,
        graph=graph,
        unknown=unknown,
    )


@router.get("/task")
def task(page: Asked, id: str, to: Literal["csv"] | None = None) -> Response:  # noqa: A002
    """Systems on one task: official scores next to strict ones, tests, coverage, settings."""
    found = _found(page)
    one = found.task(id)
    table = side_by_side(one)
    if to is not None:
        return downloads.table(page, [*table.rows()], to, one.name)
    graph, unknown = _graph(page)
    return page.render(
        "evaluated.html",
        task=one,
        table=table,
        tests=tests(one),
        has_questions=one.about["task_fingerprint"] in found.tasks,
        missing=[name for name in one.runs if found.run_of(one, name) is None],
        graph=graph,
        unknown=unknown,
        saved=lambda kind: page.href("/evaluation/task", id=id, to=kind),
        tests_as=lambda kind: page.href("/evaluation/tests", id=id, to=kind),
        counts_as=lambda kind: page.href("/evaluation/counts", id=id, to=kind),
    )


@router.get("/tests")
def compared(page: Asked, id: str, to: Literal["csv"]) -> Response:  # noqa: A002
    """The stored tests as a file."""
    one = _found(page).task(id)
    return downloads.table(page, tests(one), to, f"{one.name} tests")


@router.get("/counts")
def counted(page: Asked, id: str, to: Literal["csv"]) -> Response:  # noqa: A002
    """What was counted of each run, as a file."""
    one = _found(page).task(id)
    rows = [{"system": name, **one.result_of(name)["counts"]} for name in one.systems]
    return downloads.table(page, rows, to, f"{one.name} counts")


@router.get("/questions")
def questions(
    page: Asked,
    id: str,  # noqa: A002
    a: str = "",
    b: str = "",
    metric: str = "",
    scoring: Scoring | None = None,
    order: Order = "lowest",
    to: Literal["csv"] | None = None,
    limit: Limit = _SHOWN,
) -> Response:
    """The questions by what a run scored, or by how far it is ahead of another."""
    found = _found(page)
    one = found.task(id)
    how = next(iter(one.results)) if scoring is None else scoring
    system = a or next(iter(one.systems))
    known = by_question.metrics_of(one, system, how)
    chosen = metric or next(iter(known), "")
    other = b if b and b != system else None
    rows = by_question.questions(one, system, other, metric=chosen, scoring=how, order=order)
    if to is not None:
        return downloads.table(page, rows[:SAVED], to, f"{one.name} questions")
    texts, refused = _texts(found, one)
    graph, unknown = _graph(page)
    return page.render(
        "evaluated_questions.html",
        task=one,
        system=system,
        other=other,
        metric=chosen,
        metrics=known,
        scoring=how,
        order=order,
        rows=rows[:limit],
        number=len(rows),
        more=page.more(rows, limit),
        texts=texts,
        refused=refused,
        graph=graph,
        unknown=unknown,
        saved=lambda kind: page.here(to=kind),
    )


@router.get("/question")
def question(
    page: Asked,
    id: str,  # noqa: A002
    q: str,
    a: str = "",
    b: str = "",
    later: bool = False,  # noqa: FBT001, FBT002 - a word of the address
    to: Literal["csv", "bib", "ris"] | None = None,
) -> Response:
    """One question as of its day: what is true, and what one or two runs answered."""
    found = _found(page)
    one = found.task(id)
    systems = list(dict.fromkeys(name for name in (a or one.systems[0], b) if name))
    asked = by_question.asked(found, one, q, systems)
    page.before = asked.query.before
    lists = _Lists(page, asked, later=later, similar=one.about["similar"])
    if to is not None:
        rows = lists.rows()
        if to != "csv":
            rows = [{"paper_id": row["id"]} for row in rows if row["id"] and lists.kind == "paper"]
        return downloads.table(page, rows, to, f"{one.name} {q}")
    graph, unknown = _graph(page)
    return page.render(
        "evaluated_question.html",
        task=one,
        asked=asked,
        lists=lists,
        later=later,
        graph=graph,
        unknown=unknown,
        a=systems[0],
        b=b,
        saved=lambda kind: page.here(to=kind),
    )


class _Lists:
    """The papers or authors of truth and answers, as they are known on the day of the question."""

    def __init__(
        self, page: Page, asked: by_question.Asked, *, later: bool, similar: float
    ) -> None:
        self.kind = asked.kind
        self.is_open = later or not asked.is_later  # whether the truth may be shown
        self._true = list(map(str, asked.truth)) if self.kind else []
        self._answers = asked.answers
        self._known: dict[str, dict[str, Any]] = {}
        self._named: dict[Item, tuple[str, ...]] = {}
        if self.kind:
            items = [item for one in asked.answers for item in one.items]
            self._named = _named(page, items, similar)
            ids = {item.id for item in items if item.id} | set(self._true)
            ids |= {paper for papers in self._named.values() for paper in papers}
            before, database = None if later else page.before, page.graph.database
            self._known = find.known_by_id(database, self.kind, sorted(ids), before)
            if self.kind == "paper":
                for row in self._known.values():
                    row["authors"] = []
                for row in database.rows("lookup/authorship", paper_ids=[*self._known]):
                    self._known[row["paper_id"]]["authors"].append(row)

    def truth(self) -> list[dict[str, Any]]:
        """Lines of the truth; none where it may not be shown."""
        true = self._true if self.is_open else []
        return [{**self._line(Item(one)), "is_true": True} for one in true]

    def of(self, answer: Answered) -> list[dict[str, Any]]:
        """Lines of an answer, each with whether it is true, where that may be shown."""
        true, lines = set(self._true), [self._line(item) for item in answer.items]
        return [{**line, "is_true": line["id"] in true if self.is_open else None} for line in lines]

    def rows(self) -> list[dict[str, Any]]:
        """Lines of truth and answers, as for a file; what is later is left out."""
        lists = [("truth", self.truth()), *((one.system, self.of(one)) for one in self._answers)]
        shown = ("id", "name", "year", "score", "is_true")
        return [
            {"list": name, "place": place, **{key: row[key] for key in shown}}
            for name, lines in lists
            for place, row in enumerate(lines, start=1)
            if not row["is_hidden"]
        ]

    def _line(self, item: Item) -> dict[str, Any]:
        named = self._named.get(item, ())
        one = item.id or next((paper for paper in named if paper in self._known), None)
        one = one or next(iter(named), None)  # then all papers of that title are later
        line = {"id": one, "name": item.title, "row": None, "year": None, "score": item.score}
        row = self._known.get(one or "")
        if row is None:
            # An id can say the year, so of what the day does not know not even that is shown.
            return {**line, "is_hidden": one is not None}
        day, name = (
            (row["date"], row["title"])
            if self.kind == "paper"
            else (row["first_date"], row["name"])
        )
        year = None if day is None else day.year
        return {**line, "name": name, "row": row, "year": year, "is_hidden": False}


def _named(page: Page, items: list[Item], similar: float) -> dict[Item, tuple[str, ...]]:
    """Papers of all days by the items that name them by title, as scoring finds them."""
    by_title = [item for item in items if item.title and not item.id]
    if not by_title:
        return {}
    titles = page.explorer.once(
        ("titles", page.fingerprint, similar),
        lambda: Titles.of(page.graph.snapshot(None), similar=similar),
    )
    return {item: titles.papers(str(item.title), item.year) for item in by_title}


def _found(page: Page) -> Contents:
    return contents(page.explorer.results)


def _texts(found: Contents, one: Evaluated) -> tuple[dict[str, str], ScinetError | None]:
    """The words of the questions, and why there are none."""
    try:
        task, _ = by_question.task_of(found, one)
        return {query.query_id: query.text for query in task.queries(one.about["split"])}, None
    except ScinetError as error:
        return {}, error


def _graph(page: Page) -> tuple[str | None, ScinetError | None]:
    """The fingerprint of the loaded graph, and why it is not known."""
    try:
        return page.fingerprint, None
    except ScinetError as error:
        return None, error
