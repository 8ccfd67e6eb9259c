"""Language models on this machine: asked, and tuned by low-rank adapters on texts."""
