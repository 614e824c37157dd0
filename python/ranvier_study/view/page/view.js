// The page: what is chosen, how the mouse and keys move it, and what the figures say.

let data = null;
let toggleTheme = () => {};
let cells = null; // ranges of gids, null: all
let groups = []; // what has a color: populations of one raster, or two rasters
let scheduled = false;
let settled = 0;
const planes = {};
const tables = {}; // of each chart: () => [columns, rows] of what is in sight
const sight = { t: [0, 1], y: [0, 1] };

const element = (id) => document.getElementById(id);
const wants = (gid) => cells === null || cells.some(([first, last]) => gid >= first && gid <= last);
const isDense = () => data.is_dense;

async function load() {
  data = JSON.parse(await unpackText("data"));
  const array = async (kind, number) => new kind(await unpackBytes(number));
  for (const raster of data.rasters) {
    if (isDense()) {
      raster.grid = await array(Uint32Array, raster.density);
      continue;
    }
    raster.times = await array(Float64Array, raster.times);
    raster.gids = await array(Int32Array, raster.gids);
    raster.of = await array(Uint16Array, raster.of);
    raster.only = raster.only === null ? null : await array(Uint8Array, raster.only);
  }
  for (const report of data.reports) {
    report.times = await array(Float64Array, report.times);
    const whole = await array(Float32Array, report.values);
    report.values = report.columns.map((_, k) => whole.subarray(k * report.frames, (k + 1) * report.frames));
  }
  makeGroups();
}

function makeGroups() {
  const byRaster = data.rasters.length === 2 || isDense();
  data.rasters.forEach((raster, number) => {
    raster.groupOf = byRaster ? () => number : (i) => raster.of[i];
    const names = byRaster ? [raster.name] : raster.populations;
    for (const [place, name] of names.entries()) {
      const index = groups.length;
      const of = { raster: number, population: byRaster ? undefined : place };
      groups.push({ ...of, name: name, color: PALETTE[index % PALETTE.length], dash: DASHES[index % DASHES.length], shown: true });
    }
  });
}

/** The least and the largest gid of the cells that are wanted. */
function rangeOfCells() {
  let [least, most] = [Infinity, -Infinity];
  for (const raster of data.rasters) {
    if (isDense()) {
      least = Math.min(least, raster.least);
      most = Math.max(most, raster.most);
      continue;
    }
    for (const gid of raster.gids) {
      if ((gid < least || gid > most) && wants(gid)) {
        least = Math.min(least, gid);
        most = Math.max(most, gid);
      }
    }
  }
  return most >= least ? [least - 0.7, most + 0.7] : [-0.5, 0.5];
}

function showAll() {
  sight.t = [data.begin, data.end];
  sight.y = rangeOfCells();
  redraw();
}

/** Moves the sight, inside the data. */
function move(t, y) {
  const least = (data.end - data.begin) / 1e6;
  const span = Math.min(data.end - data.begin, Math.max(least, t[1] - t[0]));
  const begin = Math.min(Math.max(t[0], data.begin), data.end - span);
  sight.t = [begin, begin + span];
  if (y) {
    const whole = rangeOfCells();
    const high = Math.min(whole[1] - whole[0], Math.max(1, y[1] - y[0]));
    const bottom = Math.min(Math.max(y[0], whole[0]), whole[1] - high);
    sight.y = [bottom, bottom + high];
  }
  redraw();
}

function zoom(factor, at = (sight.t[0] + sight.t[1]) / 2) {
  move(sight.t.map((t) => at + (t - at) * factor));
}

function shift(share) {
  const by = share * (sight.t[1] - sight.t[0]);
  move(sight.t.map((t) => t + by));
}

function goToDifference() {
  if (!data.difference || data.difference.time === null) return;
  const span = Math.min(data.end - data.begin, Math.max(20, (data.end - data.begin) / 20));
  const gids = data.difference.gids;
  const y = [Math.min(...gids) - 12, Math.max(...gids) + 12];
  move([data.difference.time - span / 2, data.difference.time + span / 2], y);
}

/** Draws at the next frame; histograms when the sight has settled. */
function redraw() {
  if (!data) return;
  if (!scheduled) {
    scheduled = true;
    requestAnimationFrame(draw);
  }
  clearTimeout(settled);
  settled = setTimeout(drawHistograms, 120);
}

function draw() {
  scheduled = false;
  const digits = Math.max(0, 2 - Math.floor(Math.log10(sight.t[1] - sight.t[0])));
  for (const [name, value] of [["begin", sight.t[0]], ["end", sight.t[1]]]) {
    if (document.activeElement !== element(name)) element(name).value = String(Number(value.toFixed(Math.min(12, digits + 2))));
  }
  for (const [name, plane] of Object.entries(planes)) {
    if (name === "isi" || name === "correlations") continue;
    plane.x = sight.t;
    if (name === "raster") showRaster(plane);
    else if (name === "rates") showRates(plane);
    else showReport(plane, Number(name.split("-")[1]));
  }
}

function showRaster(plane) {
  plane.y = sight.y;
  let text;
  if (isDense()) {
    const count = drawGrid(plane, data.rasters, groups, [data.begin, data.end], data.difference);
    text = "Density of " + count.toLocaleString("en") + " spikes: too many for a page. Choose some with --cells, --from and --to.";
  } else {
    const { count, isDense } = drawRaster(plane, data.rasters, groups, wants, data.difference);
    const spikes = count.toLocaleString("en") + (count === 1 ? " spike" : " spikes");
    text = isDense ? "Density of " + spikes + "; zoom in to see single ones." : spikes + " in sight.";
    if (data.difference && data.difference.index !== null && !isDense) text += " Circled: only in one of the rasters.";
  }
  element("raster-note").textContent = text;
  tables.raster = () => {
    const rows = [];
    if (isDense()) return [["raster", "spikes"], data.rasters.map((raster) => [raster.name, raster.count])];
    for (const raster of data.rasters) {
      for (let i = firstFrom(raster.times, sight.t[0]); i < raster.times.length && raster.times[i] <= sight.t[1]; i++) {
        const gid = raster.gids[i];
        if (gid < sight.y[0] || gid > sight.y[1] || !groups[raster.groupOf(i)].shown || !wants(gid)) continue;
        rows.push([raster.name, raster.populations[raster.of[i]], raster.times[i], gid]);
      }
    }
    return [["raster", "population", "t_ms", "gid"], rows];
  };
}

/** A round width of about 100 bins, or what the user asked for. */
function binWidth() {
  const asked = element("bin") ? parseFloat(element("bin").value) : 0;
  const span = sight.t[1] - sight.t[0];
  if (asked > 0) return Math.max(asked, span / 4000);
  const raw = span / 100;
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].find((factor) => factor * power >= raw) * power;
}

function showRates(plane) {
  let width = binWidth();
  let first = Math.floor(sight.t[0] / width) * width;
  const dense = isDense();
  if (dense) {
    width = (data.end - data.begin) / data.rasters[0].columns;
    width *= Math.max(1, Math.ceil((sight.t[1] - sight.t[0]) / width / 400));
    first = data.begin + Math.floor((sight.t[0] - data.begin) / width) * width;
  }
  const bins = Math.ceil((sight.t[1] - first) / width + 1e-9);
  const limits = Array.from({ length: bins + 1 }, (_, k) => first + k * width);
  const counts = groups.map(() => new Float64Array(bins));
  const known = groups.map(() => new Set());
  data.rasters.forEach((raster, number) => {
    if (dense) {
      const fine = (data.end - data.begin) / raster.columns;
      for (let column = 0; column < raster.columns; column++) {
        const bin = Math.floor((data.begin + (column + 0.5) * fine - first) / width);
        if (bin < 0 || bin >= bins) continue;
        for (let row = 0; row < raster.rows; row++) counts[number][bin] += raster.grid[row * raster.columns + column];
      }
      return;
    }
    const [from, to] = [firstFrom(raster.times, first), firstFrom(raster.times, limits[bins])];
    for (let i = 0; i < raster.gids.length; i++) {
      if (wants(raster.gids[i])) known[raster.groupOf(i)].add(raster.gids[i]);
    }
    for (let i = from; i < to; i++) {
      // Times lie on a grid of steps, as the limits of bins do: a millionth of a bin keeps rounding errors from them.
      const bin = Math.min(bins - 1, Math.floor((raster.times[i] - first) / width + 1e-6));
      if (wants(raster.gids[i])) counts[raster.groupOf(i)][bin]++;
    }
  });
  const lines = groups.map((group, index) => {
    const number = recordedCells(group) ?? (dense ? data.rasters[index].cells : known[index].size);
    return { ...group, values: counts[index].map((n) => n / Math.max(1, number) / (width / 1000)) };
  });
  const shown = lines.filter((line) => line.shown);
  plane.y = [0, 1.08 * Math.max(1e-9, ...shown.map((line) => line.values.reduce((a, b) => Math.max(a, b), 0))) || 1];
  plane.begin("Time (ms)", "Rate (1/s)", false);
  drawSteps(plane, limits, shown);
  plane.end();
  element("rates-note").textContent =
    "Spikes per second and cell, of " +
    (shown.every((line) => recordedCells(line) !== null) ? "all cells" : "the cells that fired") +
    ", in bins of " + Number(width.toPrecision(4)) + " ms.";
  tables.rates = () => [
    ["begin_ms", "end_ms", ...shown.map((line) => line.name + " (1/s)")],
    limits.slice(0, -1).map((limit, k) => [limit, limits[k + 1], ...shown.map((line) => line.values[k])]),
  ];
}

/** How many cells of a group were recorded, of those that are wanted; null if the file does not tell. */
function recordedCells(group) {
  const said = data.rasters[group.raster]?.recorded ?? [];
  const parts = group.population === undefined ? said : [said[group.population]];
  let sum = 0;
  for (const part of parts) {
    if (!part || part.cells === null || (cells !== null && !part.gids)) return null;
    if (cells === null) sum += part.cells;
    else for (let gid = part.gids[0]; gid <= part.gids[1]; gid++) sum += wants(gid) ? 1 : 0;
  }
  return parts.length ? sum : null;
}

function chosenColumns(report) {
  return report.columns.map((_, k) => k).filter((k) => report.columns[k][0] === null || wants(report.columns[k][0]));
}

function showReport(plane, number) {
  const report = data.reports[number];
  const chosen = chosenColumns(report);
  const said = drawReport(plane, report, chosen);
  const names = chosen.slice(0, MOST_LINES).map((k) => report.columns[k][1]);
  const note = element("report-" + number + "-note");
  if (said) note.textContent = said;
  else {
    const parts = names.slice(0, 12).map((name, order) => {
      const part = document.createElement("span");
      const line = document.createElement("b");
      line.textContent = "━ ";
      line.style.color = PALETTE[order % PALETTE.length];
      part.append(line, name + "   ");
      return part;
    });
    note.replaceChildren(...parts, names.length > 12 ? "and " + (names.length - 12) + " more; point at a line to see its name" : "");
  }
  tables["report-" + number] = () => {
    const from = firstFrom(report.times, sight.t[0]);
    const to = firstFrom(report.times, sight.t[1] + 1e-9);
    const rows = [];
    for (let i = from; i < to; i++) rows.push([report.times[i], ...chosen.map((k) => report.values[k][i])]);
    return [["t_ms", ...chosen.map((k) => report.columns[k][1])], rows];
  };
}

/** Calls `found(group, gid, t)` for the spikes in sight, of all cells that are wanted. */
function eachInSight(found) {
  data.rasters.forEach((raster) => {
    const to = firstFrom(raster.times, sight.t[1] + 1e-9);
    for (let i = firstFrom(raster.times, sight.t[0]); i < to; i++) {
      const group = raster.groupOf(i);
      if (groups[group].shown && wants(raster.gids[i])) found(group, raster.gids[i], raster.times[i]);
    }
  });
}

/** Of each group the intervals between spikes of a cell [ms]. */
function intervals() {
  const last = groups.map(() => new Map());
  const found = groups.map(() => []);
  eachInSight((group, gid, t) => {
    const before = last[group].get(gid);
    if (before !== undefined) found[group].push(t - before);
    last[group].set(gid, t);
  });
  return found;
}

const CORRELATED = 200; // cells, the first that fired
const WIDTH = 2; // of the bins in which spikes are counted [ms]

/** Of each group Pearson's coefficients of the counts of pairs of cells. */
function correlations() {
  const bins = Math.floor((sight.t[1] - sight.t[0]) / WIDTH + 0.5);
  const counts = groups.map(() => new Map());
  if (bins >= 2) {
    eachInSight((group, gid, t) => {
      const bin = Math.floor((t - sight.t[0]) / WIDTH + 1e-6);
      if (bin >= bins) return;
      if (!counts[group].has(gid)) counts[group].set(gid, new Map());
      const mine = counts[group].get(gid);
      mine.set(bin, (mine.get(bin) || 0) + 1);
    });
  }
  return counts.map((cellsOfGroup) => {
    const rows = [...cellsOfGroup.entries()].sort((a, b) => a[0] - b[0]).slice(0, CORRELATED);
    const vectors = rows.map(([, row]) => {
      const n = [...row.values()];
      const mean = n.reduce((a, b) => a + b, 0) / bins;
      const square = n.reduce((a, b) => a + b * b, 0) - bins * mean * mean;
      return { row: row, mean: mean, norm: Math.sqrt(square) };
    });
    const found = [];
    for (let a = 0; a < vectors.length; a++) {
      for (let b = a + 1; b < vectors.length; b++) {
        const [one, other] = [vectors[a], vectors[b]];
        if (!(one.norm > 1e-9) || !(other.norm > 1e-9)) continue;
        let product = 0;
        for (const [bin, n] of one.row) product += n * (other.row.get(bin) || 0);
        found.push((product - bins * one.mean * other.mean) / (one.norm * other.norm));
      }
    }
    return found;
  });
}

function drawHistograms() {
  if (!data || !planes.isi) return;
  const lines = (numbers) => groups.map((group, index) => ({ ...group, numbers: numbers[index] })).filter((line) => line.shown);
  const csv = (name, unit, result) => () => [
    ["from" + unit, "to" + unit, ...result.drawn.map((line) => line.name)],
    result.limits.slice(0, -1).map((limit, k) => [limit, result.limits[k + 1], ...result.drawn.map((line) => line.values[k])]),
  ];
  const isi = lines(intervals());
  const every = isi.flatMap((line) => line.numbers).sort((a, b) => a - b);
  const top = every.length ? every[Math.floor(0.995 * (every.length - 1))] * 1.05 || 1 : 1;
  const drawn = drawHistogram(planes.isi, isi, 0, top, 60, "Interval (ms)", "Number");
  tables.isi = csv("isi", "_ms", drawn);
  if (!every.length) planes.isi.say("no cell fired twice in sight");
  element("isi-note").textContent = isi.map((line) => describeIntervals(line)).filter(Boolean).join(" ");
  const pairs = lines(correlations());
  const all = pairs.flatMap((line) => line.numbers);
  const reach = all.reduce((a, b) => Math.max(a, Math.abs(b)), 0.05) * 1.05;
  const drawnPairs = drawHistogram(planes.correlations, pairs, -reach, reach, 60, "Pearson's coefficient", "Number of pairs");
  tables.correlations = csv("correlations", "", drawnPairs);
  if (!all.length) planes.correlations.say("no pairs of cells in sight");
  element("correlations-note").textContent = "Spike counts in bins of 2 ms, of the first 200 cells in sight. " +
    pairs.filter((line) => line.numbers.length).map((line) => line.name + ": mean " +
      (line.numbers.reduce((a, b) => a + b, 0) / line.numbers.length).toFixed(4) + ".").join(" ");
  document.documentElement.dataset.settled = "yes";
}

function describeIntervals(line) {
  const n = line.numbers.length;
  if (n < 2) return "";
  const mean = line.numbers.reduce((a, b) => a + b, 0) / n;
  const variance = line.numbers.reduce((a, b) => a + (b - mean) ** 2, 0) / (n - 1);
  return line.name + ": " + n.toLocaleString("en") + " intervals, mean " + mean.toFixed(2) + " ms, coefficient of variation " +
    (Math.sqrt(variance) / mean).toFixed(2) + ".";
}

/** Ranges of "0-9,15"; null: all; undefined: not understood. */
function parseCells(text) {
  if (!text.trim() || text.trim() === "all") return null;
  const ranges = text.split(",").map((item) => item.trim().match(/^(\d+)(?:-(\d+))?$/));
  return ranges.includes(null) ? undefined : ranges.map(([, first, last]) => [Number(first), Number(last ?? first)]);
}

function readControls() {
  const found = element("cells") ? parseCells(element("cells").value) : null;
  const [begin, end] = [Number(element("begin").value), Number(element("end").value)];
  let wrong = "";
  if (found === undefined) wrong = "Write cells as 0-9,15.";
  else if (!(end > begin)) wrong = "The end must be after the beginning.";
  element("wrong").textContent = wrong;
  if (wrong) return;
  const changed = JSON.stringify(found) !== JSON.stringify(cells);
  cells = found;
  if (changed) sight.y = rangeOfCells();
  move([begin, end]);
}

function makeLegend() {
  const box = element("legend");
  if (!box) return;
  groups.forEach((group, index) => {
    const label = document.createElement("label");
    const check = document.createElement("input");
    check.type = "checkbox";
    check.checked = true;
    check.addEventListener("change", () => {
      group.shown = check.checked;
      redraw();
    });
    const sample = document.createElement("canvas");
    label.append(check, sample, group.name);
    box.append(label);
    const plane = new Plane(sample);
    const c = plane.context;
    c.strokeStyle = c.fillStyle = group.color;
    c.lineWidth = 2;
    c.setLineDash(group.dash);
    c.beginPath();
    c.moveTo(0, 11.5);
    c.lineTo(34, 11.5);
    c.stroke();
    c.beginPath();
    for (const x of [6, 17, 28]) mark(c, data.rasters.length === 2 ? 0 : index % 6, x, 4, 7);
    c.fill();
  });
}

/** What lies under the mouse, in words. */
function under(name, plane, px, py) {
  if (name === "raster" && !isDense()) {
    let [best, said] = [64, ""];
    for (const raster of data.rasters) {
      const to = firstFrom(raster.times, plane.xAt(px + 8));
      for (let i = firstFrom(raster.times, plane.xAt(px - 8)); i < to; i++) {
        if (!groups[raster.groupOf(i)].shown || !wants(raster.gids[i])) continue;
        const distance = (plane.px(raster.times[i]) - px) ** 2 + (plane.py(raster.gids[i]) - py) ** 2;
        if (distance < best) {
          best = distance;
          said = groups[raster.groupOf(i)].name + ": " + raster.times[i] + " ms, gid " + raster.gids[i];
        }
      }
    }
    return said;
  }
  if (name.startsWith("report-")) {
    const report = data.reports[Number(name.split("-")[1])];
    const i = Math.min(report.times.length - 1, firstFrom(report.times, plane.xAt(px)));
    let [best, said] = [14, ""];
    for (const k of chosenColumns(report).slice(0, 2000)) {
      const distance = Math.abs(plane.py(report.values[k][i]) - py);
      if (distance < best) {
        best = distance;
        said = report.columns[k][1] + ": " + Number(report.values[k][i].toPrecision(6)) + " " + report.units + " at " +
          Number(report.times[i].toPrecision(9)) + " ms";
      }
    }
    return said;
  }
  return "";
}

function listenToMouse(name, plane) {
  const canvas = plane.canvas;
  let start = null;
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    start = { at: place(event), t: [...sight.t], y: [...sight.y], isBox: event.shiftKey };
    element("tip").hidden = true;
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    if (!start) {
      const said = under(name, plane, x, y);
      const tip = element("tip");
      tip.hidden = !said;
      tip.textContent = said;
      tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
      tip.style.top = event.clientY + 14 + "px";
      return;
    }
    if (start.isBox) {
      draw();
      plane.context.fillStyle = color("accent");
      plane.context.globalAlpha = 0.2;
      const top = name === "raster" ? start.at[1] : plane.top;
      const bottom = name === "raster" ? y : plane.top + plane.innerHeight;
      plane.context.fillRect(start.at[0], top, x - start.at[0], bottom - top);
      plane.context.globalAlpha = 1;
      return;
    }
    const dt = ((x - start.at[0]) / plane.innerWidth) * (start.t[1] - start.t[0]);
    const dy = ((y - start.at[1]) / plane.innerHeight) * (start.y[1] - start.y[0]);
    move(start.t.map((t) => t - dt), name === "raster" ? start.y.map((value) => value + dy) : null);
  });
  canvas.addEventListener("pointerup", (event) => {
    const [x, y] = place(event);
    if (start && start.isBox && Math.abs(x - start.at[0]) > 3) {
      const t = [plane.xAt(start.at[0]), plane.xAt(x)].sort((a, b) => a - b);
      const rows = [plane.yAt(start.at[1]), plane.yAt(y)].sort((a, b) => a - b);
      move(t, name === "raster" && Math.abs(y - start.at[1]) > 3 ? rows : null);
    } else if (start && start.isBox) redraw();
    start = null;
  });
  canvas.addEventListener("pointercancel", () => (start = null));
  canvas.addEventListener("pointerleave", () => (element("tip").hidden = true));
  canvas.addEventListener("dblclick", showAll);
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.shiftKey) return; // the page scrolls
      event.preventDefault();
      const [x, y] = place(event);
      const factor = Math.exp(0.0015 * (event.deltaY || event.deltaX));
      if (event.shiftKey && name === "raster") {
        const at = plane.yAt(y);
        move(sight.t, sight.y.map((value) => at + (value - at) * factor));
      } else zoom(factor, plane.xAt(x));
    },
    { passive: false },
  );
}

function listenToControls() {
  element("controls").addEventListener("submit", (event) => event.preventDefault());
  for (const id of ["begin", "end", "cells", "bin"]) {
    const input = element(id);
    if (!input) continue;
    input.addEventListener("change", readControls);
  }
  const actions = {
    "zoom-in": () => zoom(0.5),
    "zoom-out": () => zoom(2),
    left: () => shift(-0.25),
    right: () => shift(0.25),
    all: showAll,
    difference: goToDifference,
  };
  for (const [id, action] of Object.entries(actions)) if (element(id)) element(id).addEventListener("click", action);
  for (const figure of document.querySelectorAll(".chart")) {
    const name = figure.dataset.chart;
    for (const button of figure.querySelectorAll("[data-as]")) {
      button.addEventListener("click", () => save(name, button.dataset.as));
    }
  }
  listenToKeys({
    ArrowLeft: actions.left,
    ArrowRight: actions.right,
    "+": actions["zoom-in"],
    "=": actions["zoom-in"],
    "-": actions["zoom-out"],
    0: showAll,
    d: goToDifference,
    t: () => toggleTheme(),
  });
}

function save(name, as) {
  if (as === "csv") return download(document.title + "-" + name + ".csv", csvOf(...tables[name]()), "text/csv");
  planes[name].canvas.toBlob((blob) => download(document.title + "-" + name + ".png", blob, "image/png"));
}

async function start() {
  await load();
  for (const figure of document.querySelectorAll(".chart")) {
    const plane = new Plane(figure.querySelector("canvas"));
    planes[figure.dataset.chart] = plane;
    if (figure.dataset.chart === "raster" && data.difference) plane.top += 16; // for its name
    if (!["isi", "correlations"].includes(figure.dataset.chart)) listenToMouse(figure.dataset.chart, plane);
  }
  toggleTheme = makeTheme(element("theme"), redraw);
  makeLegend();
  listenToControls();
  new ResizeObserver(() => {
    for (const plane of Object.values(planes)) plane.resize();
    redraw();
  }).observe(document.querySelector("main"));
  showAll();
  document.documentElement.dataset.ready = "yes";
}

start();
