# %% [markdown]
# # Scoring a retriever of your own
#
# Does a search by words find papers by their relations? We score a few lines of word statistics on a task of SciNetBench: which papers cite this one?
#
# The first cell starts a database of its own in the folder `scinet-notebooks`, and loads a **simulated** network: its papers and people do not exist. A second start finds both there. `scinet.stop("scinet-notebooks/server")` stops the database.

# %%
import scinet
from scinet import plots

graph = scinet.start("scinet-notebooks/server", cache="scinet-notebooks/cache")
corpus = scinet.generate("scinet-notebooks/corpus", papers=1200, seed=2)
graph.load(corpus, source="sim")
graph

# %%
DAY = "2020-01-01"  # nothing dated on or after this day is seen
task = graph.build("scinetbench/pair-citation", before=DAY, queries=30, min_truth=3)
query = task.queries()[0]
print(query.text, query.inputs, f"up to {query.k} papers", sep="\n")
task

# %% [markdown]
# The retriever sees titles and abstracts of papers before the day, nothing else. It weighs each word by how rare it is.

# %%
import math
import re
from collections import Counter, defaultdict

statement = """
MATCH (p:Paper) WHERE p.date < date($before)
RETURN p.id AS paper_id, p.title + ' ' + coalesce(p.abstract, '') AS text
"""
texts = graph.cypher(statement, {"before": DAY})
words = {row["paper_id"]: Counter(re.findall(r"[a-z]{4,}", row["text"].lower())) for row in texts}
holding = defaultdict(list)
for paper, counts in words.items():
    for word in counts:
        holding[word].append(paper)


def retrieve(query):
    scores = Counter()
    for word in words[query.inputs["paper_id"]]:
        rarity = math.log(len(words) / len(holding[word]))
        for paper in holding[word]:
            scores[paper] += rarity * min(words[paper][word], 3)
    del scores[query.inputs["paper_id"]]
    return [paper for paper, _ in scores.most_common(query.k)]


# %% [markdown]
# A run is ids by query, the best first.

# %%
mine = scinet.make_run(task, "mine", {one.query_id: retrieve(one) for one in task.queries()})
runs = [graph.run(name, task) for name in ("bm25", "popularity", "graph")]
found = graph.evaluate(task, [*runs, mine], baseline="bm25")
found

# %%
plots.ladder(found)
# %% [markdown]
# `graph` asks the network, and is right by construction; the others have words alone. Does the difference from BM25 mean anything?

# %%
found.comparisons[["system_a", "metric", "difference", "p_holm", "n"]]
