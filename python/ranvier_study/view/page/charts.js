// Rasters, rates, traces and histograms.

const MOST_MARKS = 60000; // of single spikes in sight; beyond, their density
const MOST_LINES = 40; // of a report in sight; beyond, the band of their values

/** Draws the spikes in sight; returns {count, isDense}. `groups`: what has a color, each with raster, population, shown. */
function drawRaster(plane, rasters, groups, wants, difference) {
  plane.begin("Time (ms)", "Cell (gid)", true);
  const c = plane.context;
  let count = 0;
  const found = rasters.map((raster) => {
    const from = firstFrom(raster.times, plane.x[0]);
    let to = from;
    const picked = [];
    for (; to < raster.times.length && raster.times[to] <= plane.x[1]; to++) {
      const gid = raster.gids[to];
      if (gid < plane.y[0] || gid > plane.y[1] || !groups[raster.groupOf(to)].shown || !wants(gid)) continue;
      count++;
      if (count <= MOST_MARKS) picked.push(to);
    }
    return { from: from, to: to, picked: picked };
  });
  const isDense = count > MOST_MARKS;
  if (isDense) drawDensity(plane, rasters, groups, wants, found);
  else {
    const row = plane.innerHeight / (plane.y[1] - plane.y[0]);
    const isTwo = rasters.length === 2;
    const height = Math.min(isTwo ? 12 : 16, Math.max(3, row * (isTwo ? 0.42 : 0.8)));
    groups.forEach((group, index) => {
      c.fillStyle = group.color;
      c.beginPath();
      rasters.forEach((raster, number) => {
        const shift = isTwo ? (number ? 1 : -1) * (height / 2 + 0.5) : 0;
        for (const i of found[number].picked) {
          if (raster.groupOf(i) === index) {
            mark(c, isTwo ? 0 : index % 6, plane.px(raster.times[i]), plane.py(raster.gids[i]) + shift, height, count < 3000 ? 2 : 1.4);
          }
        }
      });
      c.fill();
    });
    c.strokeStyle = color("ink");
    c.beginPath();
    rasters.forEach((raster, number) => {
      if (!raster.only) return;
      const shift = (number ? 1 : -1) * (height / 2 + 0.5);
      for (const i of found[number].picked) {
        if (!raster.only[i]) continue;
        const [x, y] = [plane.px(raster.times[i]), plane.py(raster.gids[i]) + shift];
        c.moveTo(x + height / 2 + 2, y);
        c.arc(x, y, height / 2 + 2, 0, 2 * Math.PI);
      }
    });
    c.stroke();
  }
  if (difference && difference.time !== null) drawDifference(plane, difference);
  plane.end();
  if (difference && difference.time !== null) nameDifference(plane, difference);
  if (!count) plane.say("no spikes here");
  return { count: count, isDense: isDense };
}

/** Pixels of which the opacity shows how many spikes lie in them, on a logarithmic scale. */
function drawDensity(plane, rasters, groups, wants, found) {
  const width = Math.ceil(plane.innerWidth / 2);
  const height = Math.ceil(plane.innerHeight / 2);
  const counts = new Float32Array(width * height);
  const sums = [0, 1, 2].map(() => new Float32Array(width * height));
  const rgb = groups.map((group) => [1, 3, 5].map((at) => parseInt(group.color.slice(at, at + 2), 16)));
  rasters.forEach((raster, number) => {
    for (let i = found[number].from; i < found[number].to; i++) {
      const gid = raster.gids[i];
      const index = raster.groupOf(i);
      if (gid < plane.y[0] || gid > plane.y[1] || !groups[index].shown || !wants(gid)) continue;
      const x = Math.min(width - 1, Math.floor((plane.px(raster.times[i]) - plane.left) / 2));
      const y = Math.min(height - 1, Math.floor((plane.py(gid) - plane.top) / 2));
      const at = y * width + x;
      counts[at]++;
      for (let k = 0; k < 3; k++) sums[k][at] += rgb[index][k];
    }
  });
  paint(plane, counts, width, height, (at) => sums.map((sum) => sum[at] / counts[at]));
}

/** Draws counts as an image over the whole plane. */
function paint(plane, counts, width, height, colorAt) {
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  const image = new ImageData(width, height);
  for (let at = 0; at < counts.length; at++) {
    if (!counts[at]) continue;
    image.data.set(colorAt(at), 4 * at);
    image.data[4 * at + 3] = 60 + 195 * (Math.log1p(counts[at]) / Math.log1p(most));
  }
  const sheet = new OffscreenCanvas(width, height);
  sheet.getContext("2d").putImageData(image, 0, 0);
  plane.context.imageSmoothingEnabled = false;
  plane.context.drawImage(sheet, plane.left, plane.top, width * 2, height * 2);
}

/** The density of rasters that the page does not hold spike by spike; returns the count in sight. */
function drawGrid(plane, rasters, groups, range, difference) {
  plane.begin("Time (ms)", "Cell (gid)", true);
  const width = Math.ceil(plane.innerWidth / 2);
  const height = Math.ceil(plane.innerHeight / 2);
  const counts = new Float32Array(width * height);
  const sums = [0, 1, 2].map(() => new Float32Array(width * height));
  let total = 0;
  rasters.forEach((raster, number) => {
    if (!groups[number].shown) return;
    const rgb = [1, 3, 5].map((at) => parseInt(groups[number].color.slice(at, at + 2), 16));
    const step = [(range[1] - range[0]) / raster.columns, (raster.most - raster.least + 1) / raster.rows];
    for (let y = 0; y < height; y++) {
      const row = Math.floor((plane.yAt(plane.top + 2 * y + 1) - raster.least + 0.5) / step[1]);
      if (row < 0 || row >= raster.rows) continue;
      for (let x = 0; x < width; x++) {
        const first = Math.floor((plane.xAt(plane.left + 2 * x) - range[0]) / step[0]);
        const last = Math.max(first + 1, Math.floor((plane.xAt(plane.left + 2 * x + 2) - range[0]) / step[0]));
        for (let column = Math.max(0, first); column < Math.min(raster.columns, last); column++) {
          const n = raster.grid[row * raster.columns + column];
          if (!n) continue;
          counts[y * width + x] += n;
          for (let k = 0; k < 3; k++) sums[k][y * width + x] += n * rgb[k];
        }
      }
    }
    total += raster.count;
  });
  paint(plane, counts, width, height, (at) => sums.map((sum) => sum[at] / counts[at]));
  if (difference && difference.time !== null) drawDifference(plane, difference);
  plane.end();
  if (difference && difference.time !== null) nameDifference(plane, difference);
  return total;
}

function drawDifference(plane, difference) {
  const c = plane.context;
  const x = plane.px(difference.time);
  if (x < plane.left || x > plane.left + plane.innerWidth) return;
  c.strokeStyle = c.fillStyle = color("ink");
  c.lineWidth = 1.5;
  c.setLineDash([6, 4]);
  c.beginPath();
  plane.line(x, plane.top, x, plane.top + plane.innerHeight);
  c.stroke();
  c.setLineDash([]);
  for (const gid of new Set(difference.gids)) {
    c.beginPath();
    c.arc(x, plane.py(gid), 10, 0, 2 * Math.PI);
    c.stroke();
  }
  c.lineWidth = 1;
}

/** Its name stands above the axes, where it covers no spike. */
function nameDifference(plane, difference) {
  const c = plane.context;
  const x = plane.px(difference.time);
  if (x < plane.left || x > plane.left + plane.innerWidth) return;
  const isRight = x > plane.left + plane.innerWidth - 120;
  c.font = 'bold 12px system-ui, "DejaVu Sans", sans-serif';
  c.fillStyle = color("ink");
  c.textAlign = isRight ? "right" : "left";
  c.textBaseline = "bottom";
  c.fillText("first difference", x, plane.top - 4);
}

/** Steps of `values` over limits of bins; a line for each group, told apart by its dashes as well. */
function drawSteps(plane, limits, lines) {
  const c = plane.context;
  c.lineWidth = 1.8;
  for (const line of lines) {
    c.strokeStyle = line.color;
    c.setLineDash(line.dash);
    c.beginPath();
    line.values.forEach((value, index) => {
      const [x0, x1, y] = [plane.px(limits[index]), plane.px(limits[index + 1]), plane.py(value)];
      if (index === 0) c.moveTo(x0, plane.py(0));
      c.lineTo(x0, y);
      c.lineTo(x1, y);
      if (index === line.values.length - 1) c.lineTo(x1, plane.py(0));
    });
    c.stroke();
    c.globalAlpha = 0.1;
    c.fillStyle = line.color;
    c.fill();
    c.globalAlpha = 1;
  }
  c.setLineDash([]);
  c.lineWidth = 1;
}

/** Draws a histogram of each line's `numbers`; returns what its CSV holds. */
function drawHistogram(plane, lines, from, to, bins, xTitle, yTitle) {
  const limits = Array.from({ length: bins + 1 }, (_, k) => from + ((to - from) * k) / bins);
  const drawn = lines.map((line) => ({ ...line, values: histogram(line.numbers, from, to, bins) }));
  plane.x = [from, to];
  plane.y = [0, 1.06 * Math.max(1, ...drawn.map((line) => line.values.reduce((a, b) => Math.max(a, b), 0)))];
  plane.begin(xTitle, yTitle, false);
  drawSteps(plane, limits, drawn);
  plane.end();
  return { limits: limits, drawn: drawn };
}

/** Draws the columns of a report in sight; returns a sentence about them. */
function drawReport(plane, report, chosen) {
  const from = Math.max(0, firstFrom(report.times, plane.x[0]) - 1);
  const to = Math.min(report.times.length, firstFrom(report.times, plane.x[1]) + 2);
  let [least, most] = [Infinity, -Infinity];
  for (const k of chosen) {
    const values = report.values[k];
    for (let i = from; i < to; i++) {
      if (values[i] < least) least = values[i];
      if (values[i] > most) most = values[i];
    }
  }
  if (!(most >= least)) [least, most] = [0, 1];
  const margin = 0.05 * (most - least) || 0.5;
  plane.y = [least - margin, most + margin];
  const title = (report.variable || "value") + (report.units ? " (" + report.units + ")" : "");
  plane.begin("Time (ms)", title, false);
  const c = plane.context;
  c.lineWidth = 1.4;
  if (chosen.length > MOST_LINES) drawBand(plane, report, chosen, from, to);
  else {
    chosen.forEach((k, order) => {
      c.strokeStyle = PALETTE[order % PALETTE.length];
      c.setLineDash(DASHES[Math.floor(order / PALETTE.length) % DASHES.length]);
      c.beginPath();
      trace(plane, report.times, report.values[k], from, to);
      c.stroke();
    });
  }
  c.setLineDash([]);
  plane.end();
  if (!chosen.length) plane.say("no columns of these cells");
  return chosen.length > MOST_LINES
    ? chosen.length + " columns: the range of their values, and their mean; choose cells to see single ones."
    : "";
}

/** A path through values; where many lie in a pixel, through the least and the largest of it. */
function trace(plane, times, values, from, to) {
  const c = plane.context;
  const perPixel = (to - from) / plane.innerWidth;
  const step = perPixel > 4 ? Math.floor(perPixel) : 1;
  for (let i = from; i < to; i += step) {
    let [a, b] = [i, i];
    for (let k = i + 1; k < Math.min(to, i + step); k++) {
      if (values[k] < values[a]) a = k;
      if (values[k] > values[b]) b = k;
    }
    for (const k of a < b ? [a, b] : [b, a]) {
      const [x, y] = [plane.px(times[k]), plane.py(values[k])];
      if (i === from && k === Math.min(a, b)) c.moveTo(x, y);
      else c.lineTo(x, y);
    }
  }
}

function drawBand(plane, report, chosen, from, to) {
  const c = plane.context;
  const step = Math.max(1, Math.floor((to - from) / (2 * plane.innerWidth)));
  const points = [];
  for (let i = from; i < to; i += step) {
    let [least, most, sum] = [Infinity, -Infinity, 0];
    for (const k of chosen) {
      const value = report.values[k][i];
      least = Math.min(least, value);
      most = Math.max(most, value);
      sum += value;
    }
    points.push([plane.px(report.times[i]), plane.py(least), plane.py(most), plane.py(sum / chosen.length)]);
  }
  c.fillStyle = c.strokeStyle = PALETTE[0];
  c.globalAlpha = 0.25;
  c.beginPath();
  points.forEach(([x, low], index) => (index ? c.lineTo(x, low) : c.moveTo(x, low)));
  [...points].reverse().forEach(([x, , high]) => c.lineTo(x, high));
  c.fill();
  c.globalAlpha = 1;
  c.beginPath();
  points.forEach(([x, , , middle], index) => (index ? c.lineTo(x, middle) : c.moveTo(x, middle)));
  c.stroke();
}
