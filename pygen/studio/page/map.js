// Drawing cells with the C64's characters, and a view that can be moved and enlarged.

const SIZE = 8;
let palette = [];

export function setPalette(colours) {
  palette = colours.map(([r, g, b]) => (0xff000000 | (b << 16) | (g << 8) | r) >>> 0);
}

export const colour = (number) => palette[number];

// An atlas whose glyphs are pixels.
export function makeAtlas(data) {
  const ground = palette[data.background];
  const glyphs = data.art.map(([hex, number]) => {
    const pixels = new Uint32Array(SIZE * SIZE);
    for (let row = 0; row < SIZE; row++) {
      const bits = parseInt(hex.slice(2 * row, 2 * row + 2), 16);
      for (let x = 0; x < SIZE; x++) pixels[row * SIZE + x] = (bits >> (7 - x)) & 1 ? palette[number] : ground;
    }
    return pixels;
  });
  const blank = data.art.map(([hex]) => /^0+$/.test(hex));
  const tints = data.art.map(([, number], n) => (blank[n] ? ground : palette[number]));
  return { ...data, glyphs, tints, ground };
}

export function drawCells(canvas, atlas, width, height, cells) {
  const across = width * SIZE, down = height * SIZE;
  if (canvas.width !== across || canvas.height !== down) { canvas.width = across; canvas.height = down; }
  const image = new ImageData(across, down);
  const pixels = new Uint32Array(image.data.buffer);
  for (let at = 0; at < cells.length; at++) blit(pixels, across, width, at, atlas.glyphs[cells[at]]);
  canvas.getContext("2d").putImageData(image, 0, 0);
}

function blit(pixels, across, width, at, glyph) {
  let to = Math.floor(at / width) * SIZE * across + (at % width) * SIZE;
  for (let row = 0; row < SIZE * SIZE; row += SIZE, to += across) {
    for (let x = 0; x < SIZE; x++) pixels[to + x] = glyph[row + x];
  }
}

// What A and B have in common in grey, the rest of A in red and of B in green.
export function drawDifference(canvas, atlas, width, height, cells, atlasB, cellsB) {
  const across = width * SIZE, down = height * SIZE;
  canvas.width = across; canvas.height = down;
  const image = new ImageData(across, down);
  const pixels = new Uint32Array(image.data.buffer);
  let count = 0;
  for (let at = 0; at < cells.length; at++) {
    const a = atlas.glyphs[cells[at]], b = atlasB.glyphs[cellsB[at]];
    const is = atlas.names[cells[at]] === atlasB.names[cellsB[at]];
    if (!is) count++;
    const mixed = new Uint32Array(SIZE * SIZE);
    for (let n = 0; n < mixed.length; n++) {
      const inA = a[n] !== atlas.ground, inB = b[n] !== atlasB.ground;
      mixed[n] = is ? (inA ? 0xff4a4650 : 0xff000000)
        : inA && inB ? 0xff5cd6ff : inA ? 0xff6c5cff : inB ? 0xff6ee878 : 0xff201418;
    }
    blit(pixels, across, width, at, mixed);
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  return count;
}

// A map of a few pixels a tile, in the tiles' colours.
export function drawSmall(canvas, atlas, width, height, cells) {
  canvas.width = width; canvas.height = height;
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let at = 0; at < cells.length; at++) pixels[at] = atlas.tints[cells[at]];
  canvas.getContext("2d").putImageData(image, 0, 0);
}

export class View {
  constructor(viewport, { onTile, onKey, onMove }) {
    this.viewport = viewport;
    this.paper = viewport.querySelector(".paper");
    this.tiles = viewport.querySelector(".tiles");
    this.over = viewport.querySelector(".over");
    this.width = this.height = 1;
    this.zoom = 1; this.x = 0; this.y = 0;
    this.isFitted = true;
    this.onTile = onTile; this.onKey = onKey; this.onMove = onMove ?? (() => {});
    this.pointers = new Map();
    viewport.addEventListener("pointerdown", (event) => this.down(event));
    viewport.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) viewport.addEventListener(name, (event) => this.up(event));
    viewport.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = viewport.getBoundingClientRect();
      this.enlarge(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    viewport.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => { if (this.isFitted) this.fit(); }).observe(viewport);
  }

  resize(width, height) {
    if (this.width === width && this.height === height) return;
    this.width = width; this.height = height;
    this.fit();
  }

  fit() {
    const { clientWidth, clientHeight } = this.viewport;
    this.zoom = Math.max(0.05, Math.min(clientWidth / (this.width * SIZE), clientHeight / (this.height * SIZE)));
    if (this.zoom > 1) this.zoom = Math.floor(this.zoom * 4) / 4;
    this.x = (clientWidth - this.width * SIZE * this.zoom) / 2;
    this.y = (clientHeight - this.height * SIZE * this.zoom) / 2;
    this.isFitted = true;
    this.place();
  }

  enlarge(factor, x = this.viewport.clientWidth / 2, y = this.viewport.clientHeight / 2) {
    const zoom = Math.max(0.1, Math.min(12, this.zoom * factor));
    this.x = x - ((x - this.x) * zoom) / this.zoom;
    this.y = y - ((y - this.y) * zoom) / this.zoom;
    this.zoom = zoom;
    this.isFitted = false;
    this.place();
  }

  pan(dx, dy) { this.x += dx; this.y += dy; this.isFitted = false; this.place(); }

  place(isTold = true) {
    // Some of the map always stays in sight.
    const across = this.width * SIZE * this.zoom, down = this.height * SIZE * this.zoom;
    this.x = Math.min(this.viewport.clientWidth - 40, Math.max(40 - across, this.x));
    this.y = Math.min(this.viewport.clientHeight - 40, Math.max(40 - down, this.y));
    this.paper.style.width = `${this.width * SIZE * this.zoom}px`;
    this.paper.style.height = `${this.height * SIZE * this.zoom}px`;
    this.paper.style.transform = `translate(${this.x}px, ${this.y}px)`;
    if (isTold) this.onMove(this);
  }

  follow(other) {
    this.zoom = other.zoom; this.x = other.x; this.y = other.y; this.isFitted = other.isFitted;
    this.place(false);
  }

  down(event) {
    this.viewport.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.start = [event.clientX, event.clientY];
    this.isDrag = false;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (this.pointers.size === 2) {
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      const box = this.viewport.getBoundingClientRect();
      const apart = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]) || 1;
      this.enlarge(apart(now) / apart(before), (now[0] + other[0]) / 2 - box.left, (now[1] + other[1]) / 2 - box.top);
      this.isDrag = true;
    } else if (this.isDrag || Math.hypot(now[0] - this.start[0], now[1] - this.start[1]) > 4) {
      this.isDrag = true;
      this.viewport.classList.add("dragging");
      this.pan(now[0] - before[0], now[1] - before[1]);
    }
    this.pointers.set(event.pointerId, now);
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    this.viewport.classList.remove("dragging");
    if (this.isDrag || event.type === "pointercancel") return;
    const box = this.viewport.getBoundingClientRect();
    this.pick(event.clientX - box.left, event.clientY - box.top);
  }

  pick(x, y) {
    const column = Math.floor((x - this.x) / this.zoom / SIZE), row = Math.floor((y - this.y) / this.zoom / SIZE);
    if (column >= 0 && row >= 0 && column < this.width && row < this.height) this.onTile(column, row);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.onKey(event)) { event.preventDefault(); return; }
    const step = 48;
    const actions = {
      "+": () => this.enlarge(1.25), "=": () => this.enlarge(1.25), "-": () => this.enlarge(0.8), 0: () => this.fit(),
      ArrowLeft: () => this.pan(step, 0), ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step), ArrowDown: () => this.pan(0, -step),
      Enter: () => this.pick(this.viewport.clientWidth / 2, this.viewport.clientHeight / 2),
    };
    const action = actions[event.key];
    if (action) { event.preventDefault(); action(); }
  }

  // A clean sheet over the map, with `scale` pixels a tile.
  sheet() {
    const scale = 16;
    this.over.width = this.width * scale; this.over.height = this.height * scale;
    const context = this.over.getContext("2d");
    context.clearRect(0, 0, this.over.width, this.over.height);
    return [context, scale];
  }
}

const SHADES = ["#5cd6ff", "#ffd65c", "#ff8f5c", "#b98cff", "#7cf08c"];

export function drawOverlay(view, overlay, picked) {
  const [context, scale] = view.sheet();
  if (overlay) {
    const { numbers, tiles, boxes, lines } = overlay;
    const most = Math.max(1, ...(numbers.length ? [numbers.reduce((a, b) => Math.max(a, b), 0)] : [1]));
    numbers.forEach((number, at) => {
      if (number < 0) return;
      const share = number / most;
      context.fillStyle = `hsla(${240 - 240 * share}, 95%, 58%, 0.62)`;
      context.fillRect((at % view.width) * scale, Math.floor(at / view.width) * scale, scale, scale);
    });
    context.fillStyle = "#ff3d7fb0";
    for (const at of tiles) context.fillRect((at % view.width) * scale, Math.floor(at / view.width) * scale, scale, scale);
    context.lineWidth = 4;
    for (const [x1, y1, x2, y2, , kind] of lines) {
      context.strokeStyle = SHADES[kind % SHADES.length];
      context.beginPath();
      context.moveTo(x1 * scale, y1 * scale);
      context.lineTo(x2 * scale, y2 * scale);
      context.stroke();
    }
    context.font = `bold ${scale * 1.6}px ui-monospace, monospace`;
    context.textAlign = "center"; context.textBaseline = "middle";
    context.lineWidth = 3;
    for (const [x, y, w, h, label] of boxes) {
      context.strokeStyle = "#5cd6ff";
      context.strokeRect(x * scale, y * scale, w * scale, h * scale);
      context.strokeStyle = "#000";
      context.strokeText(label, (x + w / 2) * scale, (y + h / 2) * scale);
      context.fillStyle = "#fff";
      context.fillText(label, (x + w / 2) * scale, (y + h / 2) * scale);
    }
  }
  if (picked) {
    context.strokeStyle = "#fff"; context.lineWidth = 3;
    context.strokeRect(picked[0] * scale - 1, picked[1] * scale - 1, scale + 2, scale + 2);
  }
}

export function drawAttempts(view, attempts) {
  const [context, scale] = view.sheet();
  context.lineWidth = 4;
  for (const [, x, y, w, h, fits] of attempts) {
    context.strokeStyle = fits ? "#77ff66" : "#ff5577";
    context.strokeRect(x * scale, y * scale, w * scale, h * scale);
  }
}
