"""Papers fetched from services on the web, as files to load."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from annotated_types import Ge, Le

from scinet.arguments import OutPath
from scinet.graph.schema.choices import Direction
from scinet.session.base import Count, File, Names, protects_inputs
from scinet.session.days import Day, parse_cutoff

if TYPE_CHECKING:
    from scinet.graph.fetch.service import Service
    from scinet.settings import CrossrefSettings, OpenAlexSettings, SemanticScholarSettings

Best: TypeAlias = Annotated[int, Ge(1), Le(1_000)]
Hops: TypeAlias = Annotated[int, Ge(0), Le(5)]
AtOnce: TypeAlias = Annotated[int, Ge(1), Le(64)]
Seconds: TypeAlias = Annotated[int, Ge(1)]


@protects_inputs
def fetch_openalex(
    out: OutPath,
    *,
    topics: Names = (),
    authors: Names = (),
    cites: Names = (),
    search: str | None = None,
    filters: Names = (),
    ids_from: File | None = None,
    hops: Hops = 0,
    direction: Direction = "both",
    limit: Count = 10_000,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Fetch works of OpenAlex into a folder, as :meth:`Graph.load` reads them.

    What is in the folder is not asked for again: a fetch that was stopped goes on where it was, and
    a folder can be given more. OPENALEX_API_KEY holds the key, SCINET_MAIL a mail address.

    Args:
        out: Folder for the answers and a manifest; made when it is missing.
        topics: Id of a topic (T…); of several any.
        authors: Id of an author (A…) or an ORCID; of several any.
        cites: Id of a work (W…) that is cited; of several any.
        search: Words in titles, abstracts and full texts.
        filters: A filter as OpenAlex writes them, such as publication_year:2020; all of several.
        ids_from: File of works to begin with, one a line: ids of OpenAlex, DOIs, or PubMed ids as
            pmid:…
        hops: How often the neighbours of what was found are fetched as well.
        direction: Which neighbours: the references of works, what cites them, or both.
        limit: Most works; more are refused before they are fetched.
        progress: Called with the works that came, and those known to come.

    Returns:
        Folder, works, those by hop, ids that were not found, works that OpenAlex counts or cites
        and does not send, pages and requests.

    Raises:
        DataError: If no query is given, an id cannot be read, or there is more than the limit.
        BudgetError: If the day's budget is spent; what came stays.
        EndpointError: If OpenAlex rejects the key or gives no good answer.
        StorageError: If the folder holds something else or cannot be written.
    """
    from scinet.graph.fetch import openalex
    from scinet.settings import OpenAlexSettings

    service = _service("OpenAlex", OpenAlexSettings(), sent_as=("param", "api_key"))
    question = openalex.OpenAlexQuery(
        topics=_as_tuple(topics),
        authors=_as_tuple(authors),
        cites=_as_tuple(cites),
        search=search,
        filters=_as_tuple(filters),
        hops=hops,
        direction=direction,
    )
    return openalex.fetch(
        service, Path(out), question, _as_path(ids_from), limit=limit, progress=progress
    )


@protects_inputs
def fetch_crossref(
    out: OutPath,
    *,
    search: str | None = None,
    best: Best | None = None,
    authors: Names = (),
    issns: Names = (),
    since: Day | None = None,
    before: Day | None = None,
    filters: Names = (),
    ids_from: File | None = None,
    limit: Count = 10_000,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Fetch works of Crossref into a folder, as :meth:`Graph.load` reads them.

    What is in the folder is not asked for again: a fetch that was stopped goes on with the list of
    at most 10,000 works at which it was, and a folder can be given more. SCINET_MAIL holds a mail
    address, for which Crossref answers sooner; CROSSREF_API_KEY a key, for those who have one.

    Args:
        out: Folder for the answers and a manifest; made when it is missing.
        search: Words in titles, names of authors, journals and years; a work need not have all.
        best: Only so many works, those that match ``search`` best.
        authors: ORCID of an author; of several any.
        issns: ISSN of a journal or series; of several any.
        since: First day of publication, YYYY-MM-DD.
        before: Day before which works were published, YYYY-MM-DD.
        filters: A filter as Crossref writes them, such as type:journal-article; all of several, and
            any of those with the same name.
        ids_from: File of DOIs, one a line: works that are fetched whatever else is asked for.
        limit: Most works; more are refused before they are fetched.
        progress: Called with the works that came, and those known to come.

    Returns:
        Folder, works, DOIs that were not found, works that Crossref counted and did not send, pages
        and requests.

    Raises:
        DataError: If no query is given, a part of it cannot be read, or there is more than the
            limit.
        BudgetError: If Crossref asks to wait for more than a minute; what came stays.
        EndpointError: If it rejects the key or gives no good answer.
        StorageError: If the folder holds something else or cannot be written.
    """
    from scinet.graph.fetch import crossref
    from scinet.settings import CrossrefSettings

    service = _service(
        "Crossref",
        CrossrefSettings(),
        sent_as=("header", "Crossref-Plus-API-Token"),
        scheme="Bearer",
        pause_s=1.0,
    )
    question = crossref.CrossrefQuery(
        search=search,
        best=best,
        authors=_as_tuple(authors),
        issns=_as_tuple(issns),
        since=parse_cutoff(since),
        before=parse_cutoff(before),
        filters=_as_tuple(filters),
    )
    return crossref.fetch(
        service, Path(out), question, _as_path(ids_from), limit=limit, progress=progress
    )


@protects_inputs
def fetch_semantic_scholar(
    out: OutPath,
    *,
    ids_from: File,
    hops: Hops = 0,
    direction: Direction = "both",
    contexts: bool = False,
    limit: Count = 10_000,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Fetch papers of Semantic Scholar into a folder, as :meth:`Graph.load` reads them.

    What is in the folder is not asked for again: a fetch that was stopped goes on where it was, and
    a folder can be given more. S2_API_KEY holds the key.

    Args:
        out: Folder for the answers and a manifest; made when it is missing.
        ids_from: File of papers to begin with, one a line: ids of Semantic Scholar, DOIs, arxiv:…,
            pmid:…, acl:…
        hops: How often the neighbours of what was found are fetched as well.
        direction: Which neighbours: the references of papers, what cites them, or both.
        contexts: Fetch the sentences, purpose and influence of all references: a request for each
            paper.
        limit: Most papers; more are refused before they are fetched.
        progress: Called with the papers that came, and those known to come.

    Returns:
        Folder, papers, those by hop, ids that were not found, citations that Semantic Scholar
        counted and did not send, pages and requests.

    Raises:
        DataError: If an id cannot be read, or there is more than the limit.
        BudgetError: If Semantic Scholar asks to wait for more than a minute; what came stays.
        EndpointError: If it rejects the key or gives no good answer.
        StorageError: If the folder holds something else or cannot be written.
    """
    from scinet.graph.fetch import semantic_scholar
    from scinet.settings import SemanticScholarSettings

    service = _service(
        "Semantic Scholar", SemanticScholarSettings(), sent_as=("header", "x-api-key"), pause_s=1.0
    )
    return semantic_scholar.fetch(
        service,
        Path(out),
        Path(ids_from),
        hops=hops,
        direction=direction,
        contexts=contexts,
        limit=limit,
        progress=progress,
    )


@protects_inputs
def fetch_grobid(
    pdfs: File,
    out: OutPath,
    *,
    server: str | None = None,
    consolidate: bool = False,
    workers: AtOnce = 4,
    timeout_s: Seconds = 300,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Have a GROBID server read PDFs, into files that :meth:`Graph.load` reads.

    PDFs are sent to that server and to nobody else. What is in the folder is not asked for again: a
    fetch that was stopped goes on where it was. PDFs of which no text comes are listed with the
    reason, and tried again by the same call.

    Args:
        pdfs: Folder with PDFs in it and below it, or one PDF.
        out: Folder for the texts, a file of TEI for each PDF, and a manifest; made when missing.
        server: Address of the server; SCINET_GROBID_URL, else http://localhost:8070, unless given.
        consolidate: Have the server look papers and references up in Crossref, which tells their
            DOIs, and tells Crossref what is read.
        workers: PDFs at a time; no more than the server has threads.
        timeout_s: Seconds that one PDF may take.
        progress: Called with the PDFs that are done, and all.

    Returns:
        Folder, PDFs, texts as ``records``, copies of the same PDF, files that ``failed`` with the
        reason, and requests.

    Raises:
        NotFoundError: If there is no PDF.
        DataError: If no text came of any of them.
        EndpointError: If no GROBID server is found, or it goes away; what came stays.
        StorageError: If the folder holds something else or cannot be written.
    """
    from scinet.credentials import check_url
    from scinet.graph.fetch import grobid
    from scinet.settings import GrobidSettings

    option_name = "SCINET_GROBID_URL" if server is None else "--server"
    url = check_url(server or GrobidSettings().url, option_name, example="http://localhost:8070")
    return grobid.fetch(
        grobid.Grobid(url, timeout_s=timeout_s),
        Path(pdfs),
        Path(out),
        consolidate=consolidate,
        workers=workers,
        progress=progress,
    )


def _service(
    name: str,
    settings: "CrossrefSettings | OpenAlexSettings | SemanticScholarSettings",
    *,
    sent_as: tuple[str, str],
    **more: Any,
) -> "Service":
    """A service at the address, and with the key, that its settings hold."""
    from pydantic import SecretStr

    from scinet.credentials import check_url, clean_key
    from scinet.graph.fetch.access import Access
    from scinet.graph.fetch.service import Service

    fields = type(settings).model_fields
    variable, key = (str(fields[item].validation_alias) for item in ("url", "key"))
    url = check_url(settings.url, variable, example=fields["url"].default, key=key)
    mail = clean_key(getattr(settings, "mail", SecretStr("")), "SCINET_MAIL")
    return Service(Access(name, url, key, clean_key(settings.key, key), sent_as, mail, **more))


def _as_path(file: File | None) -> Path | None:
    return None if file is None else Path(file)


def _as_tuple(names: Names) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


@protects_inputs
def fetch_py2neo(
    source: Any,
    out: OutPath,
    *,
    label: str = "Paper",
    cites: str = "CITES",
    authored: str | None = "AUTHORED",
    columns: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Write papers of a graph that py2neo has open, or of a sub-graph, for :meth:`Graph.load`.

    The source is only read.

    Args:
        source: A ``py2neo.Graph`` or a ``py2neo.Subgraph``.
        out: File of JSON lines to write.
        label: Label of papers.
        cites: Type of the relationships from citing to cited papers.
        authored: Type of the relationships between authors and papers; None for no authors.
        columns: The property of a field that has another name: of ``id``, ``title``, ``abstract``,
            ``date``, ``doi``, ``venue``, and of the name of an ``author``.

    Returns:
        Papers, citations, and the file.

    Raises:
        DataError: If no node has the label, or a paper has no id, or one has it already.
        StorageError: If the file cannot be written.
    """
    import orjson

    from scinet import atomic_files
    from scinet.graph.sources.of_py2neo import iter_records

    rows = list(
        iter_records(source, label=label, cites=cites, authored=authored, columns=columns or {})
    )
    atomic_files.write_file(b"".join(orjson.dumps(row) + b"\n" for row in rows), Path(out))
    return {
        "papers": len(rows),
        "citations": sum(len(row["references"]) for row in rows),
        "file": Path(out),
    }
