"""Low-rank tuning of a causal language model on texts, with one checkpoint, and its folder.

The folder holds the texts, the adapter and ``update.json``, which names the base model.

Source:
    Hu et al. (2022), arXiv:2106.09685, for the adapters; ScienceMeter for the settings.
"""

import json
import math
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

import numpy as np
import orjson
import torch
from pydantic import Field, PositiveFloat
from pydantic.dataclasses import dataclass as checked
from torch import Tensor

from scinet import atomic_files
from scinet.errors import DataError
from scinet.eval.task import Task
from scinet.models.base.epochs import (
    guard_restore,
    read_checkpoint,
    restore_optimizer,
    write_checkpoint,
)
from scinet.models.base.training import package_versions
from scinet.models.local.curriculum import Curriculum, Questions
from scinet.models.local.model import (
    ADAPTER_FOLDER,
    UPDATE_FILE,
    encode_text,
    load_model,
    read_update_header,
)
from scinet.validation import OPTIONS, Positive, Seed, Share

Progress: TypeAlias = Callable[[Mapping[str, Any]], None]

DTYPES: Final = {"float32": torch.float32, "bfloat16": torch.bfloat16}


@checked(frozen=True, slots=True, config=OPTIONS)
class TuningSettings:
    """Settings of tuning; the defaults are those of ScienceMeter.

    Attributes:
        alpha: Scale of the adapters, divided by the rank.
        dropout: Dropout of the adapters' inputs.
        modules: Names of the layers with an adapter, all of which the model has, with commas
            between.
        rate: Peak learning rate.
        warmup: Share of the steps before the peak.
        accumulate: Sequences per step, one at a time.
        document_epochs: Epochs of documents.
        question_epochs: Epochs of questions with their answers.
        questions: Of claims, ``all``: judgments and the main claim, or ``judgments``.
        seed: Seed of the adapters' initialisation, the order of texts and the dropout.
    """

    rank: Positive = 64
    alpha: Positive = 16
    dropout: Annotated[float, Field(ge=0, lt=1)] = 0.1
    modules: str = "q_proj,k_proj,v_proj,o_proj"
    rate: PositiveFloat = 2e-4
    warmup: Share = 0.1
    accumulate: Positive = 32
    max_tokens: Annotated[int, Field(ge=2)] = 1024
    document_epochs: Positive = 1
    question_epochs: Positive = 4
    questions: Questions = "all"
    dtype: Literal["float32", "bfloat16"] = "bfloat16"
    every: Positive = 50
    seed: Seed = 0


def add_adapters(model: Any, settings: TuningSettings) -> Any:
    """Add fresh adapters to a model, and freeze everything else."""
    from peft import LoraConfig, get_peft_model

    torch.manual_seed(settings.seed)
    wanted = [name.strip() for name in settings.modules.split(",")]
    layers = [
        name
        for name, layer in model.named_modules()
        if isinstance(weight := getattr(layer, "weight", None), Tensor) and weight.dim() > 1
    ]
    if absent := [
        name for name in wanted if not any(f".{layer}".endswith(f".{name}") for layer in layers)
    ]:
        endings = ", ".join(sorted({layer.rpartition(".")[2] for layer in layers}))
        raise DataError(
            f"the model has no layers {', '.join(map(repr, absent))}",
            hint=f"It has {endings}: name its attention layers with -o modules=….",
        )
    config = LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.dropout,
        target_modules=wanted,
        task_type="CAUSAL_LM",
    )
    try:
        with warnings.catch_warnings():
            # peft asks transformers for a name that it is about to drop.
            warnings.simplefilter("ignore", FutureWarning)
            return get_peft_model(model.to(DTYPES[settings.dtype]), config)
    except ValueError as error:
        first, _, _ = str(error).partition("\n")
        raise DataError(
            f"no adapters can be put on {settings.modules} ({first})",
            hint="Name its attention layers with -o modules=….",
        ) from error


def make_sequences(
    texts: Sequence[str], tokenizer: Any, max_tokens: int, *, is_packed: bool
) -> list[list[int]]:
    """Tokenise texts, each closed by an end mark.

    Packed texts are questions, joined and cut into full sequences, the last one shorter; otherwise
    each text is one sequence, truncated where too long.
    """
    end = tokenizer.eos_token_id
    token_lists = [[*encode_text(text, tokenizer, is_prompt=is_packed), end] for text in texts]
    if is_packed:
        whole = [token for tokens in token_lists for token in tokens]
        token_lists = [
            whole[start : start + max_tokens] for start in range(0, len(whole), max_tokens)
        ]
    # A sequence of one token has no next one to predict.
    return [tokens[:max_tokens] for tokens in token_lists if len(tokens[:max_tokens]) > 1]


def tune(
    model: Any,
    stages: Sequence[tuple[str, Sequence[Sequence[int]], int]],
    settings: TuningSettings,
    folder: Path,
    key: str,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Tune on the stages in turn, or resume at the last checkpoint.

    Returns for each stage its name, its steps and the mean loss of each epoch.

    Args:
        model: Model with adapters; only they change.
        stages: Name, sequences of tokens and epochs of each.
        key: Identifies the tuning, so that no other is taken for it.
    """
    trained = {name: value for name, value in model.named_parameters() if value.requires_grad}
    first, done = 0, 0
    figures: list[dict[str, Any]] = []
    earlier: list[float] = []
    if (saved := read_checkpoint(folder, key)) is not None:
        with guard_restore(folder), torch.no_grad():
            for name, values in trained.items():
                values.copy_(saved["adapter"][name])
            first, done = saved["stage"], saved["step"]
            figures, earlier = list(saved["figures"]), [float(value) for value in saved["losses"]]
            if first not in range(len(stages) + 1) or done < 0 or len(figures) != first:
                raise ValueError("no stage of this tuning")

    def save(stage: int, step: int, losses: list[float], **optimizer: Any) -> None:
        adapter = {name: value.detach().clone() for name, value in trained.items()}
        content = {"stage": stage, "step": step, "figures": figures, "losses": losses}
        write_checkpoint(folder, key, {"adapter": adapter, **content, **optimizer})

    model.train()
    for number in range(first, len(stages)):
        name, listed, epochs = stages[number]
        steps_per_epoch = math.ceil(len(listed) / settings.accumulate)
        total = steps_per_epoch * epochs
        optimizer = torch.optim.AdamW(trained.values(), lr=settings.rate, weight_decay=0.0)
        resumed = saved if number == first and done else None
        if resumed is not None:
            with guard_restore(folder):
                restore_optimizer(optimizer, resumed["optimizer"])
        losses = [] if resumed is None else earlier
        for step in range(0 if resumed is None else done, total):
            epoch, place = divmod(step, steps_per_epoch)
            order = np.random.default_rng([settings.seed, number, epoch]).permutation(len(listed))
            start = place * settings.accumulate
            places = order[start : start + settings.accumulate]
            # The same dropout whether or not the tuning was stopped before this step.
            torch.manual_seed(
                int(np.random.default_rng([settings.seed, number, step]).integers(2**62))
            )
            for group in optimizer.param_groups:
                group["lr"] = settings.rate * _schedule_rate(step, total, settings.warmup)
            losses.append(_train_step(model, [listed[value] for value in places], optimizer, name))
            if progress is not None:
                progress({"stage": name, "step": step + 1, "steps": total, "loss": losses[-1]})
            if (step + 1) % settings.every == 0:
                save(number, step + 1, losses, optimizer=optimizer.state_dict())
        parts = np.array_split(np.array(losses), epochs) if losses else []
        means = [float(part.mean()) for part in parts]
        figures.append({"texts": name, "steps": total, "losses": means})
        save(number + 1, 0, [])
    return figures


def _train_step(
    model: Any, batch: Sequence[Sequence[int]], optimizer: torch.optim.Optimizer, name: str
) -> float:
    """Train one step on a batch; return the mean loss."""
    optimizer.zero_grad()
    total = 0.0
    for tokens in batch:
        token_ids = torch.tensor([list(tokens)], device=model.device)
        loss = model(input_ids=token_ids, labels=token_ids).loss
        (loss / len(batch)).backward()
        total += float(loss.detach()) / len(batch)
    if not math.isfinite(total):
        raise DataError(
            f"the loss on {name} is not finite", hint="Lower -o rate, or take -o dtype=float32."
        )
    optimizer.step()
    return total


def _schedule_rate(step: int, total: int, warmup: float) -> float:
    """Return the rate relative to its peak: linear warm-up, then cosine decay."""
    rising = math.ceil(total * warmup)
    if step < rising:
        return (step + 1) / rising
    return 0.5 * (1.0 + math.cos(math.pi * (step - rising) / max(1, total - rising)))


def train(
    method: str,
    curriculum: Curriculum,
    task: Task,
    base: str,
    folder: Path,
    settings: TuningSettings,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Train one update, or resume it, unless the folder already has it.

    Args:
        method: Name of the update method, or of the system whose questions are learned.

    Returns:
        The content of ``update.json``: method, base, settings, task_fingerprint, papers, number of
        texts and sequences, losses, seconds, versions.
    """
    header: dict[str, Any] = {
        "method": method,
        "base": base,
        "settings": asdict(settings),
        "task": task.id,
        "task_fingerprint": task.fingerprint,
    }
    key = sha256(orjson.dumps(header, option=orjson.OPT_SORT_KEYS)).hexdigest()
    if (stored := read_update_header(folder)) is not None:
        if {name: stored.get(name) for name in header} != header:
            raise DataError(
                f"the folder holds another update ({folder / UPDATE_FILE})",
                hint="Choose another --out, or delete that folder.",
            )
        return stored
    begun = time.perf_counter()
    model, tokenizer = load_model(base)
    if tokenizer.eos_token_id is None:
        raise DataError(
            f"the tokenizer has no end-of-sequence token ({base})",
            hint="Name one as eos_token in its tokenizer_config.json.",
        )
    token_lists = curriculum.texts(tokenizer)
    for name, listed in token_lists.items():
        lines = b"".join(orjson.dumps({"text": text}) + b"\n" for text in listed)
        atomic_files.write_file(lines, folder / "texts" / f"{name}.jsonl")
    stages = [
        (
            stage.texts,
            make_sequences(
                token_lists[stage.texts], tokenizer, settings.max_tokens, is_packed=stage.is_tuning
            ),
            settings.question_epochs if stage.is_tuning else settings.document_epochs,
        )
        for stage in curriculum.stages
    ]
    room = getattr(model.config, "max_position_embeddings", None) or math.inf
    longest = max((len(sequence) for _, listed, _ in stages for sequence in listed), default=0)
    if longest > room:
        raise DataError(
            f"sequences of {longest} tokens, and the model has {room} positions ({base})",
            hint=f"Give -o max_tokens={room}.",
        )
    tuned = add_adapters(model, settings)
    figures = tune(tuned, stages, settings, folder, key, progress)
    tuned.save_pretrained(str(folder / ADAPTER_FOLDER))
    result = {
        **header,
        "papers": curriculum.papers,
        "texts": {name: len(listed) for name, listed in token_lists.items()},
        "sequences": {name: len(listed) for name, listed, _ in stages},
        "stages": figures,
        "seconds": round(time.perf_counter() - begun, 2),
        "versions": package_versions(),
    }
    atomic_files.write_file(json.dumps(result, indent=2) + "\n", folder / UPDATE_FILE)
    return result
