"""Reading citations: how a paper speaks of what it cites, and what for."""

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet import saving
from scinet.cli import model, output
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.models.citations.evaluate import Row
    from scinet.models.citations.sentences import Labelled

citations = typer.Typer(
    no_args_is_help=True, help="How papers speak of what they cite: sentiment and intent."
)
app.add_typer(citations, name="citations")

_Labels = Annotated[
    Path, typer.Argument(metavar="LABELS", help="Labelled sentences, JSON lines, plain or gzip.")
]


@citations.command()
@model.asks()
def evaluate(
    labels: _Labels,
    *,
    test: Annotated[
        Path | None, typer.Option(help="Sentences to ask about, instead of folds.")
    ] = None,
    folds: Annotated[int, typer.Option(min=2, help="Folds of cited papers.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the folds.")] = 0,
    out: Annotated[Path | None, typer.Option(help="JSON file for everything measured.")] = None,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Measure readers of citations on labelled sentences: majority, TF-IDF, the classifier.

    Repeated sentences are left out, and all sentences about one paper are in one fold. With a
    ledger, a language model is asked about the same sentences.

    Example: scinet citations evaluate sentiment.jsonl.gz --folds 5
    """
    from scinet.models.citations.evaluate import evaluate as measured
    from scinet.models.citations.sentences import read

    known = read(labels)
    asked = None if test is None else read(test)
    with ExitStack() as stack:
        asker = None
        if language.is_named:
            asker = stack.enter_context(language.open("no graph"))
        with output.progress() as display:
            bar = display.add_task("readers", total=None)
            rows = measured(
                known,
                test=asked,
                folds=folds,
                seed=seed,
                asker=asker,
                progress=lambda name: display.update(bar, description=name),
            )
        # Within the block: at its end a model that left questions is an error.
        if out is not None:
            settings = {"folds": folds if test is None else None, "seed": seed}
            _write(out, known, asked, rows, settings)
        sys.stderr.write(f"{_told(known if asked is None else asked)}\n")
        output.emit((row.as_dict() if as_json else _short(row) for row in rows), as_json=as_json)


@citations.command()
def train(
    labels: _Labels,
    *,
    out: Annotated[Path, typer.Option(help="Folder for the classifier; others there stay.")],
    as_json: output.AsJson = False,
) -> None:
    """Learn to tell the sentiment or the intent of citations from labelled sentences.

    One folder can hold a classifier of each.

    Example: scinet citations train sentiment.jsonl.gz --out readers
    """
    from scinet.models.citations import training
    from scinet.models.citations.sentences import read

    known = read(labels)
    learned = training.train(known)
    learned.save(out)
    output.emit_one(
        {
            "aspect": learned.aspect,
            "classes": list(learned.classes),
            "source": learned.source,
            **{
                key: learned.about[key] for key in ("view", "strength", "favours", "inner_macro_f1")
            },
            **known.counts,
            "folder": str(out),
        },
        as_json=as_json,
    )


def _short(row: "Row") -> dict[str, Any]:
    """A row for people: scores, then the table of confusions on one line."""
    score = row.score
    return {
        "system": row.system,
        "macro_f1": score.macro_f1,
        "low": score.low,
        "high": score.high,
        "accuracy": score.accuracy,
        **{f"f1 {name}": value for name, value in score.f1.items()},
        **({} if score.answered == 1.0 else {"answered": score.answered}),
        "said of each": "; ".join(
            f"{name}: " + " ".join(f"{count} {said}" for said, count in counts.items() if count)
            for name, counts in score.confusion.items()
        ),
    }


def _told(known: "Labelled") -> str:
    counts = known.counts
    return ", ".join(f"{value:,} {name.replace('_', ' ')}" for name, value in counts.items())


def _write(
    out: Path,
    known: "Labelled",
    asked: "Labelled | None",
    rows: "list[Row]",
    settings: dict[str, Any],
) -> None:
    content = {
        "aspect": known.aspect,
        "settings": settings,
        "learned_from": known.counts,
        "asked_about": (asked or known).counts,
        "rows": [row.as_dict() for row in rows],
    }
    saving.write(json.dumps(content, indent=1, ensure_ascii=False) + "\n", out)
