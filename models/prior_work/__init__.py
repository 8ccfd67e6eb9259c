"""Systems that tell what a team will build on, from what its authors cited before."""
