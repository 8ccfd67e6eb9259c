"""Vocabulary of simulated papers.

Sixteen topics in a ring, neighbours related, each with twenty words of its own; the rest is shared
by all. Every word is one token and belongs to one list, so that a title can be parsed into its
parts and titles can be unique.
"""

from typing import Final


def _split_words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


TOPICS: Final[dict[str, tuple[str, ...]]] = {
    topic: _split_words(words)
    for topic, words in {
        "syntax": "parsing treebank dependency constituency grammar phrase clause chunking "
        "supertagging coordination attachment ellipsis projectivity unification headword "
        "derivation subcategorization linearization valency scrambling",
        "morphology": "inflection lemmatization segmentation stemming affix paradigm compounding "
        "tokenization tagging agglutination diacritization reduplication suffix orthography "
        "hyphenation cliticization lexeme stem morph syllabification",
        "speech": "phoneme acoustics prosody pronunciation diarization utterance vocoder "
        "intonation disfluency microphone telephony dictation transcription waveform pitch "
        "formant articulation hesitation turntaking accent",
        "dialogue": "conversation clarification negotiation grounding persona chatbot initiative "
        "rapport tutoring interlocutor smalltalk backchannel assistant politeness argumentation "
        "repair slotfilling bargaining interruption addressee",
        "translation": "alignment decoding bilingual transliteration reordering pivot "
        "localization postediting multilingual bitext cognate paraphrase interlingua hypothesis "
        "backtranslation fluency adequacy terminology subtitling codeswitching",
        "semantics": "polysemy metaphor entailment negation quantifier hypernym metonymy synonym "
        "presupposition modality frame role compositionality antonym sense idiom ontology "
        "factuality concept vagueness",
        "discourse": "coherence coreference anaphora cohesion rhetoric connective pronoun "
        "zoning salience topicality narrative bridging centering deixis antecedent implicature "
        "storyline plot chapter perspective",
        "sentiment": "opinion emotion sarcasm subjectivity polarity review stance irony humour "
        "aspect mood affect empathy reputation complaint hate rumour persuasion bias offence",
        "summaries": "summarization headline compression simplification abstraction redundancy "
        "sentence readability digest extraction keyphrase highlights timeline minutes newswire "
        "brevity title gist outline novelty",
        "questions": "answering passage trivia evidence reading factoid comprehension distractor "
        "quiz multihop unanswerable rationale exam justification commonsense puzzle inference "
        "arithmetic claim verification",
        "search": "retrieval indexing query relevance snippet crawling feedback browsing "
        "recommendation click hashing expansion lexicon ranking session catalogue archive "
        "bookmark clustering deduplication",
        "knowledge": "entity relation linking disambiguation taxonomy triple infobox schema "
        "attribute canonicalization event chronology biography gazetteer slot mention "
        "provenance reification alias acronym",
        "biomedicine": "protein gene dosage symptom diagnosis clinician radiology pathway drug "
        "trial deidentification phenotype nursing toxicity epidemic oncology allergy vaccine "
        "genome cohort",
        "vision": "caption image video gesture sketch scene object pointing chart landmark "
        "handwriting lipreading diagram photograph gaze rendering emoji meme navigation "
        "spatiality",
        "learning": "embedding regularization pretraining distillation annotation crowdsourcing "
        "bootstrapping adaptation sampling curriculum ensemble kernel sparsity pruning "
        "quantization calibration forgetting augmentation initialization optimization",
        "resources": "corpus dictionary wordnet concordance documentation licensing dialect "
        "fieldwork endangerment census newspaper parliament subtitle blog archiving metadata "
        "digitization versioning legislation poetry",
    }.items()
}

MODIFIERS: Final = _split_words(
    "adaptive approximate balanced bounded broad careful coarse compact conditional continuous "
    "cooperative cyclic deep delayed dense discrete dynamic early efficient empirical exact fast "
    "flexible global greedy hidden hierarchical hybrid implicit incremental interactive iterative "
    "joint latent layered lazy lightweight local minimal modular neural online parallel partial "
    "probabilistic recurrent robust scalable selective shallow simple sparse stable statistical "
    "structured supervised unsupervised weighted"
)
NOUNS: Final = _split_words(
    "analysis baselines benchmarks cues data descriptions errors evaluation experiments features "
    "graphs induction judgements measures patterns prediction preferences problems profiles "
    "signals structures systems tasks variation"
)
METHODS: Final = _split_words(
    "attention autoencoders automata boosting chains classifiers convolution constraints "
    "discriminators factorization filters forests gating heuristics lattices memories mixtures "
    "models networks perceptrons planners priors propagation rescoring rules search-trees "
    "selection splines templates transducers transformers voting"
)
SECTIONS: Final = ("Introduction", "Related Work", "Method", "Experiments", "Discussion")
VENUE_KINDS: Final = ("Symposium on", "Workshop on", "Journal of")
GENERAL_VENUES: Final = (
    "Annual Meeting on Simulated Language",
    "Simulated Letters",
    "Transactions on Simulated Research",
    "Conference on Invented Results",
)

FAMILY_STARTS: Final = _split_words(
    "Ab Al An Ar Bal Bar Bel Bor Cal Car Cor Da Del Dor El Er Fal Fer Gar Gor Hal Har Il Is Jan "
    "Jor Kal Kar Ker Kor Lan Lor Mal Mar Mel Mor Nal Nor Ol Or Pal Par Per Quin Ral Ros Sal Sar "
    "Sor Tal Tav Ter Tor Ul Val Var Ver Vor Wal Wen Yar Yor Zal Zor"
)
FAMILY_MIDDLES: Final = ("a", "e", "i", "o", "an", "en", "in", "ar", "er", "il", "os", "u")
FAMILY_ENDS: Final = _split_words(
    "berg bo da dal den do dus fal ga gan ka ko lan len lin lo man mar mi min na nen ni "
    "no nova ra ran ri ro sen si ska son ta tan ti to va ven vi"
)
GIVEN_NAMES: Final = _split_words(
    "Ada Adil Aiko Alba Amir Anouk Aram Astrid Bao Basil Bela Bruna Carlo Chidi Clara Dario Dina "
    "Edda Eito Elif Emre Enid Farah Femi Finn Gaia Goran Hana Hugo Ines Iris Ivo Jana Joao Juno "
    "Kaito Kemal Kira Lars Leila Lin Luca Maja Malik Mei Milo Nadia Nils Noor Olga Omar Orla "
    "Paco Petra Priya Quentin Rania Rei Rosa Rui Sami Selma Sven Tariq Tess Tomo Uma Vera Vito "
    "Wanda Wei Xenia Yara Yusuf Zeno Zora"
)
