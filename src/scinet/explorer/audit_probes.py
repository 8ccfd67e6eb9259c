"""The pages, asked by an audit: every route that is as of a day, about what is drawn."""

import asyncio
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin
from urllib.parse import quote, urlencode

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.types import Message

from scinet.experiments.leak_audit import questions
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.questions import Choose, QuestionSample
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.explorer.app import create_app
from scinet.explorer.pages import ROUTERS
from scinet.graph.db.connection import Database
from scinet.graph.db.query import public_names
from scinet.session.graph import Graph

# Results are as they were stored, and the checks of the report are of the whole, as it says.
_NO_DAY: Final = ("/evaluation", "/report")
_SET_SHARE: Final = 0.5  # how often one of a few words is given that may be left out
_KINDS: Final = ("venue", "topic", "field")  # communities are made of what is committed
_VALUES: Final[Mapping[str, Choose]] = {
    "q": lambda rng, d: rng.choice(
        (questions.draw_word, questions.draw_title, questions.draw_author_name)
    )(rng, d),
    "id": questions.draw_paper,
    "a": questions.draw_paper,
    "b": questions.draw_paper,
    "paper": questions.draw_paper,
    "other": questions.draw_paper,
    "papers": lambda rng, d: [questions.draw_paper(rng, d) for _ in range(2)],
    "by": lambda rng, _: rng.choice(_KINDS),
    "statement": lambda *_: "MATCH (p:Paper)<-[:CITES]-() RETURN p.id, count(*) ORDER BY p.id",
}
# Of the pages below, where the name alone does not say which.
_PAGE_VALUES: Final[Mapping[tuple[str, str], Choose]] = {
    ("author", "id"): questions.draw_author,
    ("field", "id"): lambda rng, d: rng.choice(d.venues),
    ("field", "by"): lambda *_: "venue",
    ("paper", "by"): lambda *_: "venue",
    ("path", "by"): lambda *_: "paper",
    ("author", "by"): lambda *_: "author_walk",
    ("path", "papers"): questions.draw_word,
    ("map", "group"): lambda rng, _: str(rng.randint(0, 3)),
}


class Graphs:
    """The graph of each world, opened once, with a folder of its own for what it computes."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._opened: dict[Database, Graph] = {}

    def of(self, world: AuditWorld) -> Graph:
        """The graph of a world."""
        if (database := world.database) is None:
            raise ValueError("a world of arrays alone")
        if database not in self._opened:
            folder = self._cache / str(len(self._opened))
            self._opened[database] = Graph(lambda: database, cache=folder, makes_receipts=False)
        return self._opened[database]


def page_probes(graphs: Graphs, drawn: QuestionSample, count: int, seed: int) -> list[Probe]:
    """Each page, and each part and file of one, that is as of a day, asked so many times."""
    made = []
    for route in _routes():
        rng = random.Random(f"{seed} {route.path}")  # noqa: S311 - a seeded sample
        samples = questions.iter_samples(drawn, count)
        addresses = [_address(route, rng, sample) for sample in samples]
        made.append(_probe(graphs, route.path, list(dict.fromkeys(addresses))))
    return made


def _routes() -> Iterator[APIRoute]:
    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute) and not route.path.startswith(_NO_DAY):
                yield route


def _address(route: APIRoute, rng: random.Random, drawn: QuestionSample) -> str:
    page = route.path.split("/")[1]
    if route.path == "/queries/{folder}/{statement}":
        name = rng.choice(
            [parameter for parameter in questions.STATEMENTS if parameter in public_names()]
        )
        values = questions.draw_parameters(name, rng, drawn)
        words = {key: value for key, value in values.items() if isinstance(value, str | int)}
        return _add_day(f"/queries/{name}", words, drawn)
    path = route.path
    for parameter in route.dependant.path_params:
        path = path.replace(
            f"{{{parameter.name}}}", quote(str(_value(page, parameter, rng, drawn)))
        )
    taken = [*route.dependant.query_params]
    for inner in route.dependant.dependencies:
        taken += inner.query_params
    values = {}
    for parameter in taken:
        is_known = (
            (page, parameter.name) in _PAGE_VALUES
            or parameter.name in _VALUES
            or parameter.field_info.is_required()
        )
        if is_known or (_allowed_words(parameter) and rng.random() < _SET_SHARE):
            values[parameter.name] = _value(page, parameter, rng, drawn)
    questions.relate_ends(values, rng, drawn)
    return _add_day(path, values, drawn)


def _add_day(path: str, values: Mapping[str, Any], drawn: QuestionSample) -> str:
    return f"{path}?{urlencode({**values, 'before': drawn.day}, doseq=True)}"


def _value(page: str, parameter: Any, rng: random.Random, drawn: QuestionSample) -> Any:
    """Return a value for a parameter of an address.

    Raises:
        ValueError: If nothing is known to draw for one that is needed.
    """
    choose = _PAGE_VALUES.get((page, parameter.name)) or _VALUES.get(parameter.name)
    if choose is not None:
        return choose(rng, drawn)
    words = _allowed_words(parameter)
    if not words:
        raise ValueError(f"/{page}: say what {parameter.name} takes in {__name__}")
    return rng.choice(words)


def _allowed_words(parameter: Any) -> list[Any]:
    """The words that a parameter takes, where it takes only those."""
    kinds = [parameter.field_info.annotation, *get_args(parameter.field_info.annotation)]
    return [word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)]


def _probe(graphs: Graphs, path: str, addresses: list[str]) -> Probe:
    def look(world: AuditWorld) -> list[Any]:
        app = create_app(graphs.of(world))
        mark = world.snapshot.graph_fingerprint
        return [_main(app, address).replace(mark, "") for address in addresses]

    return Probe("pages", path, look)


def _main(app: FastAPI, address: str) -> str:
    """The status of an answer and the main part of a page, of anything else all of it."""
    path, _, query = address.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
        "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "",
        "query_string": query.encode(), "headers": [(b"host", b"localhost")],
        "server": ("localhost", 80), "client": ("localhost", 1),
    }  # fmt: skip
    status, body = 0, b""

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, body
        status = message.get("status", status)
        body += message.get("body", b"")

    asyncio.run(app(scope, receive, send))
    text = body.decode("utf-8", "replace")
    return f"{status} {text.partition('<main')[2].partition('</main>')[0] or text}"
