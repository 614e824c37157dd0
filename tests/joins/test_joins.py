"""Every pair of choices that users combine: it works, and gives what a plain run gives, or is refused by name."""

import random

import pytest

from . import page
from .afterwards import use
from .case import Baselines, Folder, Refused, compare_outputs
from .choices import FACTORS, USUAL, pairs, pairs_of
from .covering import completed, covering_cases, pairs_that_work, random_case
from .refusals import REFUSALS, is_refused

SEED = 1
CASES = covering_cases(SEED)


def name_of(case):
    return ", ".join(f"{factor} {case[factor]}" for factor in FACTORS if case[factor] != USUAL[factor]) or "usual"


@pytest.fixture(scope="module")
def baselines(ranvier, tmp_path_factory):
    return Baselines(ranvier, tmp_path_factory.mktemp("baselines"))


def run_and_check(ranvier, case, path, baselines):
    baseline = baselines.of(case)
    folder = Folder(ranvier, case, path).execute()
    compare_outputs(folder, baseline)
    use(folder, baseline)


def test_every_pair_is_in_a_case_or_refused():
    covered = set().union(*map(pairs_of, CASES))
    assert pairs_that_work() <= covered
    assert not any(is_refused(*pair) for pair in covered)
    assert len(list(pairs())) > 1500


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_a_case_gives_what_its_baseline_gives(ranvier, baselines, tmp_path, case):
    run_and_check(ranvier, case, tmp_path, baselines)


REFUSED = [
    (refusal.says, frozenset(pair)) for refusal in REFUSALS if refusal.says is not None for pair in refusal.pairs()
]


@pytest.mark.parametrize("says, pair", REFUSED, ids=[" x ".join(map(" ".join, sorted(pair))) for says, pair in REFUSED])
def test_a_refused_pair_says_so(ranvier, baselines, tmp_path, says, pair):
    case = completed(dict(pair), but=pair)
    with pytest.raises(Refused) as refused:
        folder = Folder(ranvier, case, tmp_path).execute()
        use(folder, baselines.of(case))
    assert says in refused.value.outcome.out + refused.value.outcome.err, refused.value


def test_the_page_says_what_the_table_says(root):
    assert (root / "docs" / "joins.md").read_text() == page.text()


@pytest.mark.soak
def test_more_combinations_give_what_their_baselines_give(ranvier, baselines, tmp_path, first_seed):
    for seed in range(first_seed, first_seed + 20):
        case = random_case(random.Random(seed))
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            run_and_check(ranvier, case, folder, baselines)
        except (AssertionError, Refused) as failure:
            pytest.fail(f"seed {seed}: {name_of(case)}: {failure}")
