"""Look after language models: whether one answers, and what a ledger has of it."""

from scinet.cli.verbs import group, verb
from scinet.session.ledgers import check_model, export_ledger, import_ledger, show_ledger

llm = group("llm", "Check an endpoint; show, export and import ledgers.")

verb(llm, "check --model qwen2.5:7b", check_model)
verb(llm, "show ledger.sqlite", show_ledger)
verb(llm, "export ledger.sqlite ledger.jsonl.gz", export_ledger)
verb(llm, "import ledger.jsonl.gz ledger.sqlite", import_ledger)
