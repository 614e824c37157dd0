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
  const inner = Math.max(274, (layout.meta || {}).height || 0); // of the figure without what stands below
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

function viewOf(key) {
  const panel = book.slides[current].panels.find((one) => one.key === key);
  const [label, index] = panel.views.find(([label]) => label === chosenView[key]) || panel.views[0];
  return { label: label, ...book.views[index] };
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

function show(index) {
  index = Math.max(0, Math.min(book.slides.length - 1, index));
  if (index === current) return;
  current = index;
  const slide = book.slides[index];
  document.getElementById("slide-title").textContent = slide.title;
  document.getElementById("number").textContent = index + 1 + " of " + book.slides.length;
  document.getElementById("slides").value = slide.id;
  document.getElementById("previous").disabled = index === 0;
  document.getElementById("next").disabled = index === book.slides.length - 1;
  const chips = slide.metadata.map(([name, value, changed]) => {
    const chip = document.createElement("span");
    const label = document.createElement("span");
    label.className = "name";
    label.textContent = (changed ? "◆ " : "") + name + " ";
    if (changed) {
      chip.className = "changed";
      chip.title = "differs from the previous slide";
    }
    chip.append(label, value);
    return chip;
  });
  document.getElementById("differences").replaceChildren(...chips);
  for (const panel of slide.panels) {
    const element = panelOf(panel.key);
    element.querySelector("h3").textContent = panel.title;
    const select = element.querySelector(".views");
    const labels = panel.views.map(([label]) => label);
    select.replaceChildren(...labels.map((label) => new Option(label, label)));
    select.hidden = labels.length < 2;
    select.value = viewOf(panel.key).label;
  }
  redraw();
}

function turn(index) {
  index = Math.max(0, Math.min(book.slides.length - 1, index));
  history.replaceState(null, "", "#" + book.slides[index].id);
  show(index);
  document.getElementById("book").scrollIntoView({ block: "start" });
}

function showNamed() {
  const name = decodeURIComponent(location.hash.slice(1));
  const index = book.slides.findIndex((slide) => slide.id === name);
  show(index < 0 ? Math.max(current, 0) : index);
  if (index >= 0) document.getElementById("book").scrollIntoView({ block: "start" });
}

async function saveFigure(key, as) {
  const view = viewOf(key);
  const name = [book.name, book.slides[current].id, key, view.label].join("-");
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
  for (const button of document.querySelectorAll("[data-table]")) {
    button.addEventListener("click", () => {
      const as = button.dataset.as;
      download([book.name, button.dataset.table].join("-") + "." + as, book.tables[button.dataset.table][as], "text/plain");
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
  document.getElementById("previous").addEventListener("click", () => turn(current - 1));
  document.getElementById("next").addEventListener("click", () => turn(current + 1));
  document.getElementById("slides").addEventListener("change", (event) => {
    turn(book.slides.findIndex((slide) => slide.id === event.target.value));
    event.target.blur(); // so that the arrow keys turn slides again
  });
  addEventListener("hashchange", showNamed);
  listenToKeys({
    ArrowLeft: () => turn(current - 1),
    ArrowRight: () => turn(current + 1),
    Home: () => turn(0),
    End: () => turn(book.slides.length - 1),
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
  showNamed();
  document.documentElement.dataset.ready = "yes";
}

start();
