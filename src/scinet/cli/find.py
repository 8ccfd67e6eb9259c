"""Papers and authors by what is known of them."""

from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.find import Find
from scinet.session.table import Table


def _print_matches(rows: Table, line: Invocation) -> None:
    if line.as_json:
        line.emit(rows)
        return
    # What is counted of a paper is not what is counted of an author.
    line.emit(
        {
            **{name: row[name] for name in ("kind", "id", "name", "date")},
            "citations": row["count"] if row["kind"] == "paper" else None,
            "papers": row["count"] if row["kind"] == "author" else None,
        }
        for row in rows
    )


add_command(app, "find 'machine translation' --before 2005-01-01", Find.find, _print_matches)
