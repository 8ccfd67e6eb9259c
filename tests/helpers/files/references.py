# ruff: noqa: E501 - files as programs write them
"""Files of EndNote and PubMed, made by hand: each holds the same two papers."""

ENW = """%0 Journal Article
%A Bell, Ada
%A de la Fuente, José
%T Counting words
%J Letters
%V 12
%P 101-110
%D 1998
%8 June 15
%R 10.1000/abc
%X One.
Two.
%K counting
words

%0 Book
%T Words; a book
%A Dee, Cy
%D in press
"""
ENDNOTE = """<?xml version="1.0" encoding="UTF-8"?><xml><records><record><rec-number>1</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author><style face="normal">Bell, Ada</style></author><author>de la Fuente, José</author></authors></contributors>
<titles><title><style face="normal">Counting </style><style face="italic">words</style></title><secondary-title>Letters</secondary-title></titles>
<periodical><full-title>Letters</full-title></periodical><volume>12</volume><pages>101-110</pages><keywords><keyword>counting</keyword><keyword>words</keyword></keywords>
<dates><year>1998</year><pub-dates><date>June 15</date></pub-dates></dates><electronic-resource-num>https://doi.org/10.1000/abc</electronic-resource-num>
<abstract>One. Two.</abstract></record>
<record><ref-type name="Book">6</ref-type><contributors><authors><author>Dee, Cy</author></authors></contributors><titles><title>Words; a book</title></titles><dates><year>in press</year></dates></record></records></xml>
"""
NBIB = """
PMID- 9123456
DP  - 1998 Jun 15
TI  - Counting
      words
LID - 10.1000/abc [doi]
AB  - One. Two.
FAU - Bell, Ada
AU  - Bell A
FAU - de la Fuente, José
AU  - de la Fuente J
PT  - Journal Article
TA  - Lett
JT  - Letters
VI  - 12
PG  - 101-10
OT  - counting
OT  - words

PMID- 77
TI  - Words; a book
FAU - Dee, Cy
DP  - in press
"""
PUBMED = """<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "https://dtd.nlm.nih.gov/x.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">9123456</PMID><Article><Journal><JournalIssue><Volume>12</Volume>
<PubDate><Year>1998</Year><Month>Jun</Month><Day>15</Day></PubDate></JournalIssue><Title>Letters</Title><ISOAbbreviation>Lett</ISOAbbreviation></Journal>
<ArticleTitle>Counting <i>words</i></ArticleTitle><Pagination><MedlinePgn>101-10</MedlinePgn></Pagination>
<Abstract><AbstractText Label="A">One.</AbstractText><AbstractText>Two.</AbstractText></Abstract>
<AuthorList><Author><LastName>Bell</LastName><ForeName>Ada</ForeName></Author><Author><LastName>de la Fuente</LastName><ForeName>José</ForeName></Author></AuthorList>
<PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList></Article>
<KeywordList><Keyword>counting</Keyword><Keyword>words</Keyword></KeywordList></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="doi">10.1000/ABC</ArticleId></ArticleIdList>
<ReferenceList><Reference><Citation>Dee C. Words; a book. 1990.</Citation><ArticleIdList><ArticleId IdType="pubmed">77</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>77</PMID><Article><Journal><JournalIssue><PubDate><MedlineDate>in press</MedlineDate></PubDate></JournalIssue></Journal>
<ArticleTitle>Words; a book</ArticleTitle><AuthorList><Author><LastName>Dee</LastName><ForeName>Cy</ForeName></Author></AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>
"""
