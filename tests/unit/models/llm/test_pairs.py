"""Prompts of a clone of SciImpact, and training files: on scripts of our own wording."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.build import snapshot_of
from helpers.servers.endpoint import Endpoint, OpenAsker

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import ChoiceAnswer
from scinet.eval.official_files import get_official
from scinet.eval.suites import get_task_type
from scinet.eval.suites.official import ImportRequest
from scinet.eval.suites.sciimpact.official.prompts import read_published_prompt
from scinet.eval.task import Task, write_task
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.published import export_training
from scinet.models.base.run import answer_queries
from scinet.models.registry import make_system

BEFORE = date(2025, 7, 1)
SCRIPT = """
raise SystemExit("a clone is read and never run")
def format_paper(title, abstract):
    return f"<{title}>\\n{abstract} {{x}}"
def build_prompt(family, one, other, tokenizer=None):
    system_prompt = (
        "Say which.\\n"
        "- Paper A could be cited in more patents.\\n"
        "- Paper B could be cited in more patents.\\n"
    )
    user_prompt = (
        f"First:\\n{one}\\n"
        f"Second:\\n{other}\\n"
        "Which?"
    )
"""


NO_GRAPH = GraphAccess(lambda: pytest.fail("no graph"))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / "clone" / "patent").mkdir(parents=True)
    (tmp_path / "clone" / "patent" / "run_vllm_patents_suite.py").write_text(SCRIPT)
    return tmp_path / "clone"


@pytest.fixture
def task(tmp_path: Path) -> Task:
    rows: list[dict[str, Any]] = [
        {"paper_a_id": f"W{n}a", "paper_b_id": f"W{n}b", "paper_a_title": "One {b}",
         "paper_b_title": "Two", "paper_a_abstract": "Of one.", "paper_b_abstract": text,
         "paper_a_count": 20, "paper_b_count": other}
        for n, (text, other) in enumerate([("Of two.", 5), ("Of two.", 5), (None, 5), ("T.", 20)])
    ]  # fmt: skip
    for split in ("train", "test"):
        file = tmp_path / "by_field/physics/patent" / f"{split}_pairs.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(rows))
    task_type = get_task_type("sciimpact/patent")
    request = ImportRequest(task_type.read_options({"order": "row"}), None, BEFORE, 0, None)
    files = sorted(file.parent.glob("*.json"))
    return write_task(get_official("sciimpact").task(task_type, files, request), tmp_path / "task")


def test_a_prompt_of_a_clone(clone: Path) -> None:
    result = read_published_prompt(clone, "patent")
    assert result.system.startswith("Say which.\n- Paper A")
    assert result.sentences["B"] == "Paper B could be cited in more patents."
    texts = {
        "a": {"title": "One {b}", "abstract": None},
        "b": {"title": None, "abstract": "Two {title}"},
    }
    assert result.filled(texts) == (
        "First:\n<One {b}>\n {x}\nSecond:\n<Untitled>\nTwo {title} {x}\nWhich?"
    )
    with pytest.raises(NotFoundError, match="no published prompt of media"):
        read_published_prompt(clone, "media")


def test_training_files(clone: Path, task: Task, tmp_path: Path) -> None:
    out = tmp_path / "data"
    out.mkdir()
    (out / "dataset_info.json").write_text('{"identity": {"file_name": "identity.json"}}')
    # The pair without a text and the tie are left out.
    assert export_training(task, NO_GRAPH, out=out, clone=clone) == 4
    assert json.loads((out / "dataset_info.json").read_text()) == {
        "identity": {"file_name": "identity.json"},
        **{
            f"sciimpact_patent_{split}": {
                "file_name": f"sciimpact_patent_{split}.jsonl",
                "formatting": "sharegpt",
                "columns": {"messages": "conversations"},
            }
            for split in ("train", "test")
        },
    }
    lines = (out / "sciimpact_patent_train.jsonl").read_text().splitlines()
    first, second = (json.loads(line)["conversations"] for line in lines)
    assert [turn["from"] for turn in first] == ["system", "human", "gpt"]
    assert first[1]["value"].startswith("First:\n<One {b}>\nOf one.")
    assert first[2]["value"] == "Paper A could be cited in more patents."
    assert second[2]["value"] == "Paper B could be cited in more patents."
    assert export_training(task, NO_GRAPH, out=out) == 4
    line = (out / "sciimpact_patent_test.jsonl").read_text().splitlines()[0]
    assert json.loads(line)["conversations"][-1]["value"] == (
        "Paper A has more patents that cite it."
    )
    (out / "dataset_info.json").write_text("[]")
    with pytest.raises(DataError, match="expected a JSON object"):
        export_training(task, NO_GRAPH, out=out)


def test_replies_are_read_as_people_do_and_as_the_scripts_do(
    clone: Path, task: Task, endpoint: Endpoint, open_asker: OpenAsker
) -> None:
    endpoint.answer = lambda _messages, _body: "**Paper A** could not be cited in more patents."
    result = answer_queries(
        make_system("llm", {"published": str(clone)}),
        task.queries()[:2],
        get_task_type(task.id),
        snapshot=snapshot_of([("p", "2000-01-01", [])]).until(BEFORE),
        asker=open_asker(),
    )
    answers = [answer for answer in result if isinstance(answer, ChoiceAnswer)]
    choices = [(answer.choice, answer.published) for answer in answers]
    assert choices == [("B", "A"), ("B", "A")]
    sent = endpoint.requests[0]["messages"]
    assert sent[0]["content"] == read_published_prompt(clone, "patent").system.strip()
    assert sent[1]["content"].startswith("First:")
