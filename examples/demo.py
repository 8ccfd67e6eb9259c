"""The demo as a script: simulate a network, explore it, learn from it, evaluate, report."""

import scinet

folder = scinet.generate("demo/corpus", papers=1200, seed=2)
# `scinet.start("demo/server")` would start a server of one's own in place of this line.
with scinet.connect(cache="demo/cache") as graph:
    # Explore
    print(graph.load(folder, source="sim").as_dict())
    print(graph.status()["nodes"])
    print(graph.quality(examples=1)[["check", "count"]])
    last = graph.cypher("MATCH (p:Paper) RETURN max(p.date).year AS year")["year"][0]
    day = f"{last}-01-01"
    best = graph.citations(before=day, limit=5)["paper_id"][0]
    later = graph.query("ego/citations", paper=best, before=day)["paper_id"]
    print(graph.path(best, later[-1], before=day))

    # Compute
    for window in (5, None):
        graph.disruption(window_years=window, write=True)
    print(graph.disruption(before=day, limit=5))
    print(graph.novelty(before=day, limit=5))
    print(graph.communities(before=day))
    print(graph.snapshot(day))

    # Learn: collaborators of the year before the day
    task = graph.build(
        "prescience/collaborators",
        before=day,
        targets=60,
        train_years=2,
        validation_years=1,
    )
    runs = [graph.run(name, task) for name in ("collaborators-walk", "collaborators-frequency")]
    trained = graph.train("collaborators-lambdarank", task, trees=100, bags=1)
    runs.append(graph.run(trained, task))
    found = scinet.evaluate(task, runs, out="demo/results")
    print(found.table, found.comparisons)

    # Evaluate: SciNetBench, as published and strictly
    bench = graph.build("scinetbench/pair-citation", before=day, queries=10, min_truth=3)
    runs = [graph.run(name, bench) for name in ("popularity", "bm25", "graph", "graph-edges")]
    for scoring in ("strict", "official"):
        print(graph.evaluate(bench, runs, scoring=scoring, out="demo/results").table)

    print(all(graph.audit(task, "collaborators-walk", days=1, queries=5)["equal"]))
    print(graph.report("demo/report.html", before=day, results="demo/results"))
