"""The pages, asked by an audit: every route that is as of a day, about what is drawn."""

import asyncio
import random
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, get_args, get_origin
from urllib.parse import quote, urlencode

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.types import Message

from scinet.experiments.leak_audit import questions
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.questions import Choose, Drawn
from scinet.experiments.leak_audit.worlds import World
from scinet.explorer.app import make
from scinet.explorer.pages import ROUTERS
from scinet.graph.query import listed
from scinet.session.graph import Graph
from scinet.session.mcp.audited import Graphs

# Results are as they were stored, and the checks of the report are of the whole, as it says.
_NO_DAY: Final = ("/evaluation", "/report")
_CHOSEN: Final = 0.5  # how often one of a few words is given that may be left out
_KINDS: Final = ("venue", "topic", "field")  # communities are made of what is committed
_VALUES: Final[Mapping[str, Choose]] = {
    "q": lambda rng, d: rng.choice((questions.word, questions.title, questions.printed))(rng, d),
    "id": questions.paper,
    "a": questions.paper,
    "b": questions.paper,
    "paper": questions.paper,
    "other": questions.paper,
    "papers": lambda rng, d: [questions.paper(rng, d) for _ in range(2)],
    "by": lambda rng, _: rng.choice(_KINDS),
    "statement": lambda *_: "MATCH (p:Paper)<-[:CITES]-() RETURN p.id, count(*) ORDER BY p.id",
}
# Of the pages below, where the name alone does not say which.
_OTHER: Final[Mapping[tuple[str, str], Choose]] = {
    ("author", "id"): questions.author,
    ("field", "id"): lambda rng, d: rng.choice(d.venues),
    ("field", "by"): lambda *_: "venue",
    ("paper", "by"): lambda *_: "venue",
    ("path", "by"): lambda *_: "paper",
    ("author", "by"): lambda *_: "author_walk",
    ("path", "papers"): questions.word,
    ("map", "group"): lambda rng, _: str(rng.randint(0, 3)),
}


def page_probes(graphs: Graphs, drawn: Drawn, count: int, seed: int) -> list[Probe]:
    """Each page, and each part and file of one, that is as of a day, asked so many times."""
    made = []
    for route in _routes():
        rng = random.Random(f"{seed} {route.path}")  # noqa: S311 - a seeded sample
        asked = [_address(route, rng, drawn) for _ in range(count)]
        made.append(_probe(graphs, route.path, list(dict.fromkeys(asked))))
    return made


def _routes() -> Iterator[APIRoute]:
    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute) and not route.path.startswith(_NO_DAY):
                yield route


def _address(route: APIRoute, rng: random.Random, drawn: Drawn) -> str:
    page = route.path.split("/")[1]
    if route.path == "/queries/{folder}/{statement}":
        name = rng.choice([one for one in questions.STATEMENTS if one in listed()])
        given = questions.parameters(name, rng, drawn)
        words = {key: value for key, value in given.items() if isinstance(value, str | int)}
        return _with_day(f"/queries/{name}", words, drawn)
    path = route.path
    for one in route.dependant.path_params:
        path = path.replace(f"{{{one.name}}}", quote(str(_value(page, one, rng, drawn))))
    taken = [*route.dependant.query_params]
    for inner in route.dependant.dependencies:
        taken += inner.query_params
    given = {}
    for one in taken:
        is_known = (page, one.name) in _OTHER or one.name in _VALUES or one.field_info.is_required()
        if is_known or (_words(one) and rng.random() < _CHOSEN):
            given[one.name] = _value(page, one, rng, drawn)
    return _with_day(path, given, drawn)


def _with_day(path: str, given: Mapping[str, Any], drawn: Drawn) -> str:
    return f"{path}?{urlencode({**given, 'before': drawn.day}, doseq=True)}"


def _value(page: str, one: Any, rng: random.Random, drawn: Drawn) -> Any:
    """What a parameter of an address takes.

    Raises:
        ValueError: If nothing is known to draw for one that is needed.
    """
    choose = _OTHER.get((page, one.name)) or _VALUES.get(one.name)
    if choose is not None:
        return choose(rng, drawn)
    words = _words(one)
    if not words:
        raise ValueError(f"/{page}: say what {one.name} takes in {__name__}")
    return rng.choice(words)


def _words(one: Any) -> list[Any]:
    """The words that a parameter takes, where it takes only those."""
    kinds = [one.field_info.annotation, *get_args(one.field_info.annotation)]
    return [word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)]


def _probe(graphs: Graphs, path: str, addresses: list[str]) -> Probe:
    def look(world: World) -> list[Any]:
        rows = graphs.of(world)
        graph = Graph(rows.connect, cache=rows.cache)  # data frames, of which pages are made
        graph.makes_receipts = False
        app = make(graph)
        mark = world.snapshot.graph_fingerprint
        return [_main(app, one).replace(mark, "") for one in addresses]

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
