# %% [markdown]
# # A graph network of your own
#
# Whom will an author write the next paper with? We train a small graph network in PyTorch Geometric on this task of PreScience, and score it next to systems that come with scinet. It needs the extra `models` (`pip install "scinet[models]"`).
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
# The queries of the test are dated in 2019, those of validation in 2018. We learn from the questions of 2018 and the network before that year, and answer those of 2019 with the network before 2019: nothing later is seen.

# %%
task = graph.build(
    "prescience/collaborators",
    before="2020-01-01",
    targets=60,
    train_years=2,
    validation_years=1,
)
learned_from, answered_from = task.before["train"], task.before["val"]
task

# %% [markdown]
# The network: a mark starts at the author of the query and spreads over joint papers; the network learns how.

# %%
import numpy as np
import torch
from torch_geometric.nn import GraphConv

torch.manual_seed(0)


class Spread(torch.nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        sizes = [2, hidden, hidden, hidden]
        pairs = zip(sizes, sizes[1:])
        self.layers = torch.nn.ModuleList(GraphConv(a, b, aggr="mean") for a, b in pairs)
        self.score = torch.nn.Linear(hidden, 1)

    def forward(self, x, edges, weight):
        for layer in self.layers:
            x = layer(x, edges, weight).relu()
        return self.score(x).squeeze(-1)  # queries by authors


def network(day):
    past = graph.snapshot(day)
    wrote = past.to_scipy("authored").astype(np.float32)  # papers by authors
    joint = (wrote.T @ wrote).tocoo()
    apart = joint.row != joint.col
    edges = torch.tensor(np.stack([joint.row, joint.col])[:, apart], dtype=torch.long)
    weight = torch.log1p(torch.tensor(joint.data[apart]))
    papers = torch.log1p(torch.tensor(wrote.sum(axis=0)))
    return past.author_number, papers, edges, weight


def asked(split, number, papers):
    queries = [one for one in task.queries(split) if one.inputs["author_id"] in number]
    x = torch.stack([torch.zeros(len(queries), len(papers)), papers.expand(len(queries), -1)], -1)
    for row, query in enumerate(queries):
        x[row, number[query.inputs["author_id"]], 0] = 1
    return queries, x


# %% [markdown]
# Training: the true collaborators should get the highest scores.

# %%
number, papers, edges, weight = network(learned_from)
queries, x = asked("val", number, papers)
truth = task.truth("val")
target = torch.zeros(len(queries), len(papers))
for row, query in enumerate(queries):
    target[row, [number[one] for one in truth[query.query_id]["items"] if one in number]] = 1

model = Spread()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(60):
    loss = -(model(x, edges, weight).log_softmax(-1) * target).sum() / target.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if epoch % 20 == 19:
        print(f"epoch {epoch + 1}: loss {loss.item():.3f}")

# %% [markdown]
# Answers are ids of authors, the best first. A run needs nothing more.

# %%
number, papers, edges, weight = network(answered_from)
ids = np.array(list(number))
queries, x = asked("test", number, papers)
with torch.no_grad():
    order = model(x, edges, weight).argsort(descending=True)
answers = {
    query.query_id: [one for one in ids[best[:101]].tolist() if one != query.inputs["author_id"]]
    for query, best in zip(queries, order.numpy())
}
mine = scinet.make_run(task, "mine", answers, track="graph")

# %%
names = ("collaborators-walk", "collaborators-frequency", "collaborators-adamic-adar")
runs = [graph.run(name, task) for name in names]
found = graph.evaluate(task, [*runs, mine], baseline="collaborators-walk")
plots.ladder(found)

# %% [markdown]
# A network this small, trained on some sixty questions, does not beat counting joint papers (`collaborators-frequency`); more years to learn from are the first thing to try. And sixty questions about a simulated network say little: the intervals show how little. A system of your own as a class, which `scinet train` and `scinet run` know by name, is in `docs/extend.md`.
