"""The studies of the repository: their files and their numbers of repetitions."""

import json
import re

import pytest
from conftest import ROOT
from oracle.scripts import load_script
from ranvier_study import configuration, plan, statistics

FILES = sorted((ROOT / "studies").glob("*.yml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_studies_are_right_and_can_show_something(file):
    """Everything but what a machine may lack."""
    study = configuration.load(file)
    assert study.study == file.stem and study.question.endswith("?")
    made = plan.make(study, "here", {})
    first = [run for run in made.runs if run.repetition == 1]
    assert any(run.is_baseline for run in first)
    compared = sum(not run.is_baseline for run in first)
    chances = compared * max(1, len(made.looks))
    first_look = made.looks[0] if made.looks else study.repeat
    assert first_look >= statistics.needed_pairs(statistics.LEVEL / chances), compared
    if file.stem != "quick":
        assert f"# {compared} comparisons" in file.read_text()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_release_runs_each_study_small(file, tmp_path):
    release = load_script("test-release")
    (tmp_path / file.name).write_text(json.dumps(release.small(file)))
    study = configuration.load(tmp_path / file.name)
    assert study.repeat == 1 and 1 < len(configuration.choices(study)) <= 42


def test_the_readme_lists_the_studies_and_their_questions():
    text = (ROOT / "studies" / "README.md").read_text()
    for file in FILES:
        study = configuration.load(file)
        assert f"| `{file.name}` | {study.question}" in text, file
    assert len(FILES) == text.count(".yml` | ")


def test_the_example_of_the_documentation_is_right(tmp_path):
    text = (ROOT / "docs" / "studies.md").read_text()
    (tmp_path / "study.yml").write_text(re.search(r"^```yaml\n(.*?)^```", text, re.M | re.S)[1])
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "net.hoc").write_text("print ncell, min_delay, tstop\n")
    assert len(configuration.choices(configuration.load(tmp_path / "study.yml"))) == 6


def test_the_documentation_explains_every_key():
    text = (ROOT / "docs" / "studies.md").read_text()
    table = text[text.index("## Keys") : text.index("## Runs")]
    for part, prefix in ((configuration.Study, ""), (configuration.Model, "model."), (configuration.Limits, "")):
        for name in set(part.model_fields) - {"model"}:
            assert f"`{prefix}{name}`" in table, f"{prefix}{name}"
    assert all(
        f"`{name}`" in table
        for name in [*configuration.Slurm.model_fields, *configuration.VARIABLES, *configuration.PEERS]
    )
