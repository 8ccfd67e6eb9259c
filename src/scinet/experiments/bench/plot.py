"""How jobs grow with the network, as a picture on two logarithmic axes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

_STYLES: Final = ("-", "--", "-.", ":")
_INCHES: Final = (9, 4.2)


def draw(rows: Sequence[dict[str, Any]], file: Path) -> None:
    """Draw time and peak memory of each job over papers.

    Args:
        rows: Of :func:`scinet.experiments.bench.growth.measure`; those with an error are left out.
        file: SVG to write; the same rows give the same bytes.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    done = [row for row in rows if "error" not in row]
    with mpl.rc_context({"svg.hashsalt": "scinet", "font.size": 8}):
        figure = Figure(figsize=_INCHES, layout="constrained")
        left, right = figure.subplots(1, 2)
        for number, job in enumerate(dict.fromkeys(row["job"] for row in done)):
            of = [row for row in done if row["job"] == job]
            papers = [row["papers"] for row in of]
            for axes, name in ((left, "seconds"), (right, "peak_mib")):
                axes.plot(
                    papers,
                    [row[name] for row in of],
                    _STYLES[number % len(_STYLES)],
                    marker=".",
                    label=job,
                )
        for axes, title in ((left, "seconds"), (right, "peak memory, MiB")):
            axes.set(xscale="log", yscale="log", xlabel="papers", title=title)
            axes.grid(alpha=0.3)
        figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=2)
        figure.savefig(file, format="svg", metadata={"Date": None})
