"""Response cache: a folder of unchanged answers, each in a file named by its request.

The folder is both output and cache: an interrupted fetch resumes without repeating requests. The
manifest lists queries, times and numbers of records.
"""

import fcntl
import hashlib
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import orjson

from scinet import atomic_files
from scinet.errors import DataError, StorageError
from scinet.graph.fetch.access import ServiceRequest
from scinet.graph.fetch.response import TransientError
from scinet.graph.fetch.service import Service

MANIFEST: Final = "manifest.json"
_MARK: Final = "fetched_from"
_HASH_DIGITS: Final = 32  # of a hash; 40 would look like the id of a paper of Semantic Scholar
_T = TypeVar("_T")


class ResponseCache:
    """Answers of one service to one query, in a folder that may hold those to others.

    The folder is locked by one process until :meth:`close`, called at the end of a ``with`` block.

    Attributes:
        service: Service for requests without a stored answer.
    """

    def __init__(self, folder: Path, service: Service, question: Mapping[str, Any]) -> None:
        self.folder, self.service = folder, service
        self._used: set[str] = set()
        atomic_files.refuse_foreign_folder(folder, {MANIFEST: f'"{_MARK}"'})
        self._claim = _lock_folder(folder)
        try:
            for leftover in folder.glob("*.partial"):  # of a killed run
                leftover.unlink(missing_ok=True)
            self._manifest = self._read(folder / MANIFEST)
            self._entry = self._find_entry(dict(question))
            self._write()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Unlock the folder."""
        os.close(self._claim)

    def answer(self, name: str, request: ServiceRequest, read: Callable[[bytes], _T]) -> _T:
        """Return the parsed answer to a request, from the folder or else from the service.

        Args:
            name: Prefix of its file name.
            read: As in :meth:`Service.ask`.

        Raises:
            StorageError: If the answer cannot be written.
        """
        file = file_name(name, request)
        if (cached := self.read_cached(file, read)) is not None:
            return cached
        body, result = self.service.ask(request, read)
        self.keep(file, body)
        return result

    def read_cached(self, name: str, read: Callable[[bytes], _T]) -> _T | None:
        """Return the parsed content of a file; None if it is missing or damaged."""
        try:
            content = read((self.folder / name).read_bytes())
        except (FileNotFoundError, TransientError):
            return None
        self._used.add(name)
        return content

    def keep(self, name: str, body: bytes) -> None:
        """Write an answer to a file of the folder.

        Raises:
            StorageError: If it cannot be written.
        """
        atomic_files.write_file(body, self.folder / name)
        self._used.add(name)

    def end(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """Record the result of the query in the manifest; return the report for the caller."""
        self._entry |= {"ended": _now(), **result}
        self._write()
        made = {"folder": str(self.folder), **result}
        return made | {"pages": len(self._used), "requests": self.service.sent}

    def _read(self, file: Path) -> dict[str, Any]:
        if not file.exists():
            access = self.service.access
            return {_MARK: access.name, "url": access.url, "asked": []}
        manifest: Any = None
        with suppress(orjson.JSONDecodeError):
            manifest = orjson.loads(file.read_bytes())
        if not isinstance(manifest, dict) or not isinstance(manifest.get("asked"), list):
            raise DataError(
                f"the manifest is damaged ({file})", hint="Name another folder with --out."
            )
        if manifest.get(_MARK) != self.service.access.name:
            raise DataError(
                f"{self.folder} holds answers of {manifest.get(_MARK)}",
                hint="Name another folder with --out.",
            )
        return dict(manifest)

    def _find_entry(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the entry of this query, that of an earlier run if there is one."""
        entries: list[dict[str, Any]] = self._manifest["asked"]
        for entry in entries:
            if entry.get("question") == question:
                entry["ended"] = None
                return entry
        entries.append({"question": question, "begun": _now(), "ended": None})
        return entries[-1]

    def _write(self) -> None:
        atomic_files.write_file(
            orjson.dumps(self._manifest, option=orjson.OPT_INDENT_2) + b"\n",
            self.folder / MANIFEST,
        )


def file_name(name: str, request: ServiceRequest) -> str:
    """Return the file name of an answer: a prefix, and a hash of the request."""
    key = orjson.dumps([request.path, request.params, request.ids])
    return f"{name}-{hashlib.sha256(key).hexdigest()[:_HASH_DIGITS]}.json"


def _lock_folder(folder: Path) -> int:
    """Open and lock the folder itself, without a lock file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        claim = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise StorageError(
            f"{folder} cannot be written: {error.strerror}", hint="Choose another --out."
        ) from error
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(claim)
        raise StorageError(
            f"another process is fetching to {folder}", hint="Wait for it, or name another --out."
        ) from None
    return claim


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
