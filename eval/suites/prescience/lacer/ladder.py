"""Ladders: ten texts for each of some papers, from one of its references to its paraphrase."""

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from scinet import atomic_files
from scinet.errors import DataError, NotFoundError
from scinet.eval.suites.json_files import read_bytes
from scinet.validation import first_fault

LEVELS: Final = 10
FILE: Final = "ladder.json"
_BUILD_HINT: Final = "Build one with `scinet annotate calibration TASK`."


class PaperText(BaseModel):
    """Title with its abstract."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    abstract: str

    @property
    def words(self) -> str:
        """Title, space, abstract, as lexical metrics compare."""
        return f"{self.title} {self.abstract}"


class Ladder(PaperText):
    """Paper with texts that approach it.

    Attributes:
        begun_with: The key reference whose text is the first rung.
        rungs: From level 1, the text of that reference, to level 10, a paraphrase of the paper.
    """

    paper_id: str
    begun_with: str
    rungs: Annotated[tuple[PaperText, ...], Field(min_length=LEVELS, max_length=LEVELS)]


class Ladders(BaseModel):
    """Examples shown to a judge before it rates.

    Attributes:
        model: Model that edited the texts.
        ladders: In the order in which they are shown.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    task_fingerprint: str
    split: str
    model: str
    ladders: Annotated[tuple[Ladder, ...], Field(min_length=1)]

    @property
    def examples(self) -> tuple[Ladder, ...]:
        """Examples shown to the judge."""
        return self.ladders

    @model_validator(mode="after")
    def _no_paper_twice(self) -> "Ladders":
        papers = [ladder.paper_id for ladder in self.ladders]
        if len(set(papers)) < len(papers):
            raise ValueError("two ladders lead to one paper")
        return self


class LacerPrompt(BaseModel):
    """The published prompt, a message with ``{{slots}}``, from a user's clone of PreScience."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    system: str
    template: str
    source: str

    @property
    def task_fingerprint(self) -> str:
        """Fixed value, since the prompt belongs to no task."""
        return "published"

    @property
    def examples(self) -> Self:
        """The prompt itself."""
        return self

    def filled(self, true: PaperText, written: PaperText) -> str:
        """Fill in the user's message; slots are filled one by one, as in the published scorer."""
        text = self.template
        for slot, value in (
            ("reference_title", true.title),
            ("reference_abstract", true.abstract),
            ("generation_title", written.title),
            ("generation_abstract", written.abstract),
        ):
            text = text.replace(f"{{{{{slot}}}}}", value)
        return text


Calibration: TypeAlias = Ladders | LacerPrompt
"""Examples of the judge."""

_FOLDER: Final = Path("task_followup_prediction", "evaluate")
_SYSTEM: Final = "SYSTEM_PROMPT"


def read_published_prompt(clone: Path) -> LacerPrompt:
    """Read the prompt of a clone, or the prompt's file in it, without running any of its code."""
    templates = (
        [clone] if clone.is_file() else sorted((clone / _FOLDER / "templates").glob("lacer_*"))
    )
    try:
        [file] = templates
        script = ast.parse((file.parent.parent / "lacer_score.py").read_text("utf-8"))
        [system] = [
            ast.literal_eval(line.value)
            for line in script.body
            if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == _SYSTEM
        ]
        template = file.read_text("utf-8").strip()
    except (OSError, ValueError, SyntaxError) as error:
        raise NotFoundError(
            f"no prompt of LACERScore with its script ({clone})",
            hint="Name a clone of allenai/prescience, or the prompt's file in it.",
        ) from error
    return LacerPrompt(system=system, template=template, source=file.name)


def read_ladders(file: Path) -> Calibration:
    """Read a file of ladders, or of a published prompt."""
    content = read_bytes(file, hint=_BUILD_HINT)
    is_published = content.lstrip(b"{ \n").startswith(b'"system"')
    try:
        return (LacerPrompt if is_published else Ladders).model_validate_json(content)
    except ValidationError as error:
        raise DataError(f"{first_fault(error, 'the file')} ({file})", hint=_BUILD_HINT) from error


def write_ladders(ladders: Calibration, file: Path) -> None:
    """Write a file of ladders, replacing an existing one."""
    atomic_files.write_file(ladders.model_dump_json(indent=1) + "\n", file)


def format_ladders(ladders: Sequence[Ladder]) -> list[dict[str, object]]:
    """Format ladders for the judge's prompt."""
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
