"""Every script of the published repositories: compared with ours, or why not."""

import subprocess
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

YES: Final = "compared, above"
_ENDINGS: Final = (".py", ".sh", ".ipynb")
_FETCHES = "not compared: fetches from services that are not asked here"
_BUILDS = "not compared: makes the data set, which comes published and is loaded here"
_SEARCHES = "not compared: draws a picture of files alone, without a number that scinet states"
_MODELS = "not compared: asks a large model with its own prompt, where we have ours"
_LIBRARY = "used by scripts that are compared"
_PEOPLE = "not compared: reads ratings of people that are not released"
_LACER = (
    "not compared: draws means of judged texts; `evaluate --by` divides by the same properties, "
    "and the judged files are compared above"
)
_SILVER = (
    "not compared: works on LaTeX sources of arXiv and asks a model; `annotate scipaths` starts "
    "from full text in the graph, with its own prompts"
)

SCRIPTS: Final[Mapping[str, Mapping[str, str]]] = {
    "prescience": {
        "task_*_prediction/baseline_frequency.py": YES,
        "task_*_prediction/baseline_rank_fusion.py": YES,
        "task_*_prediction/baseline_embedding_fusion.py": YES,
        "task_*_prediction/baseline_mean_pooling.py": YES,
        "task_*_prediction/baseline_hierarchical.py": YES,
        "task_impact_prediction/baseline_embedding_ridge.py": f"{YES}, its penalty fixed",
        "task_impact_prediction/baseline_poisson.py": f"{YES}, its penalty fixed",
        "task_impact_prediction/baseline_negative_binomial.py": f"{YES}, its penalty fixed",
        "task_impact_prediction/baseline_xgboost_regressor.py": "its features are compared, above; "
        "not the trees: ours are LightGBM's, with other settings",
        "task_*_prediction/evaluate.py": YES,
        "task_*_prediction/dataset.py": YES,
        "task_*_prediction/projection_model.py": YES,
        "task_*_prediction/baseline_mean_pooling_projected.py": "not compared: mean pooling, which "
        "is, of projected vectors, which are",
        "task_*_prediction/train_projection.py": "its loss is compared, above; not the training: "
        "samples and batches are drawn in another order",
        "task_followup_prediction/evaluate/*.py": YES,
        "task_followup_prediction/generate/baseline_key_reference.py": "not compared: draws at "
        "random, as ours does by another stream",
        "task_followup_prediction/generate/baseline_same_topic.py": "not compared: draws at random "
        "of the target's own category, which ours does not reveal",
        "task_followup_prediction/generate/baseline_*.py": _MODELS,
        "task_followup_prediction/generate/finetune_lora.py": "not compared: trains large models",
        "task_followup_prediction/templates/*.py": _MODELS,
        "task_followup_prediction/metric_analysis/*.py": _PEOPLE,
        "task_followup_prediction/analysis/categorize_failure_modes.py": _MODELS,
        "task_followup_prediction/analysis/print_lacer_examples.py": _SEARCHES,
        "task_followup_prediction/analysis/*.py": _LACER,
        "task_*_prediction/analysis/plot_ndcg_vs_*.py": YES,
        "task_*_prediction/analysis/plot_rprecision_by_*.py": YES,
        "task_*_prediction/analysis/plot_prediction_diversity.py": YES,
        "task_impact_prediction/analysis/analyze_shap.py": "not compared: of XGBoost's trees",
        "task_impact_prediction/analysis/*.py": "not compared: draws predicted against true "
        "citations; the metrics among them are compared above",
        "task_coauthor_prediction/model/*.py": "not compared: networks without a row in the paper",
        "multiturn/analysis/compute_author_diversity.py": YES,
        "multiturn/analysis/compute_key_references_diversity.py": YES,
        "multiturn/analysis/plot_local_clustering.py": YES,
        "multiturn/analysis/utils.py": _LIBRARY,
        "multiturn/analysis/compute_*.py": "not compared: a large model judges pairs of "
        "neighbours; `simulate` does so with --ladders and a model, and measures both by words",
        "multiturn/analysis/plot_*.py": _SEARCHES,
        "multiturn/analysis/classify_synthetic_primary_categories.py": _MODELS,
        "multiturn/analysis/evaluate_topic_classifier.py": _MODELS,
        "multiturn/simulate.py": "not compared: draws at random and asks a large model; `simulate` "
        "follows the algorithm of the paper",
        "dataset/analysis/*.py": _SEARCHES,
        "dataset_analysis.ipynb": _SEARCHES,
        "dataset/embeddings/compute_paper_embeddings.py": "not compared: makes vectors by large "
        "models, whose files are read",
        "dataset/*.py": _BUILDS,
        "utils.py": _LIBRARY,
    },
    "sciimpact": {
        "*/run_vllm_*_suite.py": YES,
        "*/run_sft_*_suite.py": YES,
        "LLaMA-Factory/*.sh": "not compared: calls LLaMA-Factory; `task export --training` writes "
        "the files that it takes",
        "original_data/sync_from_hf.py": f"{_FETCHES}. Scripts that draw pairs are not released",
    },
    "sciencemeter": {
        "parsing.py": YES,
        "metrics.py": YES,
        "eval_judgment.py": YES,
        "eval_generation.py": YES,
        "lm_utils.py": "not compared: calls models; replies stand in for it",
        "ar.py": "not compared: trains large models; `train continued` has its settings",
        "it.py": "not compared: trains large models; `train instruction` has its settings",
    },
    "scipaths": {
        "benchmark_eval/modules/metrics.py": YES,
        "benchmark_eval/modules/loader.py": YES,
        "benchmark_eval/modules/judge.py": f"{YES}, by the script that calls it",
        "benchmark_eval/modules/generator.py": f"{YES}, by the script that calls it",
        "benchmark_eval/modules/grounding_tasks.py": f"{YES}, by the script that calls it",
        "benchmark_eval/modules/local_hf.py": "not compared: calls models; replies stand in for it",
        "benchmark_eval/modules/semantic_scholar.py": f"{_FETCHES}; a list stands in for it",
        "benchmark_eval/scripts/run_end_to_end.py": "not compared: calls the three others in turn",
        "benchmark_eval/scripts/*.py": YES,
        "silver_annotation_pipeline/Deep-Citation/*.py": "not compared: a network that labels "
        "citations; `annotate citations` has its own readers",
        "silver_annotation_pipeline/src/step_01_fetch/*.py": _FETCHES,
        "silver_annotation_pipeline/*.py": _SILVER,
    },
}


def scripts(folder: Path) -> list[str]:
    """The scripts of a clone at its commit, without empty files."""
    git = ["git", "-c", "safe.directory=*", "-C", str(folder)]
    listed = subprocess.check_output([*git, "ls-tree", "-r", "--name-only", "HEAD"], text=True)
    return [one for one in listed.splitlines() if one.endswith(_ENDINGS) and "__init__" not in one]


def by_fate(suite: str, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """What became of the scripts of a clone, with the scripts, in the order of the table.

    Raises:
        AssertionError: If a script is not in the table, or a line of it names none.
    """
    left = scripts(folder)
    found: dict[str, list[str]] = {}
    for pattern, fate in SCRIPTS[suite].items():
        named = [one for one in left if fnmatch(one, pattern)]
        assert named, f"{suite} has no script {pattern}"
        left = [one for one in left if one not in named]
        found.setdefault(fate, []).extend(named)
    assert not left, f"scripts of {suite} without a line in the table: {', '.join(left)}"
    yield from found.items()
