"""scripts/check-prose finds what its rules name, in prose, and leaves good sentences and code alone."""

import pytest
from conftest import ROOT
from oracle.scripts import load_script

check_prose = load_script("check-prose")

BAD = [
    ("amid", "The rank stopped amid a run."),
    ("that is none", "It uses a Random that is none."),
    ("whoever", "The spike goes to whoever listens."),
    ("goes by", "The order goes by gid."),
    ("told", "Each rank is told how many spikes follow."),
    ("of its own", "It is read in a process of its own."),
    ("shall", "Says whether the block shall run."),
    ("for (because)", "Slow, for it happens once."),
    ("for (because)", "Stepped alone, for they may drive others."),
    ("for (because)", "Sorted, for the order is part of the result."),
    ("for (because)", "Asked first, for another rank has it."),
    ("for (because)", "Kept apart; for memory would answer later."),
    ("for (because)", "Compare the bits, for there most intervals need one round."),
    ("came about", "A source came about during the run."),
    ("has come", "Waits until the message has come."),
    ("obstacle", "Such a block is an obstacle."),
    ("least delay", "The least delay between ranks."),
    ("not any more", "It was 0 and is not any more."),
    ("nobody", "A value that nobody reads."),
    ("anew", "The tables are made anew."),
    ("for ever", "It waits for ever."),
    ("is no", "What was read is no number."),
    ("go on", "After that the run goes on."),
    ("hand on", "Instances hand on their values."),
    ("so many", "It takes at most so many."),
    ("-ise", "Initialises the cells and synchronises the ranks."),
    ("-ise", "What optimisation and vectorisation do."),
    ("-our", "The behaviour of its neighbours, coloured grey."),
    ("spike file", "Reads a spike file."),
    ("stretch", "Runs one stretch of the interval."),
]

GOOD = [
    "The gids, for the cells that are here, are sorted.",
    "One buffer for each rank, for example, is enough.",
    "A table for gids; for each rank, a list.",
    "The function for which no source was given fails.",
    "It waits, for as long as the queue is empty.",
    "Passed by value: copies go by value.",
    "Otherwise raises noise likewise, a precise exercise in compromise and analysis.",
    "Two hypotheses, one synthesis, pairwise.",
    "Four metrics, hours of parameters and a sour flour.",
    "It needs its own process.",
    "There is no number here, it is no longer used, and what is left goes on rank 0.",
    "A stretch of text that was cut out.",
    "The `told` field and `initialise()` are names.",
]


@pytest.mark.parametrize("name, sentence", BAD)
def test_finds(name, sentence):
    for path, source in [
        ("a.cpp", f"int x;  // {sentence}\n"),
        ("a.cpp", f'fail("{sentence}");\n'),
        ("a.py", f'"""{sentence}"""\n'),
        ("a.md", f"- {sentence}\n"),
        ("a.mod", f": {sentence}\n"),
        ("CMakeLists.txt", f"# {sentence}\n"),
    ]:
        assert name in {finding.rule.name for finding in check_prose.check(path, source)}, path


@pytest.mark.parametrize("sentence", GOOD)
def test_leaves_alone(sentence):
    assert [str(finding) for finding in check_prose.check("a.cpp", f"// {sentence}\n")] == []


def test_every_rule_has_a_sample():
    assert {name for name, _ in BAD} == {rule.name for rule in check_prose.RULES}


def test_a_phrase_may_span_lines():
    comment = "int x;\n/// A process of\n/// its own.\n"
    literal = 'fail("a process of "\n     "its own");\n'
    assert [finding.line for finding in check_prose.check("a.hpp", comment)] == [2]
    assert [finding.line for finding in check_prose.check("a.cpp", literal)] == [1]


def test_names_in_code_and_fences_are_not_prose():
    assert not list(check_prose.check("a.cpp", "auto told = shall(amid);\n"))
    assert not list(check_prose.check("a.py", "told = shall + amid\n"))
    assert not list(check_prose.check("a.md", "```cpp\ntold();  // amid\n```\n"))


def test_says_where_and_what_instead():
    (finding,) = check_prose.check("docs/a.md", "one\ntwo amid\n")
    assert str(finding) == 'docs/a.md:2: amid: "amid": write during'


def test_the_tree_has_none():
    findings = []
    for path in check_prose.tracked(["."]):
        try:
            source = (ROOT / path).read_text()
        except UnicodeDecodeError:
            continue
        findings += [str(finding) for finding in check_prose.check(path, source)]
    assert not findings, "\n".join(findings)
