"""LACERScore: similarity of a written to the true paper, rated by a language model with examples.

The examples are ladders: a true paper and ten texts that approach it step by step. They are built,
read and checked against people here; :mod:`~scinet.eval.suites.prescience.lacer.judge` rates with
them.

Source:
    PreScience, the metric's procedure; prompts and examples are our own.
"""
