"""Judgments of a run's answers by a language model: confidence and factual support.

They are written into a copy of the run, so that scoring needs no model and any signal can be
omitted.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scinet.errors import DataError
from scinet.eval.answer import RecordAnswer
from scinet.eval.run import Run
from scinet.eval.suites.sciencemeter.metrics import read_choice
from scinet.eval.task import Task
from scinet.llm import prompts
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Question


def judge_run(task: Task, run: Run, asker: LLMSession, *, split: str = "test") -> Run:
    """Judge every answer of a run and return it with the judgments.

    For a judgment the tone of its first reply is judged, for a generated claim every detail is
    checked against the abstract. An unclear or failed verdict is ``invalid``; an answer without
    known replies stays unchanged.
    """
    truth = task.truth(split)
    requests: list[tuple[RecordAnswer, Question]] = []
    for query_id, answer in run.answers.items():
        if not isinstance(answer, RecordAnswer):
            continue
        inputs = _judge_inputs(answer.record, truth[query_id])
        if inputs is not None:
            name = "tone" if "reply" in inputs else "factual-check"
            prompt = prompts.load_prompt(f"sciencemeter/{name}")
            requests.append((answer, Question(query_id, prompt, inputs)))
    replies = asker.ask([question for _, question in requests])
    answers = dict(run.answers)
    for (answer, question), reply in zip(requests, replies, strict=True):
        field = "confident" if "reply" in question.inputs else "accurate"
        verdict = read_choice(reply.text or "", "strict") if reply.status == "ok" else "invalid"
        answers[answer.query_id] = replace(answer, record={**answer.record, field: verdict})
    settings = {**run.header.settings, "judge": asker.endpoint.model}
    header = replace(run.header, settings=settings)
    return replace(run, header=header, answers=answers)


def _judge_inputs(record: Mapping[str, Any], truth: Mapping[str, Any]) -> dict[str, str] | None:
    if "claim" not in record:
        return {"reply": record["replies"][0]} if record["replies"] else None
    if not truth["abstract"]:
        raise DataError(
            f"{truth['paper_id']} has no abstract to check a claim against",
            hint="Make the task with -o abstracts=required.",
        )
    return {"abstract": truth["abstract"], "claim": record["claim"]}
