"""Evaluated tasks: systems side by side, their questions one by one, what agents did."""

from typing import Any, Final, Literal

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from scinet.errors import ScinetError
from scinet.eval import per_question
from scinet.eval.comparison_table import compare_systems, list_comparisons
from scinet.eval.evaluated_tasks import TaskEvaluation
from scinet.eval.per_question import Order, RunAnswer
from scinet.eval.ranked_list import RankedItem
from scinet.eval.result_folders import Contents, scan_folders
from scinet.eval.task_type import Scoring
from scinet.eval.titles import TitleIndex
from scinet.explorer import downloads
from scinet.explorer.page import SAVED, Asked, Limit, PageRequest
from scinet.graph.search import find

router = APIRouter(prefix="/evaluation")
_SHOWN: Final = 100


@router.get("")
def evaluation(page: Asked) -> HTMLResponse:
    """All evaluated tasks of the folders, and what of them could not be read."""
    results = _find_results(page)
    graph, unknown = _graph_fingerprint(page)
    return page.render(
        "evaluation.html",
        found=results,
        folders=page.explorer.results,
        graph=graph,
        unknown=unknown,
    )


@router.get("/task")
def task(page: Asked, id: str, to: Literal["csv"] | None = None) -> Response:  # noqa: A002
    """Systems on one task: official scores next to strict ones, tests, coverage, settings."""
    results = _find_results(page)
    evaluated = results.task(id)
    table = compare_systems(evaluated)
    if to is not None:
        return downloads.table_file(page, [*table.rows()], to, evaluated.name)
    graph, unknown = _graph_fingerprint(page)
    return page.render(
        "evaluated.html",
        task=evaluated,
        table=table,
        tests=list_comparisons(evaluated),
        has_questions=evaluated.about["task_fingerprint"] in results.tasks,
        missing=[name for name in evaluated.runs if results.find_run(evaluated, name) is None],
        graph=graph,
        unknown=unknown,
        saved=lambda kind: page.href("/evaluation/task", id=id, to=kind),
        tests_as=lambda kind: page.href("/evaluation/tests", id=id, to=kind),
        counts_as=lambda kind: page.href("/evaluation/counts", id=id, to=kind),
    )


@router.get("/tests")
def comparisons(page: Asked, id: str, to: Literal["csv"]) -> Response:  # noqa: A002
    """The stored tests as a file."""
    evaluated = _find_results(page).task(id)
    return downloads.table_file(page, list_comparisons(evaluated), to, f"{evaluated.name} tests")


@router.get("/counts")
def counts(page: Asked, id: str, to: Literal["csv"]) -> Response:  # noqa: A002
    """Send the counts of each run as a file."""
    evaluated = _find_results(page).task(id)
    rows = [{"system": name, **evaluated.result_of(name)["counts"]} for name in evaluated.systems]
    return downloads.table_file(page, rows, to, f"{evaluated.name} counts")


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
    results = _find_results(page)
    evaluated = results.task(id)
    how = next(iter(evaluated.results)) if scoring is None else scoring
    system = a or next(iter(evaluated.systems))
    metrics = per_question.list_metrics(evaluated, system, how)
    selected = metric or next(iter(metrics), "")
    other_system = b if b and b != system else None
    rows = per_question.score_questions(
        evaluated, system, other_system, metric=selected, scoring=how, order=order
    )
    if to is not None:
        return downloads.table_file(page, rows[:SAVED], to, f"{evaluated.name} questions")
    texts, refused = _question_texts(results, evaluated)
    graph, unknown = _graph_fingerprint(page)
    return page.render(
        "evaluated_questions.html",
        task=evaluated,
        system=system,
        other=other_system,
        metric=selected,
        metrics=metrics,
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
    """Show a query as of its day: ground truth, and answers of one or two runs."""
    results = _find_results(page)
    evaluated = results.task(id)
    systems = list(dict.fromkeys(name for name in (a or evaluated.systems[0], b) if name))
    query_answers = per_question.load_question(results, evaluated, q, systems)
    page.before = query_answers.query.before
    lists = _Lists(page, query_answers, later=later, similar=evaluated.about["similar"])
    if to is not None:
        rows = lists.rows()
        if to != "csv":
            rows = [{"paper_id": row["id"]} for row in rows if row["id"] and lists.kind == "paper"]
        return downloads.table_file(page, rows, to, f"{evaluated.name} {q}")
    graph, unknown = _graph_fingerprint(page)
    return page.render(
        "evaluated_question.html",
        task=evaluated,
        asked=query_answers,
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
        self,
        page: PageRequest,
        query_answers: per_question.QueryComparison,
        *,
        later: bool,
        similar: float,
    ) -> None:
        self.kind = query_answers.kind
        self.is_open = later or not query_answers.is_later  # whether the truth may be shown
        self._true = list(map(str, query_answers.truth)) if self.kind else []
        self._answers = query_answers.answers
        self._known: dict[str, dict[str, Any]] = {}
        self._named: dict[RankedItem, tuple[str, ...]] = {}
        if self.kind:
            items = [item for answer in query_answers.answers for item in answer.items]
            self._named = _match_titles(page, items, similar)
            ids = {item.id for item in items if item.id} | set(self._true)
            ids |= {paper for papers in self._named.values() for paper in papers}
            before, database = None if later else page.before, page.graph.database
            self._known = find.describe_by_id(database, self.kind, sorted(ids), before)
            if self.kind == "paper":
                for row in self._known.values():
                    row["authors"] = []
                for row in database.rows("lookup/authorship", paper_ids=[*self._known]):
                    self._known[row["paper_id"]]["authors"].append(row)

    def truth(self) -> list[dict[str, Any]]:
        """Lines of the truth; none where it may not be shown."""
        true = self._true if self.is_open else []
        return [{**self._line(RankedItem(identifier)), "is_true": True} for identifier in true]

    def of(self, answer: RunAnswer) -> list[dict[str, Any]]:
        """Lines of an answer, each with whether it is true, where that may be shown."""
        true, lines = set(self._true), [self._line(item) for item in answer.items]
        return [{**line, "is_true": line["id"] in true if self.is_open else None} for line in lines]

    def rows(self) -> list[dict[str, Any]]:
        """Lines of truth and answers, as for a file; what is later is left out."""
        lists = [
            ("truth", self.truth()),
            *((answer.system, self.of(answer)) for answer in self._answers),
        ]
        shown = ("id", "name", "year", "score", "is_true")
        return [
            {"list": name, "place": place, **{key: row[key] for key in shown}}
            for name, lines in lists
            for place, row in enumerate(lines, start=1)
            if not row["is_hidden"]
        ]

    def _line(self, item: RankedItem) -> dict[str, Any]:
        named = self._named.get(item, ())
        item_id = item.id or next((paper for paper in named if paper in self._known), None)
        item_id = item_id or next(iter(named), None)  # then all papers of that title are later
        line = {"id": item_id, "name": item.title, "row": None, "year": None, "score": item.score}
        row = self._known.get(item_id or "")
        if row is None:
            # An id can say the year, so of what the day does not know not even that is shown.
            return {**line, "is_hidden": item_id is not None}
        day, name = (
            (row["date"], row["title"])
            if self.kind == "paper"
            else (row["first_date"], row["name"])
        )
        year = None if day is None else day.year
        return {**line, "name": name, "row": row, "year": year, "is_hidden": False}


def _match_titles(
    page: PageRequest, items: list[RankedItem], similar: float
) -> dict[RankedItem, tuple[str, ...]]:
    """Papers of all days by the items that name them by title, as scoring finds them."""
    by_title = [item for item in items if item.title and not item.id]
    if not by_title:
        return {}
    titles = page.explorer.once(
        ("titles", page.fingerprint, similar),
        lambda: TitleIndex.of(page.graph.snapshot(None), similar=similar),
    )
    return {item: titles.papers(str(item.title), item.year) for item in by_title}


def _find_results(page: PageRequest) -> Contents:
    return scan_folders(page.explorer.results)


def _question_texts(
    results: Contents, evaluated: TaskEvaluation
) -> tuple[dict[str, str], ScinetError | None]:
    """The words of the questions, and why there are none."""
    try:
        task, _ = per_question.load_task(results, evaluated)
        return {
            query.query_id: query.text for query in task.queries(evaluated.about["split"])
        }, None
    except ScinetError as error:
        return {}, error


def _graph_fingerprint(page: PageRequest) -> tuple[str | None, ScinetError | None]:
    """The fingerprint of the loaded graph, and why it is not known."""
    try:
        return page.fingerprint, None
    except ScinetError as error:
        return None, error
