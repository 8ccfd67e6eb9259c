"""Writers of a simulated network in the common file formats, to time the reader of each."""
