"""What a visitor of the repository reads: citation, changes, security, templates, and the workflow that runs README's commands."""

import datetime
import re
import tomllib

import pytest
from oracle.scripts import load_script

yaml = pytest.importorskip("yaml")


def version_in(root):
    return re.search(r"project\(ranvier VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text())[1]


def citation(root):
    return yaml.safe_load((root / "CITATION.cff").read_text())


def test_the_citation_has_what_its_format_asks_for(root):
    found = citation(root)
    assert found["cff-version"] == "1.2.0" and found["title"] == "Ranvier" and found["message"] and found["authors"]
    assert found["version"] == version_in(root)
    for reference in found["references"]:
        assert reference["type"] in ("article", "unpublished") and reference["title"] and reference["notes"], reference
        assert all(set(author) == {"family-names", "given-names"} for author in reference["authors"]), reference
        assert (reference["type"] == "unpublished") != ("doi" in reference and "journal" in reference), reference


def test_the_citation_names_the_five_papers(root):
    papers = {
        (reference["authors"][0]["family-names"], reference["year"]) for reference in citation(root)["references"]
    }
    assert papers == {("Migliore", 2006), ("Hines", 2011), ("Ippen", 2017), ("Albers", 2022), ("Lober", 2026)}


def test_changes_begin_with_unreleased_and_a_dated_release(root):
    text = (root / "CHANGELOG.md").read_text()
    headings = re.findall(r"^## (.*)$", text, re.M)
    assert headings[0] == "[Unreleased]"
    released = [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", heading) for heading in headings[1:]]
    assert all(released) and released[0][1] == version_in(root) == citation(root)["version"]
    dates = [datetime.date.fromisoformat(match[2]) for match in released]
    assert dates == sorted(dates, reverse=True) and dates[0] == citation(root)["date-released"]
    kinds = set(re.findall(r"^### (.*)$", text, re.M))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}, kinds


def commands_of_readme(root):
    block = re.search(r"^## Two commands\n.*?^```sh\n(.*?)^```", (root / "README.md").read_text(), re.M | re.S)[1]
    return [line.partition("#")[0].strip() for line in block.splitlines()]


def test_the_workflow_runs_the_commands_of_the_readme(root):
    workflow = yaml.safe_load((root / ".github" / "workflows" / "ci.yml").read_text())
    job = workflow["jobs"]["debian-12"]
    assert {"push", "pull_request"} <= set(workflow[True])  # YAML reads the key `on` as true
    assert job["container"] == "debian:12"
    assert job["strategy"]["matrix"]["command"] == commands_of_readme(root) == ["make demo", "make test"]
    runs = [step["run"] for step in job["steps"] if "run" in step]
    assert runs[-1] == "${{ matrix.command }}"
    given = re.search(r"git, make and python3", (root / "README.md").read_text())
    assert given and runs[0].endswith("git make python3"), "the workflow installs no more than README takes for granted"


def test_actions_are_pinned_by_commit(root):
    for workflow in (root / ".github" / "workflows").glob("*.yml"):
        lines = re.findall(r"^.*\buses:.*$", workflow.read_text(), re.M)
        for line in lines:
            assert re.search(r"uses: [\w/-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+$", line), f"{workflow.name}: {line.strip()}"
        assert lines, workflow


def test_templates_are_forms(root):
    templates = sorted((root / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    assert len(templates) >= 3
    for template in templates:
        form = yaml.safe_load(template.read_text())
        assert form["name"] and form["description"] and form["body"], template
        fields = [field for field in form["body"] if field["type"] != "markdown"]
        names = [field["id"] for field in fields]
        assert len(set(names)) == len(names) >= 2 and all(field["attributes"]["label"] for field in fields), template
    assert (root / ".github" / "pull_request_template.md").read_text().startswith("## ")


def test_security_speaks_of_the_option_as_it_is(ranvier, root, tmp_path):
    text = (root / "SECURITY.md").read_text()
    assert "--sandbox" in text and "VERBATIM" in text
    options = ranvier.check("run", "--help", cwd=tmp_path).out
    for option in set(re.findall(r"--[a-z]+", text)):
        assert option in options, option


def installed_packages(root):
    """What the scripts install from Debian and from PyPI, and what our wheels ask for."""
    listed = re.search(r"^packages=\((.*?)\)", (root / "scripts" / "install-dependencies").read_text(), re.M | re.S)[1]
    names = set(listed.split())
    locked = load_script("lock-packages")
    project = tomllib.loads((root / "pyproject.toml").read_text())
    groups = [project["build-system"]["requires"], project["project"]["dependencies"]]
    groups += project["project"]["optional-dependencies"].values()
    for named in (locked.TOGETHER, locked.BESIDE, locked.ALONE):
        groups += named.values()
    names.update(re.match(r"[\w-]+", requirement)[0] for group in groups for requirement in group)
    return names


def test_the_notice_lists_each_dependency_with_its_license(root):
    text = (root / "NOTICE").read_text()
    listed = re.findall(r"^  (\S.*?)(?: \((.*?)\))?  +(\S.*)$", text.partition("Dependencies\n=")[2], re.M)
    named = {word for name, packages, _ in listed for word in (name, *packages.split(", "))}
    missing = installed_packages(root) - named
    assert len(listed) > 40 and not missing, f"NOTICE lacks {sorted(missing)}"


def test_the_notice_credits_neuron(root):
    text = (root / "NOTICE").read_text()
    assert "Copyright (c) 2018, Michael Hines\nAll rights reserved." in text
    assert "Neither the name of the copyright holder nor the names of its" in text


def test_drawings_have_no_date(root):
    drawings = list((root / "docs").rglob("*.svg"))
    assert len(drawings) > 10 and [path.name for path in drawings if "dc:date" in path.read_text()] == []
