# %% [markdown]
# # Following an idea
#
# Through which papers did an early one lead to a late one, and what does each say of the one before?
#
# The first cell starts a database of its own in the folder `scinet-notebooks`, and loads a **simulated** network: its papers and people do not exist. A second start finds both there. `scinet.stop("scinet-notebooks/server")` stops the database.

# %%
import scinet
from scinet import plots

graph = scinet.start("scinet-notebooks/server", cache="scinet-notebooks/cache")
corpus = scinet.generate("scinet-notebooks/corpus", papers=1200, seed=2)
graph.load(corpus, source="sim")
graph

# %% [markdown]
# The main path is the chain of citations that most chains of references pass through: the backbone of the network.

# %%
DAY = "2020-01-01"  # nothing dated on or after this day is seen
backbone = graph.main_path(before=DAY)
plots.path(backbone)
# %% [markdown]
# From the most cited paper of all to the end of the backbone, by the papers that are cited most:

# %%
first = graph.citations(before=DAY, limit=1)["paper_id"][0]
found = graph.path(first, backbone.papers[-1], before=DAY)
found

# %%
plots.path(found)
# %% [markdown]
# What does each paper say of the one before? Sentences are known where the full text is.

# %%
from itertools import pairwise

titles = dict(zip(found.table["paper_id"], found.table["title"]))
for earlier, later in pairwise(found.papers):
    contexts = graph.citation_contexts(later, by="cited", before=DAY)
    sentences = [row["sentence"] for row in contexts if row["paper_id"] == earlier]
    print(titles[later], "says of", titles[earlier] + ":")
    print("   ", sentences[0] if any(sentences) else "(its text is not known)")

# %% [markdown]
# What anyone said of the first paper:

# %%
contexts = graph.citation_contexts(first, before=DAY).to_pandas()
contexts.dropna(subset=["sentence"])[["title", "date", "sentence"]].head()
