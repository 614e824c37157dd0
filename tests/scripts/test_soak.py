"""make soak: what it names exists."""

import importlib.machinery
import importlib.util
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def soak():
    path = ROOT / "scripts" / "soak"
    sys.path.insert(0, str(path.parent))
    loader = importlib.machinery.SourceFileLoader("soak", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("soak", loader))
    sys.modules["soak"] = module
    loader.exec_module(module)
    return module


def test_each_target_is_a_test_of_the_soak():
    for name, (test, count) in soak().PYTESTS.items():
        file, function = test.split("::")
        text = (ROOT / "tests" / "end_to_end" / file).read_text()
        found = re.search(rf"@pytest.mark.soak\n(?:@.*\n)*def {function}\(.*first_seed", text)
        assert found and count > 0, f"{name}: {test}"


def test_each_test_of_the_soak_is_a_target():
    named = {test for test, _ in soak().PYTESTS.values()}
    for file in (ROOT / "tests" / "end_to_end").glob("test_*.py"):
        for function in re.findall(r"@pytest.mark.soak\n(?:@.*\n)*def (\w+)\(", file.read_text()):
            assert f"{file.name}::{function}" in named
