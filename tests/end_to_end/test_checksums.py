"""Results have the same bits on x86-64 and on ARM: their checksums are those of the table in docs/compat.md.

With RANVIER_WRITE_CHECKSUMS=1, the tests write the table instead, which is for x86-64 (make test-release ONLY=arm then shows that ARM
agrees).
"""

import hashlib
import itertools
import os
import re

import pytest
from oracle.machine import MACHINE, instruction_sets

# How a model is called in the table, and the words of its run.
MODELS = {
    "ring": ("ring/ring.hoc", "-c", "kick_every = 8", "-c", "tstop = 50"),
    "artificial_net": ("artificial_net/artificial_net.hoc", "-c", "tstop = 100"),
    "column": ("column/column.hoc", "-c", "ncell = 60", "-c", "nsyn = 60", "-c", "tstop = 30"),
    "microcircuit": ("microcircuit/microcircuit.hoc", "-c", "scale = 0.02", "-c", "tstop = 60"),
    "balanced": ("balanced/balanced.hoc", "-c", "scale = 0.02", "-c", "tstop = 100"),
    "areas": ("areas/areas.hoc", "-c", "cells = 80", "-c", "inputs = 20", "-c", "tstop = 100"),
}
ROW = re.compile(r"^\| `([^`]+)` \| ([0-9a-f]{16}) \| ([0-9a-f]{16}) \|$", re.M)
MATHS = ("libm", "vector")


@pytest.fixture(scope="module")
def table(root):
    """Compares a checksum, of a run by its words and arithmetic, with the table."""
    if MACHINE == "x86_64" and "avx2" not in instruction_sets():
        pytest.skip("without fused multiply-add, the C library's exp and pow have other bits")
    page = root / "docs/compat.md"

    def check(name, math, data):
        text = page.read_text()
        found = {row[1]: row for row in ROW.finditer(text)}
        digest = hashlib.sha256(data).hexdigest()[:16]
        if os.environ.get("RANVIER_WRITE_CHECKSUMS") != "1":
            assert found[name][2 + MATHS.index(math)] == digest, (
                f"{name} --math {math} has other bits than in the table"
            )
            return
        old = found[name].groups()[1:] if name in found else ("0" * 16, "0" * 16)
        new = [digest if each == math else value for each, value in zip(MATHS, old)]
        row = f"| `{name}` | {new[0]} | {new[1]} |"
        if name in found:
            page.write_text(text.replace(found[name][0], row))
        else:
            head = "| Run | `--math libm` | `--math vector` |\n|---|---|---|\n"
            begin, rows, rest = text.partition(head)
            end = re.match(r"(?:\|.*\n)*", rest).end()
            page.write_text(begin + rows + rest[:end] + row + "\n" + rest[end:])

    return check


def raster(ranvier, root, folder, name, math, *more, ranks=1):
    """The bytes of the raster of a model's run."""
    script, *words = MODELS[name]
    file = folder / "raster.dat"
    more = ["--quiet", "--math", math, "--isa", "baseline", "--raster", file, *words, *more, root / "models" / script]
    ranvier.check("run", *more, cwd=folder, ranks=ranks, limit=600)
    return file.read_bytes()


@pytest.mark.parametrize("name, math", [*itertools.product(MODELS, MATHS)])
def test_models_have_the_rasters_of_the_table(ranvier, root, tmp_path, table, name, math):
    data = raster(ranvier, root, tmp_path, name, math)
    assert data.count(b"\n") > 20
    words = " ".join(f'-c "{word}"' if " " in word else word for word in MODELS[name][1:] if word != "-c")
    table(f"models/{MODELS[name][0]} {words}", math, data)


@pytest.mark.parametrize("threads, ranks", [(2, 1), (4, 1), (1, 3)])
def test_threads_and_ranks_change_no_bit(ranvier, root, tmp_path, table, threads, ranks):
    data = raster(ranvier, root, tmp_path, "microcircuit", "libm", "-c", f"nthread = {threads}", ranks=ranks)
    script, _, scale, _, tstop = MODELS["microcircuit"]
    table(f'models/{script} -c "{scale}" -c "{tstop}"', "libm", data)


@pytest.mark.parametrize("math, variable, order, tables", [*itertools.product(MATHS, (0, 1), (0, 2), (0, 1))])
def test_functions_have_the_results_of_the_table(ranvier, tmp_path, table, request, math, variable, order, tables):
    script = request.path.parent / "scripts/many_functions.hoc"
    values = [word for pair in (("variable", variable), ("order", order), ("tables", tables)) for word in pair]
    words = [word for name, value in zip(values[::2], values[1::2]) for word in ("-c", f"{name} = {value}")]
    out = ranvier.check("run", "--quiet", "--math", math, *words, script, cwd=tmp_path).out
    assert len(out.splitlines()) > 2000
    given = " ".join(f'-c "{word}"' for word in words if word != "-c")
    table(f"many_functions.hoc {given}", math, out.encode())


# exp rounds x/(ln(2)/128) to a whole number: near half points, one rounding or two decide to which.
HALF_POINTS = """
{ load_file("stdrun.hoc") }
create soma
access soma
objref all, one, of[6], file
strdef name
count = 2000
all = new List()
for i = 0, count - 1 all.append(new halves(0.5))
for i = 0, 5 of[i] = new Vector()
spacing = 0.6931471805599453/128
proc add() { local i  // halves: the results for the arguments that the instances have
    finitialize(-65)
    for i = 0, count - 1 {
        one = all.o(i)
        of[0].append(one.e)
        of[1].append(one.p)
        of[2].append(one.s)
        of[3].append(one.c)
        of[4].append(exp(one.x))
        of[5].append(2.718281828459045^one.x)
    }
}
func unit() { local size, power  // the unit in the last place of x
    size = abs($1)
    power = 2^-60
    while (power*2 <= size) power *= 2
    return power*2^-52
}
at = 0
for k = -14000, 13999 for ulp = -4, 4 {
    x = (k + 0.5)*spacing
    all.o(at).x = x + ulp*unit(x)
    at += 1
    if (at == count) { at = 0  add() }
}
for i = 0, 5 {
    sprint(name, "values%d", i)
    file = new File(name)
    file.wopen()
    of[i].fwrite(file)
    file.close()
}
quit()
"""
HALVES = """
NEURON { POINT_PROCESS halves RANGE x, e, p, s, c }
ASSIGNED { x e p s c }
INITIAL { e = exp(x) p = 2.718281828459045^x s = sinh(x) c = cosh(x) }
"""
IN_C = """
VERBATIM
static double e_of(double argument) { return exp(argument); }
ENDVERBATIM
FUNCTION of_c(argument) {
VERBATIM
    _lof_c = e_of(_largument);
ENDVERBATIM
}
"""


@pytest.mark.parametrize("math", MATHS)
@pytest.mark.parametrize("verbatim", [False, True], ids=["cpp", "c"])
def test_exponentials_at_half_points_have_the_bits_of_the_table(ranvier, tmp_path, table, math, verbatim):
    text = HALVES.replace("e = exp(x)", "e = of_c(x)") + IN_C if verbatim else HALVES
    (tmp_path / "halves.mod").write_text(text)
    (tmp_path / "points.hoc").write_text(HALF_POINTS)
    ranvier.check("run", "--quiet", "--math", math, "--isa", "baseline", "points.hoc", cwd=tmp_path, limit=300)
    data = b"".join((tmp_path / f"values{k}").read_bytes() for k in range(6))
    assert len(data) > 6 * 8 * 250000
    table("exp, pow, sinh, cosh, VERBATIM" if verbatim else "exp, pow, sinh, cosh", math, data)
