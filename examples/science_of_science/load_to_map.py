# %% [markdown]
# # From a load to a map
#
# Load a network, look at what is in it, and walk around a paper on a map.
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
# Every answer can be taken as of any day. Which papers were cited most by then?

# %%
DAY = "2020-01-01"  # nothing dated on or after this day is seen
top = graph.citations(before=DAY, limit=5)
papers = graph.query("lookup/papers", paper_ids=top["paper_id"], before=DAY)
scinet.show(papers[["paper_id", "title", "date", "authors", "citations"]])

# %% [markdown]
# How were they cited over the years?

# %%
plots.citations(graph.citations_over_time(papers=top["paper_id"], before=DAY))
# %% [markdown]
# The map around the first of them: papers that cite it, are cited by it, are cited together with it or share its references. Time runs from left to right, colours and rows are communities. Drag a paper up or down, drag the map, choose a paper to read of it.

# %%
around = graph.map(top["paper_id"][0], around=40, before=DAY)
scinet.show(around)

# %% [markdown]
# `around` is a table: `around["paper_id"]` is a column, `around.to_pandas()` a data frame. What does the map lack? Papers that are cited together with those on it:

# %%
scinet.show(graph.co_cited(around["paper_id"], before=DAY, limit=5))

# %% [markdown]
# The communities of the whole network, and who cites whom:

# %%
plots.communities(graph.fields(before=DAY))
