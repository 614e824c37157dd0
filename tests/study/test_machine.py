"""What a study says of the machine that it runs on."""

from ranvier_study.machine import cpu_name  # noqa: E402


def test_the_cpu_has_a_name():
    assert cpu_name("processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nmodel name\t: other\n") == "Some CPU @ 2 GHz"
    arm = "processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: 0xd40\n"
    assert cpu_name(arm) == "ARM implementer 0x41, part 0xd40"
    assert cpu_name("processor\t: 0\n") is None
