"""LACERScore: a language model rates how like the true paper a written one is, beside examples.

The examples are ladders: a true paper and ten texts that come nearer to it step by step. Here they
are built, read and checked against people; :mod:`~scinet.eval.suites.prescience.lacer.judge`
rates with them.

Source:
    PreScience, the metric's procedure; prompts and examples are our own.
"""
