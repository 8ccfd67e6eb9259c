"""Forecasting links: which earlier papers a new paper cites, who works together for the first time.

Time is cut into years. At the start of each one everything earlier is known, and the links that
form during it are to be foreseen: the model learns on some years, is chosen on the next and
tested on the last.
"""
