"""Look after language models: whether one answers, and what a ledger has of it."""

from scinet.cli.verbs import add_command, add_group
from scinet.session.ledgers import check_model, export_ledger, import_ledger, show_ledger

llm = add_group("llm", "Check an endpoint; show, export and import ledgers.")

add_command(llm, "check --model qwen2.5:7b", check_model)
add_command(llm, "show ledger.sqlite", show_ledger)
add_command(llm, "export ledger.sqlite ledger.jsonl.gz", export_ledger)
add_command(llm, "import ledger.jsonl.gz ledger.sqlite", import_ledger)
