"""PreScience's published scores of generated texts beside ours."""

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.language import tiny_bert
from helpers.official.clone import Clone
from helpers.official.comparison import Published
from helpers.official.prescience_tasks import imported
from helpers.servers.endpoint import Endpoint, OpenAsker

from scinet.eval.metrics.text import ngram_overlap
from scinet.eval.suites.prescience.lacer import ladder
from scinet.eval.suites.prescience.official import generations
from scinet.models.contribution.bertscore import BertScore

pytestmark = pytest.mark.official

REPLIES = [
    "Reasoning: near.\nScore: 7", "score: 7", "Score : 7", "SCORE:7.5", "Score: +3", "Score: -2",
    "Score: \uff15", "Score: seven", "", "7", "Score: 11", "Score: 6.5\nScore: 2", "Score:8/10",
    "**Score:** 4", "Score\n:\n5", "Score: .5", "Score: 1.", "Score: 1e2", "The score:3 of 10",
    "Underscore: 2", "  Score: 9  \n\n", "Score: 10,0", "Score - 4", "Score:\t6", "scoRe :0",
    "Score: 1.\uff15", "Reasoning: Score: x then Score: 3", "Score: 007", "Score: 5.0.1",
]  # fmt: skip
WORDS = (
    *("deep", "trees", "of", "words", "parse", "networks", "Networks,", "(neural)", "3.5"),
    *("é", "深層", "naïve", "ß", "it's", "—", "co-author"),
)


@pytest.fixture
def generated(prescience: Published, corpora: list[Path], tmp_path: Path) -> Any:
    """A task of texts, and texts generated for it: empty and long ones, many without a title."""
    clone, _ = prescience
    rng = random.Random(3)

    def text(most: int) -> str:
        return " ".join(rng.choices(WORDS, k=rng.randrange(1, most)))

    largest = max(corpora, key=lambda folder: (folder / "test.parquet").stat().st_size)
    rows = pq.read_table(largest / "test.parquet").to_pylist()
    rows = [{**row, "title": text(8), "abstract": text(60)} for row in rows]
    file = clone.downloads / "test.parquet"
    pq.write_table(pa.Table.from_pylist(rows), file)
    task = imported("contribution", [file], tmp_path / "task")
    assert task is not None
    papers = [row["paper_id"] for row in task.truth().values()]
    records = [
        {
            "corpus_id": rng.choice(papers),
            "title": rng.choice(["", "", " ", text(3), text(9)]),
            "abstract": f"{rng.choice(['', text(30), text(900)])} no {number}.",
            "reasoning": "",
        }
        for number in range(len(REPLIES) * 3)
    ]
    made = tmp_path / "generations.any.json"
    made.write_text(json.dumps({"metadata": [{"script": "x", "args": {}}], "data": records}))
    return task, made


def scored(clone: Clone, script: str, file: Path, folder: Path, *more: str) -> list[Any]:
    out = str(folder / "scored")
    path = f"task_followup_prediction/evaluate/{script}"
    arguments = ("--input_path", str(file), "--output_dir", out, "--overwrite", *more)
    clone.script(path, *arguments, folder=clone.folder)
    [made] = (folder / "scored").iterdir()
    result: list[Any] = json.loads(made.read_text("utf-8"))["data"]
    made.unlink()
    return result


def test_words(prescience: Published, generated: Any, tmp_path: Path) -> None:
    clone, suite = prescience
    task, file = generated
    with suite.comparing("`rouge_score.py`: `.rouge_scored.json`") as compared:
        theirs = scored(clone, "rouge_score.py", file, tmp_path)
        ours = generations.score_rouge(generations.read_generations(file, task))["data"]
        for item, other in zip(theirs, ours, strict=True):
            compared.case(item["corpus_id"], item, other)


def test_shared_words(prescience: Published) -> None:
    clone, suite = prescience
    rng = random.Random(5)
    odd = ("A", "a", "--", "(a", "a)", "[of]", "{}", "'of'", "of-the", "\u00a0", "I\u0307")
    words = (*WORDS, *odd)
    texts = [" ".join(rng.choices(words, k=rng.randrange(12))) for _ in range(4000)]
    pairs = list(zip(texts[::2], texts[1::2], strict=True))
    for n in (1, 2):
        function = "task_followup_prediction.evaluate.ngram_overlap:compute_ngram_overlap"
        result = clone.each(function, [(*pair, n) for pair in pairs])
        with suite.comparing(f"`ngram_overlap.py`, runs of {n}: `shared words` of `evaluate`") as c:
            for pair, theirs in zip(pairs, result, strict=True):
                c.case(pair, [theirs["precision"], theirs["recall"]], ngram_overlap(*pair, n))


def test_vectors(prescience: Published, generated: Any, tmp_path: Path) -> None:
    clone, suite = prescience
    task, file = generated
    (folder := tmp_path / "tiny").mkdir()
    model = tiny_bert.write(folder)
    small = (
        "import bert_score, functools\n"
        "class Small(bert_score.BERTScorer):\n"
        "    def __init__(self, **given):\n"
        "        given |= {'num_layers': 1, 'rescale_with_baseline': False}\n"
        "        super().__init__(**given)\n"
        "bert_score.BERTScorer = Small\n"
    )
    clone.call("builtins:exec", small, {})
    what = "`bert_score.py` with a tiny model: `.bert_scored.json`"
    with suite.comparing(what, within=1e-6) as compared:  # batches of 64 there, of 8 here
        theirs = scored(clone, "bert_score.py", file, tmp_path, "--model", str(model))
        bert = BertScore(str(model), layer=1, rescale=False)
        read = generations.read_generations(file, task)
        measure = partial(bert.scores, is_strict=False)
        ours = generations.score_bertscore(read, measure, str(model))["data"]
        for item, other in zip(theirs, ours, strict=True):
            compared.case(item["corpus_id"], item, other)


def test_judge(
    prescience: Published, generated: Any, tmp_path: Path, endpoint: Endpoint, open_asker: OpenAsker
) -> None:
    clone, suite = prescience
    task, file = generated
    replies = {f" no {n}.": REPLIES[n % len(REPLIES)] for n in range(len(REPLIES) * 3)}
    (clone.downloads / "replies.json").write_text(json.dumps(replies), "utf-8")
    (clone.downloads / "asked.jsonl").unlink(missing_ok=True)

    def reply(messages: Any, _: object) -> str:
        return next(reply for key, reply in replies.items() if key in messages[-1]["content"])

    endpoint.answer = reply
    ladder.write_ladders(ladder.read_published_prompt(clone.folder), task.folder / ladder.FILE)
    examples = ladder.read_ladders(task.folder / ladder.FILE).examples
    theirs = scored(clone, "lacer_score.py", file, tmp_path, "--model", "tiny")
    ours = generations.score_lacer(
        generations.read_generations(file, task), examples, open_asker()
    )["data"]
    what = "`lacer_score.py` with odd replies: `.lacer_scored.json`, the text of errors apart"
    with suite.comparing(what) as compared:
        for message, other in zip(theirs, ours, strict=True):
            for row in (message, other):
                row["lacer_error"] = "lacer_error" in row
            compared.case(
                replies[message["abstract"][message["abstract"].rindex(" no ") :]], message, other
            )
    with suite.comparing("the messages that `lacer_score.py` sends: `annotate calibration`") as c:
        lines = (clone.downloads / "asked.jsonl").read_text("utf-8").splitlines()
        sent = [[message["content"] for message in body["messages"]] for body in endpoint.requests]
        known = sorted({*map(tuple, sent)})
        for number, message in enumerate(sorted({*map(tuple, map(json.loads, lines))})):
            c.case(number, message, known[number])
    other = tmp_path / "second" / "generations.any.lacer_scored.json"
    first = tmp_path / "first" / other.name
    for place, offset in ((first, 0.0), (other, 1.5)):
        place.parent.mkdir()
        records = [
            {**message, "lacer_score": message["lacer_score"] + offset}
            if "lacer_score" in message
            else message
            for number, message in enumerate(
                {message["corpus_id"]: message for message in theirs}.values()
            )
            if offset == 0.0 or number % 3
        ]
        place.write_text(json.dumps({"metadata": [], "data": records}), "utf-8")
    clone.script(
        "task_followup_prediction/evaluate/average_lacer_scores.py",
        "--gpt5_dir", str(first.parent), "--opus_dir", str(other.parent),
        "--output_dir", str(tmp_path / "averaged"),
        folder=clone.folder,
    )  # fmt: skip
    [made] = (tmp_path / "averaged").iterdir()
    with suite.comparing("`average_lacer_scores.py`: `predictions average`, names apart") as c:
        published = json.loads(made.read_text("utf-8"))["data"]
        for message, mine in zip(
            published, generations.average_judges(first, other)["data"], strict=True
        ):
            for row in (message, mine):
                row.pop("lacer_scoring_model")
            c.case(message["corpus_id"], message, mine)
