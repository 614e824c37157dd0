"""Tables and views are made with pandas 2 as with pandas 3, which the other tests have."""

import pathlib

from oracle import commands

USES_PANDAS = ["tests/study/test_table.py", "tests/study/test_view.py"]


def test_what_uses_pandas_works_with_pandas_2(root, pandas_2, tmp_path):
    version = commands.run([pandas_2, "-c", "import pandas; print(pandas.__version__)"], tmp_path)
    assert version.out.startswith("2."), version
    words = ["-m", "pytest", "-c", "tests/pytest.ini", "-q", f"--basetemp={tmp_path / 'tests'}", *USES_PANDAS]
    outcome = commands.run([pandas_2, *words], root, limit=600)
    assert outcome.status == 0, outcome


def test_these_are_the_files_that_use_pandas(root):
    users = {path for path in (root / "python/ranvier_study").rglob("*.py") if "import pandas" in path.read_text()}
    names = {pathlib.Path(name).stem.removeprefix("test_") for name in USES_PANDAS}
    assert {path.parent.name if path.stem == "files" else path.stem for path in users} == names
