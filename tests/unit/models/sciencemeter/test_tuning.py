"""Updates by tuning, on a model of a few thousand numbers: mechanics, never quality."""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import torch
from helpers.files.sciencemeter_rows import file_of, task_of, triplet
from helpers.language.knowledge_model import tiny_model
from helpers.language.questions import questions

from scinet.errors import DataError
from scinet.eval.task import Task
from scinet.experiments import pipeline
from scinet.experiments.graph_access import GraphAccess
from scinet.llm import prompts
from scinet.llm.question import Question
from scinet.models.local import tuning
from scinet.models.local.model import LocalModel, load_model
from scinet.models.local.tuning import Progress, TuningSettings, make_sequences
from scinet.models.sciencemeter import UPDATES
from scinet.models.sciencemeter.training_texts import METHODS, build_curriculum, build_texts

SETTINGS = TuningSettings(
    rank=2, dtype="float32", accumulate=2, question_epochs=2, max_tokens=64, every=1, rate=0.05
)


SMALL: dict[str, Any] = {"rank": 2, "dtype": "float32", "max_tokens": 64}
NO_GRAPH = GraphAccess.of(None)  # type: ignore[arg-type]  # never asked


def train(
    method: str, task: Task, base: str, folder: Path, progress: Progress | None = None
) -> dict[str, Any]:
    read = build_curriculum(task, method, SETTINGS.questions)
    return tuning.train(method, read, task, base, folder, SETTINGS, progress)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_model(tmp_path_factory.mktemp("tiny")))


@pytest.fixture
def task(tmp_path: Path) -> Task:
    file = file_of(tmp_path / "education.jsonl", [triplet(number) for number in range(1, 6)])
    return task_of(tmp_path, [file])


def question(claim: str) -> Question:
    inputs: dict[str, Any] = {"claim": claim, "title": None, "subject": None, "updates": []}
    return Question(claim, prompts.load_prompt("sciencemeter/information"), inputs)


def test_texts_hold_the_documents_and_no_tested_claim(task: Task, base: str) -> None:
    _, tokenizer = load_model(base)
    made = build_texts(task, "instruction", tokenizer, "all")
    documents = [f"The finding of n{number} improves the model." for number in range(1, 6)]
    assert made["traintestdoc"] == [documents[4], *documents[:4]]
    # Two judgments and the main claim of the one train paper.
    assert len(made["trainqa"]) == 3
    assert sum(text.endswith("Answer: Yes") for text in made["trainqa"]) == 1
    assert sum(text.endswith("Answer: No") for text in made["trainqa"]) == 1
    assert all("n5" in text for text in made["trainqa"])
    beside = build_texts(task, "pre-instruction", tokenizer, "judgments")
    assert len(beside["trainqadoc"]) == 2
    assert all(text.startswith(documents[4] + "\n\n") for text in beside["trainqadoc"])
    assert beside["testdoc"] == build_texts(task, "continued", tokenizer, "all")["testdoc"]
    assert beside["testdoc"] == documents[:4]


def test_questions_are_packed_and_documents_are_not(base: str) -> None:
    _, tokenizer = load_model(base)
    whole = make_sequences(["yes no yes", "no"], tokenizer, 4, is_packed=False)
    assert [len(tokens) for tokens in whole] == [4, 2]
    assert whole[0][-1] == tokenizer.eos_token_id
    packed = make_sequences(["yes no yes", "no yes", "no"], tokenizer, 4, is_packed=True)
    assert [len(tokens) for tokens in packed] == [4, 4]  # a rest of one token teaches nothing


def with_template(folder: Path) -> Path:
    """A tiny model whose tokenizer opens each text with a mark, as its template does, too."""
    from tokenizers.processors import TemplateProcessing
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(str(tiny_model(folder)))
    tokenizer.backend_tokenizer.post_processor = TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", 1)]
    )
    tokenizer.chat_template = (
        "{{ bos_token }}{% for message in messages %}{{ message['content'] }} {% endfor %}answer :"
    )
    tokenizer.save_pretrained(str(folder))
    return folder


def test_the_mark_stands_once(task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, tokenizer = load_model(str(with_template(tmp_path / "chat")))
    assert tokenizer("yes")["input_ids"][0] == 1
    given: list[list[int]] = []
    local = LocalModel(str(tmp_path / "chat"))
    whole = local._generate

    def seen(tokens: list[list[int]], most: int) -> list[tuple[str, int, bool]]:
        given.extend(tokens)
        return whole(tokens, most)

    monkeypatch.setattr(local, "_generate", seen)
    local.ask([question("a")])
    made = build_texts(task, "pre-instruction", tokenizer, "all")
    documents = make_sequences(made["testdoc"], tokenizer, 1000, is_packed=False)
    packed = make_sequences(made["trainqadoc"][:1], tokenizer, 1000, is_packed=True)
    for tokens in (*given, *documents, *packed):
        assert tokens[0] == 1
        assert tokens.count(1) == 1
    assert len(given) == len(packed) == 1
    # Without a template a text is as its tokenizer has it.
    tokenizer.chat_template = None
    plain = build_texts(task, "pre-instruction", tokenizer, "all")["trainqadoc"]
    [first] = make_sequences(plain[:1], tokenizer, 1000, is_packed=True)
    assert (first[0], first.count(1)) == (1, 1)


def test_tokens_are_counted_up_to_the_end_of_each_answer(base: str) -> None:
    local = LocalModel(base)
    end = local._tokenizer.eos_token_id
    # Of two prompts the first is answered in two tokens, the mark of the end with them.
    answers = torch.tensor([[7, 8, 5, end, end, end], [9, 8, 5, 6, 7, 5]])
    local._model.generate = lambda **_: answers
    written = local._generate([[7, 8], [9, 8]], 4)
    assert [(size, is_cut) for _, size, is_cut in written] == [(2, False), (4, True)]
    local._model.generation_config.eos_token_id = [6, end]
    written = local._generate([[7, 8], [9, 8]], 4)
    assert [(size, is_cut) for _, size, is_cut in written] == [(2, False), (2, False)]


def test_an_answer_without_an_end_does_not_count_as_a_whole_one(base: str) -> None:
    local = LocalModel(base)
    for last, reason in ((local._tokenizer.eos_token_id, None), (8, "cut_off")):
        written = torch.tensor([[7, last]])
        local._model.generate = lambda input_ids, written=written, **_: torch.cat(
            [input_ids, written], dim=1
        )
        [reply] = local.ask(questions(1))
        assert (reply.status, reply.reason) == ("invalid" if reason else "ok", reason)
        # Of Yes or No only the first word is read.
        [first] = local.ask([question("a")])
        assert (first.status, first.reason) == ("ok", None)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"max_tokens": 2000}, r"sequences of 2000 tokens, and the model has 1024 positions"),
        ({"modules": "q_proj,nothing"}, "the model has no layers 'nothing'"),
        ({"modules": "q_proj,"}, "the model has no layers ''"),
        ({"seed": -1}, "setting seed"),
        ({"rate": -1}, "setting rate"),
        ({"dropout": 2}, "setting dropout"),
        ({"warmup": 2}, "setting warmup"),
        ({"alpha": 0}, "setting alpha"),
    ],
)
def test_bad_settings_are_told(given: dict[str, Any], told: str, base: str, tmp_path: Path) -> None:
    settings = SMALL | {"base": base, **given}
    long = [triplet(number) for number in range(1, 90)]
    asked = task_of(tmp_path, [file_of(tmp_path / "long.jsonl", long)])
    with pytest.raises(DataError, match=told) as refused:
        pipeline.train_system(
            "instruction", asked, NO_GRAPH, out=tmp_path / "update", options=settings
        )
    if "modules" in given:
        layers = "embed_tokens, gate_proj, k_proj, lm_head, o_proj, q_proj, up_proj"
        assert layers in str(refused.value.hint)
    assert not (tmp_path / "update/update.json").exists()


def test_a_tokenizer_without_an_end_is_told(task: Task, tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "endless")
    for file in ("tokenizer_config.json", "special_tokens_map.json"):
        if (folder / file).exists():
            about = json.loads((folder / file).read_text())
            about.pop("eos_token", None)
            (folder / file).write_text(json.dumps(about))
    with pytest.raises(DataError, match="no end-of-sequence token"):
        train("continued", task, str(folder), tmp_path / "update")


def test_every_layer_that_is_named_is_adapted(base: str) -> None:
    both = dataclasses.replace(SETTINGS, modules=" q_proj, v_proj")
    model, _ = load_model(base)
    names = {
        name
        for name, item in tuning.add_adapters(model, both).named_parameters()
        if item.requires_grad
    }
    assert {name.split(".")[-4] for name in names} == {"q_proj", "v_proj"}


def test_the_curve_has_each_step_once(task: Task, base: str, tmp_path: Path) -> None:
    given = SMALL | {"base": base, "accumulate": 1, "every": 3}

    def stop(row: Mapping[str, Any]) -> None:
        if row["stage"] == "traintestdoc" and row["step"] == 5:
            raise KeyboardInterrupt

    def curve(folder: str, progress: Progress | None = None) -> bytes:
        out = tmp_path / folder
        pipeline.train_system(
            "instruction", task, NO_GRAPH, out=out, options=given, progress=progress
        )
        return (out / "curve.jsonl").read_bytes()

    with pytest.raises(KeyboardInterrupt):
        curve("parts", stop)
    file = tmp_path / "parts" / "curve.jsonl"
    assert len(file.read_text().splitlines()) == 5
    # The power failed in the middle of a row.
    file.write_bytes(file.read_bytes() + b'{"stage":"trai')
    assert curve("parts") == curve("whole")
    assert len(file.read_text().splitlines()) > 5


def test_a_stopped_update_goes_on(task: Task, base: str, tmp_path: Path) -> None:
    whole = train("instruction", task, base, tmp_path / "whole")

    def stop(row: Mapping[str, Any]) -> None:
        if row["stage"] == "trainqa" and row["step"] == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train("instruction", task, base, tmp_path / "parts", stop)
    assert not (tmp_path / "parts/update.json").exists()
    rows: list[Mapping[str, Any]] = []
    parts = train("instruction", task, base, tmp_path / "parts", rows.append)
    # The step whose checkpoint was not written.
    assert (rows[0]["stage"], rows[0]["step"]) == ("trainqa", 2)
    assert parts["stages"] == whole["stages"]
    files = [tmp_path / name / "adapter/adapter_model.safetensors" for name in ("whole", "parts")]
    assert files[0].read_bytes() == files[1].read_bytes()
    # What is there is not trained again, and is not taken for another update.
    assert train("instruction", task, base, tmp_path / "whole") == whole
    with pytest.raises(DataError, match="another update"):
        train("continued", task, base, tmp_path / "whole")
    lines = (tmp_path / "whole/texts/trainqa.jsonl").read_text().splitlines()
    assert [list(json.loads(line)) for line in lines] == [["text"]] * 3

    first = LocalModel(base, batch=2).ask([question("a"), question("b b b"), question("b")])
    again = LocalModel(base, batch=1).ask([question("b"), question("a")])
    assert [first[2].text, first[0].text] == [again[0].text, again[1].text]
    assert first[0].usage.completion_tokens > 0
    tuned = LocalModel(str(tmp_path / "whole"), batch=2).ask([question("a")])
    assert tuned[0].text != first[0].text
    [too_long] = LocalModel(base, batch=2).ask([question("a " * 1024)])
    assert (too_long.status, too_long.reason) == ("invalid", "prompt_too_long")


def test_an_update_is_trained_and_run(task: Task, base: str, tmp_path: Path) -> None:
    given = SMALL | {"rate": 0.05}
    out = tmp_path / "update"
    with pytest.raises(DataError, match="needs the language model"):
        pipeline.train_system("continued", task, NO_GRAPH, out=out, options=given)
    rows: list[Mapping[str, Any]] = []
    made = pipeline.train_system(
        "continued", task, NO_GRAPH, out=out, options={**given, "base": base}, progress=rows.append
    )
    assert made.about["system"] == "continued"
    assert [json.loads(line) for line in (out / "curve.jsonl").read_text().splitlines()] == rows
    assert rows[-1]["loss"] == made.about["figures"]["stages"][0]["losses"][-1]
    system, learned = pipeline.find_system(out, task, {"found": "given"})
    assert (system.name, learned) == ("claims-local", None)
    assert system.settings["folder"] == str(out)
    assert system.settings["caution"].startswith("a language model may know papers")
    assert system.settings["found"] == "given"
    assert UPDATES.keys() == METHODS.keys()
    # It may answer what else is asked about the same papers, and nothing about others.
    same = task_of(tmp_path, [tmp_path / "education.jsonl"], "generation")
    assert pipeline.find_system(out, same)[0].settings["folder"] == str(out)
    assert same.fingerprint != task.fingerprint
    more = task_of(tmp_path / "more", [file_of(tmp_path / "more.jsonl", [triplet(6)])])
    ways: list[tuple[Path | str, dict[str, Any]]] = [(out, {}), ("claims-local", {"folder": out})]
    for way, settings in ways:
        with pytest.raises(DataError, match="trained on another task"):
            pipeline.find_system(way, more, settings)


def test_another_version_is_refused(task: Task, base: str, tmp_path: Path) -> None:
    out = tmp_path / "update"

    def stop(row: Mapping[str, Any]) -> None:
        if row["step"] == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train("continued", task, base, out, stop)
    whole = torch.load(out / "checkpoint.pt", weights_only=True)
    for name in whole.keys() - {"key"}:
        torch.save({item: whole[item] for item in whole.keys() - {name}}, out / "checkpoint.pt")
        with pytest.raises(DataError, match=r"another version .*checkpoint\.pt") as raised:
            train("continued", task, base, out)
        assert "scinet train" in raised.value.hint
    torch.save(whole, out / "checkpoint.pt")
    about = train("continued", task, base, out)
    (out / "adapter/adapter_config.json").write_text("{}")
    with pytest.raises(DataError, match="adapter") as raised:
        load_model(str(out))
    for name in ("method", "base", "stages"):
        left = {item: value for item, value in about.items() if item != name}
        (out / "update.json").write_text(json.dumps(left))
        for use in (pipeline.find_system, lambda path, _: load_model(str(path))):
            with pytest.raises(DataError, match=r"another version .*update\.json") as raised:
                use(out, task)
            assert "scinet train" in raised.value.hint


def test_what_is_no_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no language model at"):
        load_model(str(tmp_path / "absent"))
    with pytest.raises(ValueError, match="dtype"):
        TuningSettings(dtype="int8")  # type: ignore[arg-type]
