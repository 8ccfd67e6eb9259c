"""Folders that Spark writes: whole or not there, with what they hold in a file beside."""

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scinet import atomic_files
from scinet.errors import DataError, NotFoundError, StorageError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FORM: Final = "scinet spark tables"
VERSION: Final = 1  # raised when tables change their form or meaning
_ABOUT: Final = "about.json"
_MARKS: Final = {_ABOUT: '"scinet spark '}
_SIGN: Final = re.compile(r"[{}\[\]*?\\]")  # what Spark takes for a pattern where it reads


@contextmanager
def make_folder(folder: Path) -> Iterator[Path]:
    """Open a folder for tables as :func:`scinet.atomic_files.fill_folder`, by absolute path."""
    with atomic_files.fill_folder(folder, _MARKS) as partial:
        yield partial.absolute()


def refuse_overlap(folders: Sequence[Path], others: Iterable[Path]) -> None:
    """Refuse folders to be made of which one would take another, or what is in use, away.

    Args:
        folders: As given to :func:`make_folder`.
        others: Files and folders that are read, or written otherwise.

    Raises:
        StorageError: If one of either lies in a folder to be made, or in what is made beside it.
    """
    places = [*folders, *others]
    for number, folder in enumerate(folders):
        gone = (folder, *atomic_files.temporary_folders(folder))
        for target in places[:number] + places[number + 1 :]:
            if any(target.resolve().is_relative_to(each.resolve()) for each in gone):
                raise StorageError(
                    f"{target} lies in {folder}, which is written anew as a whole",
                    hint="Name a place outside of it.",
                )


def remove_folder(folder: Path) -> None:
    """Take a folder away that was only needed while others were made."""
    shutil.rmtree(folder)


def write_description(folder: Path, form: str, metadata: Mapping[str, Any]) -> None:
    """Write what a folder holds; last of all."""
    whole = {"form": form, "version": VERSION, **metadata}
    atomic_files.write_file(json.dumps(whole, indent=1, ensure_ascii=False), folder / _ABOUT)


def write_table(frame: "DataFrame", folder: Path) -> None:
    """Write a table as Parquet files."""
    frame.write.parquet(spark_path(folder))


def read_table(spark: "SparkSession", folder: Path) -> "DataFrame":
    """A table of Parquet files."""
    return spark.read.parquet(_SIGN.sub(r"\\\g<0>", spark_path(folder)))


def count_rows(folder: Path) -> int:
    """Rows of a table, as its files state them."""
    from pyarrow import dataset

    return int(dataset.dataset(folder, format="parquet").count_rows())


def spark_path(folder: Path) -> str:
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
        return read_table(spark, self.folder / name)


def open_tables(folder: Path) -> Tables:
    """The tables in a folder.

    Raises:
        NotFoundError: If there are none.
        DataError: If another version made them.
    """
    try:
        metadata = json.loads((folder / _ABOUT).read_bytes())
    except FileNotFoundError:
        metadata = {}
    except (OSError, ValueError) as error:
        raise DataError(
            f"{folder / _ABOUT} cannot be read", hint="Make the tables anew."
        ) from error
    if metadata.get("form") != FORM:
        raise NotFoundError(
            f"no tables ({folder})", hint="Make them with `scinet spark tables FILES --out FOLDER`."
        )
    if metadata["version"] != VERSION:
        raise DataError(f"{folder} was made by another version", hint="Make the tables anew.")
    return Tables(folder, metadata)
