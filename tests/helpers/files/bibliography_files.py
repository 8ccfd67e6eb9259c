"""Bibliographies as reference managers export them, made by hand."""

RIS = """TY  - JOUR
ID  - bell98
AU  - Bell, Ada
AU  - de la Fuente, José
TI  - Counting Words
PY  - 1998
DA  - 1998/06/15/
JO  - J. of Words
N2  - An abstract.
DO  - 10.1000/abc
ER  -
TY  - CONF
T1  - Pairs
A1  - Dee, Cy, Jr.
Y1  - 2001///
T2  - ACL
"""
LIBRARY = r"""
@article{bell98, title = {Counting {W}ords}, author = {Bell, Ada and Fuente, Jos{\'e} de la},
  journal = {Letters}, year = 1998, month = jun, doi = {10.1000/abc}}
@inproceedings{dee01, title = {Pairs}, author = {Dee, Cy}, booktitle = {ACL}, date = {2001-03-04}}
@misc{fry, title = {To come}, author = {Fry, Eve}, year = {in press}}
"""
