"""What a line of ``scinet evaluate`` names, and what it can be about."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from annotated_types import Ge, Le

from scinet.cli.verbs import Invocation
from scinet.llm.access import ModelAccess
from scinet.session.base import Seed

if TYPE_CHECKING:
    from scinet.eval.task import Task


@dataclass(frozen=True)
class EvaluateArgs:
    """Score runs together with the controls, with intervals and paired tests.

    With a ledger, a language model judges what only it can judge. Published predictions are scored
    as published, by the truth that they hold.

    Attributes:
        target: Folder of a task; or a file that holds its own truth: published predictions, or
            labelled sentences, which measure readers of citations.
        files: Run files to compare; NAME distinguishes two of one system. Or the folder of an
            environment, whose log has the steps of an agent.
        scoring: strict, or official: as published, faults included.
        out: Folder for result files.
        split: Split of the task.
        baseline: System to test the others against; bm25 when it is there.
        similar: Least edit similarity of a title; 1 is equal.
        by: Also divide the results by a field of queries or truth: NAME, or NAME:LEAST,LEAST,…
            with the least value of each band; before is the day of the query.
        scores: Further measures of the answers, JSON lines of system, query_id and numbers.
        metric: Instead of the task's metrics: bertscore of written contributions, or retrieval of
            the true ones by them; diversity of these or of lists; match of enabling ones by
            embeddings; facets and aspire, of ratings and of vectors that a file holds.
        bert: Model of BERTScore: a name on the hub, or a folder; microsoft/deberta-large-mnli
            unless given.
        layer: Its layer; 0 for the one known as the best.
        rescale: Put the BERTScore of random sentences at 0.
        least_cosine: Least cosine of descriptions that match.
        vectors: Published embeddings of papers, for the diversity of lists; for aspire, vectors of
            sentences, JSON lines of system, paper_id, written and true.
        replies: For facets, ratings of a model, JSON lines of system, paper_id and facet_ratings.
        weekly: Diversity of all answers up to the end of each week.
        before_update: Run before an update of the model; the others came after one.
        signals: Signals of the confidence before and after an update, comma between; all that the
            task has unless given.
        weights: Domains of an update count alike, or by triplets.
        domains: Numbers by domain to correlate with an update's goals, such as the JSON lines of
            ``indicators volatility``.
        token_counts: Counts of words in training data, a JSON object: how common the rarest words
            of each domain are, to correlate likewise.
        test: Labelled sentences to ask about, instead of folds.
        folds: Folds of cited papers, for labelled sentences.
        seed: Seed of all random choices.
    """

    target: Path
    files: Sequence[str] = ()
    scoring: Literal["strict", "official"] = "strict"
    out: Path | None = None
    split: str = "test"
    baseline: str | None = None
    similar: Annotated[float, Ge(0.5), Le(1)] = 1.0
    by: Sequence[str] = ()
    scores: Path | None = None
    metric: Literal["bertscore", "match", "retrieval", "diversity", "facets", "aspire"] | None = (
        None
    )
    bert: str | None = None
    layer: Annotated[int, Ge(0)] = 0
    rescale: bool = True
    least_cosine: Annotated[float, Ge(0), Le(1)] = 0.6
    vectors: Path | None = None
    replies: Path | None = None
    weekly: bool = False
    before_update: str | None = None
    signals: str | None = None
    weights: str = "domains"
    domains: Path | None = None
    token_counts: Path | None = None
    test: Path | None = None
    folds: Annotated[int, Ge(2)] = 5
    seed: Seed = 0
    model: ModelAccess | None = None

    def task(self) -> "Task":
        """The task of the folder."""
        from scinet.eval.task import Task

        return Task.read(self.target)

    def of(self, names: Iterable[str]) -> dict[str, Any]:
        """The values of some options."""
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class ScoringCommand:
    """One thing that can be scored.

    Attributes:
        name: What it is, for messages.
        options: Options that apply, by parameter.
        print: Scores it and prints the result.
        takes_runs: Whether runs are named after the target.
    """

    name: str
    options: tuple[str, ...]
    print: Callable[[EvaluateArgs, Invocation], None]
    takes_runs: bool = True

    def score(self, args: EvaluateArgs, line: Invocation) -> None:
        """Score what a line names, and print it, unless an option or a run does not apply here."""
        for field in fields(args):
            is_changed = field.default is not MISSING and getattr(args, field.name) not in (
                field.default,
                [],  # of an option that may be repeated and was not given
            )
            if is_changed and field.name not in {"files", *self.options}:
                option = "--ledger" if field.name == "model" else f"--{field.name}"
                raise typer.BadParameter(
                    f"it does not apply to {self.name}", param_hint=option.replace("_", "-")
                )
        if self.takes_runs and not args.files:
            raise typer.BadParameter("name at least one run of the task", param_hint="RUN")
        if not self.takes_runs and args.files:
            raise typer.BadParameter(
                f"{self.name} hold their own truth and take no runs", param_hint="RUN"
            )
        self.print(args, line)
