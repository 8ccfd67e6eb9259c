"""Folders that Spark writes: whole or not there, with what they hold in a file beside."""

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
_SIGN: Final = re.compile(r"[{}\[\]*?\\]")  # what Spark takes for a pattern where it reads


@contextmanager
def made(folder: Path) -> Iterator[Path]:
    """A folder to fill with tables, as :func:`scinet.saving.filled`; its path is a whole one."""
    with saving.filled(folder, _MARKS) as partial:
        yield partial.absolute()


def apart(folders: Sequence[Path], others: Iterable[Path]) -> None:
    """Refuse folders to be made of which one would take another, or what is in use, away.

    Args:
        folders: As given to :func:`made`.
        others: Files and folders that are read, or written otherwise.

    Raises:
        StorageError: If one of either lies in a folder to be made, or in what is made beside it.
    """
    places = [*folders, *others]
    for number, folder in enumerate(folders):
        gone = (folder, *saving.made_beside(folder))
        for one in places[:number] + places[number + 1 :]:
            if any(one.resolve().is_relative_to(each.resolve()) for each in gone):
                raise StorageError(
                    f"{one} lies in {folder}, which is written anew as a whole",
                    hint="Name a place outside of it.",
                )


def remove(folder: Path) -> None:
    """Take a folder away that was only needed while others were made."""
    shutil.rmtree(folder)


def describe(folder: Path, form: str, about: Mapping[str, Any]) -> None:
    """Write what a folder holds; last of all."""
    whole = {"form": form, "version": VERSION, **about}
    saving.write(json.dumps(whole, indent=1, ensure_ascii=False), folder / _ABOUT)


def write(frame: "DataFrame", folder: Path) -> None:
    """Write a table as Parquet files."""
    frame.write.parquet(place(folder))


def read(spark: "SparkSession", folder: Path) -> "DataFrame":
    """A table of Parquet files."""
    return spark.read.parquet(_SIGN.sub(r"\\\g<0>", place(folder)))


def count(folder: Path) -> int:
    """Rows of a table, as its files state them."""
    from pyarrow import dataset

    return int(dataset.dataset(folder, format="parquet").count_rows())


def place(folder: Path) -> str:
    """A folder of this file system as Spark writes to it: with no sign of its name escaped."""
    return f"file://{folder.resolve()}"


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
