"""Look after language models: whether one answers, and what a ledger has of it."""

import typer

from scinet.cli.root import app
from scinet.cli.verbs import plain, verb
from scinet.session.ledgers import check_model, export_ledger, import_ledger, show_ledger

llm = typer.Typer(no_args_is_help=True, help="Check an endpoint; show, export and import ledgers.")
app.add_typer(llm, name="llm")

_FILES = {"ledger": "LEDGER", "file": "FILE"}
verb(llm, "check", check_model, plain, example="scinet llm check --model qwen2.5:7b")
verb(llm, "show", show_ledger, plain, arguments=_FILES, example="scinet llm show ledger.sqlite")
verb(
    llm,
    "export",
    export_ledger,
    plain,
    arguments=_FILES,
    example="scinet llm export ledger.sqlite ledger.jsonl.gz",
)
verb(
    llm,
    "import",
    import_ledger,
    plain,
    arguments=_FILES,
    example="scinet llm import ledger.jsonl.gz ledger.sqlite",
)
