"""What a line of ``scinet evaluate`` names, and what it can be about."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from scinet.cli.model import Language

if TYPE_CHECKING:
    from scinet.eval.run import Run
    from scinet.eval.task import Task
    from scinet.eval.task_type import Scoring
    from scinet.llm.asker import Asker
    from scinet.models.contribution.bertscore import BertScore

LANGUAGE: Final = tuple(field.name for field in fields(Language))
"""The options of a language model."""


@dataclass(frozen=True)
class Given:
    """Arguments and options of the line, named as there."""

    target: Path
    files: list[str]
    scoring: "Scoring"
    metric: str | None
    out: Path | None
    split: str
    baseline: str | None
    similar: float
    bert: str | None
    layer: int
    rescale: bool
    least_cosine: float
    before_update: str | None
    signals: str | None
    weights: str
    test: Path | None
    folds: int
    seed: int
    language: Language
    as_json: bool

    def task(self) -> "Task":
        """The task of the folder.

        Raises:
            NotFoundError: If there is none.
        """
        from scinet.eval.task import Task

        return Task.read(self.target)

    def runs(self, task: "Task") -> "list[Run]":
        """The runs of the files.

        Raises:
            NotFoundError: If a file is missing.
            DataError: If one is not a run of the task and split.
        """
        from scinet.experiments.pipeline import read_run

        return [read_run(file, task, self.split) for file in self.files]

    def bert_score(self) -> "BertScore":
        """The model of BERTScore."""
        from scinet.models.contribution.bertscore import MODEL, BertScore

        return BertScore(self.bert or MODEL, self.layer, self.rescale)

    @contextmanager
    def asker(self, graph_fingerprint: str) -> "Iterator[Asker | None]":
        """The language model, None when the line names none; print results within the block."""
        if not self.language.is_named:
            yield None
            return
        with self.language.open(graph_fingerprint, seed=self.seed) as asker:
            yield asker


@dataclass(frozen=True)
class Case:
    """One thing that can be scored.

    Attributes:
        name: What it is, for messages.
        options: Options that apply, by parameter.
        score: Scores it and prints the result.
        takes_runs: Whether runs are named after the target.
    """

    name: str
    options: tuple[str, ...]
    score: Callable[[Given], None]
    takes_runs: bool = True

    def refuse_others(self, ctx: typer.Context, given: Given) -> None:
        """Refuse options of the line that do not apply here, and runs where there can be none.

        Raises:
            typer.BadParameter: If there are some, or a run is missing.
        """
        for parameter in ctx.command.params:
            name = str(parameter.name)
            source = ctx.get_parameter_source(name)
            if name in {"target", "files", "as_json", *self.options} or source is None:
                continue
            if source.name == "COMMANDLINE":
                raise typer.BadParameter(
                    f"it does not apply to {self.name}", param_hint=parameter.opts[0]
                )
        if self.takes_runs and not given.files:
            raise typer.BadParameter("name at least one run of the task", param_hint="RUN")
        if not self.takes_runs and given.files:
            raise typer.BadParameter(
                f"{self.name} hold their own truth and take no runs", param_hint="RUN"
            )
