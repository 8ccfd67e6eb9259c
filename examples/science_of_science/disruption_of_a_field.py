# %% [markdown]
# # Disruption of a field
#
# A paper disrupts when later papers cite it and not what it builds on; it develops when they cite both. Which papers of a field did what?
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
# The fields of the network are communities, found by citations among papers before the day. We take the largest.

# %%
DAY = "2020-01-01"  # nothing dated on or after this day is seen
fields = graph.fields(before=DAY)
field = fields["field_id"][0]
fields[["name", "papers", "citations", "mean_year"]][:5]

# %% [markdown]
# Its most disruptive papers, among those that are cited at least five times:

# %%
scinet.show(graph.leading(field, rank="disruptive", before=DAY, limit=5))

# %% [markdown]
# Disruption of all its papers, with five years for citations to arrive. `n_i` later papers cite only the paper, `n_j` cite it and its references, `n_k` only its references; CD = (n_i - n_j) / (n_i + n_j + n_k).

# %%
members = graph.leading(field, rank="cited", before=DAY, limit=10_000)["paper_id"]
table = graph.disruption(papers=members, before=DAY, window_years=5)
table[:5]

# %%
plots.disruption(table)
# %% [markdown]
# Papers of the last five years have not had their time yet. Those that have, by year:

# %%
finished = graph.query("lookup/papers", paper_ids=members, before="2015-01-01").to_pandas()
years = finished.assign(year=[day.year for day in finished.date])[["paper_id", "year"]]
table.to_pandas().merge(years, on="paper_id").groupby("year").cd.agg(["median", "count"]).tail(10)

# %% [markdown]
# Who wrote in this field, and when?

# %%
plots.timelines(graph.over_time(field, before=DAY))
