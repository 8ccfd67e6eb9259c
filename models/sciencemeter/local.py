"""A language model on this machine: loaded by transformers, with an adapter where it was tuned."""

import json
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError, install_hint
from scinet.llm.messages import Message
from scinet.llm.question import Question, Reply, Usage

ABOUT: Final = "update.json"
ADAPTER: Final = "adapter"


class LocalModel:
    """Answers questions by the likeliest words.

    Args:
        folder: Folder or hub name of a model, or folder of an update of one.
        batch: Questions answered together.

    Raises:
        DataError: If it holds no model, or the packages are not installed.
    """

    def __init__(self, folder: str, *, batch: int) -> None:
        self._batch = batch
        self._model, self._tokenizer = load(folder)
        self._model.eval()

    def ask(self, questions: Sequence[Question]) -> list[Reply]:
        """Reply to each question, in order; one that is too long for the model is invalid."""
        replies: list[Reply | None] = [None] * len(questions)
        texts = [prompt_text(one.messages(), self._tokenizer) for one in questions]
        tokens = [self._tokenizer(text)["input_ids"] for text in texts]
        room = getattr(self._model.config, "max_position_embeddings", None)
        # Those of one length need no padding: what a neighbour says moves no answer.
        order = sorted(
            range(len(questions)),
            key=lambda place: (questions[place].prompt.max_tokens, len(tokens[place]), place),
        )
        group: list[int] = []
        for place in order:
            most = questions[place].prompt.max_tokens
            if room is not None and len(tokens[place]) + most > room:
                replies[place] = Reply(questions[place].item, "invalid", "prompt_too_long")
                continue
            same = group and (most, len(tokens[place])) == (
                questions[group[0]].prompt.max_tokens,
                len(tokens[group[0]]),
            )
            if group and (not same or len(group) == self._batch):
                self._reply(group, questions, tokens, replies)
                group = []
            group.append(place)
        if group:
            self._reply(group, questions, tokens, replies)
        return [reply for reply in replies if reply is not None]

    def _reply(
        self,
        group: Sequence[int],
        questions: Sequence[Question],
        tokens: Sequence[list[int]],
        replies: list[Reply | None],
    ) -> None:
        import torch

        given = torch.tensor([tokens[place] for place in group])
        with torch.inference_mode():
            written = self._model.generate(
                input_ids=given,
                attention_mask=torch.ones_like(given),
                max_new_tokens=questions[group[0]].prompt.max_tokens,
                do_sample=False,
                pad_token_id=self._tokenizer.pad_token_id or self._tokenizer.eos_token_id,
            )
        for place, row in zip(group, written[:, given.shape[1] :], strict=True):
            text = self._tokenizer.decode(row, skip_special_tokens=True)
            usage = Usage(1, len(tokens[place]), len(row))
            replies[place] = Reply(questions[place].item, "ok", text=text, usage=usage)


def is_update(folder: Path) -> bool:
    """Whether a folder holds an update of a language model."""
    return (folder / ABOUT).is_file()


def load(folder: str) -> tuple[Any, Any]:
    """A model and its tokenizer.

    Args:
        folder: Folder or hub name of a model, or folder of an update of one.

    Raises:
        DataError: If it holds no model, or the packages are not installed.
    """
    try:
        from transformers import AutoModelForCausalLM, AutoTokenizer
        from transformers.utils.logging import disable_progress_bar
    except ImportError as error:
        raise DataError(
            "a local model needs transformers and peft", hint=install_hint("tuning")
        ) from error
    disable_progress_bar()  # type: ignore[no-untyped-call]  # theirs has no types
    about = Path(folder) / ABOUT
    base = json.loads(about.read_text("utf-8"))["base"] if about.is_file() else folder
    try:
        tokenizer = AutoTokenizer.from_pretrained(base)
        model: Any = AutoModelForCausalLM.from_pretrained(base)
    except (OSError, ValueError) as error:
        first, _, _ = str(error).partition("\n")
        raise DataError(
            f"no language model at {base} ({first})",
            hint="Name a folder that transformers can read, or a model of the hub.",
        ) from error
    if about.is_file():
        from peft import PeftModel

        with warnings.catch_warnings():
            # peft asks transformers for a name that it is about to drop.
            warnings.simplefilter("ignore", FutureWarning)
            model = PeftModel.from_pretrained(model, str(Path(folder) / ADAPTER))
    return model, tokenizer


def prompt_text(messages: Sequence[Message], tokenizer: Any) -> str:
    """Messages as the model was taught to read them, in plain words where it was not."""
    if tokenizer.chat_template:
        written = [message.wire() for message in messages]
        text: str = tokenizer.apply_chat_template(
            written, tokenize=False, add_generation_prompt=True
        )
        return text
    return "\n\n".join(str(message.content) for message in messages) + "\n\nAnswer:"
