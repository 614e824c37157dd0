"""Clicks through a report and views in Debian's chromium, by Playwright's client; skipped where one of them is missing.

    pip install playwright; apt-get install chromium
    RANVIER_SCREENSHOTS=FOLDER pytest -m browser     also leaves pictures: light and dark, wide and narrow

`playwright install` is not needed.
"""

import collections
import os
import pathlib
import re
import shutil

import numpy as np
import pytest
from synthetic_study import write_study
from test_report import HOSTILE, hostile
from test_view import raster, report

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api")

from ranvier_study.report import write_report, write_reports  # noqa: E402
from ranvier_study.report.selection import chooser, chosen_by  # noqa: E402
from ranvier_study.report.write import open_book, section_of  # noqa: E402
from ranvier_study.view import main as view  # noqa: E402
from ranvier_study.view import page as view_page  # noqa: E402

SIZES = {"wide": (1700, 1000), "narrow": (420, 900)}


@pytest.fixture(scope="module")
def browser():
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("there is no chromium")
    with playwright.sync_playwright() as client:
        started = client.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


class Tab:
    """A page in the browser. What it asks the network for, its errors and its dialogs are collected."""

    def __init__(self, browser, path, size="wide", theme="light", address=""):
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, accept_downloads=True
        )
        context.set_default_timeout(120000)  # ms; a busy machine takes long for a picture of a whole page
        self.page = context.new_page()
        self.found = collections.defaultdict(list)
        self.page.on("pageerror", lambda error: self.found["errors"].append(str(error)))
        self.page.on("dialog", lambda dialog: (self.found["dialogs"].append(dialog.message), dialog.dismiss()))
        self.page.on("console", lambda said: self.found["console"].append(said.text) if said.type == "error" else None)
        self.page.on("request", self.asked)
        self.page.goto(path.as_uri() + address)
        self.page.wait_for_selector("html[data-ready=yes]")

    def asked(self, request):
        if not request.url.startswith(("file:", "data:", "blob:")):
            self.found["requests"].append(request.url)

    def text(self, selector):
        return self.page.inner_text(selector)

    def width_beyond_window(self):
        return self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def see_all(self):
        """Scrolls through the page, so that everything is drawn."""
        height = self.page.evaluate("document.documentElement.scrollHeight")
        for top in range(0, height, 500):
            self.page.evaluate(f"scrollTo(0, {top})")
            self.page.wait_for_timeout(60)
        self.page.evaluate("scrollTo(0, 0)")
        self.page.wait_for_timeout(200)

    def picture(self, folder, name):
        self.page.screenshot(path=folder / f"{name}.png", full_page=True)

    def download(self, selector):
        with self.page.expect_download() as saved:
            self.page.click(selector)
        return saved.value.suggested_filename, pathlib.Path(saved.value.path()).read_text(errors="replace")

    def done(self):
        assert not self.found, dict(self.found)
        self.page.context.close()


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    named = os.environ.get("RANVIER_SCREENSHOTS")
    folder = pathlib.Path(named) if named else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def report_page(tmp_path_factory):
    axes = {"exchange": ["allgather", "isend:phases=2,subintervals=2", "persistent"], "ranks": [1, 2, 4]}
    axes["model.set.ncon"] = [100, 1000]
    return write_report(
        write_study(
            tmp_path_factory.mktemp("study"),
            axes,
            baseline={"exchange": "allgather"},
            repeat=8,
            failing={(3, 2): ["reading net.hoc", HOSTILE]},
            change=hostile,
        )
    )


@pytest.fixture(scope="module")
def view_folder(tmp_path_factory):
    """a.h5 and b.h5 (differs from 250 ms on, and is shorter), many.h5, v.h5, and their pages."""
    folder = tmp_path_factory.mktemp("view")
    chance = np.random.default_rng(1)

    def spikes(count, cells, end):
        times = np.round(chance.uniform(0, end, count) / 0.025) * 0.025
        return sorted(zip(times.tolist(), chance.integers(0, cells, count).tolist()))

    some = spikes(1200, 60, 500)
    changed = [(t + 0.025 if t > 250 and gid % 3 == 0 else t, gid) for t, gid in some if t < 480]
    raster(folder / "a.h5", some)
    raster(folder / "b.h5", sorted(changed))
    raster(folder / "two.h5", [spike for spike in some if spike[1] < 40], "excitatory")
    raster(folder / "two.h5", [spike for spike in some if spike[1] >= 40], "<img src=x onerror=alert(1)>")
    raster(folder / "many.h5", spikes(150000, 800, 500))
    t = np.arange(0, 500, 0.5)[:, None]
    report(folder / "v.h5", -65 + 20 * np.sin(t / (9 + np.arange(4))), [0, 1, 2, 3])
    for files, name in (
        (("a.h5", "b.h5"), "difference"),
        (("two.h5", "v.h5"), "populations"),
        (("many.h5",), "many"),
    ):
        assert view([*(str(folder / file) for file in files), "-o", str(folder / f"{name}.html")]) == 0
    return folder


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_report_is_whole_in_windows_of_all_kinds(browser, report_page, pictures, size, theme):
    tab = Tab(browser, report_page, size, theme)
    tab.see_all()
    assert tab.width_beyond_window() <= 0
    assert tab.page.locator(".panel .plot .main-svg").count() >= 10
    assert tab.page.evaluate("document.documentElement.dataset.theme") == theme
    tab.picture(pictures, f"report-compared-{theme}-{size}")
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("ArrowRight")
    tab.see_all()
    tab.picture(pictures, f"report-strategy-{theme}-{size}")
    tab.done()


def test_keys_turn_slides_and_the_address_names_them(browser, report_page):
    tab = Tab(browser, report_page)
    assert tab.text("#slide-title") == "all compared; ncon 100"
    tab.page.keyboard.press("ArrowRight")
    assert tab.text("#slide-title") == "allgather; ncon 100" and tab.page.url.endswith("#allgather-ncon-100")
    assert "◆" in tab.text("#differences .changed")
    tab.page.keyboard.press("End")
    assert tab.text("#slide-title") == "persistent; ncon 1000" and tab.text("#number") == "8 of 8"
    tab.page.keyboard.press("ArrowRight")  # there is no further one
    assert tab.text("#number") == "8 of 8"
    tab.page.keyboard.press("?")
    assert tab.page.is_visible("#keys")
    tab.page.keyboard.press("Escape")
    assert not tab.page.is_visible("#keys")
    tab.done()
    tab = Tab(browser, report_page, address="#persistent-ncon-100")
    assert tab.text("#slide-title") == "persistent; ncon 100"
    tab.page.click("#previous")
    assert tab.text("#slide-title") == "isend:phases=2,subintervals=2; ncon 100"
    tab.page.select_option("#slides", "allgather-ncon-1000")
    assert tab.text("#slide-title") == "allgather; ncon 1000"
    tab.done()


def test_figures_stay_in_their_places(browser, report_page):
    """Each panel, and the area in which it draws, has the same place and size on slides of one kind."""
    tab = Tab(browser, report_page, address="#allgather-ncon-100")

    def boxes():
        tab.see_all()
        return tab.page.evaluate(
            """() => [...document.querySelectorAll(".panel")].flatMap((panel) => {
                const plot = panel.querySelector(".plot");
                const { l, t, w, h } = plot._fullLayout ? plot._fullLayout._size : { l: 0, t: 0, w: 0, h: 0 };
                const places = [panel, plot].map((part) => part.getBoundingClientRect()).map((box) =>
                    [panel.id, box.left, box.top + scrollY, box.width, box.height].join(" "));
                return [...places, [panel.id, "area", ...[l, t, w, h].map(Math.round)].join(" ")];
            })"""
        )

    before = boxes()
    tab.page.keyboard.press("ArrowRight")
    assert boxes() == before
    tab.done()


def test_the_theme_changes_figures_too(browser, report_page):
    tab = Tab(browser, report_page)
    tab.page.locator("#panel-phases").scroll_into_view_if_needed()
    tab.page.wait_for_selector("#panel-phases .main-svg")

    def background():
        fill = "document.querySelector('#panel-phases .main-svg').style.background"
        return tab.page.evaluate("[getComputedStyle(document.body).backgroundColor, " + fill + "]")

    light = background()
    assert light[0] == light[1] == "rgb(255, 255, 255)"
    tab.page.keyboard.press("t")
    tab.page.wait_for_timeout(500)
    dark = background()
    assert dark[0] == dark[1] != light[0]
    tab.done()


def test_figures_and_tables_are_downloaded(browser, report_page):
    tab = Tab(browser, report_page)
    tab.see_all()
    name, svg = tab.download("#panel-phases [data-as=svg]")
    assert name == "exchange_methods-all-compared-ncon-100-phases-phases.svg"
    assert svg.startswith("<svg") and "Time of the run (s)" in svg and "unmeasured" in svg
    name, table = tab.download("#panel-phases [data-as=csv]")
    lines = table.splitlines()
    assert lines[0].startswith("strategy,ranks,repetition,deliver_s") and len(lines) == 1 + 3 * 3 * 8
    name, table = tab.download("[data-table=runs][data-as=csv]")
    assert name == "exchange_methods-runs.csv" and len(table.splitlines()) == 1 + 3 * 3 * 2 * 8
    name, table = tab.download("[data-table=comparisons][data-as=tex]")
    assert name.endswith(".tex") and table.startswith(r"\begin{tabular}")
    tab.done()


def test_figures_zoom_and_say_what_is_under_the_mouse(browser, report_page):
    tab = Tab(browser, report_page)
    tab.page.locator("#panel-scaling").scroll_into_view_if_needed()
    tab.page.wait_for_selector("#panel-scaling .nsewdrag")
    limits = "document.querySelector('#panel-scaling .plot')._fullLayout.xaxis.range.join()"
    before = tab.page.evaluate(limits)
    box = tab.page.locator("#panel-scaling .nsewdrag").bounding_box()
    point = tab.page.locator("#panel-scaling .scatterlayer .point").first.bounding_box()
    tab.page.mouse.move(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
    tab.page.wait_for_selector("#panel-scaling .hovertext")
    tab.page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.3 * box["height"])
    tab.page.mouse.down()
    tab.page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 0.8 * box["height"], steps=5)
    tab.page.mouse.up()
    tab.page.wait_for_function(f"{limits} !== '{before}'")
    tab.done()


def test_all_figures_are_drawn_for_paper_and_fit(browser, report_page):
    tab = Tab(browser, report_page)
    widths = """[...document.querySelectorAll('.plot')].map((plot) => {
        const drawn = plot.querySelector('.main-svg');
        return drawn ? drawn.clientWidth : plot.querySelector('.empty') ? 0 : -1;
    })"""
    assert -1 in tab.page.evaluate(widths)  # what has not been in sight is not drawn yet
    tab.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert all(0 <= width <= 470 for width in tab.page.evaluate(widths))
    tab.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert max(tab.page.evaluate(widths)) > 470
    tab.done()


def names_of(tab, panel):
    """The names in the legend of a figure, and the places of its first trace."""
    tab.page.locator(f"#panel-{panel}").scroll_into_view_if_needed()
    tab.page.wait_for_selector(f"#panel-{panel} .main-svg")
    tab.page.wait_for_timeout(300)
    return tab.page.evaluate(
        f"""() => {{
            const plot = document.querySelector("#panel-{panel} .plot");
            return [plot.data.map((trace) => trace.name), plot.data[0].x];
        }}"""
    )


def test_the_filter_is_used_with_keys_and_stands_in_the_address(browser, report_page, pictures):
    tab = Tab(browser, report_page)
    assert tab.text("#number") == "1 of 8" and not tab.page.is_visible("#chosen")
    whole = tab.text("#answer")
    tab.page.keyboard.press("f")
    assert tab.page.is_visible("#filter form")
    tab.page.keyboard.press("Tab")
    tab.page.keyboard.press("Space")  # the second exchange
    assert tab.text("#chosen") == "Only exchange allgather, persistent: 96 of 144 runs."
    assert tab.page.url.endswith("#all-compared-ncon-100&exchange=allgather,persistent")
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("ArrowRight")
    assert tab.text("#slide-title") == "persistent; ncon 100" and tab.text("#number") == "3 of 6"
    tab.page.keyboard.press("a")
    assert tab.page.url.endswith("#persistent-ncon-100") and tab.text("#answer") == whole
    assert not tab.page.is_visible("#chosen") and tab.text("#number") == "4 of 8"
    tab.done()


def test_a_filter_leaves_only_what_it_names(browser, report_page, pictures):
    address = "#all-compared-ncon-100&exchange=allgather,persistent&ranks=2,4"
    tab = Tab(browser, report_page, address=address)
    assert tab.text("#chosen") == "Only exchange allgather, persistent; ranks 2, 4: 64 of 144 runs."
    rows = tab.page.locator("#table-runs tbody tr:visible")
    assert rows.count() == 64 and tab.text("[data-count=runs]") == "64 of 144 rows"
    assert all("isend" not in row and row.split("\t")[2] in ("2", "4") for row in rows.all_inner_texts()[:20])
    said = tab.text("#answer")
    assert said.startswith("Compared with allgather, persistent, ncon 100, 2 ranks: ") and said.count(";") == 3
    assert tab.page.locator("pre.log:visible").count() == 1
    names, places = names_of(tab, "phases")
    assert set(places[0]) == {"2", "4"} and set(places[1]) == {"allgather", "persistent"}
    names, places = names_of(tab, "scaling")
    assert names == ["allgather", "persistent", "ideal"] and places == [2, 4]
    names_of(tab, "ratio")
    labels = tab.page.evaluate("document.querySelector('#panel-ratio .plot')._fullLayout.yaxis._categories")
    assert labels == ["4 · persistent", "2 · persistent"]
    assert tab.text("#differences").count("persistent") == 1 and "isend" not in tab.text("#differences")
    tab.page.locator("#panel-intervals").scroll_into_view_if_needed()
    views = tab.page.evaluate("[...document.querySelectorAll('#panel-intervals option')].map((one) => one.value)")
    assert sorted(views) == ["allgather, 2 ranks", "allgather, 4 ranks", "persistent, 2 ranks", "persistent, 4 ranks"]
    _, table = tab.download("#panel-phases [data-as=csv]")
    assert len(table.splitlines()) == 1 + 2 * 2 * 8
    _, table = tab.download("[data-table=runs][data-as=csv]")
    assert len(table.splitlines()) == 1 + 64 and "isend" not in table
    tab.see_all()
    tab.picture(pictures, "report-filtered")
    tab.done()


def test_paper_shows_what_is_chosen(browser, report_page, pictures):
    tab = Tab(browser, report_page, address="#all-compared-ncon-100&exchange=persistent")
    tab.page.emulate_media(media="print")
    tab.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.page.is_visible("#chosen") and not tab.page.is_visible("#filter")
    assert tab.page.locator("#table-runs tbody tr:visible").count() == 48
    assert tab.page.locator("pre.log:visible").count() == 0  # of a run of allgather
    tab.page.pdf(path=pictures / "report-filtered.pdf", prefer_css_page_size=True)
    tab.done()


def test_the_address_may_name_what_is_not_there(browser, report_page):
    tab = Tab(browser, report_page, address="#all-compared-ncon-100&ranks=2,16&color=red&threads=%E0%A4%A")
    assert tab.text("#chosen") == (
        "Only ranks 2: 48 of 144 runs. The address names what this page does not have: color, threads, ranks=16."
    )
    tab.page.evaluate("location.hash = '#all-compared-ncon-100&ranks='")
    tab.page.wait_for_timeout(200)
    assert tab.text("#chosen") == "Only ranks without a value: 0 of 144 runs."
    assert "The filter leaves nothing of this figure." in tab.text("#panel-phases")
    tab.done()


def test_a_headline_of_chosen_values_is_that_of_the_text(browser, report_page):
    """page/filter.js makes the sentence that Headline.sentence makes."""
    book = open_book(report_page.parent)
    headline = section_of(book, "").headline
    tab = Tab(browser, report_page)
    for conditions in ([], ["ranks=1"], ["ranks!=1"], ["exchange=allgather"], ["exchange=persistent", "ncon=100"]):
        chosen = chosen_by([book], conditions)
        said = tab.page.evaluate("(chosen) => { choose(chosen); return sentenceOf(book.headlines.answer); }", chosen)
        assert said == headline.sentence(chooser(book, chosen)), conditions
    tab.done()


@pytest.fixture(scope="module")
def page_of_two(tmp_path_factory):
    folder = tmp_path_factory.mktemp("several")
    axes = {"exchange": ["allgather", "persistent"], "ranks": [1, 2, 4]}
    options = {"baseline": {"exchange": "allgather"}, "repeat": 8}
    first = write_study(folder, axes, name="before", **options)
    question = f"And the new one, {HOSTILE}?"
    second = write_study(folder, axes, name="after", question=question, change=hostile, **options)
    return write_reports([first, second], folder / "both.html")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_several_studies_are_whole_in_windows_of_all_kinds(browser, page_of_two, pictures, size, theme):
    tab = Tab(browser, page_of_two, size, theme)
    tab.see_all()
    assert tab.width_beyond_window() <= 0
    tab.picture(pictures, f"report-several-{theme}-{size}")
    tab.done()


def test_slides_of_several_studies_are_turned_as_one_book(browser, page_of_two, pictures):
    tab = Tab(browser, page_of_two)
    assert tab.text("#slide-title") == "before: all compared" and tab.text("#number") == "1 of 6"
    groups = tab.page.evaluate("[...document.querySelectorAll('#slides optgroup')].map((one) => one.label)")
    assert groups == ["before", "after"]
    tab.page.keyboard.press("n")
    assert tab.text("#slide-title") == "after: all compared" and tab.page.url.endswith("#after-all-compared")
    assert tab.page.locator("#differences .changed").count() == 0  # it is the first one of its study
    tab.page.keyboard.press("p")
    assert tab.text("#slide-title") == "before: all compared"
    tab.page.keyboard.press("f")
    tab.page.uncheck("#filter fieldset >> nth=1 >> input >> nth=0")
    assert tab.text("#chosen") == "Only ranks 2, 4: 64 of 96 runs."
    assert tab.text("[data-count=across]") == "4 of 6 rows" and "1 rank" not in tab.text("#across .answer")
    tab.page.click("nav.studies a >> nth=2")
    assert tab.page.url.endswith("#before-all-compared&ranks=2,4")  # as before the link
    tab.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    name, _ = tab.download("[data-table=after-runs][data-as=csv]")
    assert name == "after-runs.csv"
    tab.page.emulate_media(media="print")
    tab.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    tab.page.pdf(path=pictures / "report-several.pdf", prefer_css_page_size=True)
    tab.done()


def test_the_policy_keeps_the_page_from_fetching(browser, report_page):
    tab = Tab(browser, report_page)
    refused = tab.page.evaluate(
        """() => new Promise((resolve) => {
            addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
            fetch("https://example.org/").catch(() => setTimeout(() => resolve("no violation"), 3000));
        })"""
    )
    assert refused == "connect-src" and not tab.found["requests"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["difference", "populations", "many"])
def test_a_view_is_whole_in_windows_of_all_kinds(browser, view_folder, pictures, name, size, theme):
    tab = Tab(browser, view_folder / f"{name}.html", size, theme)
    tab.page.wait_for_selector("html[data-settled=yes]")
    tab.see_all()
    assert tab.width_beyond_window() <= 0
    tab.picture(pictures, f"view-{name}-{theme}-{size}")
    tab.done()


def in_sight(tab):
    """The number of spikes that the page says are in sight."""
    tab.page.wait_for_timeout(150)
    return int(re.search(r"([\d,]+) spikes?", tab.text("#raster-note"))[1].replace(",", ""))


def test_a_view_goes_to_the_first_difference(browser, view_folder, pictures):
    tab = Tab(browser, view_folder / "difference.html")
    assert "First difference at spike" in tab.text(".facts")
    tab.page.evaluate(
        """() => {
            window.written = {};
            const real = CanvasRenderingContext2D.prototype.fillText;
            CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
                written[text] = [y, this.textBaseline];
                real.call(this, text, x, y);
            };
        }"""
    )
    tab.page.keyboard.press("d")
    tab.page.wait_for_timeout(200)
    begin, end = (float(tab.page.input_value(name)) for name in ("#begin", "#end"))
    assert begin < 251 < end and end - begin < 60
    assert "Circled: only in one of the rasters." in tab.text("#raster-note")
    bottom, baseline = tab.page.evaluate("written['first difference']")
    assert baseline == "bottom" and 12 < bottom < tab.page.evaluate("planes.raster.top")  # above the spikes
    tab.page.wait_for_timeout(500)  # the statistics come after a pause
    tab.picture(pictures, "view-first-difference")
    tab.done()


def test_a_view_zooms_pans_and_chooses(browser, view_folder):
    tab = Tab(browser, view_folder / "populations.html")
    assert in_sight(tab) == 1200
    tab.page.uncheck("#legend input >> nth=0")
    excitatory = in_sight(tab)
    assert 600 < excitatory < 1000
    tab.page.check("#legend input >> nth=0")
    tab.page.fill("#cells", "0-9, 45")
    tab.page.keyboard.press("Enter")
    few = in_sight(tab)
    assert 100 < few < 400
    tab.page.fill("#cells", "x")
    tab.page.keyboard.press("Enter")
    assert "Write cells as 0-9,15." in tab.text("#wrong")
    tab.page.fill("#cells", "")
    tab.page.keyboard.press("Enter")
    tab.page.locator("#cells").blur()
    tab.page.keyboard.press("+")
    zoomed = in_sight(tab)
    assert 400 < zoomed < 800
    box = tab.page.locator("[data-chart=raster] canvas").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    begin = float(tab.page.input_value("#begin"))
    tab.page.mouse.move(*middle)
    tab.page.mouse.down()
    tab.page.mouse.move(middle[0] + 200, middle[1], steps=4)
    tab.page.mouse.up()
    tab.page.wait_for_timeout(200)
    assert float(tab.page.input_value("#begin")) < begin
    tab.page.keyboard.press("0")
    assert in_sight(tab) == 1200
    name, table = tab.download("[data-chart=raster] [data-as=csv]")
    assert len(table.splitlines()) == 1201 and table.startswith("raster,population,t_ms,gid\n")
    name, table = tab.download("[data-chart=report-0] [data-as=csv]")
    assert len(table.splitlines()) == 1001
    tab.done()


def test_a_chart_that_fits_keeps_its_picture(browser, view_folder):
    """A note that grows by a line changes the page's height: charts must not be blank until they are drawn again."""
    tab = Tab(browser, view_folder / "difference.html")
    tab.page.wait_for_selector("html[data-settled=yes]")
    assert tab.page.evaluate(
        """() => {
            const canvas = planes.isi.canvas, before = canvas.toDataURL();
            planes.isi.resize();
            const blank = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
            return before === canvas.toDataURL() && before !== blank.toDataURL();
        }"""
    )
    tab.done()


def test_a_view_draws_density_until_one_zooms_in(browser, view_folder):
    tab = Tab(browser, view_folder / "many.html")
    assert "Density of 150,000 spikes; zoom in to see single ones." in tab.text("#raster-note")
    for _ in range(2):
        tab.page.keyboard.press("+")
        tab.page.wait_for_timeout(150)
    assert "in sight" in tab.text("#raster-note")
    tab.done()


def test_a_view_of_too_many_spikes_says_so(browser, view_folder, pictures, monkeypatch):
    monkeypatch.setattr(view_page.spikes, "MOST_SPIKES", 100000)
    path = view_folder / "density.html"
    assert view([str(view_folder / "many.h5"), "-o", str(path)]) == 0
    tab = Tab(browser, path)
    tab.page.wait_for_timeout(300)
    assert "too many for a page. Choose some with --cells, --from and --to." in tab.text("#raster-note")
    tab.picture(pictures, "view-density")
    tab.done()


def test_rates_intervals_and_correlations_are_those_of_python(browser, view_folder):
    """The page's statistics against hoc_like/program/plot/spike_statistics.py."""
    import sys

    sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "hoc_like" / "program" / "plot"))
    import h5py
    import spike_statistics

    with h5py.File(view_folder / "a.h5") as file:
        times, gids = file["spikes/All/timestamps"][()], file["spikes/All/node_ids"][()].astype(int)
    assert view([str(view_folder / "a.h5"), "-o", str(view_folder / "a.html")]) == 0
    tab = Tab(browser, view_folder / "a.html")
    tab.page.wait_for_selector("html[data-settled=yes]")
    found = np.array(tab.page.evaluate("correlations()[0]"))
    end = tab.page.evaluate("sight.t[1]")
    expected = spike_statistics.correlations(times, gids, 0.0, end)
    assert len(found) == len(expected) and np.allclose(np.sort(found), np.sort(expected), atol=1e-9)
    order = np.lexsort((times, gids))
    same = np.diff(gids[order]) == 0
    isi = np.sort(np.diff(times[order])[same])
    assert np.allclose(np.sort(tab.page.evaluate("intervals()[0]")), isi)
    tab.page.fill("#bin", "100")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_timeout(200)
    _, table = tab.download("[data-chart=rates] [data-as=csv]")
    rates = [float(line.split(",")[2]) for line in table.splitlines()[1:]]
    counts = np.histogram(times, np.arange(0, 100 * len(rates) + 1, 100))[0]
    assert np.allclose(rates, counts / len(np.unique(gids)) / 0.1)
    tab.done()
