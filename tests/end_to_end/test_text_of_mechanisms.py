"""What a .mod file without VERBATIM says stays data: texts, formats, headers beside it, names of folders, indices."""

import pytest

SCRIPT = "create soma\n{ soma insert m finitialize(-65) fadvance() }\nprint soma.x_m(0.5)\nquit()\n"
MECHANISM = """
NEURON {{ SUFFIX m RANGE x, n, b }}
PARAMETER {{ n = 3 }}
ASSIGNED {{ x v b[3] }}
{extra}
INITIAL {{ LOCAL i, c[4]
    {random}
    i = n
    {body}
}}
"""
AS_C = {"C++": "x = 1", "C": "x = exprand(1)  x = 1"}


def run(ranvier, folder, body, random="x = 1", extra="", words=("--sandbox",)):
    folder.mkdir(exist_ok=True)
    (folder / "m.mod").write_text(MECHANISM.format(body=body, random=random, extra=extra))
    (folder / "s.hoc").write_text(SCRIPT)
    env = {"RANVIER_CACHE": str(folder.parent / "cache")}
    return ranvier.run("--quiet", *words, "s.hoc", cwd=folder, env=env)


TEXTS = {
    r"a\n": "a\n",
    "A\\": "A\\",
    "two\nlines": "two\nlines",
    r"tab\t oct \101 hex \x41 \q??/": "tab\t oct A hex A q??/",
    "50% \t100%!": "50% \t100%!",
}


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("random", AS_C.values(), ids=list(AS_C))
def test_a_text_is_printed_as_in_c(ranvier, tmp_path, text, random):
    outcome = run(ranvier, tmp_path / "model", f'printf("{text}")', random)
    assert outcome.status == 0 and TEXTS[text] in outcome.out, outcome


def test_a_text_does_not_end_within_the_code(checked, tmp_path):
    code = "system((char[]){116,111,117,99,104,32,103,111,116,0})"  # touch got
    body = f'printf("A\\", ", {code}, "); //")'
    outcome = run(checked, tmp_path / "model", body, AS_C["C"])
    assert not (tmp_path / "model" / "got").exists(), outcome


@pytest.mark.parametrize("random", AS_C.values(), ids=list(AS_C))
def test_the_path_of_a_file_is_no_code(checked, tmp_path, random):
    folder = tmp_path / "x*"
    folder.mkdir()
    outcome = run(
        checked, folder / '; __attribute__((constructor)) static void f(void) { remove("m.mod"); } ', "x = 2", random
    )
    assert outcome.out.strip() == "2" and next(folder.glob("*/m.mod")), outcome


FORMATS = {  # what the C library would read from where nothing is, and what is printed
    'printf("%s\\n", x)': None,
    'printf("%n", x)': None,
    'printf("%p", x)': None,
    'printf("%g", "text")': None,
    'printf("%*s", x, x)': None,
    "printf(x)": None,
    'printf("%d %5d|%x %c %i\\n", x + 64.5, 3, 255, 65, -2)': "65     3|ff A -2",
    'printf("%ld %hhd %Lf %5.2lf\\n", 7, 8, 1.5, 2.5)': "7 8 1.500000  2.50",
    'printf("%*d|%.*f\\n", 4, 7, 1, 2.25)': "   7|2.2",
    'printf("%g %g %d|\\n", 5)': "5 0 0|",
}


@pytest.mark.parametrize("call", FORMATS)
@pytest.mark.parametrize("random", AS_C.values(), ids=list(AS_C))
def test_formats_get_what_they_ask_for(ranvier, tmp_path, call, random):
    outcome = run(ranvier, tmp_path / "model", call, random)
    if FORMATS[call] is None:
        assert outcome.status == 1 and "m.mod:9:5: error: printf" in outcome.err, outcome
    else:
        assert outcome.status == 0 and FORMATS[call] in outcome.out, outcome


def test_a_header_beside_the_file_is_not_the_systems(checked, tmp_path):
    folder = tmp_path / "model"
    (folder / "mechanisms" / "runtime").mkdir(parents=True)
    for name in ("stdlib.h", "math.h", "mechanisms/runtime/verbatim.h"):
        (folder / name).write_text('#error "of a stranger"\n')
    assert run(checked, folder, "x = 2", AS_C["C"]).out.strip() == "2"
    own = 'VERBATIM\n#include <stdlib.h>\n#include <own.h>\n#include "own.h"\nENDVERBATIM'
    (folder / "own.h").write_text("#undef own\n#define own 5\n")
    verbatim = "VERBATIM\n    x = own;\nENDVERBATIM"
    outcome = run(checked, folder, verbatim, extra=own, words=())
    assert outcome.out.strip() == "5", outcome


OUTSIDE = {
    "a parameter": ("b[i] = 7", "3", "b"),
    "below": ("x = b[-n]", "-3", "b"),
    "far": ("i = n*1e7 + 100  b[i] = 1", "30000100", "b"),
    "larger than an integer": ("i = 1e300*(n + 1)  b[i] = 1", "-2147483648", "b"),
    "not a number": ("i = sqrt(-1)  x = b[i]", "-2147483648", "b"),
    "a sum that overflows": ("i = 2e9  x = b[i + i + 4*i/8]", "5000000000", "b"),
    "a local array": ("c[i + 1] = 7", "4", "c"),
    "the bounds of a loop": ("FROM k = 0 TO 2 { b[k + 1] = 1 }", "3", "b"),
    "a step below": ("FROM k = 2 TO 2 BY 2 { x = b[k - 3] }", "-1", "b"),
    "a bound that varies": ("FROM k = 0 TO n { b[k] = exp(-k) }", "3", "b"),
    "an array of an array": ("b[0] = 5  x = c[b[0]]", "5", "c"),
    "in a function": ("x = at(i)", "3", "b"),
    "in a WHILE that looks for an end": ("while (b[i] == 0) { i = i + 1 }", "3", "b"),
}


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    """A folder with a mechanism for each case, in C++ (m0, m1, ...) and in C (c0, c1, ...): all are compiled at once."""
    folder = tmp_path_factory.mktemp("outside")
    for number, (body, _, _) in enumerate(OUTSIDE.values()):
        for letter, random in zip("mc", AS_C.values(), strict=True):
            text = MECHANISM.format(body=body, random=random, extra="FUNCTION at(i) { at = b[i] }")
            (folder / f"{letter}{number}.mod").write_text(text.replace("SUFFIX m", f"SUFFIX {letter}{number}"))
    return folder


@pytest.mark.parametrize("name", OUTSIDE)
@pytest.mark.parametrize("letter, math", [("m", "vector"), ("m", "libm"), ("c", "vector")])
def test_an_index_outside_is_an_error(checked, outside, name, letter, math):
    _, index, array = OUTSIDE[name]
    suffix = f"{letter}{list(OUTSIDE).index(name)}"
    script = f"create soma\n{{ soma insert {suffix} finitialize(-65) fadvance() }}\nprint 42\nquit()\n"
    env = {"RANVIER_CACHE": str(outside.parent / f"cache-of-{outside.name}-{math}")}
    (outside / f"{suffix}.hoc").write_text(script)
    outcome = checked.run("--quiet", "--sandbox", "--math", math, f"{suffix}.hoc", cwd=outside, env=env)
    message = f"{suffix} in soma(0.5): the index {index} is outside of the array {array} of {suffix}"
    assert outcome.status == 1 and message in outcome.err and "42" not in outcome.out, outcome


def test_a_function_called_by_a_script_names_its_index(ranvier, tmp_path):
    folder = tmp_path / "model"
    run(ranvier, folder, "x = at(0)", extra="FUNCTION at(i) { at = b[i] }")
    for before in ("", "finitialize(-65)\n"):
        (folder / "s.hoc").write_text(
            f"create soma\nsoma insert m\n{before}soma {{ setdata_m(0.5) }}\nprint at_m(3)\nquit()\n"
        )
        outcome = ranvier.run("--quiet", "s.hoc", cwd=folder)
        assert outcome.status == 1 and "the index 3 is outside of the array b of m" in outcome.err, outcome


@pytest.mark.parametrize("random", AS_C.values(), ids=list(AS_C))
def test_a_pointer_has_no_elements(checked, tmp_path, random):
    body = "x = p[100000000]"
    mechanism = MECHANISM.format(body=body, random=random, extra="NEURON { POINTER p } ASSIGNED { p }")
    (tmp_path / "m.mod").write_text(mechanism)
    (tmp_path / "s.hoc").write_text(SCRIPT)
    outcome = checked.run("--quiet", "--sandbox", "s.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "'p' is a POINTER to one value" in outcome.err, outcome
