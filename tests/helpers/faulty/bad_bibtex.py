# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with how an entry of BibTeX is written."""

from typing import Final

from helpers.faulty.bad_writing import Classes, Made, cut, replaced, written

_DATE: Final = "date = {1998-06-15}"


def _dated(fields: str) -> Made:
    return replaced(_DATE, fields)


def _people(names: str) -> Made:
    return replaced("{Bell, Ada}", f"{{{names}}}")


_BROKEN: Final[Classes] = {
    "a brace that is not closed": ("malformed_entry", replaced("},\n author", ",\n author")),
    "a brace too many": ("malformed_entry", replaced("{Letters}", "{Letters}}")),
    "an entry without its end": ("malformed_entry", written(lambda e: e.rstrip()[:-1] + "\n")),
    "half an entry": ("malformed_entry", written(lambda e: e[: len(e) // 2])),
    "an entry cut in its first field": ("malformed_entry", cut("Counting", 5)),
    "no key": ("required_missing", replaced("k7,", ",")),
    "nothing in its braces": ("required_missing", written(lambda _: "@article{}\n")),
    "a key alone": ("title_empty", written(lambda _: "@article{k7}\n")),
    "no comma after the key": ("malformed_entry", replaced("k7,", "k7")),
    "a key with a comma": ("malformed_entry", replaced("k7,", "Bell,1998,")),
    "a key with a quotation mark": ("malformed_entry", replaced("k7,", 'k"7,')),
    "a key with braces": ("malformed_entry", replaced("k7,", "k{7},")),
    "a key over 256 letters": ("id_over_256", replaced("k7,", "k" * 300 + ",")),
    "no equals sign": ("malformed_entry", replaced(" title =", " title")),
    "a colon for an equals sign": ("malformed_entry", replaced("journal =", "journal:")),
    "a quotation that is not closed": ("malformed_entry", replaced("{Letters}", '"Letters')),
    "a backslash before the last brace": ("malformed_entry", replaced("Counting words 7", "Counting \\")),
    "two commas": ("malformed_entry", replaced("{Letters},", "{Letters},,")),
    "no at sign": ("malformed_entry", replaced("@article", "article")),
    "a blank after the at sign": ("malformed_entry", replaced("@article", "@ article")),
    "a parenthesis closed by a brace": ("malformed_entry", replaced("@article{", "@article(")),
    "an abbreviation without a value": ("malformed_entry", written(lambda e: "@string{jacm {J}}\n" + e)),
    "an abbreviation that is not closed": ("malformed_entry", written(lambda e: "@string{jacm = {J}\n" + e)),
    "an entry of RIS": ("malformed_entry", written(lambda _: "TY  - JOUR\nTI  - Counting\nER  - \n")),
    "commands 3,000 deep": ("latex_malformed", replaced("Counting", "\\emph{" * 3_000 + "a" + "}" * 3_000)),
}  # fmt: skip
_FIELDS: Final[Classes] = {
    "22 roots that are not closed": ("latex_malformed", replaced("{Letters}", "{Letters " + r"\sqrt[" * 22 + "}")),
    "a command without its arguments": ("latex_malformed", replaced("{Letters}", r"{Letters \textcolor{red}}")),
    "a field twice": ("field_twice", replaced(" abstract", " title = {Other},\n abstract")),
    "an unknown abbreviation": ("abbreviation_unknown", replaced("{Letters}", "jacm")),
    "an unknown abbreviation joined to text": ("abbreviation_unknown", replaced("{Letters}", 'jacm # " of words"')),
    "two words without marks": ("field_malformed", replaced("{Letters}", "Physical Review")),
    "no comma between fields": ("field_malformed", replaced("{Letters},", "{Letters}")),
    "a semicolon between fields": ("field_malformed", replaced("{Letters},", "{Letters};")),
    "a brace too many in a quotation": ("field_malformed", replaced("{Letters}", '"Let}ters"')),
    "a brace not closed in a quotation": ("field_malformed", replaced("{Letters}", '"Let{ters"')),
    "quotations in a quotation": ("field_malformed", replaced("{Letters}", '"The "Letters" of words"')),
    "no value": ("field_malformed", replaced("{Letters}", "")),
    "two equals signs": ("field_malformed", replaced("journal =", "journal ==")),
    "a name of a field with a blank": ("field_malformed", replaced("journal =", "journal name =")),
    "lines behind percent signs": ("field_malformed", written(lambda e: "".join(f"% {x}\n" for x in e.splitlines()))),
    "a mark of a merge that failed": ("field_malformed", replaced(" doi", "<<<<<<< HEAD\n doi")),
    "a reference to no whole": ("crossref_unresolved", replaced(" doi", " crossref = {nowhere},\n doi")),
    "a reference to itself as a whole": ("crossref_unresolved", replaced(" doi", " crossref = {k7},\n doi")),
    "a byte of Latin-1": ("not_utf8", replaced("An abstract", "caf\udce9")),
    "a byte that is nothing on Windows either": ("not_utf8", replaced("An abstract", "caf\udc81")),
    "half a character": ("not_utf8", replaced("An abstract", "\udcc3")),
    "NUL": ("control_character", replaced("An abstract", "a\0b")),
    "NUL in a key": ("control_character", replaced("k7", "k\0007")),
    "a title of braces": ("title_empty", replaced("{Counting words 7}", "{{}}")),
    "tags of HTML in a title": ("markup_in_title", replaced("Counting", "<i>Counting</i>")),
    "a letter of HTML in a title": ("markup_in_title", replaced("Counting", "R &amp; D")),
}  # fmt: skip
_VALUES: Final[Classes] = {
    "a year with a letter for a digit": ("date_missing", _dated("year = {20O5}")),
    "a year with a letter after it": ("date_missing", _dated("year = {1998a}")),
    "a year of five digits": ("date_missing", _dated("year = {19998}")),
    "a year of Roman numbers as a bare word": ("abbreviation_unknown", _dated("year = MCMXCVIII")),
    "month 13": ("date_in_part", _dated("year = 1998, month = 13")),
    "a month that is none": ("date_in_part", _dated("year = 1998, month = {Trinity}")),
    "a month of 5,000 digits": ("date_in_part", _dated("year = 1998, month = {" + "9" * 5_000 + "}")),
    "a month as a raised digit": ("date_in_part", _dated("year = 1998, month = {\u00b2}")),
    "a date with month 13": ("date_impossible", _dated("date = {1998-13-01}")),
    "a date as Germans write it": ("date_in_part", _dated("date = {04.06.1998}")),
    "a date as Americans write it": ("date_in_part", _dated("date = {06/15/1998}")),
    "a date and a year that differ": ("dates_disagree", _dated(f"{_DATE}, year = {{2001}}")),
    "a DOI with a blank": ("doi_malformed", replaced("10.1000/e7", "10.1000/ e7")),
    "a word as DOI": ("doi_malformed", replaced("10.1000/e7", "none")),
    "an address as DOI": ("doi_prefix_or_punctuation", replaced("10.1000/e7", "https://doi.org/10.1000/e7")),
    "two DOIs": ("doi_malformed", replaced("10.1000/e7", "10.1000/e7, 10.1000/e8")),
    "a link in HTML as DOI": ("doi_malformed", replaced("10.1000/e7", "<a href='x'>10.1000/e7</a>")),
    "a version of a preprint": ("arxiv_version_suffix", replaced(" doi", " archiveprefix = {arXiv}, eprint = {1706.03762v5},\n doi")),
    "and others": ("authors_not_all", _people("Bell, Ada and others")),
    "et al.": ("authors_not_all", _people("Bell, Ada et al.")),
    "names between semicolons": ("name_malformed", _people("Bell, Ada; Dee, Cy")),
    "names between commas": ("name_malformed", _people("Bell, Ada, Dee, Cy, Eff, Di")),
    "names between two ands": ("name_malformed", _people("Bell, Ada and and Dee, Cy")),
    "an and before the names": ("name_malformed", _people("and Bell, Ada")),
    "an and after the names": ("name_malformed", _people("Bell, Ada and")),
    "an author twice": ("author_twice", _people("Bell, Ada and Bell, Ada")),
    "an author of braces": ("author_empty", _people("{}")),
    "an author of a comma": ("author_empty", _people(",")),
}  # fmt: skip

BIBTEX: Final[Classes] = {**_BROKEN, **_FIELDS, **_VALUES}
