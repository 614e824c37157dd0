// Canvases with axes.

const MARGIN = { left: 66, right: 26, top: 8, bottom: 40 };
const PALETTE = ["#1F83C4", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#7B5CD6", "#9A6B3F", "#3FA7B5"];
const DASHES = [[], [7, 3], [2, 3], [8, 3, 2, 3], [12, 4], [4, 2]];

/** Round numbers from `from` to `to`, at most about `most`. */
function ticksOf(from, to, most) {
  const raw = (to - from) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw * 0.999) * power;
  const ticks = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * step; k++) ticks.push(k * step);
  return { values: ticks, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

function numberText(value, digits) {
  if (value !== 0 && (Math.abs(value) >= 1e7 || Math.abs(value) < 1e-5)) return value.toExponential(2);
  return value.toFixed(Math.min(digits, 10));
}

/** A chart on a canvas: its size, and where its values lie. */
class Plane {
  constructor(canvas) {
    this.canvas = canvas;
    this.top = MARGIN.top;
    this.x = [0, 1];
    this.y = [0, 1];
    this.resize();
  }

  /** Fits the canvas to its place and to the screen. One that fits keeps its picture: setting its size would clear it. */
  resize() {
    const ratio = window.devicePixelRatio || 1;
    if (this.width === this.canvas.clientWidth && this.height === this.canvas.clientHeight && this.ratio === ratio) return;
    this.ratio = ratio;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context = this.canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  get left() { return MARGIN.left; }
  get innerWidth() { return Math.max(10, this.width - MARGIN.left - MARGIN.right); }
  get innerHeight() { return Math.max(10, this.height - this.top - MARGIN.bottom); }

  px(x) { return this.left + ((x - this.x[0]) / (this.x[1] - this.x[0])) * this.innerWidth; }
  py(y) { return this.top + (1 - (y - this.y[0]) / (this.y[1] - this.y[0])) * this.innerHeight; }
  xAt(px) { return this.x[0] + ((px - this.left) / this.innerWidth) * (this.x[1] - this.x[0]); }
  yAt(py) { return this.y[0] + (1 - (py - this.top) / this.innerHeight) * (this.y[1] - this.y[0]); }

  /** Clears the canvas and draws axes with titles. */
  begin(xTitle, yTitle, whole) {
    const c = this.context;
    c.setLineDash([]);
    c.globalAlpha = 1;
    c.fillStyle = color("page");
    c.fillRect(0, 0, this.width, this.height);
    c.font = '11px system-ui, "DejaVu Sans", sans-serif';
    c.lineWidth = 1;
    const horizontal = ticksOf(this.x[0], this.x[1], this.innerWidth / 70);
    let vertical = ticksOf(this.y[0], this.y[1], this.innerHeight / 36);
    if (whole) vertical = { values: vertical.values.filter(Number.isInteger), digits: 0 };
    c.strokeStyle = color("grid");
    c.beginPath();
    for (const value of horizontal.values) this.line(this.px(value), this.top, this.px(value), this.top + this.innerHeight);
    for (const value of vertical.values) this.line(this.left, this.py(value), this.left + this.innerWidth, this.py(value));
    c.stroke();
    c.fillStyle = color("muted");
    c.textAlign = "center";
    c.textBaseline = "top";
    for (const value of horizontal.values) {
      c.fillText(numberText(value, horizontal.digits), this.px(value), this.top + this.innerHeight + 5);
    }
    c.textAlign = "right";
    c.textBaseline = "middle";
    for (const value of vertical.values) c.fillText(numberText(value, vertical.digits), this.left - 6, this.py(value));
    c.fillStyle = color("ink");
    c.font = '12px system-ui, "DejaVu Sans", sans-serif';
    c.textAlign = "center";
    c.textBaseline = "bottom";
    c.fillText(xTitle, this.left + this.innerWidth / 2, this.height - 2);
    c.save();
    c.translate(13, this.top + this.innerHeight / 2);
    c.rotate(-Math.PI / 2);
    c.textBaseline = "middle";
    c.fillText(yTitle, 0, 0);
    c.restore();
    c.strokeStyle = color("muted");
    c.beginPath();
    this.line(this.left, this.top, this.left, this.top + this.innerHeight);
    this.line(this.left, this.top + this.innerHeight, this.left + this.innerWidth, this.top + this.innerHeight);
    c.stroke();
    c.save();
    c.beginPath();
    c.rect(this.left, this.top, this.innerWidth, this.innerHeight);
    c.clip();
  }

  line(x0, y0, x1, y1) {
    this.context.moveTo(Math.round(x0) + 0.5, Math.round(y0) + 0.5);
    this.context.lineTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
  }

  end() {
    this.context.restore();
  }

  /** Says in the middle why there is nothing. */
  say(text) {
    const c = this.context;
    c.fillStyle = color("muted");
    c.font = '13px system-ui, "DejaVu Sans", sans-serif';
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(text, this.left + this.innerWidth / 2, this.top + this.innerHeight / 2);
  }
}

/** The first index of a sorted array whose value is not below `value`. */
function firstFrom(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of a histogram's values: [limits of bins, counts]. */
function histogram(values, from, to, bins) {
  const counts = new Float64Array(bins);
  for (const value of values) {
    const at = Math.floor(((value - from) / (to - from)) * bins);
    if (at >= 0 && at < bins) counts[at]++;
    else if (value === to) counts[bins - 1]++;
  }
  return counts;
}

/** The shape that stands for a group without color: a bar, a square, a triangle, a cross, a plus, a diamond. */
function mark(context, shape, x, y, height, width = 1.4) {
  const half = Math.min(4, Math.max(1.5, height / 2));
  if (shape === 0) context.rect(x - width / 2, y - height / 2, width, height);
  else if (shape === 1) context.rect(x - half * 0.7, y - half * 0.7, half * 1.4, half * 1.4);
  else if (shape === 2) {
    context.moveTo(x, y - half);
    context.lineTo(x + half, y + half);
    context.lineTo(x - half, y + half);
    context.closePath();
  } else if (shape === 3) {
    context.rect(x - half, y - 0.7, 2 * half, 1.4);
  } else if (shape === 4) {
    context.rect(x - half, y - 0.7, 2 * half, 1.4);
    context.rect(x - 0.7, y - half, 1.4, 2 * half);
  } else {
    context.moveTo(x, y - half);
    context.lineTo(x + half, y);
    context.lineTo(x, y + half);
    context.lineTo(x - half, y);
    context.closePath();
  }
}
