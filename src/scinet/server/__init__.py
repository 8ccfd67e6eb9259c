"""A local Neo4j with Graph Data Science, run as a child process without Docker.

``lock`` names the jars, ``install`` downloads them, ``java`` and ``memory`` choose what runs them,
``home`` is one server's folder, ``process`` starts a server there, ``control`` keeps the user's.
"""
