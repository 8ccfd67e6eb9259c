"""A local server that answers as the API of OpenAlex is documented to, and plays faults.

Works have the fields of real ones that a load reads. Cursors, at most 100 values in a filter, the
price of a request and both kinds of 429 are as documented.
"""

import base64
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

Work: TypeAlias = dict[str, Any]

KEY = "Kq7-marked-key/of+OpenAlex="
MAIL = "someone@example.org"
_SITE = "https://openalex.org/"


def work(number: int, *cited: int, author: int = 1, year: int = 2001, topic: int = 1) -> Work:
    """A work with the fields of a real one."""
    return {
        "id": f"{_SITE}W{number}",
        "doi": f"https://doi.org/10.1000/w{number}",
        "title": f"Work {number}",
        "display_name": f"Work {number}",
        "publication_year": year,
        "publication_date": f"{year}-05-17",
        "ids": {
            "openalex": f"{_SITE}W{number}",
            "pmid": f"https://pubmed.ncbi.nlm.nih.gov/{number}",
        },
        "type": "article",
        "primary_location": {"source": {"id": f"{_SITE}S77", "display_name": "Letters"}},
        "authorships": [
            {"author": {"id": f"{_SITE}A{5000 + author}", "display_name": f"Author {author}"}}
        ],
        "topics": [{"id": f"{_SITE}T{10000 + topic}", "display_name": f"Topic {topic}"}],
        "abstract_inverted_index": {"Work": [0], str(number): [1]},
        "referenced_works": [f"{_SITE}W{one}" for one in cited],
        "updated_date": "2026-01-02T03:04:05.678901",
    }


def network(number: int) -> list[Work]:
    """Works from 1000 on, each of which cites three earlier ones: a third, a half and the last."""
    made = []
    for place in range(number):
        cited = sorted({place // 3, place // 2, place - 1} - {place, -1})
        made.append(
            work(1000 + place, *(1000 + one for one in cited), author=place % 7, topic=place % 5)
        )
    return made


@dataclass
class OpenAlex:
    """A running server.

    Attributes:
        works: All that it has.
        faults: What happens to the next requests, in order; an empty text is a good answer.
        asked: Paths and queries received.
        agents: The ``User-Agent`` of each.
        most: Values that one filter may have.
        credits: What is left of the day's budget; None without one.
        delay_s: How long each answer takes.
    """

    works: list[Work]
    faults: list[str] = field(default_factory=list)
    asked: list[dict[str, str]] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    most: int = 100
    credits: int | None = None
    delay_s: float = 0.0
    url: str = ""

    def page(self, asked: dict[str, str]) -> dict[str, Any]:
        """The page that is asked for."""
        found = [one for one in self.works if self._fits(one, asked)]
        size = int(asked.get("per_page", 25))
        cursor = asked["cursor"]
        start = 0 if cursor == "*" else json.loads(base64.b64decode(cursor))[0]
        after = base64.b64encode(json.dumps([start + size]).encode()).decode()
        results = found[start : start + size]
        meta = {"count": len(found), "per_page": size, "next_cursor": after if results else None}
        return {"meta": meta, "results": results, "group_by": []}

    def refusal(self, asked: dict[str, str]) -> str | None:
        """What is wrong with a request."""
        if int(asked.get("per_page", 25)) > 100:
            return "per_page must be between 1 and 100"
        for part in filter(None, asked.get("filter", "").split(",")):
            name, _, values = part.partition(":")
            if name not in _FILTERS:
                return f"{name} is not a valid field."
            if values.count("|") >= self.most:
                return f"Maximum number of values exceeded for {name}. Decrease values to 100."
        return None

    def _fits(self, one: Work, asked: dict[str, str]) -> bool:
        for part in filter(None, asked.get("filter", "").split(",")):
            name, _, values = part.partition(":")
            if not _FILTERS[name](one) & {value.lower() for value in values.split("|")}:
                return False
        return asked.get("search", "").lower() in one["title"].lower()


def _bare(text: str) -> str:
    return text.lower().removeprefix(_SITE)


_FILTERS: dict[str, Callable[[Work], set[str]]] = {
    "openalex": lambda one: {_bare(one["id"])},
    "doi": lambda one: {one["doi"].removeprefix("https://doi.org/")},
    "pmid": lambda one: {one["ids"]["pmid"].rpartition("/")[2]},
    "cites": lambda one: {_bare(cited) for cited in one["referenced_works"]},
    "topics.id": lambda one: {_bare(topic["id"]) for topic in one["topics"]},
    "authorships.author.id": lambda one: {_bare(a["author"]["id"]) for a in one["authorships"]},
    "publication_year": lambda one: {str(one["publication_year"])},
}


@contextmanager
def serving(works: list[Work], **how: Any) -> Iterator[OpenAlex]:
    """A server, until the block ends."""
    api = OpenAlex(works, **how)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(api))
    server.daemon_threads = True
    api.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(api: OpenAlex) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            key = asked.pop("api_key", "")
            api.asked.append({"path": parts.path, **asked})
            api.agents.append(self.headers.get("User-Agent", ""))
            time.sleep(api.delay_s)
            fault = api.faults.pop(0) if api.faults else ""
            if fault:
                self._play(fault, key, asked)
            elif key not in {"", KEY}:
                text = {"error": "Invalid or missing API key", "message": "API key not found"}
                self._say(401, text)
            elif (wrong := api.refusal(asked)) is not None:
                self._say(400, {"error": "Invalid query parameters error.", "message": wrong})
            elif api.credits is not None and api.credits < 1:
                self._play("spent", key, asked)
            else:
                if api.credits is not None:
                    api.credits -= 1
                self._say(200, api.page(asked))

        def _play(self, fault: str, key: str, asked: dict[str, str]) -> None:
            body = json.dumps(api.page(asked)).encode()
            match fault:
                case "per_second":
                    message = "Rate limit exceeded: 100 requests per second. Please slow down."
                    self._limit(message, {"Retry-After": "1", "X-RateLimit-Remaining": "900"})
                case "spent":
                    message = "Insufficient budget. This request costs $0.0001 but you only have "
                    message += "$0 remaining. Resets at midnight UTC."
                    self._limit(message, {"Retry-After": "7200", "X-RateLimit-Remaining": "0"})
                case "stall":
                    time.sleep(1.0)
                    self.close_connection = True
                case "truncated":
                    self._send(200, body[: len(body) // 2], {"Content-Length": str(len(body))})
                case "cut":  # without a length
                    self._send(200, body[: len(body) // 2], {})
                case "html":
                    self._send(200, b"<html>Just a moment</html>", {})
                case "circle":
                    made = api.page(asked)
                    made["meta"]["next_cursor"] = asked["cursor"]
                    self._say(200, made)
                case "elsewhere":
                    self._send(302, b"", {"Location": f"http://elsewhere.example/?api_key={key}"})
                case "echo":
                    self._say(400, {"error": "bad", "message": f"you sent {key} of {MAIL}"})
                case "echo_in_page":
                    self._say(200, api.page(asked) | {"sent": key})
                case "huge":
                    self._send(200, b" " * 70 * 2**20, {})
                case "text":
                    self._say(200, {"results": [{"id": 7}]})
                case _:
                    self._send(int(fault), b"<html>busy</html>", {})

        def _limit(self, message: str, headers: dict[str, str]) -> None:
            text = {"error": "Rate limit exceeded", "message": message}
            more = {"X-RateLimit-Credits-Required": "1", "X-RateLimit-Reset": "7200"}
            self._send(429, json.dumps(text).encode(), headers | more)

        def _say(self, code: int, value: Any) -> None:
            body = json.dumps(value).encode()
            self._send(code, body, {"Content-Length": str(len(body))})

        def _send(self, code: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(code)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                self.wfile.write(body)
            except OSError:
                return  # the client had enough

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    return Handler
