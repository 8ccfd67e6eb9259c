"""Folders written by Spark: atomic, with a description in a file."""

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
_GLOB_CHARACTER: Final = re.compile(r"[{}\[\]*?\\]")  # read by Spark as a pattern


@contextmanager
def make_folder(folder: Path) -> Iterator[Path]:
    """Open a folder for tables as :func:`scinet.atomic_files.fill_folder`, by absolute path."""
    with atomic_files.fill_folder(folder, _MARKS) as partial:
        yield partial.absolute()


def refuse_overlap(folders: Sequence[Path], others: Iterable[Path]) -> None:
    """Refuse new folders that would replace one another, or files in use.

    Args:
        folders: As given to :func:`make_folder`.
        others: Files and folders that are read, or written otherwise.

    Raises:
        StorageError: If one of either lies in a new folder, or in its temporary ones.
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
    """Remove a temporary folder."""
    shutil.rmtree(folder)


def write_description(folder: Path, form: str, metadata: Mapping[str, Any]) -> None:
    """Write the description of a folder; last of all."""
    whole = {"form": form, "version": VERSION, **metadata}
    atomic_files.write_file(json.dumps(whole, indent=1, ensure_ascii=False), folder / _ABOUT)


def write_table(frame: "DataFrame", folder: Path) -> None:
    """Write a table as Parquet files."""
    frame.write.parquet(spark_path(folder))


def read_table(spark: "SparkSession", folder: Path) -> "DataFrame":
    """Read a table of Parquet files."""
    return spark.read.parquet(_GLOB_CHARACTER.sub(r"\\\g<0>", spark_path(folder)))


def count_rows(folder: Path) -> int:
    """Count the rows of a table, by the metadata of its files."""
    from pyarrow import dataset

    return int(dataset.dataset(folder, format="parquet").count_rows())


def spark_path(folder: Path) -> str:
    """Return a local folder as Spark writes to it: without escapes in its name."""
    return f"file://{folder.resolve()}"


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables made by :func:`scinet.spark.tables`.

    Attributes:
        about: Their description.
    """

    folder: Path
    about: Mapping[str, Any]

    def table(self, spark: "SparkSession", name: str) -> "DataFrame":
        """Return one of the tables."""
        return read_table(spark, self.folder / name)


def open_tables(folder: Path) -> Tables:
    """Open the tables in a folder.

    Raises:
        NotFoundError: If there are none.
        DataError: If they are of another version.
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
