"""Systems that foresee how often a paper will be cited."""
