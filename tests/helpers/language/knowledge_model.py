"""A language model of a few thousand numbers, made on the spot: it knows words, not science."""

from pathlib import Path

WORDS = """
yes no the of a claim paper answer reply with first word is are this that not say check statement
question what in to true known science information needed more main state one sentence study data
finding model improves degrades . , : ? < > / & ; ( ) 1 2 3
"""


def tiny_model(folder: Path) -> Path:
    """Write a Llama with random weights, seed 0, and a tokenizer of some words."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    names = {word: number for number, word in enumerate(["<unk>", "<s>", "</s>", *WORDS.split()])}
    tokenizer = Tokenizer(models.WordLevel(names, unk_token="<unk>"))  # noqa: S106 - no password
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    marks = {"unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"}
    whole = PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]  # theirs has no types
        tokenizer_object=tokenizer, **marks
    )
    whole.save_pretrained(str(folder))
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(names),
        hidden_size=32,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=1024,
        bos_token_id=1,
        eos_token_id=2,
    )
    LlamaForCausalLM(config).save_pretrained(str(folder))
    return folder
