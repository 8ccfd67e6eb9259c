"""Simulated year: a network grown day by day by models, compared with the real one."""
