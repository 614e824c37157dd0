"""Few cases in which all pairs of choices occur, but for those that are refused (pairwise testing: Cohen et al. 1997)."""

import random

from allpairspy import AllPairs

from .choices import CHOICES, FACTORS, pairs, pairs_of
from .refusals import is_possible, is_refused


def pairs_that_work():
    return {pair for pair in pairs() if not is_refused(*pair)}


def covering_cases(seed):
    """Cases that are possible. The order in which factors are chosen depends on the seed, and so do the cases."""
    draw = random.Random(seed)
    order = draw.sample(FACTORS, len(FACTORS))
    values = [draw.sample(CHOICES[factor], len(CHOICES[factor])) for factor in order]
    rows = AllPairs(values, filter_func=lambda row: is_possible(dict(zip(order, row, strict=False))))
    cases = [dict(zip(order, row, strict=True)) for row in rows]
    missing = pairs_that_work().difference(*map(pairs_of, cases))
    while missing:
        case = completed(dict(min(missing)), draw)
        cases.append(case)
        missing -= pairs_of(case)
    return cases


def completed(case, draw=None, but=frozenset()):
    """The case with choices for the other factors, so that it is possible: any, or the usual ones first.

    `but`: a refused pair that it may contain. Raises ValueError if there is none.
    """
    left = [factor for factor in FACTORS if factor not in case]
    if not left:
        return case
    choices = CHOICES[left[0]]
    for choice in draw.sample(choices, len(choices)) if draw else choices:
        more = {**case, left[0]: choice}
        if is_possible(more, but):
            try:
                return completed(more, draw, but)
            except ValueError:
                continue
    raise ValueError(f"no case has {case}")


def random_case(draw):
    """Any possible case; all triples of choices occur in enough of them."""
    first = draw.choice(FACTORS)
    return completed({first: draw.choice(CHOICES[first])}, draw)
