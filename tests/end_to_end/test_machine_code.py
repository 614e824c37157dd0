"""No library function is called, and no function returns, with dirty upper halves of vector registers.

g++ inserts vzeroupper in a pass that -fexpensive-optimizations gates. Mechanisms were once compiled without it, and the C
library's exp then took up to twelve times as long: docs/performance.md.
"""

import pathlib
import shutil
import subprocess
import sys

import pytest
from oracle import machine_code

MODS = pathlib.Path(__file__).parent / "mods" / "columns"

# Loops whose vectors stand beside calls of the C library: exponentials, a power, a TABLE, a KINETIC block.
CHANNEL = """
NEURON { SUFFIX wide NONSPECIFIC_CURRENT i RANGE g, e, p, a, b GLOBAL half }
PARAMETER { g = 0.001 e = -60 p = 1.5 half = -40 celsius }
ASSIGNED { v i minf mtau hinf a b }
STATE { m h open shut }
INITIAL { rates(v) m = minf h = hinf SOLVE gates STEADYSTATE sparse }
BREAKPOINT { SOLVE states METHOD cnexp SOLVE gates METHOD sparse  a = a*0.5 + g  b = sqrt(a*a + p)  i = g*m^3*h*open*(v - e) + 1e-9*b }
DERIVATIVE states { rates(v) m' = (minf - m)/mtau  h' = (hinf - h)/(3 + b) }
KINETIC gates { ~ shut <-> open (exp((v + 40)/9), 0.3*log(3 + a)) CONSERVE open + shut = 1 }
PROCEDURE rates(v) { LOCAL q
    q = 3^((celsius - 20)/10)
    minf = 1/(1 + exp(-(v - half)/7))
    mtau = 1/(q*(tanh(v/30)^2 + 0.1))
    hinf = 1/(1 + exp((v + 60)/p))
}
"""

pytestmark = [
    pytest.mark.x86_64,  # which has vzeroupper
    pytest.mark.skipif(shutil.which("objdump") is None, reason="objdump (binutils) is not installed"),
]


def compiled(ranvier, folder, compiler, math="vector", isa="avx512", *more, **environment):
    """What was found in the shared objects that a compiler makes of the mechanisms; `more` are flags it gets last. Without
    a compiler the environment decides."""
    folder.mkdir()
    (folder / "wide.mod").write_text(CHANNEL)
    for mod in MODS.glob("*.mod"):
        shutil.copy(mod, folder)
    if compiler:
        wrapper = folder / pathlib.Path(compiler).name  # its name says which compiler it is
        wrapper.write_text(f'#!/bin/sh\nexec {compiler} "$@" {" ".join(more)}\n')
        wrapper.chmod(0o755)
        environment = {"CXX": str(wrapper)}
    cache = folder / "cache"
    ranvier.check("compile", "--math", math, "--isa", isa, cwd=folder, env={"RANVIER_CACHE": str(cache), **environment})
    libraries = list(cache.glob("*.so"))
    assert libraries, list(cache.iterdir())
    return [machine_code.report(library) for library in libraries]


def findings(reports):
    return [finding for report in reports for finding in report.findings]


def assert_looked(reports):
    """There are vectors, with calls and returns beside them; otherwise the test proves nothing."""
    assert sum(report.functions for report in reports) >= 3 and sum(report.exits for report in reports) >= 10, reports


@pytest.fixture(scope="session")
def gnu():
    found = shutil.which("g++")
    if not found:
        pytest.skip("g++ is not installed")
    return found


@pytest.fixture(scope="session")
def clang():
    found = shutil.which("clang++")
    if not found:
        pytest.skip("clang++ is not installed")
    return found


@pytest.mark.parametrize("isa", ["avx2", "avx512"])
@pytest.mark.parametrize("math", ["libm", "vector"])
def test_gnu_leaves_upper_halves_clean(ranvier, tmp_path, gnu, math, isa):
    reports = compiled(ranvier, tmp_path / "m", gnu, math, isa)
    assert_looked(reports)
    assert not findings(reports)


def test_gnu_without_its_pass_is_found_out(ranvier, tmp_path, gnu):
    assert findings(compiled(ranvier, tmp_path / "m", gnu, "libm", "avx512", "-fno-expensive-optimizations"))
    assert findings(compiled(ranvier, tmp_path / "n", gnu, "libm", "avx2", "-mno-vzeroupper"))


def test_clang_leaves_upper_halves_clean(ranvier, tmp_path, clang):
    reports = compiled(ranvier, tmp_path / "m", clang)
    assert_looked(reports)
    assert not findings(reports)


def test_clang_without_vzeroupper_is_found_out(ranvier, tmp_path, clang):
    assert findings(compiled(ranvier, tmp_path / "m", clang, "libm", "avx512", "-mno-vzeroupper"))


def test_zig_leaves_upper_halves_clean(ranvier, tmp_path):
    pytest.importorskip("ziglang", reason="the Python package ziglang is not installed")
    reports = compiled(ranvier, tmp_path / "m", "", "libm", CXX="", PATH=str(tmp_path), RANVIER_PYTHON=sys.executable)
    assert_looked(reports)
    assert not findings(reports)


def test_the_program_leaves_upper_halves_clean(ranvier):
    """The built-in mechanisms, and the exponentials that all kernels call."""
    report = machine_code.report(ranvier.bin_folder / "ranvier")
    assert_looked([report])
    assert not report.findings


def test_registers_above_fifteen_and_vector_functions_are_exempt(tmp_path, gnu):
    (tmp_path / "forms.s").write_text("""
    .text
    .globl high, low, taken, _Z5twiceDv8_d
    high: vaddpd %zmm17, %zmm18, %zmm16
          call exp@PLT
          ret
    low:  vaddpd %ymm1, %ymm2, %ymm3
          call exp@PLT
          ret
    taken: test %edi, %edi
          je 1f
          vmovupd (%rsi), %zmm0
          vmovupd %zmm0, (%rdx)
          vzeroupper
    1:    jmp exp@PLT
    stored: vmovupd %zmm16, (%rdx)
          vpcmpd $0, %zmm17, %zmm18, %k1
          ret
    _Z5twiceDv8_d: vaddpd %zmm0, %zmm0, %zmm0
          ret
    """)
    subprocess.run([gnu, "-c", "forms.s", "-o", "forms.o"], cwd=tmp_path, check=True)
    found = machine_code.report(tmp_path / "forms.o").findings
    assert [finding.function for finding in found] == ["low"] and found[0].instruction.startswith("call")
