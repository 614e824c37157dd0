// The flip-book: draws the slide that the address names, each panel in its place.

let book = null;
let current = -1;
let toggleTheme = () => {};
const PRINTED = 470; // width of a figure on paper [px]: two stand side by side on A4 across
const stale = new Set();
const chosenView = {}; // of each panel: the label, kept from slide to slide

const panelOf = (key) => document.getElementById("panel-" + key);

/** Replaces names of colors ("@ink") in traces and layouts by those of the theme. */
function themed(value) {
  if (typeof value === "string") return value.startsWith("@") ? color(value.slice(1)) : value;
  if (Array.isArray(value)) return value.map(themed);
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, themed(part)]));
  }
  return value;
}

function axisStyle(axis) {
  const style = { gridcolor: color("grid"), linecolor: color("muted"), zerolinecolor: color("line"), tickcolor: color("muted") };
  return { ...style, showline: true, ticks: "outside", tickfont: { size: 11 }, ...axis, title: { standoff: 8, ...axis.title } };
}

/** Height below a figure [px]: ticks, title, and as many rows of the legend as its names need at this width. */
function bottomOf(view, width) {
  if (view.layout.showlegend === false) return 56;
  const names = view.traces.filter((trace) => trace.showlegend !== false && trace.type !== "heatmap").map((trace) => trace.name);
  if (!names.length) return 56;
  const columns = Math.max(1, Math.floor((width - 90) / (60 + 6.6 * Math.max(...names.map((name) => name.length)))));
  const rows = Math.max(3, Math.ceil(names.length / columns));
  return 58 + 19 * rows;
}

/** Height of the labels below the bars [px], which stand upright. */
function labelsOf(view) {
  if ((view.layout.xaxis || {}).type !== "multicategory") return 0;
  const labels = view.traces.flatMap((trace) => trace.x[1] || []);
  return 28 + 6.4 * Math.max(0, ...labels.map((label) => label.length));
}

function layoutOf(view, width) {
  const layout = themed(view.layout);
  for (const name of Object.keys(layout)) {
    if (/^[xy]axis\d*$/.test(name)) layout[name] = axisStyle(layout[name]);
  }
  const bottom = bottomOf(view, width) + labelsOf(view);
  const rows = layout.meta ? layout.meta.row * layout.yaxis.categoryarray.length : 0;
  const inner = Math.max(274, rows); // of the figure without what stands below
  return {
    height: inner + bottom,
    font: { family: 'system-ui, "DejaVu Sans", sans-serif', size: 12, color: color("ink") },
    paper_bgcolor: color("page"),
    plot_bgcolor: color("page"),
    margin: { l: 64, r: 14, t: 10, b: bottom },
    showlegend: true,
    legend: { tracegroupgap: 0, orientation: "h", yref: "container", y: 0, yanchor: "bottom", x: 0, xanchor: "left", traceorder: "normal", font: { size: 11 } },
    hoverlabel: { bgcolor: color("sheet"), bordercolor: color("muted"), font: { color: color("ink"), size: 12 }, namelength: -1 },
    modebar: { bgcolor: "rgba(0,0,0,0)", color: color("muted"), activecolor: color("accent") },
    ...layout,
  };
}

/** The views of a panel that the filter leaves. */
function viewsOf(panel) {
  return panel.views.filter(([, , key]) => isChosen(key));
}

function viewOf(key) {
  const panel = book.slides[current].panels.find((one) => one.key === key);
  const views = viewsOf(panel);
  if (!views.length) return { label: "", traces: [], layout: {}, columns: [], rows: [], note: "The filter leaves nothing of this figure." };
  const [label, index] = views.find(([label]) => label === chosenView[key]) || views[0];
  return { label: label, ...chosenPart(book.views[index]) };
}

/** `width` [px]: of the figure; as wide as its panel without it. */
function draw(key, width) {
  stale.delete(key);
  const element = panelOf(key);
  const plot = element.querySelector(".plot");
  const view = viewOf(key);
  element.querySelector(".note").textContent = view.traces.length ? view.note : "";
  for (const button of element.querySelectorAll(".downloads button")) button.disabled = !view.traces.length;
  if (!view.traces.length) {
    Plotly.purge(plot);
    plot.style.height = "";
    const empty = document.createElement("p");
    empty.className = "empty";
    empty.textContent = view.note || "No data.";
    plot.replaceChildren(empty);
    return;
  }
  if (plot.querySelector(".empty")) plot.replaceChildren();
  const options = { responsive: true, displaylogo: false, modeBarButtonsToRemove: ["toImage", "select2d", "lasso2d"] };
  const layout = layoutOf(view, width || plot.clientWidth);
  if (width) layout.width = width;
  plot.style.height = layout.height + "px";
  Plotly.react(plot, themed(view.traces), layout, options);
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const key = entry.target.dataset.key;
      if (entry.isIntersecting && stale.has(key)) draw(key);
    }
  },
  { rootMargin: "300px" },
);

/** Marks all panels as to be drawn, and draws those in sight. */
function redraw() {
  if (!book || current < 0) return;
  for (const panel of book.slides[current].panels) {
    stale.add(panel.key);
    observer.unobserve(panelOf(panel.key));
    observer.observe(panelOf(panel.key));
  }
}

/** The places of the slides that the filter leaves; all of them if it leaves none. */
function slidesLeft() {
  const left = [...book.slides.keys()].filter((index) => {
    const slide = book.slides[index];
    return isChosen(slide.key) && (!isFiltered() || slide.keys.some(isChosen));
  });
  return left.length ? left : [...book.slides.keys()];
}

/** [name, values] of the metadata of the runs on a slide that the filter leaves. */
function metadataOf(slide) {
  return slide.metadata.map(([name, values]) => {
    const texts = values.filter(([, keys]) => keys.some(isChosen)).map(([text]) => text);
    return [name, texts.join(", ") || "–"];
  });
}

/** The metadata of a slide, those marked that differ from the slide before it. */
function chipsOf(slide, before) {
  const previous = new Map(before && before.study === slide.study ? metadataOf(before) : []);
  return metadataOf(slide).map(([name, value]) => {
    const chip = document.createElement("span");
    const label = document.createElement("span");
    const changed = previous.has(name) && previous.get(name) !== value;
    label.className = "name";
    label.textContent = (changed ? "◆ " : "") + name + " ";
    if (changed) {
      chip.className = "changed";
      chip.title = "differs from the previous slide";
    }
    chip.append(label, value);
    return chip;
  });
}

/** Lists the slides that are left; those of several studies each under the name of its study. */
function listSlides(left) {
  const select = document.getElementById("slides");
  const options = left.map((index) => new Option(book.slides[index].title, book.slides[index].id));
  if (book.studies.length < 2) return select.replaceChildren(...options);
  const groups = book.studies.map((name, study) => {
    const group = document.createElement("optgroup");
    group.label = name;
    group.append(...options.filter((_, place) => book.slides[left[place]].study === study));
    return group;
  });
  select.replaceChildren(...groups.filter((group) => group.children.length));
}

function show(index) {
  const left = slidesLeft();
  if (!left.includes(index)) index = left.find((one) => one >= index) ?? left[0];
  current = index;
  const slide = book.slides[index];
  const place = left.indexOf(index);
  document.getElementById("slide-title").textContent = slide.title;
  document.getElementById("number").textContent = place + 1 + " of " + left.length;
  document.getElementById("slides").value = slide.id;
  document.getElementById("previous").disabled = place === 0;
  document.getElementById("next").disabled = place === left.length - 1;
  document.getElementById("differences").replaceChildren(...chipsOf(slide, book.slides[left[place - 1]]));
  for (const panel of slide.panels) {
    const element = panelOf(panel.key);
    element.querySelector("h3").textContent = panel.title;
    const select = element.querySelector(".views");
    const labels = viewsOf(panel).map(([label]) => label);
    select.replaceChildren(...labels.map((label) => new Option(label, label)));
    select.hidden = labels.length < 2;
    select.value = viewOf(panel.key).label;
  }
  redraw();
}

function writeAddress() {
  history.replaceState(null, "", "#" + book.slides[current].id + filterAddress());
}

function turn(index) {
  if (index === undefined || index === current) return;
  show(index);
  writeAddress();
  document.getElementById("book").scrollIntoView({ block: "start" });
}

/** Turns by so many of the slides that are left. */
function turnBy(count) {
  const left = slidesLeft();
  turn(left[Math.max(0, Math.min(left.length - 1, left.indexOf(current) + count))]);
}

/** Turns to the first slide of the next study, or of the one before. */
function turnToStudy(step) {
  const left = slidesLeft();
  const study = book.slides[current].study;
  const others = left.map((index) => book.slides[index].study).filter((one) => (one - study) * step > 0);
  if (others.length) turn(left.find((index) => book.slides[index].study === (step > 0 ? Math.min(...others) : Math.max(...others))));
}

/** Shows what the filter leaves of everything. */
function applyFilter() {
  fillForm();
  filterPage(book.tables, book.headlines);
  listSlides(slidesLeft());
  show(Math.max(current, 0));
}

function filterChanged() {
  applyFilter();
  writeAddress();
}

function showAll() {
  choose({});
  filterChanged();
}

/** Shows what the address names: slide and filter. `usual`: the filter of an address that names none. */
function showNamed(usual) {
  const [name, chosen] = readAddress();
  choose(usual && !Object.keys(chosen).length ? usual : chosen);
  const index = book.slides.findIndex((slide) => slide.id === name);
  if (index >= 0) current = index;
  applyFilter();
  const place = document.getElementById(index >= 0 ? "book" : name);
  if (name && place) place.scrollIntoView({ block: "start" });
}

async function saveFigure(key, as) {
  const view = viewOf(key);
  const slide = book.slides[current];
  const name = [book.studies[slide.study], slide.id, key, view.label].join("-");
  if (as === "csv") return download(name + ".csv", csvOf(view.columns, view.rows), "text/csv");
  const plot = panelOf(key).querySelector(".plot");
  const url = await Plotly.toImage(plot, { format: "svg", width: plot.clientWidth, height: plot.clientHeight });
  download(name + ".svg", decodeURIComponent(url.slice(url.indexOf(",") + 1)), "image/svg+xml");
}

async function start() {
  toggleTheme = makeTheme(document.getElementById("theme"), redraw);
  const [data, source] = await Promise.all([unpackText("data"), unpackText("plotly")]);
  const script = document.createElement("script");
  script.textContent = source;
  document.head.append(script);
  book = JSON.parse(data);
  [filter.axes, filter.keys] = [book.axes, book.keys];
  for (const button of document.querySelectorAll("[data-table]")) {
    button.addEventListener("click", () => {
      const as = button.dataset.as;
      download(button.dataset.name + "." + as, tableText(book.tables[button.dataset.table], as), "text/plain");
    });
  }
  for (const element of document.querySelectorAll(".panel")) {
    const key = element.dataset.key;
    element.querySelector(".views").addEventListener("change", (event) => {
      chosenView[key] = event.target.value;
      draw(key);
    });
    for (const button of element.querySelectorAll(".downloads button")) {
      button.addEventListener("click", () => saveFigure(key, button.dataset.as));
    }
  }
  document.getElementById("previous").addEventListener("click", () => turnBy(-1));
  document.getElementById("next").addEventListener("click", () => turnBy(1));
  document.getElementById("slides").addEventListener("change", (event) => {
    turn(book.slides.findIndex((slide) => slide.id === event.target.value));
    event.target.blur(); // so that the arrow keys turn slides again
  });
  for (const link of document.querySelectorAll("nav.studies a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault(); // the address stays that of slide and filter
      document.querySelector(link.hash).scrollIntoView({ block: "start" });
    });
  }
  listenToFilter(filterChanged);
  addEventListener("hashchange", () => showNamed());
  listenToKeys({
    ArrowLeft: () => turnBy(-1),
    ArrowRight: () => turnBy(1),
    Home: () => turn(slidesLeft()[0]),
    End: () => turn(slidesLeft().at(-1)),
    n: () => turnToStudy(1),
    p: () => turnToStudy(-1),
    f: openFilter,
    a: showAll,
    t: toggleTheme,
  });
  const drawAll = (width) => {
    for (const { key } of book.slides[current].panels) {
      Plotly.purge(panelOf(key).querySelector(".plot")); // else it keeps its width
      draw(key, width);
    }
  };
  addEventListener("beforeprint", () => drawAll(PRINTED));
  addEventListener("afterprint", () => drawAll());
  showNamed(book.chosen);
  if (isFiltered()) writeAddress();
  document.documentElement.dataset.ready = "yes";
}

start();
