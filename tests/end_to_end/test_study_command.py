"""`ranvier study` and `ranvier view` hand their words to the Python package."""


def test_words_reach_the_package(ranvier, tmp_path):
    listed = ranvier.check("study", "--help", cwd=tmp_path).out
    assert all(f"    {name} " in listed for name in ("init", "validate", "run", "report", "compare", "query")), listed
    ranvier.check("study", "init", "mine.yml", cwd=tmp_path)
    assert (tmp_path / "mine.yml").read_text().startswith("# A study")


def test_the_status_is_the_packages(ranvier, tmp_path):
    refused = ranvier.run("study", "validate", "none.yml", cwd=tmp_path)
    assert refused.status == 1 and "none.yml" in refused.err, refused
    assert ranvier.run("study", "nonsense", cwd=tmp_path).status == 2


def test_help_lists_them(ranvier, tmp_path):
    listed = ranvier.check("--help", cwd=tmp_path).out
    assert "\n  study " in listed and "\n  view " in listed
