"""A network grown day by day by models, and how what they write differs from what was written."""
