"""Every fenced hoc, Python and sh snippet of README, docs/ and the models' READMEs runs, and prints what is promised."""

import dataclasses
import pathlib
import re
import shutil
import sys

import pytest
from conftest import ROOT
from oracle.commands import run

# test_reference.py runs the examples of docs/hoc.md, in NEURON, too.
PAGES = [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "hoc.md")]
READMES = sorted((ROOT / "models").glob("*/README.md"))  # whole models: for the long tests
FENCE = re.compile(
    r"^(?:<!-- (?P<mark>not run: [^>]*|long) -->\n)?"
    r"```(?P<language>hoc|python|sh)(?P<continues> continues)?\n(?P<text>.*?)^```\n"
    r"(?=(?:(?!```|#)[^\n]*\n)*?```text(?P<figures> figures)?\n(?P<printed>.*?)^```|)",
    re.M | re.S,
)
NOT_RUN = {  # why a command block may not be run
    "the tests themselves",
    "installation",
    "Slurm",
    "it needs published models",
    "it needs published programs",
}
# "Save it as `NAME`": the snippet after this text is a file for the others of its page.
SAVED = re.compile(r"\bSave (?:it|this|the \w+) as\s+`([\w.]+)`(?:(?!^```).)*^```\w+\n(.*?)^```", re.M | re.S)


@dataclasses.dataclass
class Snippet:
    """A piece of code of a page, with those before it that it continues."""

    page: pathlib.Path
    language: str
    text: str
    printed: str  # by the last piece: the block ```text after it, of which each line must appear in this order
    figures: bool  # numbers in `printed` may be others

    def promised(self):
        """Lines after "prints", of all pieces."""
        return re.findall(r"(?:#|//) prints (.*)", self.text)


def snippets():
    for page in PAGES + READMES:
        text, before = page.read_text(), {}
        for match in FENCE.finditer(text):
            if (match["mark"] or "").startswith("not run"):
                continue
            before[match["language"]] = (before[match["language"]] if match["continues"] else "") + match["text"]
            made = Snippet(
                page, match["language"], before[match["language"]], match["printed"] or "", bool(match["figures"])
            )
            line = text[: match.start("text")].count("\n")
            name = page.name if page in PAGES else f"{page.parent.name}/{page.name}"
            is_long = match["mark"] == "long" or page in READMES
            yield pytest.param(made, id=f"{name}:{line}", marks=[pytest.mark.long] if is_long else [])


def pattern_of(line, figures):
    """A regular expression: `...` stands for anything, and with `figures` so does each number for another."""
    pattern = re.escape(line).replace(r"\.\.\.", ".*")
    return re.sub(r"\d+(\\\.\d+)?", r"\\d+(?:\\.\\d+)?", pattern) if figures else pattern


def check_printed(snippet, outcome):
    lines = iter((outcome.out + outcome.err).splitlines())
    for promised in snippet.printed.splitlines():
        pattern = pattern_of(promised, snippet.figures)
        assert any(re.fullmatch(pattern, line) for line in lines), (promised, outcome)


def save_files(page, folder):
    """The files that the page tells its reader to save."""
    for name, text in SAVED.findall(page.read_text()):
        (folder / name).write_text(text)


@pytest.mark.parametrize("snippet", list(snippets()))
def test_snippet_runs(ranvier, root, tmp_path, snippet):
    save_files(snippet.page, tmp_path)
    modules = {"PYTHONPATH": str(ranvier.bin_folder.parent / "python"), "MPLBACKEND": "agg"}
    if snippet.language == "python":
        (tmp_path / "snippet.py").write_text(snippet.text)
        outcome = run([sys.executable, "snippet.py"], tmp_path, modules)
        assert outcome.status == 0, outcome
        assert outcome.out.splitlines() == snippet.promised(), outcome
    elif snippet.language == "hoc":
        (tmp_path / "snippet.hoc").write_text(snippet.text)
        outcome = ranvier.check("snippet.hoc", cwd=tmp_path)
        assert [line.strip() for line in outcome.out.splitlines() if line.strip()] == snippet.promised(), outcome
    else:
        shutil.copytree(root / "models", tmp_path / "models")
        folders = [ranvier.bin_folder, pathlib.Path(sys.executable).parent, "/usr/local/bin", "/usr/bin", "/bin"]
        environment = {"PATH": ":".join(map(str, folders)), **modules}
        outcome = run(["bash", "-eu", "-c", snippet.text], tmp_path, environment, limit=900)
        assert outcome.status == 0, outcome
        missing = [line for line in snippet.promised() if line not in outcome.out.splitlines()]
        assert not missing, (missing, outcome)
    check_printed(snippet, outcome)


def test_no_command_is_shown_without_being_run():
    """A block of commands is ```sh, whose marks say what it needs; other blocks, fenced or indented, hold none."""
    command = re.compile(r"(\S+=\S+ )?(ranvier|nrniv|nrnivmodl|mpiexec\S*|python3?|make|pip|export|\./\w+) ")
    for page in PAGES + READMES:
        text = page.read_text()
        reasons = set(re.findall(r"^<!-- not run: (.*) -->\n```sh", text, re.M))
        assert reasons <= NOT_RUN, (page, reasons)
        marks = re.findall(r"^<!-- (?:not run|long).*\n(.*)", text, re.M)
        assert all(line.startswith("```") for line in marks), (page, marks)
        outside = re.sub(r"^```(?:sh|hoc|python)\b.*?^```", "", text, flags=re.M | re.S)
        blocks = re.findall(r"^```\w*.*\n(.*)", outside, re.M)
        blocks += re.findall(r"^\n {4}(.*)", outside, re.M)
        assert not [block for block in blocks if command.match(block)], page


ON_ONE_RANK = {  # what the error says of examples that cannot run on several
    "replay.md": "replay: runs on one rank",
    "variable-steps.md": "variable steps of all cells together (cvode.active(1)) run on one rank only",
}


@pytest.mark.parametrize("snippet", [each for each in snippets() if each.values[0].language == "hoc"])
def test_hoc_runs_on_two_ranks(ranvier, tmp_path, snippet):
    save_files(snippet.page, tmp_path)
    (tmp_path / "snippet.hoc").write_text(snippet.text)
    outcome = ranvier.run("--quiet", "snippet.hoc", cwd=tmp_path, ranks=2)
    refused = ON_ONE_RANK.get(snippet.page.name, "nothing")
    assert outcome.status == 0 or refused in outcome.err, outcome


GUIDES = {
    # Page, how many pieces of code it has, and where these stand.
    "add-a-strategy.md": (5, ["exchange", "tests/exchange"]),
    "add-a-hoc-class.md": (5, ["hoc_like/library"]),
    "add-an-nmodl-construct.md": (6, ["mechanisms/nmodl", "tests/mechanisms/nmodl"]),
}


@pytest.mark.parametrize("page", GUIDES)
def test_code_of_a_guide_is_what_is_built(root, page):
    """Each piece of C++ and CMake stands so in a source file, and each file that is named is there."""
    count, folders = GUIDES[page]
    text = (root / "docs" / page).read_text()
    sources = [
        path
        for folder in folders
        for path in (root / folder).rglob("*")
        if path.suffix in (".cpp", ".hpp", ".cmake") or path.name == "CMakeLists.txt"
    ]
    texts = [path.read_text() for path in sources]
    pieces = re.findall(r"^```(?:cpp|cmake)\n(.*?)^```", text, re.M | re.S)
    assert len(pieces) == count
    for piece in pieces:
        assert any(piece in source for source in texts), f"no longer in the sources:\n{piece}"
    listed = [
        str(path.relative_to(root))
        for top in ("exchange", "hoc_like", "mechanisms", "tests")
        for path in (root / top).rglob("*")
    ]
    for name in re.findall(r"`([\w/]+\.(?:cpp|hpp|py|cmake|txt|h))`", text):
        assert any(path.endswith("/" + name) for path in listed) or (root / name).exists(), f"there is no {name}"


def test_mod_text_of_the_guide_becomes_what_it_says(ranvier, root, tmp_path):
    text = (root / "docs" / "add-an-nmodl-construct.md").read_text()
    (tmp_path / "remembers.mod").write_text(re.search(r"^```nmodl\n(.*?)^```", text, re.M | re.S)[1])
    shown = re.search(r"^```text\n(.*?)^```", text, re.M | re.S)[1]
    compiler = ranvier.bin_folder.parent / "mechanisms" / "nmodl" / "ranvier-nmodl"
    outcome = run([compiler, "--print-after=past_values", "remembers.mod"], tmp_path)
    assert outcome.status == 0 and outcome.out.endswith(shown), outcome


def test_architecture_names_every_folder(root):
    """To the second level, in the list at its top; tests/ has the folders of the sources."""
    listed = run(["git", "ls-files"], root)
    if listed.status != 0:
        pytest.skip("not a git checkout")
    files = listed.out.splitlines()
    parts = [pathlib.PurePosixPath(file).parts for file in files]
    first = {folders[0] for folders in parts if len(folders) > 1 and not folders[0].startswith(".")}
    second = {folders[:2] for folders in parts if len(folders) > 2 and folders[0] in first}
    named, top = {}, None  # by folder of the first level
    for line in re.search(r"^    exchange/.*?(?=^\S)", (root / "docs" / "architecture.md").read_text(), re.M | re.S)[
        0
    ].splitlines():
        names = re.findall(r"(\w+)/", re.match(r" *((?:\w+/ ?)*)", line)[1])
        if line.startswith("     "):
            named[top].update(names)
        else:
            named.update({name: set() for name in names})
            top = names[0] if names else None
    assert first == set(named)
    missing = [
        folder
        for folder in second
        if folder[1] not in named[folder[0]] and not (folder[0] == "tests" and folder[1] in first)
    ]
    assert not missing, missing
    # Folders within these, and the strategies' headers, stand in the lines about them.
    text = (root / "docs" / "architecture.md").read_text()
    for parent, entry in (
        ("hoc_like/library", "library/"),
        ("mechanisms/nmodl", "nmodl/"),
        ("exchange/strategy", "strategy/"),
    ):
        about = re.search(rf"^      {entry}.*\n(?:       .*\n)*", text, re.M)[0]
        inner = [pathlib.PurePosixPath(file).relative_to(parent) for file in files if file.startswith(f"{parent}/")]
        names = {f"{path.parts[0]}/" for path in inner if len(path.parts) > 1}
        if parent == "exchange/strategy":
            names |= {path.stem for path in inner if len(path.parts) == 1 and path.suffix == ".hpp"}
        missing = [name for name in names if not re.search(rf"\b{name}", about)]
        assert names and not missing, (parent, missing)


PROMISES = re.compile(r"`[^`]*(benchmarks/|compare_\w+\.py|ranvier |tests/)[^`]*`|^```sh", re.M)


def test_each_section_with_figures_names_the_command_that_measures_them(root):
    """Sections of docs/performance.md with numbers of seconds, bytes or times."""
    text = (root / "docs" / "performance.md").read_text()
    sections = re.split(r"^(?=##+ )", text, flags=re.M)[1:]
    figures = re.compile(r"\d (s|ms|ns|bytes|µs|MB|GB|times)\b|^\| .*\d", re.M)
    measured = [section for section in sections if figures.search(section)]
    assert len(measured) > 10
    unnamed = [section.splitlines()[0] for section in measured if not PROMISES.search(section)]
    assert not unnamed, unnamed
    for name in re.findall(r"`benchmarks/(\w+\.py)", text):
        assert (root / "benchmarks" / name).exists(), name


def test_missed_targets_are_marked(root):
    """In tables with the columns ratio and target."""
    rows = re.findall(
        r"^\| [^|]+ \| [\d.]+ \| [\d.]+ \| ([\d.]+) \| (\d+)( \(missed\))? \|$",
        (root / "docs" / "performance.md").read_text(),
        re.M,
    )
    assert len(rows) > 8
    wrong = [row for row in rows if (float(row[0]) < float(row[1])) != bool(row[2])]
    assert not wrong, wrong


def test_the_commands_of_read_mes_start_ranks_with_the_launcher_of_the_main_one(root):
    """Debian's mpiexec may be another MPI's."""
    for page in [root / "README.md", *(root / "models").glob("*/README.md"), *(root / "docs").glob("*.md")]:
        found = re.findall(r"^ *(mpiexec\S*) -n", page.read_text(), re.M)
        assert set(found) <= {"mpiexec.mpich"}, page


def test_a_run_writes_outside_its_folder_only_the_cache_that_the_readme_names(ranvier, root, tmp_path):
    assert "`~/.cache`" in (root / "README.md").read_text()
    home, work = tmp_path / "home", tmp_path / "work"
    for folder in (home, work):
        folder.mkdir()
    words = ["-c", "ncell = 4", "-c", "tstop = 5", "--raster", "r.h5", root / "models/ring/ring.hoc"]
    outcome = run([ranvier.bin_folder / "ranvier", *words], work, {"HOME": str(home), "PATH": "/usr/bin:/bin"})
    assert outcome.status == 0, outcome
    assert [path.relative_to(home).parts for path in home.glob("*/*")] in ([], [(".cache", "ranvier")])
    assert [path.name for path in work.iterdir()] == ["r.h5"]
