// The filter: which values of axes are chosen, in its form and in the address, and what that leaves of all that the page shows.
//
// The address is #SLIDE&AXIS=VALUE,VALUE&AXIS=...; an axis that it does not name has all values. What the page shows has the
// number of a key: for each axis the place of a value, or null where it stands for all values.

const filter = { axes: [], keys: [], chosen: [], unknown: [] }; // chosen: of each axis a set of places, or null for all

const isFiltered = () => filter.chosen.some((places) => places !== null);

/** Whether the filter leaves what has this key; what has none always stays. */
function isChosen(number) {
  if (number === null || number === undefined) return true;
  return filter.keys[number].every((place, axis) => place === null || !filter.chosen[axis] || filter.chosen[axis].has(place));
}

/** The part of the address that names the filter. */
function filterAddress() {
  const parts = filter.axes.map(([name, , texts], axis) => {
    const places = filter.chosen[axis];
    if (!places) return "";
    const values = texts.filter((_, place) => places.has(place)).map(encodeURIComponent);
    return "&" + encodeURIComponent(name) + "=" + values.join(",");
  });
  return parts.join("");
}

/** The address as [name of the slide, {axis: texts} of the filter]. */
function readAddress() {
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch (error) {
      return text; // not an address of ours
    }
  };
  const [slide, ...parts] = location.hash.slice(1).split("&");
  const chosen = parts.map((part) => {
    const [name, values = ""] = part.split("=");
    return [decoded(name), values === "" ? [] : values.split(",").map(decoded)];
  });
  return [decoded(slide), Object.fromEntries(chosen)];
}

/** Chooses the values of {axis: texts}; what the page does not have is kept in `unknown`. */
function choose(named) {
  const known = new Set(filter.axes.map(([name]) => name));
  filter.unknown = Object.keys(named).filter((name) => !known.has(name));
  filter.chosen = filter.axes.map(([name, , texts]) => {
    if (!Object.hasOwn(named, name)) return null;
    filter.unknown.push(...named[name].filter((text) => !texts.includes(text)).map((text) => name + "=" + text));
    const places = new Set(texts.map((_, place) => place).filter((place) => named[name].includes(texts[place])));
    return places.size === texts.length ? null : places;
  });
}

/** Chooses what is checked in the form. */
function chooseFromForm() {
  filter.unknown = [];
  for (const field of document.querySelectorAll("#filter fieldset")) {
    const boxes = [...field.querySelectorAll("input")];
    const places = boxes.filter((box) => box.checked).map((box) => Number(box.value));
    filter.chosen[field.dataset.axis] = places.length === boxes.length ? null : new Set(places);
  }
}

function fillForm() {
  for (const box of document.querySelectorAll("#filter input")) {
    const places = filter.chosen[box.closest("fieldset").dataset.axis];
    box.checked = !places || places.has(Number(box.value));
  }
}

/** The choice in words: "exchange allgather; ranks 1, 2". */
function filterWords() {
  const parts = filter.axes.map(([, label, texts], axis) => {
    const places = filter.chosen[axis];
    return places ? label + " " + (texts.filter((_, place) => places.has(place)).join(", ") || "without a value") : "";
  });
  return parts.filter((part) => part).join("; ");
}

/** Items of a trace's lists that are kept; of categories within categories, those of each list. */
function pick(value, kept, count) {
  if (Array.isArray(value)) {
    if (Array.isArray(value[0])) return value.map((part) => pick(part, kept, count));
    return value.length === count ? kept.map((place) => value[place]) : value;
  }
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, pick(part, kept, count)]));
  }
  return value;
}

const placesOfChosen = (keys) => [...keys.keys()].filter((place) => isChosen(keys[place]));

/** The traces that are left, each with the points that are left. Lines of reference have no keys: they stay with others. */
function chosenTraces(traces) {
  const left = traces
    .map((trace) => (trace.keys ? pick(trace, placesOfChosen(trace.keys), trace.keys.length) : trace))
    .filter((trace) => !trace.keys || trace.keys.length);
  if (traces.some((trace) => trace.keys) && !left.some((trace) => trace.keys)) return [];
  const inLegend = (name) => left.some((trace) => trace.name === name && trace.showlegend !== false);
  return left.map((trace) => (inLegend(trace.name) ? trace : { ...trace, showlegend: true }));
}

/** A layout whose axes have only the categories that are left. */
function chosenLayout(layout) {
  const left = { ...layout };
  for (const name of ["xaxis", "yaxis"]) {
    const axis = layout[name];
    if (!axis || !axis.keys) continue;
    const kept = placesOfChosen(axis.keys);
    const end = axis.range[1] - (axis.keys.length - kept.length);
    left[name] = { ...axis, keys: kept.map((place) => axis.keys[place]), range: [axis.range[0], end] };
    left[name].categoryarray = kept.map((place) => axis.categoryarray[place]);
  }
  return left;
}

/** What the filter leaves of a view. */
function chosenPart(view) {
  if (!isFiltered()) return view;
  const traces = chosenTraces(view.traces);
  const note = view.traces.length && !traces.length ? "The filter leaves nothing of this figure." : view.note;
  const rows = view.keys.length ? placesOfChosen(view.keys).map((place) => view.rows[place]) : view.rows;
  return { ...view, traces: traces, layout: chosenLayout(view.layout), rows: rows, note: note };
}

/** The sentence about chosen comparisons: as Headline.sentence in answer.py. */
function sentenceOf(headline) {
  const found = headline.clauses.filter(([key]) => isChosen(key));
  if (!found.length) return headline.nothing + headline.tail;
  if (found.length <= 8) return headline.compared + found.map(([, , text]) => text).join("; ") + "." + headline.tail;
  const counts = Object.entries(headline.verdicts).map(([verdict, words]) => {
    const count = found.filter(([, one]) => one === verdict).length;
    return count ? count + " " + words : "";
  });
  return "Of " + found.length + " " + headline.counted + ": " + counts.filter((text) => text).join(", ") + "." + headline.tail;
}

/** A table for downloading: what stands before its rows, the rows that are left, and what stands behind them. */
function tableText(table, as) {
  const [head, rows, tail] = table[as];
  return head + rows.filter((_, place) => isChosen(table.keys[place])).join("") + tail;
}

/** Shows only the rows, logs and sentences that the filter leaves, and says what is chosen. */
function filterPage(tables, headlines) {
  let left = 0;
  let all = 0;
  for (const [name, table] of Object.entries(tables)) {
    const element = document.getElementById("table-" + name);
    if (!element) continue; // a table without rows
    const rows = [...element.tBodies[0].rows];
    rows.forEach((row, place) => (row.hidden = !isChosen(table.keys[place])));
    const count = rows.filter((row) => !row.hidden).length;
    const said = count < rows.length ? count + " of " + rows.length : String(count);
    document.querySelector(`[data-count="${name}"]`).textContent = said + " rows";
    if (/(^|-)runs$/.test(name)) [left, all] = [left + count, all + rows.length];
  }
  for (const element of document.querySelectorAll("[data-chosen-by]")) {
    element.hidden = !isChosen(Number(element.dataset.chosenBy));
  }
  for (const element of document.querySelectorAll("[data-headline]")) {
    element.dataset.whole ??= element.textContent;
    element.textContent = isFiltered() ? sentenceOf(headlines[element.dataset.headline]) : element.dataset.whole;
  }
  document.documentElement.toggleAttribute("data-filtered", isFiltered());
  const words = isFiltered() ? "Only " + filterWords() + ": " + left + " of " + all + " runs." : "";
  const unknown = filter.unknown.length ? "The address names what this page does not have: " + filter.unknown.join(", ") + "." : "";
  const chosen = document.getElementById("chosen");
  if (!chosen) return;
  chosen.textContent = [words, unknown].filter((text) => text).join(" ");
  chosen.hidden = !chosen.textContent;
  document.getElementById("shown").textContent = isFiltered() ? left + " of " + all + " runs" : "all runs";
}

/** Calls `changed` after each choice in the form. */
function listenToFilter(changed) {
  const element = document.getElementById("filter");
  if (!element) return;
  element.hidden = false;
  element.addEventListener("change", () => {
    chooseFromForm();
    changed();
  });
  for (const button of element.querySelectorAll("[data-set]")) {
    button.addEventListener("click", () => {
      for (const box of button.closest("fieldset").querySelectorAll("input")) box.checked = button.dataset.set === "all";
      chooseFromForm();
      changed();
    });
  }
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.activeElement.blur();
  });
}

function openFilter() {
  const element = document.getElementById("filter");
  if (!element) return;
  element.open = true;
  element.querySelector("input").focus();
}
