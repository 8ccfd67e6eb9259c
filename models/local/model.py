"""A language model on this machine: loaded by transformers, with an adapter where it was tuned."""

import math
import warnings
from collections.abc import Collection, Sequence
from itertools import groupby
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Final

import orjson

from scinet.errors import DataError, extra_needed
from scinet.llm.messages import Message
from scinet.llm.question import Question, Reply, Usage
from scinet.llm.reading import read_text

ABOUT: Final = "update.json"
ADAPTER: Final = "adapter"
# What transformers and peft raise for a folder with something wrong; they unpickle weights only.
_DAMAGED: Final = (
    OSError, ValueError, LookupError, TypeError, RuntimeError, UnpicklingError
)  # fmt: skip
_NAMES: Final = frozenset({"method", "base", "task_fingerprint", "texts", "sequences", "stages"})


class LocalModel:
    """Answers questions by the likeliest words, so many together; see :func:`load`."""

    def __init__(self, folder: str, *, batch: int = 8) -> None:
        self._batch = batch
        self._model, self._tokenizer = load(folder)
        self._model.eval()

    def ask(self, questions: Sequence[Question]) -> list[Reply]:
        """Reply to each question, in order; one that is too long for the model is invalid."""
        texts = [prompt_text(one.messages(), self._tokenizer) for one in questions]
        tokens = [encoded(text, self._tokenizer, is_prompt=True) for text in texts]
        room = getattr(self._model.config, "max_position_embeddings", None) or math.inf

        def shape(place: int) -> tuple[int, int]:
            return questions[place].prompt.max_tokens, len(tokens[place])

        replies: dict[int, Reply] = {}
        # Those of one length need no padding: what a neighbour says moves no answer.
        for (most, length), same in groupby(sorted(range(len(questions)), key=shape), shape):
            places = list(same)
            if length + most > room:
                for place in places:
                    replies[place] = Reply(questions[place].item, "invalid", "prompt_too_long")
                continue
            for start in range(0, len(places), self._batch):
                part = places[start : start + self._batch]
                written = self._written([tokens[place] for place in part], most)
                for place, (text, size, is_cut) in zip(part, written, strict=True):
                    status, reason, value = read_text(text, questions[place].prompt, is_cut=is_cut)
                    usage = Usage(1, length, size)
                    item = questions[place].item
                    replies[place] = Reply(item, status, reason, text, value, usage=usage)
        return [replies[place] for place in range(len(questions))]

    def _written(self, tokens: Sequence[list[int]], most: int) -> list[tuple[str, int, bool]]:
        """What the model writes after prompts of one length, in how many tokens, and if cut off."""
        import torch

        given = torch.tensor(tokens)
        with torch.inference_mode():
            written = self._model.generate(
                input_ids=given,
                attention_mask=torch.ones_like(given),
                max_new_tokens=most,
                do_sample=False,
                pad_token_id=self._tokenizer.pad_token_id or self._tokenizer.eos_token_id,
            )
        marks = self._model.generation_config.eos_token_id
        ends = set(marks) if isinstance(marks, list) else {marks}
        return [
            (
                self._tokenizer.decode(row, skip_special_tokens=True),
                _size(row, ends),
                ends.isdisjoint(row),
            )
            for row in written[:, given.shape[1] :].tolist()
        ]


def _size(row: Sequence[int], ends: Collection[int | None]) -> int:
    """Tokens up to the mark of an end: what follows fills up to the longest answer of a batch."""
    return next((place for place, token in enumerate(row, start=1) if token in ends), len(row))


def read_about(folder: Path) -> dict[str, Any] | None:
    """What ``update.json`` of a folder holds; None without one."""
    file = folder / ABOUT
    if not file.is_file():
        return None
    try:
        found = orjson.loads(file.read_bytes())
    except ValueError:
        found = None
    if not isinstance(found, dict) or not found.keys() >= _NAMES:
        raise _unread(file)
    return found


def update_of(folder: Path) -> str | None:
    """The way in which a model was updated whose folder this is; None for other folders."""
    about = read_about(folder)
    return None if about is None else str(about["method"])


def load(folder: str) -> tuple[Any, Any]:
    """A model and its tokenizer: a folder or hub name of a model, or a folder of an update."""
    with extra_needed("tuning"):
        from safetensors import SafetensorError
        from transformers import AutoModelForCausalLM, AutoTokenizer
        from transformers.utils.logging import disable_progress_bar
    disable_progress_bar()  # type: ignore[no-untyped-call]  # theirs has no types
    about = read_about(Path(folder))
    base = folder if about is None else str(about["base"])
    try:
        tokenizer = AutoTokenizer.from_pretrained(base)
        model: Any = AutoModelForCausalLM.from_pretrained(base)
    except (*_DAMAGED, SafetensorError) as error:
        first, _, _ = str(error).partition("\n")
        raise DataError(
            f"no language model at {base} ({first})",
            hint="Name a folder that transformers can read, or a model of the hub.",
        ) from error
    if about is not None:
        with extra_needed("tuning"):
            from peft import PeftModel

        adapter = Path(folder) / ADAPTER
        try:
            with warnings.catch_warnings():
                # peft asks transformers for a name that it is about to drop.
                warnings.simplefilter("ignore", FutureWarning)
                model = PeftModel.from_pretrained(model, str(adapter))
        except (*_DAMAGED, SafetensorError) as error:
            raise _unread(adapter) from error
    return model, tokenizer


def _unread(place: Path) -> DataError:
    return DataError(
        f"this part of an update is damaged or of another version ({place})",
        hint="Delete its folder; `scinet train METHOD TASK --out FOLDER -o base=MODEL` makes it "
        "anew.",
    )


def prompt_text(messages: Sequence[Message], tokenizer: Any) -> str:
    """Messages as the model was taught to read them, in plain words where it was not."""
    if tokenizer.chat_template:
        asked = [message.wire() for message in messages]
        return str(tokenizer.apply_chat_template(asked, tokenize=False, add_generation_prompt=True))
    return "\n\n".join(str(message.content) for message in messages) + "\n\nAnswer:"


def encoded(text: str, tokenizer: Any, *, is_prompt: bool) -> list[int]:
    """Tokens of a text; a template has put the marks of a beginning into prompts already."""
    is_marked = is_prompt and bool(tokenizer.chat_template)
    return list(tokenizer(text, add_special_tokens=not is_marked)["input_ids"])


def after(document: str, text: str, tokenizer: Any) -> str:
    """A document put before what :func:`answered` gave, behind its mark of a beginning."""
    mark = (tokenizer.bos_token if tokenizer.chat_template else None) or ""
    if not text.startswith(mark):
        mark = ""
    return f"{mark}{document}\n\n{text.removeprefix(mark)}"


def answered(messages: Sequence[Message], answer: str, tokenizer: Any) -> str:
    """The same with the answer that follows: a text to learn from."""
    return f"{prompt_text(messages, tokenizer)} {answer}"
