// The studio: what is shown, what is changed, and what the address says of it.

import { ask, askBlob, askLines, cellsOf, Gone, hasAllPictures, Refused } from "./api.js";
import { Form } from "./controls.js";
import { drawCells, drawDifference, drawOverlay, drawSmall, makeAtlas, setPalette, View } from "./map.js";
import { Player } from "./player.js";
import { apply, differences, dotted, get, put, same, yaml } from "./values.js";

const $ = (id) => document.getElementById(id);
const IN_GALLERY = 24;
const WORLD_CHUNKS = 2048;
// How many chunks on each side of the shown one are in the gallery.
const AROUND = 2;
const MOST_UNDONE = 500;
// Links without a number have this format, too.
const LINK_FORMAT = "1";

const state = {
  info: null, dungeon: "", seed: 0, floor: 1, chunk: [0, 0], base: {}, section: {}, b: null,
  undone: [], redone: [], compare: "", overlay: "", gallery: "seeds", first: 0, where: "",
  shown: null, shownB: null, atlas: null, picked: null, latency: 0, painted: 0, search: 0,
};

// ------------------------------------------------------------------ messages

const banners = new Map();

function banner(kind, text, actions = []) {
  if (text) banners.set(kind, [text, actions]); else banners.delete(kind);
  const box = $("banner");
  box.hidden = banners.size === 0;
  box.replaceChildren(...[...banners.values()].flatMap(([one, buttons], n) => [
    ...(n ? [document.createElement("br")] : []), document.createTextNode(one),
    ...buttons.map(([label, action]) => Object.assign(document.createElement("button"), { textContent: label, onclick: action })),
  ]));
}

function say(text) { $("live").textContent = text; }

function report(error) {
  if (error instanceof Gone) { banner("gone", error.message); return; }
  if (error instanceof Refused) {
    const hint = error.data.hint ? `\n${error.data.hint}` : "";
    banner("refused", `${error.message}${hint}`, [["Close", () => banner("refused", "")]]);
    return;
  }
  throw error;
}

const guarded = (action) => async (...args) => { try { return await action(...args); } catch (error) { report(error); } };

// ------------------------------------------------------------------ the address

const isWorld = () => Boolean(state.section.world);

function address() {
  const words = new URLSearchParams({ format: LINK_FORMAT, dungeon: state.dungeon, seed: state.seed, floor: state.floor });
  if (isWorld()) words.set("chunk", state.chunk.join());
  const changes = differences(state.base, state.section);
  if (changes.length) words.set("a", JSON.stringify(changes.map(([path, value]) => (value === undefined ? [path] : [path, value]))));
  if (state.b) {
    const others = differences(state.base, state.b);
    words.set("b", JSON.stringify(others.map(([path, value]) => (value === undefined ? [path] : [path, value]))));
  }
  if (state.compare) words.set("compare", state.compare);
  if (state.overlay) words.set("inside", state.overlay);
  if (state.gallery !== "seeds") words.set("gallery", state.gallery);
  if (state.first) words.set("from", state.first);
  if (state.where) words.set("where", state.where);
  if (player.isOpen) words.set("step", player.at);
  return `#${words}`;
}

let addressTimer = 0;
function keepAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, "", address()), 120);
}

function readAddress() {
  let words = new URLSearchParams(location.hash.slice(1));
  const format = words.get("format") ?? LINK_FORMAT;
  const isReadable = format === LINK_FORMAT;
  if (!isReadable) words = new URLSearchParams();
  banner("link", isReadable ? "" : `The link has format ${format}; this studio reads format ${LINK_FORMAT}, and took nothing from the link.`, [["Close", () => banner("link", "")]]);
  const known = Object.keys(state.info.dungeons);
  state.dungeon = known.includes(words.get("dungeon")) ? words.get("dungeon") : known[0];
  state.base = state.info.dungeons[state.dungeon];
  const number = (name, least, most, otherwise) => {
    const value = Number(words.get(name) ?? otherwise);
    return Number.isInteger(value) && value >= least && value <= most ? value : otherwise;
  };
  state.seed = number("seed", 0, 65535, 0);
  state.floor = number("floor", 1, 256, 1);
  const chunk = (words.get("chunk") ?? "0,0").split(",").map(Number);
  const isChunk = chunk.length === 2 && chunk.every((one) => Number.isInteger(one) && one >= 0 && one < WORLD_CHUNKS);
  state.chunk = isChunk ? chunk : [0, 0];
  const changed = (name) => {
    try { return apply(state.base, JSON.parse(words.get(name) ?? "[]")); } catch { return state.base; }
  };
  state.section = changed("a");
  state.b = words.has("b") ? changed("b") : null;
  const choice = (name, all) => (all.includes(words.get(name)) ? words.get(name) : all[0]);
  state.compare = state.b ? choice("compare", ["", "side", "difference"]) : "";
  state.overlay = choice("inside", ["", ...state.info.overlays]);
  state.gallery = choice("gallery", ["seeds", "floors", "found", ...(isWorld() ? ["chunks"] : [])]);
  state.first = number("from", 0, 65535, 0);
  state.where = words.get("where") ?? "";
  state.undone = []; state.redone = [];
  return words.has("step") ? number("step", 0, 1e6, 0) : null;
}

// ------------------------------------------------------------------ drawing

const place = (section = state.section) => ({ dungeon: state.dungeon, section, seed: state.seed, floor: state.floor, chunk: state.chunk });

let drawing = null, wanted = null;

// Draw the newest state; while an answer is awaited only the last wish counts.
function redraw(since = performance.now()) {
  wanted = since;
  keepAddress();
  drawing ??= drawLoop().finally(() => { drawing = null; });
  return drawing;
}

async function drawLoop() {
  while (wanted !== null) {
    const since = wanted;
    wanted = null;
    try {
      await drawOnce(since);
    } catch (error) { report(error); }
  }
}

async function drawOnce(since) {
  let data;
  const asked = state.section;
  try {
    data = await ask("draw", { ...place(), have: state.atlas?.key ?? "" });
  } catch (error) {
    if (!(error instanceof Refused) || !error.data.problems) throw error;
    showProblems(error.data.problems);
    return;
  }
  banner("problems", "");
  form.complain([]);
  $("map").classList.remove("stale");
  if (data.atlas) state.atlas = { ...makeAtlas(data.atlas), key: data.atlas_key };
  state.shown = { ...data, cells: cellsOf(data.cells), atlas: state.atlas, section: asked };
  nameProof();
  if (!player.isOpen) showMap();
  state.latency = performance.now() - since;
  state.painted++;
  showSummary();
  if (state.b) await drawB();
  if (player.isOpen) await watch(player.at);
  await showOverlay();
  later("gallery", 150, showGallery);
}

function showProblems(problems) {
  const left = form.complain(problems);
  $("map").classList.add("stale");
  const text = ["These values cannot work; the map is the last one that did.", ...left].join("\n");
  banner("problems", text);
  say(problems.map((one) => `${dotted(one.path)}: ${one.wrong}`).join("; "));
}

function showMap() {
  const { shown } = state;
  if (!shown) return;
  view.resize(shown.width, shown.height);
  if (state.compare === "difference" && state.shownB && sameSize()) {
    const other = state.shownB;
    const count = drawDifference(view.tiles, shown.atlas, shown.width, shown.height, shown.cells, other.atlas, other.cells);
    $("caption-a").textContent = `${count} tiles differ: red only in A, green only in B, yellow in both`;
  } else {
    drawCells(view.tiles, shown.atlas, shown.width, shown.height, shown.cells);
    // Of what is drawn: a value that was refused is not part of it.
    $("caption-a").textContent = caption("A", shown.section);
  }
}

const sameSize = () => state.shown.width === state.shownB.width && state.shown.height === state.shownB.height;

function caption(name, section) {
  const changes = differences(state.base, section);
  const words = changes.slice(0, 3).map(([path, value]) => `${dotted(path)} ${yaml(value)}`).join(", ");
  const more = changes.length > 3 ? ` and ${changes.length - 3} more` : "";
  return `${state.b ? `${name}: ` : ""}${state.dungeon} ${state.seed}${state.floor > 1 ? `, floor ${state.floor}` : ""}${isWorld() ? `, chunk ${state.chunk.join()}` : ""}${words ? ` · ${words}${more}` : ""}`;
}

async function drawB() {
  try {
    const data = await ask("draw", place(state.b));
    state.shownB = { ...data, cells: cellsOf(data.cells), atlas: makeAtlas(data.atlas) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    $("caption-b").textContent = "B cannot work with this file";
    return;
  }
  $("screen-b").hidden = state.compare !== "side";
  if (state.compare === "side") {
    viewB.resize(state.shownB.width, state.shownB.height);
    drawCells(viewB.tiles, state.shownB.atlas, state.shownB.width, state.shownB.height, state.shownB.cells);
    $("caption-b").textContent = caption("B", state.b);
  }
  if (!player.isOpen) showMap();
}

async function showOverlay() {
  const note = $("overlay-note");
  if (player.isOpen) { note.textContent = ""; return; }
  state.over = state.overlay ? await ask("overlay", { ...place(), name: state.overlay }) : null;
  note.textContent = state.over?.note ?? "";
  drawOverlay(view, state.over, state.picked);
}

const timers = {};
function later(name, wait, action) {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(guarded(action), wait);
}

// ------------------------------------------------------------------ what is said of it

function list(element, pairs) {
  element.replaceChildren(...pairs.flatMap(([title, text]) => [
    Object.assign(document.createElement("dt"), { textContent: title }),
    Object.assign(document.createElement("dd"), { textContent: text }),
  ]));
}

function showSummary() {
  list($("summary"), state.shown.summary);
  $("route").textContent = `Made by the Python reference in ${state.shown.ms.generate} ms, checked in ${state.shown.ms.check} ms; on the screen after ${Math.round(state.latency)} ms.`;
  showChanges();
}

function showChanges() {
  const changes = differences(state.base, state.section);
  $("changes").replaceChildren(...(changes.length ? changes : [null]).map((change) => {
    const item = document.createElement("li");
    if (!change) { item.textContent = "nothing changed"; item.className = "quiet"; return item; }
    const [path, value] = change;
    const text = Object.assign(document.createElement("span"), { textContent: value === undefined ? `without ${dotted(path)}` : `${dotted(path)} = ${yaml(value)}` });
    const button = Object.assign(document.createElement("button"), { textContent: "×", title: "Back to what the file says" });
    button.setAttribute("aria-label", `Reset ${dotted(path)}`);
    button.onclick = () => set(path, get(state.base, path), false, true);
    item.append(text, button);
    return item;
  }));
  $("undo").disabled = !state.undone.length;
  $("redo").disabled = !state.redone.length;
  for (const id of ["reset", "save", "copy-set"]) $(id).disabled = !changes.length;
  $("swap").disabled = !state.b;
  $("compare").value = state.compare;
}

const showTile = guarded(async (x, y) => {
  state.picked = [x, y];
  const data = await ask("tile", { ...place(), x, y });
  const box = document.createElement("dl");
  list(box, [["at", `${x},${y}`], ...data.lines]);
  const watchIt = Object.assign(document.createElement("button"), { textContent: "Watch this step" });
  watchIt.onclick = guarded(() => watch(data.step));
  $("tile").replaceChildren(box, ...(data.step ? [watchIt] : []));
  say(data.lines.map((line) => line.join(": ")).join("; "));
  if (!player.isOpen) drawOverlay(view, state.over, state.picked);
});

// ------------------------------------------------------------------ changing values

let lastPath = "", lastTime = 0;

function set(path, value, isSliding = false, isRebuilt = false) {
  const since = performance.now();
  const key = dotted(path);
  // A slider that is dragged is one change.
  if (!(isSliding && key === lastPath && since - lastTime < 800)) remember();
  lastPath = key; lastTime = since;
  let around = state.section;
  for (let depth = 1; depth < path.length; depth++) {
    // What the file leaves out is written with what it counts as now, if that is a list.
    const inner = path.slice(0, depth);
    if (get(around, inner) === undefined) {
      const known = form.nodeAt(inner)?.default;
      around = put(around, inner, Array.isArray(known) ? known : {});
    }
  }
  state.section = put(around, path, value);
  if (value === undefined) state.section = withoutEmpty(state.section, path.slice(0, -1));
  changed(isRebuilt, since);
}

// Groups that only the page has made go with their last value.
function withoutEmpty(section, path) {
  for (let depth = path.length; depth > 0; depth--) {
    const inner = path.slice(0, depth);
    const value = get(section, inner);
    const isEmpty = value && !Array.isArray(value) && Object.keys(value).length === 0;
    if (!isEmpty || get(state.base, inner) !== undefined) break;
    section = put(section, inner, undefined);
  }
  return section;
}

function remember() {
  state.undone.push(state.section);
  if (state.undone.length > MOST_UNDONE) state.undone.shift();
  state.redone = [];
}

function changed(isRebuilt = false, since = performance.now()) {
  showWorld();
  if (isRebuilt) form.build(); else form.update();
  showChanges();
  return redraw(since);
}

function undo() {
  if (!state.undone.length) return;
  state.redone.push(state.section);
  state.section = state.undone.pop();
  lastPath = "";
  changed(true);
}

function redo() {
  if (!state.redone.length) return;
  state.undone.push(state.section);
  state.section = state.redone.pop();
  lastPath = "";
  changed(true);
}

// ------------------------------------------------------------------ the gallery

const placeKey = ({ seed, floor, chunk }) => [seed, floor, ...chunk].join();

function cards(items, shape, atlas) {
  return items.map((item) => {
    const button = document.createElement("button");
    const canvas = document.createElement("canvas");
    drawSmall(canvas, atlas, shape.width, shape.height, cellsOf(item.cells));
    const name = { floors: `floor ${item.floor}`, chunks: `chunk ${item.chunk.join()}` }[state.gallery] ?? `seed ${item.seed}`;
    const numbers = Object.entries(item.numbers ?? {}).map(([key, value]) => `${key} ${value ?? "-"}`).join(", ");
    button.append(canvas, ...(state.gallery === "chunks" ? [] : [name]), ...(numbers ? [document.createElement("br"), numbers] : []));
    button.setAttribute("aria-label", `${name}${numbers ? `, ${numbers}` : ""}`);
    button.title = name;
    button.dataset.place = placeKey(item);
    button.onclick = () => {
      state.seed = item.seed; state.floor = item.floor; state.chunk = item.chunk;
      showPlace();
      redraw();
    };
    return button;
  });
}

function markCurrent() {
  for (const button of $("gallery").children) {
    button.setAttribute("aria-current", button.dataset.place === placeKey(state));
  }
}

// What the gallery shows or has asked for.
let galleryWanted = "";

// The seed, the floor and the chunk of each dungeon of the gallery.
function galleryPlaces() {
  const { seed, floor, chunk, first } = state;
  const places = [];
  if (state.gallery === "chunks") {
    for (let y = -AROUND; y <= AROUND; y++) {
      for (let x = -AROUND; x <= AROUND; x++) places.push([seed, floor, [around(chunk[0] + x), around(chunk[1] + y)]]);
    }
    return places;
  }
  const most = state.gallery === "floors" ? 256 : 65536;
  for (let n = first; n < Math.min(most, first + IN_GALLERY); n++) {
    places.push(state.gallery === "floors" ? [seed, n + 1, chunk] : [n, floor, chunk]);
  }
  return places;
}

async function showGallery() {
  if (state.gallery === "chunks" && !isWorld()) state.gallery = "seeds";
  $("gallery-kind").value = state.gallery;
  $("gallery-back").disabled = $("gallery-next").disabled = !["seeds", "floors"].includes(state.gallery);
  $("gallery").classList.toggle("joined", state.gallery === "chunks");
  if (state.gallery === "found") { markCurrent(); return; }
  const places = galleryPlaces();
  const key = JSON.stringify([state.dungeon, state.section, places, state.info.version]);
  if (key === galleryWanted) { markCurrent(); return; }
  galleryWanted = key;
  const since = performance.now();
  let data;
  try {
    data = await ask("gallery", { dungeon: state.dungeon, section: state.section, places });
  } catch (error) {
    if (key === galleryWanted) galleryWanted = "";
    if (error instanceof Refused && error.data.problems) return;
    throw error;
  }
  if (key !== galleryWanted) return;
  $("gallery").replaceChildren(...cards(data.dungeons, data, makeAtlas(data.atlas)));
  state.galleryLatency = performance.now() - since;
  $("gallery-note").textContent = `${data.dungeons.length} by ${data.route === "Python" ? "Python" : `native code (${data.route})`} in ${Math.round(state.galleryLatency)} ms`;
  markCurrent();
}

async function find() {
  state.where = $("where").value.trim();
  const mine = ++state.search;
  $("find-error").hidden = true;
  const progress = $("find-progress");
  progress.hidden = false; progress.value = 0;
  state.gallery = "found";
  $("gallery-kind").value = "found";
  $("gallery").replaceChildren();
  $("gallery-tries").textContent = "";
  galleryWanted = "";
  keepAddress();
  const since = performance.now();
  try {
    let shape = null, atlas = null;
    await askLines("find", { dungeon: state.dungeon, section: state.section, floor: state.floor, chunk: state.chunk, where: state.where }, (part) => {
      if (mine !== state.search) return false;
      if (part.atlas) { shape = part; atlas = makeAtlas(part.atlas); }
      progress.value = part.searched;
      if (part.tries) $("gallery-tries").textContent = part.tries.join("\n");
      $("gallery").append(...cards(part.new, shape, atlas));
      const seconds = (performance.now() - since) / 1000;
      const share = part.searched ? ` (${((100 * part.found) / part.searched).toFixed(1)} %)` : "";
      $("gallery-note").textContent = `${part.found.toLocaleString("en")} of ${part.searched.toLocaleString("en")} seeds${share}, ${seconds.toFixed(1)} s${part.route ? ` by ${part.route === "Python" ? "Python" : `native code (${part.route})`}` : ""}`;
      return true;
    });
    markCurrent();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { start, end } = error.data;
    const mark = start === undefined ? "" : `\n${state.where}\n${" ".repeat(start)}${"^".repeat(Math.max(1, end - start))}`;
    $("find-error").textContent = `${error.message}${mark}\n${error.data.hint ?? ""}`;
    $("find-error").hidden = false;
  } finally {
    if (mine === state.search) progress.hidden = true;
  }
}

// ------------------------------------------------------------------ watching

async function watch(step = 0) {
  const film = await ask("film", place());
  player.open(film);
  player.go(step);
  $("watch").setAttribute("aria-pressed", "true");
  $("overlay-note").textContent = "";
  $("caption-a").textContent = caption("A", state.section);
  keepAddress();
}

function endWatching() {
  player.close();
  $("watch").setAttribute("aria-pressed", "false");
  showMap();
  guarded(showOverlay)();
  keepAddress();
}

// ------------------------------------------------------------------ keeping

async function planSaving() {
  let plan;
  try {
    plan = await ask("plan", { dungeon: state.dungeon, section: state.section, version: state.info.version });
  } catch (error) {
    if (error instanceof Refused && error.data.is_outside) { await reload(); banner("outside", "The file has changed outside. Your values are still here: look, and save again.", [["Close", () => banner("outside", "")]]); return; }
    if (error instanceof Refused && error.data.problems) { showProblems(error.data.problems); return; }
    throw error;
  }
  $("saving-title").textContent = `Save ${state.info.file}`;
  $("saving-note").textContent = "This is what changes in the file:";
  $("diff").replaceChildren(...plan.difference.split("\n").map((line) => Object.assign(document.createElement("span"), {
    textContent: `${line}\n`, className: line.startsWith("@@") ? "at" : line.startsWith("+") ? "plus" : line.startsWith("-") ? "minus" : "",
  })));
  $("inheritors").textContent = plan.inheritors.length ? `These inherit from here and change, too: ${plan.inheritors.join(", ")}.` : "";
  $("saving").showModal();
}

async function save() {
  $("saving").close();
  try {
    state.info = await ask("save", { dungeon: state.dungeon, section: state.section, version: state.info.version });
  } catch (error) {
    if (error instanceof Refused && error.data.is_outside) { await reload(); banner("outside", "The file has changed outside meanwhile and was not written. Your values are still here.", [["Close", () => banner("outside", "")]]); return; }
    throw error;
  }
  state.base = state.info.dungeons[state.dungeon];
  state.section = state.base;
  state.undone = []; state.redone = [];
  say(`${state.info.file} was saved`);
  banner("outside", "");
  changed(true);
}

// The file has changed: take it over, and keep what was changed here.
async function reload() {
  const info = await ask("open");
  const mine = differences(state.base, state.section);
  const problems = info.problems.map((one) => `${[one.place, one.path].filter(Boolean).join(", ")}: ${one.wrong}; ${one.right}`);
  banner("file", problems.length ? [`${info.file} cannot be used as it is now; the last good one counts.`, ...problems].join("\n") : "");
  const before = state.base;
  state.info = info;
  if (!(state.dungeon in info.dungeons)) {
    banner("outside", `${state.dungeon} is no longer in the file.`, [["Close", () => banner("outside", "")]]);
    readAddress(); showAll(); return;
  }
  const now = info.dungeons[state.dungeon];
  if (same(before, now)) { state.base = now; form.update(); return; }
  const theirs = differences(before, now);
  state.base = now;
  state.section = apply(now, mine);
  if (state.b) state.b = apply(now, differences(before, state.b));
  state.undone = []; state.redone = [];
  if (mine.length) {
    const clash = mine.filter(([path]) => theirs.some(([other]) => dotted(other) === dotted(path)));
    const words = clash.length ? ` Both changed ${clash.map(([path]) => dotted(path)).join(", ")}: yours is shown.` : "";
    banner("outside", `${info.file} has changed outside; your ${mine.length === 1 ? "value is" : `${mine.length} values are`} kept.${words}`, [
      ["Take the file's", () => { remember(); state.section = state.base; banner("outside", ""); changed(true); }],
      ["Keep mine", () => banner("outside", "")],
    ]);
  } else say(`${info.file} has changed and was read again`);
  galleryWanted = "";
  changed(true);
}

async function follow() {
  for (;;) {
    try {
      const { changed: is } = await ask("changed", { version: state.info.version });
      if (banners.has("gone")) { banner("gone", ""); redraw(); }
      if (is) await reload();
    } catch (error) {
      if (!(error instanceof Gone)) report(error); else banner("gone", error.message);
      await new Promise((done) => setTimeout(done, 1500));
    }
  }
}

const copy = async (text, what) => {
  try { await navigator.clipboard.writeText(text); say(`${what} copied`); } catch { window.prompt(what, text); }
};

function setLine() {
  return differences(state.base, state.section).filter(([, value]) => value !== undefined).map(([path, value]) => {
    const text = `dungeons.${state.dungeon}.${dotted(path)}=${yaml(value)}`;
    return `--set ${/^[\w.=\-[\]]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`}`;
  }).join(" ");
}

async function downloadPicture() {
  const blob = await askBlob("png", { ...place(), scale: 2 });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: `${[state.dungeon, state.seed, state.floor, ...(isWorld() ? state.chunk : [])].join("-")}.png` });
  link.click();
  try { await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]); say("picture copied and saved"); } catch { say("picture saved"); }
}

// The dungeon whose proof is on the page: all that was asked for, and its name.
let proven = null;

function nameProof() {
  const isOld = proven !== null && proven.place !== JSON.stringify(place());
  $("machine").classList.toggle("old", isOld);
  $("proof-of").textContent = proven ? `${proven.name}${isOld ? " (not what is shown now)" : ""}` : "";
}

async function prove() {
  const box = $("machine"), button = $("prove");
  proven = { place: JSON.stringify(place()), name: caption("A", state.section) };
  nameProof();
  const line = (text, className = "") => box.append(Object.assign(document.createElement("p"), { textContent: text, className }));
  box.replaceChildren();
  button.disabled = true;
  try {
    await askLines("prove", place(), (part) => {
      if (part.doing) { $("prove").textContent = `${part.doing} …`; say(part.doing); }
      if (part.result) {
        const { equal, compiler, cycles, phases, wrong } = part.result;
        line(equal ? `Equal, byte for byte (${compiler}).` : `Not equal (${compiler}):`, equal ? "ok" : "error");
        for (const one of wrong ?? []) line(one, "error");
        const table = document.createElement("table");
        for (const [name, count] of [...phases, ["all", cycles]]) {
          const row = table.insertRow();
          row.insertCell().textContent = name;
          row.insertCell().textContent = `${count.toLocaleString("en")} cycles`;
        }
        box.append(table);
        say(equal ? "equal, byte for byte" : "not equal");
      }
      if (part.picture) box.append(Object.assign(document.createElement("img"), { src: `data:image/png;base64,${part.picture}`, alt: "The dungeon on the C64, VICE's own picture" }));
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    line(`${error.message}\n${error.data.hint ?? ""}`, "error");
  } finally {
    button.disabled = false;
    button.textContent = "Prove in VICE";
  }
}

// ------------------------------------------------------------------ the parts together

function showPlace() {
  $("dungeon").value = state.dungeon;
  $("seed").value = state.seed;
  $("floor").value = state.floor;
  $("floor-up").disabled = state.floor === 1;
  $("floor-down").disabled = state.floor === 256;
  [$("chunk-x").value, $("chunk-y").value] = state.chunk;
  showWorld();
  $("overlay").value = state.overlay;
  $("where").value = state.where;
  document.title = `${state.dungeon} ${state.seed} · Undercroft studio`;
  $("kind").textContent = `${state.section.kind}: ${state.info.kinds[state.section.kind] ?? ""}`;
  markCurrent();
}

// What only worlds have is shown for them alone.
function showWorld() {
  $("chunk").hidden = !isWorld();
  const choice = $("gallery-kind").querySelector("[value=chunks]");
  choice.hidden = choice.disabled = !isWorld();
}

function showAll() {
  if (state.section.rooms && form.opened.size < 2) form.opened.add("rooms");
  $("dungeon").replaceChildren(...Object.keys(state.info.dungeons).map((name) => new Option(name.replaceAll("_", " "), name)));
  showPlace();
  form.build();
  showChanges();
  galleryWanted = "";
  later("numbers", 300, async () => {
    const names = await ask("numbers", { dungeon: state.dungeon, section: state.base });
    $("number-names").replaceChildren(...names.map((name) => Object.assign(document.createElement("option"), { value: name })));
  });
  return redraw();
}

function choose(dungeon) {
  endWatching();
  state.dungeon = dungeon;
  state.base = state.info.dungeons[dungeon];
  state.section = state.base;
  state.b = null; state.compare = ""; state.shownB = null; state.undone = []; state.redone = []; state.picked = null;
  if (state.gallery === "found") { state.gallery = "seeds"; state.search++; }
  $("screen-b").hidden = true;
  form.opened = new Set([""]);
  showAll();
}

function go(seed, floor) {
  state.seed = ((seed % 65536) + 65536) % 65536;
  state.floor = Math.max(1, Math.min(256, floor));
  showPlace();
  redraw();
}

const around = (number) => (number + WORLD_CHUNKS) % WORLD_CHUNKS;

function goChunk(x, y) {
  state.chunk = [around(x), around(y)];
  state.picked = null;
  showPlace();
  redraw();
}

const view = new View($("map"), {
  onTile: showTile, onKey: (event) => player.key(event),
  onMove: (one) => { if (state.compare === "side") viewB?.follow(one); },
});
const viewB = new View($("map-b"), { onTile: () => {}, onKey: () => false, onMove: (one) => { if (state.compare === "side") view.follow(one); } });
const player = new Player(view, endWatching);
let form;

function wire() {
  const on = (id, name, action) => $(id).addEventListener(name, guarded(action));
  on("dungeon", "change", () => choose($("dungeon").value));
  const typed = (id, least, most, take) => on(id, "input", () => {
    const text = $(id).value, value = Number(text);
    const isRight = text !== "" && Number.isInteger(value) && value >= least && value <= most;
    $(id).setAttribute("aria-invalid", !isRight);
    if (isRight) take(value);
  });
  typed("seed", 0, 65535, (value) => { state.seed = value; showRest("seed"); });
  typed("floor", 1, 256, (value) => { state.floor = value; showRest("floor"); });
  const showRest = (id) => { const text = $(id).value; showPlace(); $(id).value = text; redraw(); };
  on("seed-back", "click", () => go(state.seed - 1, state.floor));
  on("seed-next", "click", () => go(state.seed + 1, state.floor));
  on("seed-random", "click", () => go(Math.floor(Math.random() * 65536), state.floor));
  on("floor-up", "click", () => go(state.seed, state.floor - 1));
  on("floor-down", "click", () => go(state.seed, state.floor + 1));
  typed("chunk-x", 0, WORLD_CHUNKS - 1, (value) => { state.chunk = [value, state.chunk[1]]; showRest("chunk-x"); });
  typed("chunk-y", 0, WORLD_CHUNKS - 1, (value) => { state.chunk = [state.chunk[0], value]; showRest("chunk-y"); });
  for (const [name, x, y] of [["west", -1, 0], ["north", 0, -1], ["south", 0, 1], ["east", 1, 0]]) {
    on(`chunk-${name}`, "click", () => goChunk(state.chunk[0] + x, state.chunk[1] + y));
  }
  const random = () => Math.floor(Math.random() * WORLD_CHUNKS);
  on("chunk-random", "click", () => goChunk(random(), random()));
  on("undo", "click", undo);
  on("redo", "click", redo);
  on("reset", "click", () => { remember(); state.section = state.base; changed(true); });
  on("save", "click", planSaving);
  on("saving-yes", "click", save);
  on("saving-no", "click", () => $("saving").close());
  on("filter", "input", () => form.filter($("filter").value));
  on("overlay", "change", async () => { state.overlay = $("overlay").value; keepAddress(); if (player.isOpen) endWatching(); else await showOverlay(); });
  on("zoom-in", "click", () => view.enlarge(1.25));
  on("zoom-out", "click", () => view.enlarge(0.8));
  on("zoom-fit", "click", () => view.fit());
  on("compare", "change", async () => {
    state.compare = $("compare").value;
    if (state.compare && !state.b) state.b = state.base;
    $("screen-b").hidden = state.compare !== "side";
    keepAddress(); showChanges();
    if (state.b) await drawB();
    showMap();
  });
  on("copy-b", "click", async () => { state.b = state.section; if (!state.compare) state.compare = "side"; showChanges(); keepAddress(); await drawB(); });
  on("swap", "click", () => { remember(); [state.section, state.b] = [state.b, state.section]; changed(true); });
  on("watch", "click", () => (player.isOpen ? endWatching() : watch()));
  on("gallery-kind", "change", async () => { state.gallery = $("gallery-kind").value; state.first = 0; galleryWanted = ""; $("gallery").replaceChildren(); keepAddress(); await showGallery(); });
  on("gallery-back", "click", async () => { state.first = Math.max(0, state.first - IN_GALLERY); keepAddress(); await showGallery(); });
  on("gallery-next", "click", async () => {
    const most = state.gallery === "floors" ? 256 : 65536;
    state.first = Math.min(most - 1, state.first + IN_GALLERY);
    keepAddress();
    await showGallery();
  });
  on("find", "submit", async (event) => { event.preventDefault(); await find(); });
  on("copy-set", "click", () => copy(setLine(), "--set line"));
  on("copy-link", "click", () => copy(location.href, "link"));
  on("png", "click", downloadPicture);
  on("prove", "click", prove);
  $("step-words").parentElement.addEventListener("change", keepAddress);
  window.addEventListener("hashchange", guarded(async () => {
    if (location.hash === address()) return;
    const step = readAddress();
    await showAll();
    if (step !== null) await watch(step);
  }));
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey)) {
      // After a click on Play the button has the focus. The map handles its own keys.
      const isFree = !event.defaultPrevented && event.target.matches?.("button, body");
      if (player.isOpen && isFree && player.key(event)) event.preventDefault();
      return;
    }
    const key = event.key.toLowerCase();
    const isText = event.target.matches?.("textarea, input[type=text]");
    if (key === "s") { event.preventDefault(); if (!$("save").disabled && !$("saving").open) guarded(planSaving)(); }
    else if (key === "z" && !isText) { event.preventDefault(); if (event.shiftKey) redo(); else undo(); }
    else if (key === "y" && !isText) { event.preventDefault(); redo(); }
  });
}

async function start() {
  const [info, schema] = await Promise.all([ask("open"), ask("schema")]);
  state.info = info;
  setPalette(info.palette);
  $("overlay").append(...info.overlays.map((name) => new Option(name.replaceAll("_", " "), name)));
  form = new Form($("form"), schema, { section: () => state.section, base: () => state.base, set });
  wire();
  const step = readAddress();
  await showAll();
  if (step !== null) await watch(step);
  if (info.problems.length) await reload();
  if (state.gallery === "found" && state.where) guarded(find)();
  follow();
  document.documentElement.dataset.ready = "yes";
}

// For tests and measurements.
const isIdle = () => drawing === null && wanted === null && hasAllPictures();
window.studio = { state, view, player, get form() { return form; }, differences, isIdle };

guarded(start)();
