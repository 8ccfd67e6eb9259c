"""Ladders: for each of some papers ten texts, from one of its references to its paraphrase."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from scinet import saving
from scinet.errors import DataError, NotFoundError, StorageError

LEVELS: Final = 10
FILE: Final = "ladder.json"
_BUILD: Final = "Build one with `scinet annotate calibration TASK`."


class Text(BaseModel):
    """A title with its abstract."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    abstract: str

    @property
    def words(self) -> str:
        """Title, space, abstract: what metrics of words compare."""
        return f"{self.title} {self.abstract}"


class Ladder(Text):
    """One paper, and texts that come nearer to it.

    Attributes:
        paper_id: The paper.
        begun_with: The key reference whose text is the first rung.
        rungs: From level 1, the text of that reference, to level 10, the paper in other words.
    """

    paper_id: str
    begun_with: str
    rungs: Annotated[tuple[Text, ...], Field(min_length=LEVELS, max_length=LEVELS)]


class Ladders(BaseModel):
    """What a judge is shown before it rates.

    Attributes:
        task_fingerprint: The task whose papers they are of.
        split: The split of those papers.
        model: What edited the texts.
        ladders: In the order in which they are shown.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    task_fingerprint: str
    split: str
    model: str
    ladders: Annotated[tuple[Ladder, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _no_paper_twice(self) -> "Ladders":
        papers = [ladder.paper_id for ladder in self.ladders]
        if len(set(papers)) < len(papers):
            raise ValueError("two ladders lead to one paper")
        return self


def read(file: Path) -> Ladders:
    """Read a file of ladders.

    Raises:
        NotFoundError: If there is none.
        DataError: If it is of another form.
        StorageError: If it cannot be read.
    """
    try:
        return Ladders.model_validate_json(file.read_bytes())
    except FileNotFoundError as error:
        raise NotFoundError(f"no ladders to judge by ({file})", hint=_BUILD) from error
    except OSError as error:
        raise StorageError(f"{error.strerror or error} ({file})", hint="Name a file.") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise DataError(f"{place}: {first['msg']} ({file})", hint=_BUILD) from error


def write(ladders: Ladders, file: Path) -> None:
    """Write a file of ladders; one that is there is replaced.

    Raises:
        StorageError: If it cannot be written.
    """
    saving.write(ladders.model_dump_json(indent=1) + "\n", file)


def shown(ladders: Sequence[Ladder]) -> list[dict[str, object]]:
    """Ladders as the judge's prompt takes them."""
    return [
        {
            "title": ladder.title,
            "abstract": ladder.abstract,
            "rungs": [
                {"title": rung.title, "abstract": rung.abstract, "level": level}
                for level, rung in enumerate(ladder.rungs, start=1)
            ],
        }
        for ladder in ladders
    ]
