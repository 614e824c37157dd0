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


def test_examples_print_what_they_say(ranvier, root, tmp_path):
    text = (root / EXAMPLES).read_text()
    (tmp_path / "examples.hoc").write_text(text + "\nquit()\n")
    assert printed_lines(ranvier.check("--quiet", "examples.hoc", cwd=tmp_path).out) == expected_lines(text)


def test_examples_print_the_same_in_neuron(neuron, root):
    text = (root / EXAMPLES).read_text()
    assert printed_lines(neuron.run(text + "\nquit()\n")["out"]) == expected_lines(text)


@pytest.mark.parametrize(
    "name, says",
    [("nernst", "nernst(ci, co, charge)"), ("Vector.append", "append"), ("NetCon", "threshold"), ("celsius", "degC")],
)
def test_doc_explains_one_name(ranvier, tmp_path, name, says):
    assert says in ranvier.check("doc", name, cwd=tmp_path).out


def test_doc_suggests_nothing_for_nonsense(ranvier, tmp_path):
    outcome = ranvier.run("doc", "nonsense_name", cwd=tmp_path)
    assert outcome.status == 1 and "nonsense_name" in outcome.err
