"""Compiled mechanisms in the cache that were cut or changed, by a full disk or a crash, are made again."""

import re

import pytest

DAMAGES = {
    "cut": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "one bit": lambda data: data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 4]) + data[len(data) // 2 + 1 :],
    "the checksum": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "longer": lambda data: data + b"x",
}


@pytest.mark.parametrize("name", DAMAGES)
@pytest.mark.parametrize("ending", [".so", ".o"])
def test_damaged_compiled_mechanisms_are_made_again(ranvier, tmp_path, name, ending):
    cache = tmp_path / "cache"
    (tmp_path / "m.mod").write_text("NEURON { SUFFIX m RANGE x }\nASSIGNED { x v }\nINITIAL { x = 7 }\n")
    (tmp_path / "s.hoc").write_text("create soma\n{ soma insert m finitialize() }\nprint soma.x_m(0.5)\nquit()\n")

    def run():
        return ranvier.run("--quiet", "s.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(cache)})

    assert run().out.strip() == "7"
    entries = {path: path.read_bytes() for path in cache.iterdir() if re.fullmatch(r"[0-9a-f]+\.(so|o)", path.name)}
    assert {path.suffix for path in entries} == {".so", ".o"}
    for path, data in entries.items():
        if path.suffix == ending:
            path.write_bytes(DAMAGES[name](data))
        elif path.suffix == ".so":
            path.unlink()
    outcome = run()
    assert outcome.status == 0 and outcome.out.strip() == "7", outcome
    damaged = {path for path in entries if path.suffix == ending}
    assert all(path.read_bytes() != DAMAGES[name](entries[path]) for path in damaged)
