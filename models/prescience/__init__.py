"""PreScience's ranking baselines as in its scripts, faults included, on its own files.

They are not systems: they use the same data as the scripts, including papers of the day itself and
the teams of target papers. The systems ``collaborators-*`` and ``prior-work-*`` do the same without
that.

Source:
    PreScience, the released baselines; the paper's descriptions differ in places.
"""
