"""Fetches from local servers to one folder, with pauses written down in place of waited for."""

import logging
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Generic, TypeVar

import pytest

from scinet.errors import ScinetError
from scinet.graph.fetch.access import Access
from scinet.graph.fetch.service import Service

NOW: Final = datetime(2026, 3, 4, 22, 0, 30, tzinfo=UTC)
_Api = TypeVar("_Api")


class Fetching(Generic[_Api]):
    def __init__(self, api: _Api, folder: Path) -> None:
        self.api, self.folder = api, folder
        self.waits: list[float] = []
        self.heard: list[tuple[int, int]] = []
        self.timeout_s = 20.0

    def service(self, access: Access) -> Service:
        """A service that does not wait, and for which it is always the same moment."""
        return Service(access, sleep=self.waits.append, now=lambda: NOW)

    def seeds(self, text: str) -> Path | None:
        if not text:
            return None
        file = self.folder.with_suffix(".txt")
        file.write_text(text)
        return file

    def leaks(self, ask: Callable[[], object], caplog: pytest.LogCaptureFixture) -> str:
        """What is said, stored and logged of a question, answered or not."""
        caplog.set_level(logging.DEBUG)
        shown = ""
        try:
            ask()
        except ScinetError as error:
            shown = "".join(traceback.format_exception(error)) + error.hint
        stored = "".join(file.name + file.read_text() for file in self.folder.iterdir())
        return shown + stored + caplog.text
