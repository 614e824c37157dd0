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


# What `ranvier doc NAME` says of the language, and of what a library file or a mechanism defines.
OF_THE_LANGUAGE = {
    "create": "Makes sections",
    "insert": "Puts a density mechanism into a section",
    "connect": "Attaches one end of a section",
    "access": "the accessed one",
    "forall": "for each section",
    "forsec": "SectionList",
    "ifsec": "SectionList",
    "nseg": "Number of segments",
    "L": "Length of a section [um]",
    "diam": "Diameter of a segment [um]",
    "v": "Membrane potential of a segment [mV]",
    "objref": "Declares names for objects",
    "begintemplate": "Defines a class",
    "proc": "Defines a procedure",
    "func": "returns a number",
    "run": 'load_file("stdrun.hoc")',
    "init": "v_init",
    "stdinit": "steps_per_ms",
    "continuerun": "continuerun(t_end)",
    "tstop": "run() ends [ms]",
    "lambda_f": 'load_file("stdlib.hoc")',
    "ParallelNetManager": 'load_file("netpar.hoc")',
    "gnabar_hh": "gnabar_hh [S/cm2]\n    A parameter of hh",
    "m_hh": "A state of hh",
    "ina": "ina [mA/cm2]\n    The current of all mechanisms of the ion na",
    "vext": "vext[2] [mV]",
    "hh": "range variables: gnabar_hh [S/cm2]",
    "na_ion": "ena [mV]",
}


@pytest.mark.parametrize("name, says", OF_THE_LANGUAGE.items())
def test_doc_knows_the_language(ranvier, tmp_path, name, says):
    assert says in ranvier.check("doc", name, cwd=tmp_path).out


def test_doc_describes_each_keyword(ranvier, root, tmp_path):
    source = (root / "hoc_like/language/syntax/lexer.cpp").read_text()
    keywords = re.findall(r'"(\w+)"', re.search(r"is_keyword.*?\{(.*?)\};", source, re.S)[1])
    assert len(keywords) > 35
    silent = [name for name in keywords if ranvier.run("doc", name, cwd=tmp_path).status != 0]
    assert not silent


@pytest.mark.parametrize(
    "name, near", [("craete", "create"), ("gnabar_h", "gnabar_hh"), ("continuerum", "continuerun")]
)
def test_doc_suggests_what_it_knows(ranvier, tmp_path, name, near):
    assert f"did you mean '{near}'?" in ranvier.run("doc", name, cwd=tmp_path).err


LOADED = [
    ("run()", "run is not a function or procedure", "stdrun.hoc"),
    ("print v_init", "v_init is not defined", "stdrun.hoc"),
    ("print lambda_f(100)", "lambda_f is not a function or procedure", "stdlib.hoc"),
    ('objref s\ns = new String("a")', "String is not a template or class", "stdlib.hoc"),
]


@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("script, wrong, file", LOADED)
def test_a_name_of_the_library_names_the_file_to_load(ranvier, tmp_path, script, wrong, file, ranks):
    (tmp_path / "a.hoc").write_text(script + "\n")
    outcome = ranvier.run("a.hoc", cwd=tmp_path, ranks=ranks)
    assert outcome.status == 1
    assert outcome.err.count(f'{wrong}; {file} defines it: load_file("{file}")') == 1, outcome


def test_help_is_a_command_too(ranvier, tmp_path):
    """Of names of hoc, of commands, and of nothing; a file of that name is a script."""
    assert ranvier.check("help", "insert", cwd=tmp_path).out == ranvier.check("doc", "insert", cwd=tmp_path).out
    assert ranvier.check("help", "replay", cwd=tmp_path).out == ranvier.check("replay", "--help", cwd=tmp_path).out
    assert ranvier.check("help", cwd=tmp_path).out == ranvier.check("--help", cwd=tmp_path).out
    (tmp_path / "help").write_text("print 3 * 4\n")
    assert "12" in ranvier.check("help", cwd=tmp_path).out


def test_doc_suggests_nothing_for_nonsense(ranvier, tmp_path):
    outcome = ranvier.run("doc", "nonsense_name", cwd=tmp_path)
    assert outcome.status == 1 and "nonsense_name" in outcome.err
