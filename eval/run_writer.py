"""Writing of run files line by line, with resumption."""

import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import orjson

from scinet import atomic_files
from scinet.errors import DataError
from scinet.eval.answer import Answer, is_finite
from scinet.eval.run import Run, RunHeader, UnrequestedRecord, storage_error
from scinet.llm.question import UNASKED


class RunWriter:
    """Writer of a run file; the file gets its name only once it is complete.

    A stopped run leaves ``FILE.partial``; a writer with the same header resumes after its last
    complete line, and repeats queries left without a reply by the endpoint or the budget.

    Attributes:
        done: Ids of the queries already answered.
    """

    def __init__(self, file: Path, header: RunHeader) -> None:
        self.file = file
        self.done: set[str] = set()
        self._is_whole = True
        if not may_replace(file, header.task_fingerprint):
            raise DataError(
                f"{file} exists and is not a run of this task",
                hint="Choose another --out, or delete that file.",
            )
        self._partial = atomic_files.add_suffix(file, "partial")
        first = orjson.dumps(asdict(header), option=orjson.OPT_SERIALIZE_NUMPY) + b"\n"
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._stream = atomic_files.open_partial(self._partial)
            stored = self._kept_lines(first)
            self._stream.truncate(0)
            self._store(stored or first)
        except OSError as error:
            raise storage_error(error, file) from error

    def write(self, answer: Answer) -> None:
        """Append one answer."""
        if not is_finite(answer):
            raise DataError(
                f"the answer to {answer.query_id} holds a number that is not finite ({self.file})",
                hint="No run was written; the system, or what it learned, is at fault.",
            )
        option = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_APPEND_NEWLINE
        row = answer.row()
        self._is_whole &= row.get("status") not in UNASKED
        try:
            self._store(orjson.dumps(row, option=option, default=str))
        except OSError as error:
            raise storage_error(error, self.file) from error

    def keep(self, record: UnrequestedRecord) -> None:
        """Append a record that is not an answer."""
        try:
            self._store(orjson.dumps(asdict(record), option=orjson.OPT_APPEND_NEWLINE))
        except OSError as error:
            raise storage_error(error, self.file) from error

    def finish(self) -> None:
        """Give the file its name, unless answers are missing and a complete run has it."""
        try:
            os.fsync(self._stream.fileno())
            self._stream.close()
            if self._is_whole or not _is_whole(self.file):
                self._partial.replace(self.file)
        except OSError as error:
            raise storage_error(error, self.file) from error

    def close(self) -> None:
        """Keep the written part for resumption."""
        with suppress(OSError):  # pending writes already failed in write()
            self._stream.close()

    def _store(self, content: bytes) -> None:
        try:
            self._stream.write(content)
            self._stream.flush()
        except OSError:
            self.close()
            raise

    def _kept_lines(self, first: bytes) -> bytes:
        if not self._partial.is_file():
            return b""
        lines = self._partial.read_bytes().splitlines(keepends=True)
        if not lines or lines[0] != first:
            return b""
        complete = [(line, orjson.loads(line)) for line in lines[1:] if line.endswith(b"\n")]
        answers = [(line, row) for line, row in complete if "query_id" in row]
        ended = [(line, row) for line, row in answers if row.get("status") not in UNASKED]
        self.done = {row["query_id"] for _, row in ended}
        return b"".join([first, *(line for line, _ in ended)])


def write_run(run: Run, file: Path) -> None:
    """Write a run held in memory; see :class:`RunWriter`."""
    writer = RunWriter(file, run.header)
    try:
        for query_id, answer in run.answers.items():
            if query_id not in writer.done:
                writer.write(answer)
        for record in run.not_asked:
            writer.keep(record)
        writer.finish()
    finally:
        writer.close()


def _is_whole(file: Path) -> bool:
    """Whether a run exists, and the endpoint or budget left no query without a reply."""
    if not file.exists():
        return False
    try:
        with file.open("rb") as stream:
            return not any(orjson.loads(line).get("status") in UNASKED for line in stream)
    except (ValueError, AttributeError):  # a damaged file
        return False


def may_replace(file: Path, fingerprint: str) -> bool:
    """Whether a file does not exist, or is an older run of the same task.

    Raises:
        StorageError: If it cannot be read.
    """
    if not file.exists():
        return True
    try:
        with file.open("rb") as stream:
            stored = orjson.loads(stream.readline())["task_fingerprint"]
    except OSError as error:
        raise storage_error(error, file) from error
    except (ValueError, KeyError, TypeError):
        return False
    return bool(stored == fingerprint)
