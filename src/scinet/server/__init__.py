"""Local Neo4j with Graph Data Science, run as a child process without Docker.

``lock`` lists the jars, ``install`` downloads them, ``java`` and ``memory`` select Java and its
memory, ``home`` is one server's folder, ``process`` starts a server there, ``control`` manages the
user's.
"""
