"""Folders that Spark writes: whole or not there, with what they hold in a file beside."""

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scinet import saving
from scinet.errors import DataError, NotFoundError, StorageError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FORM: Final = "scinet spark tables"
VERSION: Final = 1  # raised when tables change their form or meaning
_ABOUT: Final = "about.json"
_MARKS: Final = {_ABOUT: '"scinet spark '}


@contextmanager
def made(folder: Path) -> Iterator[Path]:
    """A folder to fill, which takes the place of ``folder`` when the block ends well.

    Raises:
        StorageError: If the folder holds something else, or cannot be written.
    """
    saving.into(folder, _MARKS)
    partial, old = (saving.beside(folder, end) for end in ("partial", "old"))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        for stale in (partial, old):
            if stale.exists():
                shutil.rmtree(stale)
        partial.mkdir()
        yield partial
        if folder.exists():
            folder.rename(old)
        partial.rename(folder)
    except OSError as error:
        raise StorageError(
            f"{folder} cannot be written: {error.strerror or error}",
            hint="Choose another --out, or free space.",
        ) from error
    finally:
        for stale in (partial, old):
            with suppress(OSError):
                shutil.rmtree(stale)


def remove(folder: Path) -> None:
    """Take a folder away that was only needed while others were made."""
    shutil.rmtree(folder)


def describe(folder: Path, form: str, about: Mapping[str, Any]) -> None:
    """Write what a folder holds; last of all."""
    whole = {"form": form, "version": VERSION, **about}
    saving.write(json.dumps(whole, indent=1, ensure_ascii=False), folder / _ABOUT)


def write(frame: "DataFrame", folder: Path) -> None:
    """Write a table as Parquet files."""
    frame.write.parquet(_place(folder))


def read(spark: "SparkSession", folder: Path) -> "DataFrame":
    """A table of Parquet files."""
    return spark.read.parquet(_place(folder))


def count(folder: Path) -> int:
    """Rows of a table, as its files state them."""
    from pyarrow import dataset

    return int(dataset.dataset(folder, format="parquet").count_rows())


def _place(folder: Path) -> str:
    return folder.resolve().as_uri()


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables that :func:`scinet.spark.tables` made.

    Attributes:
        about: What is in them.
    """

    folder: Path
    about: Mapping[str, Any]

    def table(self, spark: "SparkSession", name: str) -> "DataFrame":
        """One of them."""
        return read(spark, self.folder / name)


def opened(folder: Path) -> Tables:
    """The tables in a folder.

    Raises:
        NotFoundError: If there are none.
        DataError: If another version made them.
    """
    try:
        about = json.loads((folder / _ABOUT).read_bytes())
    except FileNotFoundError:
        about = {}
    except (OSError, ValueError) as error:
        raise DataError(
            f"{folder / _ABOUT} cannot be read", hint="Make the tables anew."
        ) from error
    if about.get("form") != FORM:
        raise NotFoundError(
            f"no tables ({folder})", hint="Make them with `scinet spark tables FILES --out FOLDER`."
        )
    if about["version"] != VERSION:
        raise DataError(f"{folder} was made by another version", hint="Make the tables anew.")
    return Tables(folder, about)
