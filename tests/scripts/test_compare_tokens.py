"""scripts/compare-tokens finds long runs of equal tokens, whatever the layout, and exceptions that no longer apply."""

import re

import pytest
from oracle.scripts import load_script

compare = load_script("compare-tokens")
HOC, NMODL, C, PYTHON = compare.LANGUAGES


def hoc_of(count, local="i"):
    """A procedure of `count` tokens, laid out as the name of its local variable asks for."""
    tokens = ["proc", "p", "(", ")", "{", "local", local]
    tokens += [f"x{place}" if place % 4 else local for place in range(count - len(tokens) - 1)] + ["}"]
    return ("\n    " if local == "i" else " ").join(tokens)


def runs(ours, theirs, language=HOC):
    texts = [[compare.Source(name, text, language)] for name, text in (("ours.hoc", ours), ("theirs.hoc", theirs))]
    return list(compare.shared_runs(*texts))


def test_a_run_of_41_is_found_and_one_of_40_is_not():
    (found,) = runs("a = 1\n" + hoc_of(41), "b = 2\n" + hoc_of(41) + "\nc = 3")
    assert str(found) == "ours.hoc:2-42: 41 tokens of theirs.hoc:2"
    assert not runs("a = 1\n" + hoc_of(40), "b = 2\n" + hoc_of(40))


def test_layout_and_comments_do_not_hide_a_run():
    spaced = hoc_of(41).replace("\n", " // a comment of ours\n").replace("local", "/* the index */ local")
    (found,) = runs(spaced, re.sub(r"\s+", " ", hoc_of(41)))
    assert found.length == 41


def test_renamed_locals_break_a_run():
    assert not runs(hoc_of(60, "index"), hoc_of(60))


def test_a_longer_run_is_found_behind_a_shorter_one():
    ours, theirs = hoc_of(50) + "\n" + hoc_of(90), hoc_of(50) + " y " + hoc_of(90)
    assert [found.length for found in runs(ours, theirs)] == [50, 90]
    overlapping = " ".join(f"x{place}" for place in range(100))
    first, second = (" ".join(f"x{place}" for place in part) for part in (range(60), range(40, 100)))
    assert [found.length for found in runs(overlapping, f"{first} y {second}")] == [60, 60]


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    [
        (HOC, 'print "a // b" // c', ["print", '"a // b"']),
        (NMODL, "TITLE x\nCOMMENT y\nENDCOMMENT a' = -1e-3*a : z", ["a", "'", "=", "-", "1e-3", "*", "a"]),
        (NMODL, 'printf("a: %g ?", x) ? y', ["printf", "(", '"a: %g ?"', ",", "x", ")"]),
        (C, 'a += R"(b "c" // d)"; // e', ["a", "+=", 'R"(b "c" // d)"', ";"]),
        (C, "1'000 && ' '", ["1'000", "&&", "' '"]),
        (PYTHON, 'def f():\n    """Text # kept."""  # dropped', ["def", "f", "(", ")", ":", '"""Text # kept."""']),
    ],
)
def test_tokens_are_those_of_the_language(language, text, tokens):
    assert [token for token, _ in language.tokens(text)] == tokens


def complaints(length, lines):
    found = runs(hoc_of(length), hoc_of(length))
    return compare.complaints(found, compare.exceptions_in(lines))


def test_an_exception_allows_its_run():
    assert not complaints(60, "# a comment\n\nours.hoc | formula | 60 | proc p() | an equation")
    assert not complaints(90, "ours.hoc | panel | 90 | proc p() | a panel")


def test_an_exception_allows_no_longer_run():
    assert complaints(61, "ours.hoc | formula | 60 | proc p() | an equation") == [
        "ours.hoc:1-61: 61 tokens of theirs.hoc:1"
    ]


def test_only_panels_may_be_long():
    with pytest.raises(SystemExit, match="line 1 of the exceptions: only a panel may have more than 80 tokens"):
        compare.exceptions_in("ours.hoc | declarations | 81 | proc p() | a list")


def test_an_exception_that_no_longer_applies_is_an_error():
    (found,) = complaints(40, "ours.hoc | formula | 60 | proc p() | an equation")
    assert found == "ours.hoc: no run needs the exception for: proc p(); remove it"
    assert len(complaints(60, "ours.hoc | formula | 60 | proc q() | an equation")) == 2
    assert len(complaints(60, "other.hoc | formula | 60 | proc p() | an equation")) == 2


@pytest.mark.parametrize(
    "line",
    [
        "a.hoc | formula | 50 | x",
        "a.hoc | loop | 50 | x | why",
        "a.hoc | panel | 50 |  | why",
        "a.hoc | panel | many | x | why",
        "a.txt | panel | 50 | x | why",
    ],
)
def test_each_exception_gives_file_kind_length_tokens_and_reason(line):
    with pytest.raises(SystemExit, match="line 1 of the exceptions is not"):
        compare.exceptions_in(line)


def test_there_are_few_exceptions():
    compare.exceptions_in("a.hoc | panel | 50 | x | why\n" * 12)
    with pytest.raises(SystemExit, match="13 exceptions; at most 12"):
        compare.exceptions_in("a.hoc | panel | 50 | x | why\n" * 13)
    compare.exceptions_in(compare.EXCEPTIONS.read_text())


def test_a_folder_without_the_sources_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="does not hold NEURON's sources"):
        compare.their_files(tmp_path)
