"""A GROBID server as it is documented, which knows PDFs made here.

A PDF made here says what it is: its title, its year, and the titles of what it cites; or which of
GROBID's error codes it leads to.
"""

import re
import socket
import struct
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from html import escape
from http.server import BaseHTTPRequestHandler
from string import Template
from threading import Event, Lock
from typing import Any

from helpers.files.network_files import read_source
from helpers.servers.on_loopback import QuietHandler, listening

_LINE = re.compile(rb"^%(title|year|cites|code|encrypt) (.*)$", re.MULTILINE)


def pdf(title: str, *cites: str, year: int = 2001, more: str = "") -> bytes:
    """A file that begins and ends as a PDF."""
    lines = [f"%title {title}", f"%year {year}", *(f"%cites {item}" for item in cites), more]
    return b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n" + "\n".join(lines).encode() + b"\n%%EOF\n"


def tei(title: str, year: str, cites: Sequence[str]) -> str:
    listed = "".join(
        f'<biblStruct xml:id="b{n}"><analytic><title level="a">{escape(item)}</title></analytic>'
        '<monogr><imprint><date when="2000"/></imprint></monogr></biblStruct>'
        for n, item in enumerate(cites)
    )
    said = " ".join(
        f'As <ref type="bibr" target="#b{n}">[{n + 1}]</ref> says.' for n in range(len(cites))
    )
    made = Template(read_source("grobid.tei.xml"))
    return made.substitute(title=escape(title), year=year, said=said, listed=listed)


@dataclass
class Grobid:
    """A server.

    Attributes:
        threads: Documents at a time; more are answered with 503.
        faults: What happens to the next documents, in order; an empty text is a good answer.
        sent: Fields and file of each document received.
        has_room: Set while another document would be taken.
    """

    threads: int = 10
    faults: list[str] = field(default_factory=list)
    delay_s: float = 0.0
    is_alive: bool = True
    sent: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    most: int = 0
    accepted: list[str] = field(default_factory=list)
    has_room: Event = field(default_factory=Event)
    url: str = ""


@contextmanager
def serving(grobid: Grobid | None = None) -> Iterator[Grobid]:
    made = grobid or Grobid()
    with listening(_handler(made)) as made.url:
        yield made


def _handler(grobid: Grobid) -> type[BaseHTTPRequestHandler]:
    lock = Lock()
    now = 0

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            grobid.accepted.append(self.headers["Accept"])
            known = self.path == "/api/isalive"
            said = str(grobid.is_alive).lower().encode() if known else b""
            self._send(404 if not known else 200 if grobid.is_alive else 503, said)

        def do_POST(self) -> None:
            nonlocal now
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with lock:
                busy = now >= grobid.threads
                if not busy:
                    now += 1
                    self._tell_room()
                grobid.most = max(grobid.most, now)
                fault = grobid.faults.pop(0) if grobid.faults else ""
            if busy:
                self._send(503, b"")
            else:
                self._take(body, fault)

        def _tell_room(self) -> None:
            (grobid.has_room.set if now < grobid.threads else grobid.has_room.clear)()

        def _done(self) -> None:
            """Before the answer, which a client may follow at once by the next document."""
            nonlocal now
            with lock:
                now -= 1
                self._tell_room()

        def _take(self, body: bytes, fault: str) -> None:
            kind = self.headers["Content-Type"]
            form: Any = message_from_bytes(b"Content-Type: %s\r\n\r\n%s" % (kind.encode(), body))
            fields: dict[str, str] = {}
            content = b""
            for part in form.get_payload():
                name = part.get_param("name", header="Content-Disposition")
                data = part.get_payload(decode=True)
                if name == "input":
                    content = bytes(data)
                else:
                    fields[str(name)] = bytes(data).decode()
            grobid.sent.append((fields, content))
            time.sleep(grobid.delay_s)
            self._done()
            said = _LINE.findall(content)
            facts = {name.decode(): value.decode() for name, value in said}
            cites = [value.decode() for name, value in said if name == b"cites"]
            if fault:
                self._play(fault, tei(facts["title"], facts["year"], cites).encode())
            elif not content.startswith(b"%PDF-") or facts.get("code") == "BAD_INPUT_DATA":
                self._send(500, b"[BAD_INPUT_DATA] PDF to XML conversion failed with error code: 1")
            elif facts.get("code") == "204":
                self._send(204, b"")
            elif facts.get("code"):
                self._send(500, f"[{facts['code']}] org.grobid.core: it failed".encode())
            else:
                self._send(200, tei(facts["title"], facts["year"], cites).encode())

        def _play(self, fault: str, good: bytes) -> None:
            match fault:
                case "stall":
                    time.sleep(2.0)
                    self.close_connection = True
                case "cut":  # without a length
                    self.reply(200, good[: len(good) // 2], {})
                case "reset":
                    linger = struct.pack("ii", 1, 0)
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                    self.close_connection = True
                case "html":
                    self._send(200, b"<html>Welcome</html>")
                case "elsewhere":
                    self.reply(302, b"", {"Location": "http://elsewhere.example/"})
                case _:
                    self._send(int(fault), b"")

        def _send(self, code: int, body: bytes) -> None:
            self.reply(code, body, {} if code == 204 else {"Content-Length": str(len(body))})

    return Handler
