"""PDFs of a folder, and cheap checks on them."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from scinet.errors import NotFoundError

MAX_BYTES: Final = 256 * 2**20
_HEAD: Final = 1024  # bytes in which PDF readers expect the signature
_MAX_STEM: Final = 60


class RefusedError(Exception):
    """Document without a text, whatever the outcome of others."""


class Pdf(NamedTuple):
    """PDF file.

    Attributes:
        digest: Hash of its content.
    """

    path: Path
    digest: str

    @property
    def stem(self) -> str:
        """File name with characters that every file system accepts."""
        return re.sub(r"[^\w.]+", "-", self.path.stem)[:_MAX_STEM].strip("-.") or "paper"

    def content(self) -> bytes:
        """Return the content, unchanged since the digest was made.

        Raises:
            RefusedError: If it has changed.
        """
        data = _read_pdf(self.path)
        if _digest(data) != self.digest:
            raise RefusedError("changed while it was read")
        return data


def list_pdfs(place: Path) -> list[Path]:
    """Return the PDFs of a folder and its sub-folders, by name; or the given file.

    Raises:
        NotFoundError: If there is none.
    """
    if place.is_file():
        return [place]
    pdfs = [path for path in place.rglob("*") if path.suffix.lower() == ".pdf" and path.is_file()]
    if not pdfs:
        what = "no PDF in" if place.is_dir() else "no file or folder"
        raise NotFoundError(
            f"{what} {place}", hint="Name a PDF, or a folder with files that end in .pdf."
        )
    return sorted(pdfs)


def check_pdfs(paths: list[Path]) -> Iterator[tuple[Path, Pdf | RefusedError]]:
    """Yield each file, or the reason why it cannot be sent."""
    for path in paths:
        try:
            yield path, Pdf(path, _digest(_check_pdf(_read_pdf(path))))
        except RefusedError as error:
            yield path, error


def is_encrypted(content: bytes) -> bool:
    """Whether a PDF is marked as encrypted; some of these open without a password."""
    return b"/Encrypt" in content


def _read_pdf(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise RefusedError(f"has more than {MAX_BYTES // 2**20} MiB")
        return path.read_bytes()
    except OSError as error:
        raise RefusedError(f"cannot be read: {error.strerror or error}") from None


def _check_pdf(content: bytes) -> bytes:
    head = content[:_HEAD]
    if b"%PDF-" in head:
        return content
    if not content:
        raise RefusedError("is empty")
    is_web = re.match(rb"\s*<(?:!doctype\s+html|html)\b", head, re.IGNORECASE)
    raise RefusedError("is a web page, not a PDF" if is_web else "is not a PDF")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
