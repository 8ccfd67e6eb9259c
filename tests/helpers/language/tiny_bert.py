"""A transformer of two layers with random weights, and its tokenizer."""

from pathlib import Path

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "deep", "trees", "of", "words", "parse"]


def write(place: Path) -> Path:
    import torch
    from transformers import BertConfig, BertModel, BertTokenizer

    (place / "vocab.txt").write_text("\n".join(WORDS))
    BertTokenizer(str(place / "vocab.txt"), model_max_length=32).save_pretrained(place)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=40,
    )
    BertModel(config).save_pretrained(place)
    return place
