"""Systems with low-dimensional vectors of authors and papers, computed once per period.

They are computed as of the first day of the query's year (or month), because computing them every
day would be too costly; later data of that period is unknown to them.
"""
