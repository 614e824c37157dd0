"""The reference page docs/hoc.md: made from the registry, and its examples print what they say, here and in NEURON."""

import re

import pytest

EXAMPLES = "hoc_like/library/hoc/reference_examples.hoc"


def expected_lines(text):
    return [line.split() for line in re.findall(r"^//> ?(.*)$", text, re.M)]


def printed_lines(out):
    return [line.split() for line in out.splitlines() if line.strip()]


def test_page_is_what_the_registry_says(ranvier, root):
    page = ranvier.check("doc", "hoc", cwd=root).out
    assert page == (root / "docs" / "hoc.md").read_text(), "docs/hoc.md is old: ranvier doc hoc > docs/hoc.md"


def examples(root):
    """The text of each, by name."""
    parts = re.split(r"^//: (.*)\n", (root / EXAMPLES).read_text(), flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("ranks", [1, 2])
def test_each_example_runs_alone_and_prints_what_it_says(ranvier, root, tmp_path, ranks):
    """On two ranks, where both print, only that it succeeds."""
    wrong = {}
    for name, text in examples(root).items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "example.hoc").write_text(text)
        outcome = ranvier.run("--quiet", "example.hoc", cwd=folder, ranks=ranks)
        if outcome.status != 0 or (ranks == 1 and printed_lines(outcome.out) != expected_lines(text)):
            wrong[name] = outcome
    assert len(examples(root)) >= 86 and not wrong, wrong


def test_examples_print_the_same_in_neuron(neuron, root):
    wrong = {}
    for name, text in examples(root).items():
        printed = printed_lines(neuron.run(text + "\nquit()\n")["out"])
        if printed != expected_lines(text):
            wrong[name] = printed
    assert not wrong, wrong


@pytest.mark.parametrize(
    "name, says",
    [("nernst", "nernst(ci, co, charge)"), ("Vector.append", "append"), ("NetCon", "threshold"), ("celsius", "degC")],
)
def test_doc_explains_one_name(ranvier, tmp_path, name, says):
    assert says in ranvier.check("doc", name, cwd=tmp_path).out


def test_doc_suggests_nothing_for_nonsense(ranvier, tmp_path):
    outcome = ranvier.run("doc", "nonsense_name", cwd=tmp_path)
    assert outcome.status == 1 and "nonsense_name" in outcome.err
