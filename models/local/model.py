"""Local language model: loaded by transformers, with an adapter where it was tuned."""

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
from scinet.llm.question import Question, Reply, TokenUsage
from scinet.llm.response_parser import read_text

UPDATE_FILE: Final = "update.json"
ADAPTER_FOLDER: Final = "adapter"
# Errors of transformers and peft for a damaged folder; they unpickle weights only.
_LOAD_ERRORS: Final = (
    OSError, ValueError, LookupError, TypeError, RuntimeError, UnpicklingError
)  # fmt: skip
_NAMES: Final = frozenset({"method", "base", "task_fingerprint", "texts", "sequences", "stages"})


class LocalModel:
    """Greedy decoding of answers in batches; see :func:`load_model`."""

    def __init__(self, folder: str, *, batch: int = 8) -> None:
        self._batch = batch
        self._model, self._tokenizer = load_model(folder)
        self._model.eval()

    def ask(self, questions: Sequence[Question]) -> list[Reply]:
        """Reply to each question, in order; one that is too long for the model is invalid."""
        texts = [format_prompt(question.messages(), self._tokenizer) for question in questions]
        tokens = [encode_text(text, self._tokenizer, is_prompt=True) for text in texts]
        room = getattr(self._model.config, "max_position_embeddings", None) or math.inf

        def shape(place: int) -> tuple[int, int]:
            return questions[place].prompt.max_tokens, len(tokens[place])

        replies: dict[int, Reply] = {}
        # Prompts of one length need no padding, so that answers do not depend on the batch.
        for (most, length), same in groupby(sorted(range(len(questions)), key=shape), shape):
            places = list(same)
            if length + most > room:
                for place in places:
                    replies[place] = Reply(questions[place].item, "invalid", "prompt_too_long")
                continue
            for start in range(0, len(places), self._batch):
                part = places[start : start + self._batch]
                written = self._generate([tokens[place] for place in part], most)
                for place, (text, size, is_cut) in zip(part, written, strict=True):
                    status, reason, value = read_text(text, questions[place].prompt, is_cut=is_cut)
                    usage = TokenUsage(1, length, size)
                    item = questions[place].item
                    replies[place] = Reply(item, status, reason, text, value, usage=usage)
        return [replies[place] for place in range(len(questions))]

    def _generate(self, tokens: Sequence[list[int]], most: int) -> list[tuple[str, int, bool]]:
        """Generate after prompts of one length: text, number of tokens, and truncation."""
        import torch

        batch = torch.tensor(tokens)
        with torch.inference_mode():
            written = self._model.generate(
                input_ids=batch,
                attention_mask=torch.ones_like(batch),
                max_new_tokens=most,
                do_sample=False,
                pad_token_id=self._tokenizer.pad_token_id or self._tokenizer.eos_token_id,
            )
        marks = self._model.generation_config.eos_token_id
        ends = set(marks) if isinstance(marks, list) else {marks}
        return [
            (
                self._tokenizer.decode(row, skip_special_tokens=True),
                _answer_length(row, ends),
                ends.isdisjoint(row),
            )
            for row in written[:, batch.shape[1] :].tolist()
        ]


def _answer_length(row: Sequence[int], ends: Collection[int | None]) -> int:
    """Count tokens up to the end mark; padding to the longest answer of a batch follows."""
    return next((place for place, token in enumerate(row, start=1) if token in ends), len(row))


def read_update_header(folder: Path) -> dict[str, Any] | None:
    """Read ``update.json`` of a folder; None without one."""
    file = folder / UPDATE_FILE
    if not file.is_file():
        return None
    try:
        header = orjson.loads(file.read_bytes())
    except ValueError:
        header = None
    if not isinstance(header, dict) or not header.keys() >= _NAMES:
        raise _damaged_error(file)
    return header


def find_update_method(folder: Path) -> str | None:
    """Return the update method of a model's folder; None for other folders."""
    header = read_update_header(folder)
    return None if header is None else str(header["method"])


def load_model(folder: str) -> tuple[Any, Any]:
    """Load a model and its tokenizer by folder or hub name, or from a folder of an update."""
    with extra_needed("tuning"):
        from safetensors import SafetensorError
        from transformers import AutoModelForCausalLM, AutoTokenizer
        from transformers.utils.logging import disable_progress_bar
    disable_progress_bar()  # type: ignore[no-untyped-call]  # theirs has no types
    header = read_update_header(Path(folder))
    base = folder if header is None else str(header["base"])
    try:
        tokenizer = AutoTokenizer.from_pretrained(base)
        model: Any = AutoModelForCausalLM.from_pretrained(base)
    except (*_LOAD_ERRORS, SafetensorError) as error:
        first, _, _ = str(error).partition("\n")
        raise DataError(
            f"no language model at {base} ({first})",
            hint="Name a folder that transformers can read, or a model of the hub.",
        ) from error
    if header is not None:
        with extra_needed("tuning"):
            from peft import PeftModel

        adapter = Path(folder) / ADAPTER_FOLDER
        try:
            with warnings.catch_warnings():
                # peft asks transformers for a name that it is about to drop.
                warnings.simplefilter("ignore", FutureWarning)
                model = PeftModel.from_pretrained(model, str(adapter))
        except (*_LOAD_ERRORS, SafetensorError) as error:
            raise _damaged_error(adapter) from error
    return model, tokenizer


def _damaged_error(place: Path) -> DataError:
    return DataError(
        f"this part of an update is damaged or of another version ({place})",
        hint="Delete its folder; `scinet train METHOD TASK --out FOLDER -o base=MODEL` makes it "
        "anew.",
    )


def format_prompt(messages: Sequence[Message], tokenizer: Any) -> str:
    """Format messages by the chat template, or as plain text without one."""
    if tokenizer.chat_template:
        turns = [message.wire() for message in messages]
        return str(tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True))
    return "\n\n".join(str(message.content) for message in messages) + "\n\nAnswer:"


def encode_text(text: str, tokenizer: Any, *, is_prompt: bool) -> list[int]:
    """Tokenise a text; a template has already put begin marks into prompts."""
    is_marked = is_prompt and bool(tokenizer.chat_template)
    return list(tokenizer(text, add_special_tokens=not is_marked)["input_ids"])


def prepend_document(document: str, text: str, tokenizer: Any) -> str:
    """Prepend a document to a text of :func:`training_text`, after its begin mark."""
    mark = (tokenizer.bos_token if tokenizer.chat_template else None) or ""
    if not text.startswith(mark):
        mark = ""
    return f"{mark}{document}\n\n{text.removeprefix(mark)}"


def training_text(messages: Sequence[Message], answer: str, tokenizer: Any) -> str:
    """Format messages with their answer: a training text."""
    return f"{format_prompt(messages, tokenizer)} {answer}"
