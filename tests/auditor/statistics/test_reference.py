"""Every reference case of tests/data/statistics.json against the function that implements its quantity.

Another file of the same form can be named by FIGAUDIT_STATISTICS_CASES.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from auditor.statistics import (
    agreement,
    goodness_of_fit,
    many_raters,
    overlap,
    proportions,
    sequential,
    sizes,
    stratified,
    survey,
    thresholds,
)
from auditor.statistics.estimates import Estimate, Interval

CASES_FILE = Path(os.environ.get("FIGAUDIT_STATISTICS_CASES", Path(__file__).parents[2] / "data" / "statistics.json"))
CASES: list[dict[str, Any]] = json.loads(CASES_FILE.read_text(encoding="utf-8"))["cases"]

#: Quantities of the reference file that no function computes yet.
NOT_BUILT: frozenset[str] = frozenset()

Result = dict[str, Any]


def plain(value: Any) -> Any:
    """An estimate as its number, or None once its reason has been seen to be there."""
    if isinstance(value, Estimate):
        assert value.value is not None or value.reason
        return value.value
    return value


def of_interval(interval: Interval) -> Result:
    if interval.lower is None or interval.estimate.value is None:
        assert interval.reason or interval.estimate.reason
    return {"estimate": interval.estimate, "lower": interval.lower, "upper": interval.upper}


def strata(inputs: dict[str, Any], correct: str = "correct") -> list[stratified.Stratum]:
    rows = zip(inputs["N"], inputs["n"], inputs[correct], strict=True)
    return [stratified.Stratum(str(k), *row) for k, row in enumerate(rows, 1)]


def bands(inputs: dict[str, Any]) -> list[thresholds.Band]:
    pairs = zip(strata(inputs, "positives"), inputs["kept"], strict=True)
    return [thresholds.Band(stratum, bool(kept)) for stratum, kept in pairs]


def wilson(inputs: dict[str, Any]) -> Result:
    interval = proportions.wilson_interval(
        inputs["successes"], inputs["n"], confidence=inputs["confidence"], population=inputs.get("population")
    )
    size = proportions.equivalent_sample_size(inputs["n"], inputs.get("population")) if inputs["n"] else 0
    return {**of_interval(interval), "n_equivalent": None if size == float("inf") else size}


def clopper_pearson(inputs: dict[str, Any]) -> Result:
    return of_interval(
        proportions.clopper_pearson_interval(inputs["successes"], inputs["n"], confidence=inputs["confidence"])
    )


def jeffreys(inputs: dict[str, Any]) -> Result:
    return of_interval(proportions.jeffreys_interval(inputs["successes"], inputs["n"], confidence=inputs["confidence"]))


def hypergeometric(inputs: dict[str, Any]) -> Result:
    exact = proportions.hypergeometric_interval(
        inputs["successes"], inputs["n"], inputs["population"], confidence=inputs["confidence"]
    )
    counts = {"lower_count": exact.lower_count, "upper_count": exact.upper_count}
    return {**of_interval(exact.interval), **counts}


def unsure(inputs: dict[str, Any]) -> Result:
    bounds = proportions.unsure_bounds(inputs["correct"], inputs["incorrect"], inputs["unsure"])
    return {"excluding": bounds.excluding, "lower": bounds.lower, "upper": bounds.upper}


def weighted_precision(inputs: dict[str, Any]) -> Result:
    given, confidence = strata(inputs), inputs["confidence"]
    fpc = inputs.get("fpc", True)
    result = stratified.stratified_precision(given, fpc=fpc)
    z = stratified.wald_interval(given, confidence=confidence, fpc=fpc)
    t = stratified.wald_interval(given, confidence=confidence, fpc=fpc, student=True)
    score = stratified.stratified_score_interval(given, confidence=confidence, fpc=fpc)
    gamma = stratified.gamma_interval(given, confidence=confidence)
    return {
        "estimate": result.precision,
        "se": result.standard_error,
        "df": result.degrees_of_freedom,
        "n_eff": result.effective_size,
        "deff_vs_srs": result.design_effect,
        "wald_z_lower": z.lower,
        "wald_z_upper": z.upper,
        "wald_t_lower": t.lower,
        "wald_t_upper": t.upper,
        "score_lower": score.lower,
        "score_upper": score.upper,
        "gamma_lower": gamma.lower,
        "gamma_upper": gamma.upper,
    }


def score(inputs: dict[str, Any]) -> Result:
    return of_interval(
        stratified.stratified_score_interval(
            strata(inputs), confidence=inputs["confidence"], fpc=inputs.get("fpc", True)
        )
    )


def gamma(inputs: dict[str, Any]) -> Result:
    return of_interval(stratified.gamma_interval(strata(inputs), confidence=inputs["confidence"]))


def svyciprop(inputs: dict[str, Any]) -> Result:
    given, confidence = strata(inputs), inputs["confidence"]
    found = {
        "mean_t": stratified.wald_interval(given, confidence=confidence, student=True),
        "xlogit": survey.logit_interval(given, confidence=confidence),
        "beta": survey.korn_graubard_interval(given, confidence=confidence),
    }
    return {f"{name}_{side}": getattr(found[name], side) for name in found for side in ("lower", "upper")}


def mover(inputs: dict[str, Any]) -> Result:
    given, confidence = strata(inputs), inputs["confidence"]
    wilson_based = survey.mover_interval(given, confidence=confidence)
    exact = survey.mover_interval(given, proportions.clopper_pearson_interval, confidence=confidence)
    return {
        "wilson_lower": wilson_based.lower,
        "wilson_upper": wilson_based.upper,
        "cp_lower": exact.lower,
        "cp_upper": exact.upper,
    }


def yan_su(inputs: dict[str, Any]) -> Result:
    counts = list(zip(inputs["correct"], inputs["n"], strict=True))
    return of_interval(survey.stratified_wilson_interval(counts, inputs["weights"], confidence=inputs["confidence"]))


def poststratified(inputs: dict[str, Any]) -> Result:
    found = survey.poststratified_precision(strata({**inputs, "N": inputs["population_by_group"]}))
    return {"estimate": found.estimate, "se": found.standard_error}


def kish(inputs: dict[str, Any]) -> Result:
    size = survey.kish_effective_size(inputs["weights"])
    return {"n_eff": size, "deff": len(inputs["weights"]) / size.known}


def hajek(inputs: dict[str, Any]) -> Result:
    mean, total = survey.hajek_mean(inputs["y"], inputs["inclusion_probability"])
    return {"estimate": mean, "horvitz_thompson_total": total}


def cut(inputs: dict[str, Any]) -> Result:
    found = thresholds.cut_metrics(bands(inputs))
    return {
        "precision": found.precision.estimate,
        "precision_se": found.precision.standard_error,
        "recall": found.recall.estimate,
        "recall_se": found.recall.standard_error,
        "fpr": found.false_positive_rate.estimate,
        "fpr_se": found.false_positive_rate.standard_error,
        "coverage": found.coverage,
    }


def recall(inputs: dict[str, Any]) -> Result:
    return of_interval(
        thresholds.recall_interval(bands(inputs), confidence=inputs["confidence"], fpc=inputs.get("fpc", True))
    )


def kappa(inputs: dict[str, Any]) -> Result:
    found = agreement.cohen_kappa(
        inputs["table"], confidence=inputs.get("confidence", 0.95), weighting=inputs.get("weights", "none")
    )
    return {
        "kappa": found.kappa,
        "se": found.standard_error,
        "po": found.observed,
        "pe": found.expected,
        "lower_wald": found.wald.lower,
        "upper_wald": found.wald.upper,
    }


def kappa_gof(inputs: dict[str, Any]) -> Result:
    found = goodness_of_fit.kappa_gof_interval(inputs["table"], confidence=inputs["confidence"])
    return {"kappa_intraclass": found.estimate, "lower": found.lower, "upper": found.upper}


def two_raters(inputs: dict[str, Any]) -> Result:
    found = agreement.two_rater_companions(inputs["table"], categories=inputs["categories"])
    return {
        "percent_agreement": found.observed,
        "pabak": found.pabak,
        "ac1": found.ac1,
        "ac1_se": found.ac1_standard_error,
        "positive_agreement": found.positive,
        "negative_agreement": found.negative,
    }


def many(inputs: dict[str, Any]) -> Result:
    ratings, categories = inputs["ratings"], inputs["categories"]
    counts = many_raters.rating_counts(ratings, categories)
    ac1 = many_raters.gwet_ac1(counts, categories=len(categories))
    fleiss_found = many_raters.fleiss_kappa(counts)
    return {
        "percent_agreement": many_raters.percent_agreement(counts),
        "ac1": ac1.value,
        "ac1_se": ac1.standard_error,
        "fleiss_kappa": fleiss_found.value,
        "fleiss_se": fleiss_found.standard_error,
        "conger_kappa": many_raters.conger_kappa(ratings, categories),
        "brennan_prediger": many_raters.brennan_prediger(counts, categories=len(categories)),
        "krippendorff_nominal": many_raters.krippendorff_alpha(ratings),
    }


def alpha(inputs: dict[str, Any]) -> Result:
    return {"alpha": many_raters.krippendorff_alpha(inputs["ratings"], level=inputs["level"])}


def fleiss(inputs: dict[str, Any]) -> Result:
    return {"kappa": many_raters.fleiss_kappa(inputs["counts"]).value}


def ac1_counts(inputs: dict[str, Any]) -> Result:
    found = many_raters.gwet_ac1(inputs["counts"], categories=inputs["categories"])
    return {"ac1": found.value, "ac1_se": found.standard_error}


def iou(inputs: dict[str, Any]) -> Result:
    return {"iou": overlap.box_iou(inputs["a"], inputs["b"])}


def boxes(inputs: dict[str, Any]) -> Result:
    found = overlap.match_boxes(inputs["a"], inputs["b"], threshold=inputs["iou_threshold"])
    return {
        "matched": len(found.pairs),
        "only_a": found.only_a,
        "only_b": found.only_b,
        "f1": found.f1,
        "mean_iou_matched": found.mean_iou,
        "pairs_1based": [[i + 1, j + 1] for i, j in found.pairs],
    }


def box_presence(inputs: dict[str, Any]) -> Result:
    f1 = overlap.box_f1(inputs["matched"], inputs["only_a"], inputs["only_b"])
    return {"f1": f1, "positive_agreement": f1, "kappa_limit": f1}


def box_labels(inputs: dict[str, Any]) -> Result:
    matched, everything = overlap.label_kappa(inputs["table"])
    return {"kappa_matched_only": matched, "kappa_with_none": everything}


def negatives(inputs: dict[str, Any]) -> Result:
    counts = inputs["matched"], inputs["only_a"], inputs["only_b"]
    kappas = [plain(overlap.kappa_with_negatives(*counts, count)) for count in inputs["negatives"]]
    return {"kappa": kappas, "f1": overlap.box_f1(*counts)}


def margin(inputs: dict[str, Any]) -> Result:
    found = sizes.sample_size_for_margin(
        inputs["p"], inputs["margin"], confidence=inputs["confidence"], population=inputs["population"]
    )
    return {"n": found.records, "n0_unrounded": found.unrounded}


def zero_failure(inputs: dict[str, Any]) -> Result:
    return {
        "n": sizes.zero_failure_size(
            inputs["min_precision"], confidence=inputs["confidence"], population=inputs["population"]
        )
    }


def kappa_size(inputs: dict[str, Any]) -> Result:
    found = sizes.kappa_sample_size(
        inputs["kappa_guess"], inputs["prevalence"], inputs["half_width"], confidence=inputs["confidence"]
    )
    return {"n": found.records, "unit_variance": found.unrounded}


def neyman(inputs: dict[str, Any]) -> Result:
    found = sizes.neyman_allocation(inputs["N"], inputs["p_guess"], inputs["n_total"])
    return {
        "fractions": list(found.fractions),
        "unrounded": list(found.neyman),
        "proportional_unrounded": list(found.proportional),
        "var_neyman": found.variance_neyman,
        "var_proportional": found.variance_proportional,
    }


def ppr(inputs: dict[str, Any]) -> Result:
    lower, upper = sequential.ppr_confidence_sequence(
        inputs["correct"],
        inputs["audited"],
        inputs["population"],
        alpha=inputs["alpha"],
        prior=(inputs["prior_a"], inputs["prior_b"]),
    )
    return {"lower_count": lower, "upper_count": upper}


def betting(inputs: dict[str, Any]) -> Result:
    found = sequential.betting_capital(inputs["x"], inputs["theta0"], population=inputs["population"])
    return {"final_capital": found.final, "max_capital": found.largest}


def guarantee(inputs: dict[str, Any]) -> Result:
    found = thresholds.cut_guarantee(
        inputs["n_above"], inputs["errors_above"], target=inputs["target_precision"], delta=inputs["delta"]
    )
    return {
        "p_values": list(found.p_values),
        "fixed_sequence_last_certified": found.fixed_sequence,
        "bonferroni_loosest": found.bonferroni,
        "holm_loosest": found.holm,
    }


def isotonic(inputs: dict[str, Any]) -> Result:
    return {"fitted": thresholds.isotonic_fit(inputs["y"], inputs.get("weight"))}


def logistic(inputs: dict[str, Any]) -> Result:
    intercept, slope = thresholds.logistic_fit(inputs["score"], inputs["y"], inputs["weight"])
    return {"intercept": intercept, "slope": slope}


def bounds(inputs: dict[str, Any]) -> Result:
    lower, upper = stratified.unaudited_bounds(strata(inputs))
    return {"lower": lower, "upper": upper, "estimate": stratified.stratified_precision(strata(inputs)).precision}


BUILT: dict[str, Callable[[dict[str, Any]], Result]] = {
    "wilson_interval": wilson,
    "wilson_interval_fpc": wilson,
    "clopper_pearson_interval": clopper_pearson,
    "jeffreys_interval": jeffreys,
    "hypergeometric_exact_interval": hypergeometric,
    "unsure_bounds": unsure,
    "stratified_precision": weighted_precision,
    "stratified_precision_nofpc": weighted_precision,
    "stratified_precision_score": score,
    "stratified_precision_gamma": gamma,
    "stratified_precision_bounds": bounds,
    "stratified_precision_svyciprop": svyciprop,
    "stratified_precision_mover": mover,
    "stratified_wilson_yan_su": yan_su,
    "poststratified_precision": poststratified,
    "kish_neff": kish,
    "hajek_mean": hajek,
    "threshold_metrics": cut,
    "recall_interval_mover_r": recall,
    "threshold_guarantee": guarantee,
    "isotonic_calibration": isotonic,
    "weighted_logistic_calibration": logistic,
    "cohen_kappa": kappa,
    "weighted_kappa": kappa,
    "kappa_gof_interval": kappa_gof,
    "agreement_two_raters": two_raters,
    "multi_rater_agreement": many,
    "krippendorff_alpha": alpha,
    "fleiss_kappa_counts": fleiss,
    "ac1_counts": ac1_counts,
    "iou": iou,
    "box_agreement": boxes,
    "box_presence_agreement": box_presence,
    "box_label_kappa": box_labels,
    "kappa_with_assumed_negatives": negatives,
    "sample_size_margin": margin,
    "zero_failure_sample_size": zero_failure,
    "kappa_sample_size": kappa_size,
    "neyman_allocation": neyman,
    "ppr_confidence_sequence": ppr,
    "betting_mixture_capital": betting,
}


def test_every_quantity_of_the_file_is_built_or_listed_as_missing():
    quantities = {case["quantity"] for case in CASES}
    assert not quantities - BUILT.keys() - NOT_BUILT, "unknown quantities: build them or list them"
    assert not BUILT.keys() & NOT_BUILT, "take what is built off the list"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]):
    if case["quantity"] in NOT_BUILT:
        pytest.skip(f"{case['quantity']} is not built yet")
    compute, expected = BUILT[case["quantity"]], case["expected"]
    if expected.get("error"):
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            compute(case["inputs"])
        return
    found = compute(case["inputs"])
    assert expected.keys() <= found.keys()
    for name, value in expected.items():
        close(plain(found[name]), value, case["tolerance"], name)


def close(found: Any, expected: Any, tolerance: float, name: str) -> None:
    if expected is None or isinstance(expected, str):
        assert found == expected, name
    elif isinstance(expected, list):
        assert len(found) == len(expected), name
        for one, other in zip(found, expected, strict=True):
            close(one, other, tolerance, name)
    else:
        assert found is not None, f"{name} is undefined, expected {expected}"
        assert abs(found - expected) <= tolerance, f"{name}: {found}, expected {expected} +- {tolerance}"
