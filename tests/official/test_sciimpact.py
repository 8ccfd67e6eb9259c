"""SciImpact's published scripts beside ours."""

import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.official.clone import PublishedError
from helpers.official.comparison import Published
from helpers.official.sciimpact_runs import (
    ANY,
    FIELDS,
    FILES,
    SCRIPTS,
    SENTENCES,
    SUITES,
    Made,
    head_of,
    imported,
    numbers_of,
    put,
    read_results,
    run,
)  # fmt: skip

from scinet.errors import DataError
from scinet.eval.evaluate import evaluate
from scinet.eval.options import EvaluationOptions
from scinet.eval.suites import get_task_type
from scinet.eval.suites.sciimpact.official.replies import parse_reply
from scinet.eval.task import Row, Task

pytestmark = pytest.mark.official

WORDS = (
    "Paper A", "Paper B", "paper a", "PAPER B", "Repo A", "GitHub repo B", "Dataset A", "dataset b",
    "Model A", "model B", "has more citations", "ha\u017f more citations",
    "has more c\u0130tations",
    "won", "wins", "won the best paper award", "is the Nobel prize-winning paper",
    "\u0131s the nobel prize-winning paper", "could be cited in more patents",
    "could get more media mentions", "has more stars", "more stars", "has more downloads", "first",
    "second", "a", "b", "not", "than", "\n", ".", "<think>", "</think>", "I", "",
)  # fmt: skip


def test_replies(sciimpact: Published) -> None:
    clone, suite = sciimpact
    sides = {"first": "A", "second": "B", None: ""}
    with suite.comparing("`parse_model_response` of all 18 scripts: choice of a reply") as rows:
        for dimension, script in itertools.product(SUITES, SCRIPTS):
            rng = random.Random(dimension + script)
            module = SUITES[dimension].format(SCRIPTS[script])
            replies = [" ".join(rng.choices(WORDS, k=rng.randrange(9))) for _ in range(4_000)]
            replies += [
                f"{rng.choice(WORDS)} {item} {rng.choice(WORDS)}"
                for sentence in SENTENCES
                for side in ("A", "B", "first", "second")
                for item in [sentence.format(side)]
                for _ in range(8)
            ]
            said = [reply.strip() for reply in replies]
            if script == "tuned" or dimension == "award-cs":
                said = clone.each(f"{module}:strip_think_tags", [(reply,) for reply in said])
            theirs = clone.each(f"{module}:parse_model_response", [(reply,) for reply in said])
            for reply, published in zip(replies, theirs, strict=True):
                rows.case(reply, sides[published], parse_reply(reply, dimension, script))


class Maker:
    """Random files of pairs: repeats, equal counts, missing texts, texts of spaces, long ones."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def files(self, dimension: str) -> Made:
        if dimension in {"dataset", "model"}:
            return self._cards(dimension)
        make: Callable[[], Made] = getattr(self, f"_{dimension.removeprefix('award-')}")
        return make()

    def _text(self) -> Any:
        some = f"An abstract {self.rng.randrange(99)}."
        long = some * self.rng.choice([180, 250, 700])
        return self.rng.choices([some, long, " \n", "", None], weights=[8, 2, 1, 1, 1])[0]

    def _count(self) -> int:
        return self.rng.choice([5, 7, 7, 7, 30])

    def _rows(self, make: Callable[[], Row]) -> list[Row]:
        rows = [make() for _ in range(self.rng.randrange(1, 12))]
        return rows + self.rng.choices(rows, k=self.rng.randrange(3))

    def _paper(self, title: str, *keys: str) -> Row:
        row = {key: self._text() for key in self.rng.sample(keys, self.rng.randrange(1, len(keys)))}
        return {title: f"Title {self.rng.randrange(30)}", **row}

    def _citation(self) -> Made:
        files: Made = {}
        for field in FIELDS:
            papers = [self.rng.choice([n, f"p{n}"]) for n in range(8)]
            match = [
                {"paper": name, "title": f"Title {name}", "abstract": self._text()}
                for name in papers[:7]
            ]

            def pair(papers: list[Any] = papers) -> Row:
                first, second = self.rng.sample(papers, 2)
                return {
                    "paper_a_id": first, "paper_b_id": second,
                    "citations_a": self._count(), "citations_b": self._count(),
                }  # fmt: skip

            files[f"{field}_test_pairs.jsonl"] = (self._rows(pair), True)
            files[f"maple_openalex_{field}_match.json"] = (match, True)
        return files

    def _counted(self, computing: str) -> Made:
        first = [computing, "chemistry", "physics", "medicine", "economics"]
        rest = [name for name in FIELDS if name not in {*first, "csrankings"}]

        def pair() -> Row:
            row: Row = {}
            for side in "ab":
                row |= {
                    f"paper_{side}_id": f"W{self.rng.randrange(20)}",
                    f"paper_{side}_title": self.rng.choice(["A title", "", None]),
                    f"paper_{side}_abstract": self._text(),
                    f"paper_{side}_count": self._count(),
                }
            return row

        names = [name.replace("_", "") for name in (*first, *rest) if self.rng.random() < 0.8]
        return {f"{name}_test_pairs.json": (self._rows(pair), False) for name in names}

    def _patent(self) -> Made:
        return self._counted("csrankings")

    def _media(self) -> Made:
        return self._counted("cscombined")

    def _nobel(self) -> Made:
        keys = ("abstract", "maple_abstract", "ss_abstract", "scraped_abstract")

        def pair() -> Row:
            return {
                "prize_paper": self._paper("Title", *keys),
                "non_prize_paper": self._paper("Title", *keys),
            }

        names = ("Chemistry", "Medicine", "Physics")
        return {f"{name}_test_new.json": (self._rows(pair), False) for name in names}

    def _cs(self) -> Made:
        keys = ("abstract_raw", "abstract", "scraped_abstract")

        def pair() -> Row:
            both = [{"paper": self.rng.randrange(20), **self._paper("title", *keys)} for _ in "ab"]
            return dict(zip(("positive", "negative"), both, strict=True))

        return {"test_pairs_new.json": (self._rows(pair), False)}

    def _mdpi(self) -> Made:
        keys = ("abstract", "maple_abstract", "ss_abstract", "scraped_abstract")
        won = [{"openalex_id": f"W{n}", **self._paper("title", *keys)} for n in range(9)]

        def lost() -> Row:
            return {
                "openalex_id": f"N{self.rng.randrange(30)}",
                "matched_positive_openalex_id": f"W{self.rng.randrange(9)}",
                **self._paper("title", *keys),
            }

        return {
            "mdpi_test_new.json": (self._rows(lost), False),
            "mdpi_awards_enriched_with_source.json": (won, False),
        }

    def _code(self) -> Made:
        texts = [{"repo_url": f"u{n}", "readme": self._text()} for n in range(9)]

        def pair() -> Row:
            key = self.rng.choice(["repo_url", "repo"])
            return {
                f"{key}_a": f"u{self.rng.randrange(10)}", f"{key}_b": f"u{self.rng.randrange(10)}",
                "stars_a": self._count(), "stars_b": self._count(),
            }  # fmt: skip

        return {"test_pairs.json": (self._rows(pair), False), "readme_data.json": (texts, True)}

    def _cards(self, kind: str) -> Made:
        def pair() -> Row:
            row: Row = {}
            for side in "ab":
                row |= {
                    f"{kind}_{side}": f"n{self.rng.randrange(20)}",
                    f"card_{side}": self._text(),
                    f"downloads_{side}": self._count(),
                }
            return row

        return {f"{kind}card_test_pairs.jsonl": (self._rows(pair), True)}


def test_runs(sciimpact: Published, tmp_path: Path) -> None:
    """Runs of theirs on random pairs: their texts, their files in and out, and their numbers."""
    clone, suite = sciimpact
    what = "`run_model` of all 18 scripts"
    with (
        suite.comparing(f"{what}: result rows in and out") as rows,
        suite.comparing(f"{what}: what stands around them, read and made anew") as heads,
        suite.comparing(f"{what}: rows made of the choices alone") as made_rows,
        suite.comparing(f"{what}: texts shown") as texts,
        suite.comparing(f"{what}: pair files in and out") as pairs,
    ):
        for dimension, script, seed in itertools.product(SUITES, SCRIPTS, range(6)):
            module = SUITES[dimension].format(SCRIPTS[script])
            rng = random.Random(f"{dimension} {script} {seed}")
            made = Maker(rng.randrange(10**6)).files(dimension)
            payload, prompts = run(clone, module, dimension, made, rng)
            folder = tmp_path / f"{dimension}-{script}-{seed}"
            files = put(folder, made)
            task = imported(folder / "task", dimension, files)
            shown = [query for query, row in asked(task) if row["has_text"] or dimension in ANY]
            for query, prompt in zip(shown, prompts, strict=True):
                first, second = (shown_text(query.inputs[side], dimension) for side in "ab")
                start = prompt.find(first)
                is_shown = start >= 0 and prompt.find(second, start + len(first)) >= 0
                texts.case((first[:200], second[:200], prompt[:900]), published=True, ours=is_shown)

            out = folder / "out"
            FILES.write_instances(task, pytest.fail, split="test", out=out)
            for file in [out] if out.is_file() else sorted(out.iterdir()):
                name = file.name if file != out else next(iter(made))
                given, is_lines = made[name]
                text = file.read_text("utf-8")
                output = (
                    [json.loads(first) for first in text.split("\n") if first]
                    if is_lines
                    else json.loads(text)
                )
                is_text = any(key in given[0] for key in ("readme", "paper", "openalex_id"))
                if is_text and "matched_positive_openalex_id" not in given[0]:
                    given = [first for first in given if first in output]
                pairs.case(name, given, output)

            read, own = read_results(task, payload, script, folder / "results.json")
            again = FILES.predictions(task, read.run)
            for first, second in zip(payload["results"], again["results"], strict=True):
                rows.case(first, first, second)
            heads.case(dimension, head_of(payload), head_of(again))
            # The same of the choices alone, and of the result that `evaluate` writes.
            for first, second in zip(payload["results"], own["results"], strict=True):
                made_rows.case(first, {**first, "raw_response": None}, second)
            kind = get_task_type(task.id)
            [scored] = evaluate(
                kind, task, [read.run], EvaluationOptions(scoring="official"), with_controls=False
            )
            for anew in (own, FILES.evaluation(task, scored)):
                heads.case(dimension, *numbers_of(payload, anew))


ODD = {
    "a count in words": ("paper_a_count", "20"),
    "a pair without an id": ("paper_b_id", None),
    "a text that is a number": ("paper_a_abstract", 7),
    "a count that is null": ("paper_b_count", None),
}


def test_odd_pairs(sciimpact: Published, tmp_path: Path) -> None:
    """Values of a wrong type: whether a run can be made of them, by them and by us."""
    clone, suite = sciimpact
    meant = {"a pair without an id": "theirs writes null, here a pair needs its ids"}
    with suite.comparing(
        "patents with values of a wrong type: whether they are read", expected=meant
    ) as cases:
        for seed, (what, (key, value)) in itertools.product(range(10), ODD.items()):
            rng = random.Random(f"{what} {seed}")
            made = Maker(seed).files("patent")
            rows, _ = rng.choice(list(made.values()))
            pair = rng.choice(rows)
            pair |= {f"paper_{side}_abstract": "An abstract." for side in "ab"} | {key: value}
            if value is None and key.endswith("id"):
                pair.pop(key)
            try:
                run(clone, SUITES["patent"].format("vllm"), "patent", made, rng)
                is_read = True
            except PublishedError:
                is_read = False
            try:
                imported(tmp_path / f"{what} {seed}", "patent", put(tmp_path / "in", made))
                ours = True
            except DataError:
                ours = False
            cases.case((key, value), is_read, ours, expected=what if what in meant else None)


def asked(task: Task) -> list[tuple[Any, Row]]:
    truth = task.truth()
    return [(query, truth[query.query_id]) for query in task.queries()]


def shown_text(shown: Row, dimension: str) -> str:
    """An artefact as the scripts put it into a prompt."""
    text = shown["abstract"] or ""
    if dimension in {"code", "dataset", "model"}:
        return str(text)
    end = " " if dimension in {"award-cs", "award-mdpi"} else "\n"
    title = shown["title"] or ("" if dimension in {"patent", "media"} else "Untitled")
    return f"Title: {title}\nAbstract:{end}{text}"
