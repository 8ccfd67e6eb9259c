"""Text of PDFs by a GROBID server: a TEI file for each.

Source:
    grobid.readthedocs.io, GROBID service API: ``processFulltextDocument``, its status codes and
    its error codes.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from http.client import HTTPException
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, Final
from urllib.error import HTTPError

from pydantic import SecretStr

from scinet.errors import DataError, EndpointError, ScinetError
from scinet.graph.fetch.access import Access, Form, ServiceRequest
from scinet.graph.fetch.answer_store import ResponseCache
from scinet.graph.fetch.pdfs import Pdf, RefusedError, check_pdfs, is_encrypted, list_pdfs
from scinet.graph.fetch.response import TransientError
from scinet.graph.fetch.service import Service

PAUSES_S: Final = (5.0, 10.0, 20.0, 30.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0)
"""Least seconds before each retry; a busy server needs some."""
_OF_ALL: Final = frozenset({401, 403, 404, 408, 425, 429})  # independent of the document
_LOCKED: Final = "is encrypted: save it without a password"
_REASONS: Final[Mapping[str, str]] = {
    "NO_BLOCKS": "holds no text, only pictures: make it searchable (OCR) first",
    "TOO_MANY_BLOCKS": "is too long for GROBID",
    "TOO_MANY_TOKENS": "is too long for GROBID",
    "TIMEOUT": "takes GROBID longer than its own limit",
    "BAD_INPUT_DATA": "is damaged: GROBID cannot open it",
    "PDFALTO_CONVERSION_FAILURE": "is damaged: GROBID cannot open it",
}
_LOCK_HIDES: Final = frozenset({"BAD_INPUT_DATA", "PDFALTO_CONVERSION_FAILURE", "NO_BLOCKS"})
_MAX_MESSAGE: Final = 200  # letters of another reason
_HASH_DIGITS: Final = 32  # of a hash
_END: Final = ".tei.xml"


class _FailedError(RefusedError):
    """Failure of the server on a document, with its error code; empty without one."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Grobid(Service):
    """GROBID server for one or several documents at a time.

    Args:
        url: Its address, without a final slash.
        timeout_s: Maximum seconds per document.
    """

    def __init__(self, url: str, *, timeout_s: float, **how: Any) -> None:
        key, accept = SecretStr(""), "application/xml, text/plain"
        access = Access(
            "GROBID", url, "", key, ("header", ""), pause_s=0, timeout_s=timeout_s, accept=accept
        )
        super().__init__(access, **{"pauses": PAUSES_S, **how})

    def text_of(self, content: bytes, options: Mapping[str, str]) -> bytes:
        """Return the TEI of a PDF.

        Raises:
            RefusedError: If there is none.
            EndpointError: If the server is away or stays busy.
        """
        form = Form(options, "input", content, "application/pdf")
        try:
            _, text = self.ask(
                ServiceRequest("api/processFulltextDocument", {}, form=form), _check_answer
            )
        except _FailedError as error:
            if error.code in _LOCK_HIDES and is_encrypted(content):
                raise RefusedError(_LOCKED) from None
            raise
        return text

    def _connection_error(self, error: OSError | HTTPException) -> Exception:
        if isinstance(error, TimeoutError):  # after connecting
            return RefusedError(f"took longer than {self.access.timeout_s:g} s")
        return super()._connection_error(error)

    def _refusal(self, error: HTTPError) -> Exception:
        if not (error.code == 500 or 400 <= error.code < 500) or error.code in _OF_ALL:
            return super()._refusal(error)
        message = self._error_body(error).decode(errors="replace")
        code = next((reason for reason in _REASONS if re.search(rf"\b{reason}\b", message)), "")
        message = " ".join(message.split())[:_MAX_MESSAGE] or f"status {error.code}"
        return _FailedError(code, _REASONS.get(code, f"fails in GROBID: {message}"))


def fetch(
    service: Grobid,
    place: Path,
    folder: Path,
    *,
    consolidate: bool = False,
    workers: int = 4,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Convert PDFs to TEI files in a folder; a PDF with a stored text is not sent."""
    paths = list_pdfs(place)
    flag = str(int(consolidate))
    options = {"consolidateHeader": flag, "consolidateCitations": flag}
    with ResponseCache(folder, service, {"pdfs": str(place), "consolidate": consolidate}) as pages:
        failed: dict[Path, str] = {}
        wanted: dict[str, Pdf] = {}
        for path, item in check_pdfs(paths):
            if isinstance(item, RefusedError):
                failed[path] = str(item)
            else:
                wanted.setdefault(f"{_hash_request(item, options)}{_END}", item)
        copies = len(paths) - len(wanted) - len(failed)
        # A PDF may have been renamed.
        existing = {
            item.name[-_HASH_DIGITS - len(_END) :]: item.name for item in folder.glob(f"*{_END}")
        }
        todo = {
            f"{item.stem}-{tail}": item
            for tail, item in wanted.items()
            if tail not in existing or pages.read_cached(existing[tail], _check_complete) is None
        }
        report = progress or (lambda *_: None)
        report(done := len(paths) - len(todo), len(paths))
        if todo:
            _check_server(service)
        for name, outcome in _read_pdfs(service, todo, options, workers):
            if isinstance(outcome, RefusedError):
                failed[todo[name].path] = str(outcome)
            else:
                pages.keep(name, outcome)
            report(done := done + 1, len(paths))
        reasons = [{"file": str(path), "reason": failed[path]} for path in sorted(failed)]
        records = len(paths) - copies - len(failed)
        result = pages.end(
            {"pdfs": len(paths), "records": records, "copies": copies, "failed": reasons}
        )
    if not records:
        first = min(failed)
        raise DataError(
            f"no PDF could be converted in {place}: {first.name} {failed[first]}",
            hint="Name other files, or another GROBID with --server.",
        )
    return result


def _check_server(service: Grobid) -> None:
    """Check once that the server responds, without retries."""
    try:
        Grobid(service.access.url, timeout_s=10, pauses=()).ask(
            ServiceRequest("api/isalive", {}), _check_alive
        )
    except (ScinetError, RefusedError) as error:
        raise EndpointError(
            f"no GROBID server found: {error}", hint="Start it, or name its address with --server."
        ) from None


def _read_pdfs(
    service: Grobid, todo: Mapping[str, Pdf], options: Mapping[str, str], workers: int
) -> Iterator[tuple[str, bytes | RefusedError]]:
    """Yield the result for each PDF, in the order of completion."""
    results: SimpleQueue[tuple[str, bytes | Exception]] = SimpleQueue()
    waiting, lock, stopped = iter(todo.items()), Lock(), Event()

    def work() -> None:
        while not stopped.is_set():
            with lock:
                name, pdf = next(waiting, ("", None))
            if pdf is None:
                return
            try:
                results.put((name, service.text_of(pdf.content(), options)))
            except RefusedError as error:
                results.put((name, error))
            except Exception as error:  # noqa: BLE001 - raised again by the waiting thread
                stopped.set()
                results.put((name, error))

    for _ in range(min(workers, len(todo))):
        Thread(target=work, daemon=True).start()  # Ctrl-C must not wait for it
    try:
        for _ in todo:
            name, result = results.get()
            if not isinstance(result, bytes | RefusedError):
                raise result
            yield name, result
    finally:
        stopped.set()


def _hash_request(pdf: Pdf, options: Mapping[str, str]) -> str:
    parts: Iterable[str] = (pdf.digest, *options.values())
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:_HASH_DIGITS]


def _check_alive(body: bytes) -> None:
    if body.strip().lower() != b"true":
        raise TransientError("health check failed")


def _check_answer(body: bytes) -> bytes:
    if not body:
        raise RefusedError("holds nothing that GROBID can structure")
    return _check_complete(body)


def _check_complete(body: bytes) -> bytes:
    if b"<TEI" in body[:4096] and body.rstrip().endswith(b"</TEI>"):
        return body
    is_web = re.match(rb"\s*<(?:!doctype\s+html|html)\b", body[:100], re.IGNORECASE)
    raise TransientError("a web page" if is_web else "no whole TEI")
