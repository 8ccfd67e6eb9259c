"""Fetches from local servers to one folder, with pauses written down in place of waited for."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Generic, TypeVar

from scinet.graph.fetch.access import Access
from scinet.graph.fetch.service import Service

NOW: Final = datetime(2026, 3, 4, 22, 0, 30, tzinfo=UTC)
_Api = TypeVar("_Api")


class Fetching(Generic[_Api]):
    """What fetches from all services have in common."""

    def __init__(self, api: _Api, folder: Path) -> None:
        self.api, self.folder = api, folder
        self.waits: list[float] = []
        self.timeout_s = 20.0

    def service(self, access: Access) -> Service:
        """A service that does not wait, and for which it is always the same moment."""
        return Service(access, sleep=self.waits.append, now=lambda: NOW)

    def seeds(self, text: str) -> Path | None:
        """A file of ids next to the folder; None for no ids."""
        if not text:
            return None
        file = self.folder.with_suffix(".txt")
        file.write_text(text)
        return file
