"""Local language models: inference, and tuning by low-rank adapters on texts."""
