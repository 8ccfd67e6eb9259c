# %% [markdown]
# # Your own data
#
# A library of references and an export of OpenAlex, and what both hold. The works below are **made up**; put your own files in their place.
#
# The first cell starts a database of its own in the folder `scinet-notebooks/own`. `scinet.stop("scinet-notebooks/own/server")` stops it.

# %%
import json
from pathlib import Path

import scinet
from scinet import plots

graph = scinet.start("scinet-notebooks/own/server", cache="scinet-notebooks/own/cache")
files = Path("scinet-notebooks/own")

# %% [markdown]
# A BibTeX file, as Zotero or JabRef write it. It says nothing about who cites whom.

# %%
titles = ["Counting words", "Counting pairs of words", "Words in order", "Order without words"]
entry = "@article{{key{n}, title = {{{title}}}, author = {{Bell, Ada}}, date = {{{day}}}, doi = {{10.1000/{n}}}}}"
days = [f"{1998 + 3 * n}-05-0{n + 1}" for n in range(4)]
entries = [entry.format(n=n, title=title, day=days[n]) for n, title in enumerate(titles)]
(files / "library.bib").write_text("\n".join(entries))
print(entries[0])

# %% [markdown]
# Works as OpenAlex publishes them, one JSON object in a line. Two of them are in the library, too.


# %%
def work(n, title, day, cites):
    return {
        "id": f"https://openalex.org/W{2000 + n}",
        "doi": f"https://doi.org/10.1000/{n}",
        "title": title,
        "publication_date": day,
        "authorships": [
            {
                "author": {
                    "id": f"https://openalex.org/A{5000 + n % 3}",
                    "display_name": f"Author {n % 3}",
                }
            }
        ],
        "referenced_works": [f"https://openalex.org/W{2000 + cited}" for cited in cites],
    }


works = [
    work(0, titles[0], days[0], []),
    work(1, titles[1], days[1], [0]),
    work(5, "A grammar of pairs", "2005-02-01", [0, 1]),
    work(6, "Grammars that learn", "2009-09-09", [1, 5]),
    work(7, "Learning to count", "2012-12-01", [0, 5, 6]),
    work(8, "What counting taught us", "2015-03-20", [0, 6, 7]),
]
(files / "works.jsonl").write_text("\n".join(json.dumps(one) for one in works))
# %% [markdown]
# A dry run says what would be loaded, and stores nothing:

# %%
print(graph.load(files / "library.bib", source="library", dry_run=True).as_dict())

# %%
print(graph.load(files / "library.bib", source="library").loaded, "papers of the library")
print(graph.load(files / "works.jsonl").loaded, "works of OpenAlex")
graph

# %% [markdown]
# What is doubtful in it?

# %%
checks = graph.quality().to_pandas()
checks[checks["count"] > 0][["check", "count"]]

# %% [markdown]
# From here on it is a network like any other. Titles lead to the page of a paper where its id names one.

# %%
papers = graph.cypher(
    "MATCH (p:Paper) RETURN p.id AS paper_id, p.title AS title, p.date AS date, p.doi AS doi ORDER BY date"
)
scinet.show(papers)

# %% [markdown]
# Each source has papers of its own. Those that both have share a DOI:

# %%
both = """
MATCH (mine:Paper), (theirs:Paper {doi: mine.doi})
WHERE mine.id STARTS WITH 'library:' AND theirs.id STARTS WITH 'openalex:'
RETURN mine.id AS mine, theirs.id AS theirs, mine.title AS title ORDER BY mine
"""
graph.cypher(both)

# %% [markdown]
# Through which works did the first lead to the last? Ids may be written without their source.

# %%
plots.path(graph.path("W2000", "W2008"))
# %%
scinet.show(graph.map("W2005"))

# %% [markdown]
# A source can be taken out again; the graph is then the one that never had it.

# %%
print(graph.remove("library").as_dict())
