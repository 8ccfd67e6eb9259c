"""The verbs that simulate the next days of a network, and put them to use."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from annotated_types import Ge

from scinet.arguments import OutPath
from scinet.llm.access import ModelAccess
from scinet.session.base import Connected, Count, File, Seed
from scinet.session.days import Day, parse_cutoff

if TYPE_CHECKING:
    from scinet.experiments.simulated_year.folder import Simulation


class Simulate(Connected):
    """Simulated science."""

    def simulate(
        self,
        *,
        out: OutPath,
        since: Day,
        days: Count = 365,
        collaborators: str = "collaborators-walk",
        prior_work: str = "prior-work-walk",
        contributions: str = "recombined",
        impact: str = "impact-team",
        arrivals: Literal["empirical", "gaussian", "gold"] = "empirical",
        calibration_years: Count = 1,
        smoothed: bool = False,
        runs: Count = 1,
        seed: Seed = 0,
        ablation: bool = False,
        ladders: File | None = None,
        model: ModelAccess | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> "Simulation":
        """Grow the network day by day by models: teams, references, texts, impact.

        On each day papers arrive as often as in the years before; a first author is sampled, and
        the models name co-authors, references, title and abstract, and citations to come. What they
        write is part of the network that they see on the next day. Nothing of the real network that
        is dated later is seen, unless a part is gold: then the truth takes its place, paper by
        paper. The graph itself is not changed. After an interruption the same call goes on.

        Args:
            out: Folder to write: a file of simulated papers for each day of each run.
            since: The first simulated day.
            days: How many days to simulate.
            collaborators: System that names a first author's co-authors, the folder of a trained
                one, or ``gold``; a system that learns is trained on earlier years. So for the other
                parts.
            prior_work: System that names what a team cites, or ``gold``.
            contributions: System that writes title and abstract, or ``gold``.
            impact: System that foresees citations within 360 days, or ``gold``.
            arrivals: How many papers a day brings: ``empirical``, as many as a random day of
                the years before; ``gaussian``, by a normal fitted to its active days, as PreScience
                released it; ``gold``, as many as there were, which gold parts need.
            calibration_years: Years before the first day whose papers, team sizes, references and
                newcomers are the measure.
            smoothed: Count each team size and number of references that was seen once more, as
                PreScience released it.
            runs: How many times, each with the next seed.
            seed: Seed of the first run.
            ablation: Simulate also with every part gold, and with one part at a time a model.
            ladders: Calibration ladders of PreScience's judge: the language model also rates how
                unlike each other and earlier ones papers are, 600 pairs for each year compared.
            model: A language model, for a system that asks one, and for the judge.
            progress: Called with the number of runs done and of all.

        Returns:
            The simulation.

        Raises:
            NotFoundError: If there is no such system.
            DataError: If a system does not fit its part, or the folder holds another simulation.
            BudgetError: If the limits of the model left questions unanswered: days that lack then
                are simulated by the same call, and measures by the judge that lack are measured.

        Source:
            PreScience, corpus simulation.
        """
        from scinet.experiments.simulated_year.folder import Simulation
        from scinet.experiments.simulated_year.run import SimulationPlan
        from scinet.experiments.simulated_year.simulate import simulate_and_measure

        parts = (collaborators, prior_work, contributions, impact)
        plan = SimulationPlan(
            parse_cutoff(since),
            days,
            parts,
            arrivals,
            years=calibration_years,
            smoothed=smoothed,
            runs=runs,
            seed=seed,
        )
        graph = self._access()
        loads = self.database.rows("admin/loads")
        with ExitStack() as stack:
            simulate_and_measure(
                plan,
                graph,
                out=Path(out),
                ablation=ablation,
                ladders=None if ladders is None else Path(ladders),
                is_real=not any(load["simulated"] for load in loads),
                open_asker=None
                if model is None
                else lambda: stack.enter_context(
                    model.open(graph.snapshot.graph_fingerprint, seed=seed)
                ),
                progress=progress,
            )
        return Simulation.read(out)

    def store_simulation(
        self,
        folder: File,
        *,
        run: Annotated[int, Ge(0)] = 0,
        source: str = "synthetic",
        progress: Callable[[int, int], None] | None = None,
    ) -> dict[str, Any]:
        """Store the papers of a simulated run in the graph, marked as simulated.

        They are nodes of their own, ``SimulatedPaper`` and ``SimulatedAuthor``, with relationships
        of their own, ``SIMULATED_CITES`` and ``SIMULATED_AUTHORED``, to real papers and authors
        as well. Nothing that scinet computes of the real network sees them, and its fingerprint
        stays. They take the place of those stored before under the same source; after an
        interruption the same call gives the same graph. To remove the source takes all away.

        Args:
            folder: Folder of a simulation.
            run: Which of its runs, from 0 on.
            source: Name to store it under, and to remove it by: the beginning of all its ids.
            progress: Called with the number of transactions done and of all.

        Returns:
            How many ``papers``, new ``authors``, ``citations`` and ``authorships`` were stored,
            and how many of the last two were ``left_out``, as of papers or authors that the graph
            does not have, or no longer has.

        Raises:
            DataError: If there is no such run, it was stopped before its end, or real papers were
                loaded under that source.
            SchemaError: If a load is running.
        """
        from scinet.experiments.simulated_year.folder import Simulation
        from scinet.experiments.simulated_year.graph_storage import store_run

        return store_run(
            Simulation.read(folder), self.database, run=run, source=source, progress=progress
        )

    def export_simulation(
        self, folder: File, *, out: OutPath, run: Annotated[int, Ge(0)] = 0, source: str = ""
    ) -> dict[str, Any]:
        """Write a simulated run as the files of PreScience's own simulation.

        ``all_papers.json`` and ``sd2publications.json``, which the analysis scripts of its
        repository read: all papers before the first day and the simulated ones, with ids such as
        ``S00000001`` and ``SYNTH_00000001``, and roles. Embeddings are not written.

        Args:
            folder: Folder of a simulation.
            out: Folder to write.
            run: Which of its runs, from 0 on.
            source: Prefix that ids of the network lose, such as ``prescience``.

        Returns:
            The number of ``papers``, of these ``simulated``, and of ``authors``; the ``files``.

        Raises:
            DataError: If there is no such run, it was stopped before its end, or another network
                was simulated.
        """
        from scinet.experiments.simulated_year import official
        from scinet.experiments.simulated_year.folder import Simulation

        simulation, whole = Simulation.read(folder), self._access().snapshot
        return official.write_official(simulation, whole, Path(out), run=run, source=source)
