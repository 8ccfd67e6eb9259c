"""PreScience's ranking baselines as its scripts have them, faults included, on its own files.

They are not systems: they see what the scripts see, among it papers of the day itself and the teams
of target papers. The systems ``collaborators-*`` and ``prior-work-*`` do the same without that.

Source:
    PreScience, the released baselines; the paper's descriptions differ in places.
"""
