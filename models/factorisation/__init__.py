"""Systems that compress the network into a few numbers per author and paper, once per period.

The numbers are made as of the first day of the query's year (or month), because to make them for
every day would cost too much; what is dated later in that period is unknown to them.
"""
