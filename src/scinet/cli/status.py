"""What the graph holds."""

from scinet.cli import output
from scinet.cli.root import app


@app.command()
def status(*, as_json: output.AsJson = False) -> None:
    """Say what the graph holds: counts, fingerprint, versions, loads.

    Example: scinet status --json
    """
    from scinet.graph.status import status as graph_status

    with output.database() as db:
        found = graph_status(db)
    if as_json:
        output.emit_one(found, as_json=True)
        return
    for part in ("nodes", "relationships", "versions"):
        output.emit_one(found[part], as_json=False)
    output.emit_one({"graph_fingerprint": found["graph_fingerprint"]}, as_json=False)
    if found["loads"]:
        columns = ("run", "kind", "source", "complete", "simulated", "finished_at")
        output.emit(found["loads"], as_json=False, columns=columns)
