"""scripts/site-pages: the site has all pages of the repository, and their links stay inside it."""

import re

import pytest
import yaml
from conftest import ROOT
from oracle.scripts import load_script


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "pages"
    load_script("site-pages").main(folder)
    return folder


def listed(nav):
    for entry in nav:
        for target in entry.values():
            if isinstance(target, list):
                yield from listed(target)
            else:
                yield target


def test_navigation_lists_each_page_once(pages):
    # PyYAML's safe loader does not know the function that makes anchors.
    text = re.sub(r"!!python/object/apply:\S+ (\{.*\})$", r"\1", (ROOT / "mkdocs.yml").read_text(), flags=re.M)
    named = list(listed(yaml.safe_load(text)["nav"]))
    made = {str(path.relative_to(pages)) for path in pages.rglob("*.md")}
    assert len(named) == len(set(named)) > 40 and set(named) == made


def test_no_entry_repeats_the_name_of_the_site_and_code_ends_before_its_button(pages):
    text = (ROOT / "mkdocs.yml").read_text()
    assert "extra_css: [docs/site.css]" in text and (pages / "docs" / "site.css").exists()
    assert "\n  - Ranvier:" not in text.partition("\nnav:")[2]


def test_links_lead_to_files_of_the_site(pages):
    wrong = []
    for page in pages.rglob("*.md"):
        text = re.sub(r"^```.*?^```|`[^`\n]*`|^    .*?$", "", page.read_text(), flags=re.M | re.S)
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            target = (page.parent / link).resolve()
            if "://" not in link and not link.startswith("mailto:") and not target.exists():
                wrong.append(f"{page.relative_to(pages)}: {link}")
    assert not wrong, "\n".join(wrong)


def test_fences_name_languages_that_are_highlighted(pages):
    assert "```hoc" not in (pages / "docs" / "getting-started.md").read_text()
    assert "continues" not in re.findall(r"^```(.*)$", (pages / "docs" / "getting-started.md").read_text(), re.M)
    assert "#define RV_ABI_VERSION" in (pages / "api" / "abi.md").read_text()
