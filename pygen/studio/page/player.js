// Playing the steps of a dungeon, forwards and backwards.

import { drawAttempts, drawCells, makeAtlas } from "./map.js";

const $ = (id) => document.getElementById(id);
const SPEEDS = [2, 8, 30, 120, 480];

export class Player {
  constructor(view, onEnd) {
    this.view = view;
    this.onEnd = onEnd;
    this.film = null;
    $("play").onclick = () => this.toggle();
    $("step-back").onclick = () => this.go(this.at - 1);
    $("step-on").onclick = () => this.go(this.at + 1);
    $("scrubber").oninput = () => this.go(Number($("scrubber").value));
    $("phase").onchange = () => this.go(Number($("phase").value));
    $("attempts").onchange = () => this.show();
  }

  get isOpen() { return this.film !== null; }

  open(film) {
    this.film = film;
    this.atlas = makeAtlas(film.atlas);
    this.cells = new Uint16Array(film.width * film.height).fill(film.atlas.blank);
    this.undone = [];
    this.at = 0;
    this.view.resize(film.width, film.height);
    $("player").hidden = false;
    $("stage").classList.add("watching");
    $("scrubber").max = film.steps.length;
    let before = -1;
    $("phase").replaceChildren(...film.steps.flatMap((step, n) => {
      if (step[0] === before) return [];
      before = step[0];
      return [new Option(film.phases[step[0]], n)];
    }));
    this.show();
  }

  close() {
    this.pause();
    this.film = null;
    $("player").hidden = true;
    $("stage").classList.remove("watching");
  }

  // Do or undo steps until so many are done.
  go(at, isPlaying = false) {
    if (!this.film) return;
    if (!isPlaying) this.pause();
    at = Math.max(0, Math.min(this.film.steps.length, at));
    while (this.at < at) {
      const changed = this.film.steps[this.at][3];
      const old = new Uint16Array(changed.length);
      for (let n = 0; n < changed.length; n += 2) {
        old[n] = changed[n]; old[n + 1] = this.cells[changed[n]];
        this.cells[changed[n]] = changed[n + 1];
      }
      this.undone[this.at++] = old;
    }
    while (this.at > at) {
      const old = this.undone[--this.at];
      for (let n = old.length - 2; n >= 0; n -= 2) this.cells[old[n]] = old[n + 1];
    }
    this.show();
  }

  show() {
    const { film, at } = this;
    drawCells(this.view.tiles, this.atlas, film.width, film.height, this.cells);
    const step = at ? film.steps[at - 1] : null;
    drawAttempts(this.view, step && $("attempts").checked ? step[4] : []);
    $("scrubber").value = at;
    const words = step
      ? `step ${at} of ${film.steps.length}: ${film.phases[step[0]]} ${step[1]}, ${step[2]}`
        + ` · ${step[3].length / 2} tiles changed · ${step[5].length} numbers drawn`
        + (step[4].length ? ` · ${step[4].length} tried, ${step[4].filter((one) => !one[5]).length} refused` : "")
        + (step[6].length ? ` · ${step[6].map((one) => `${one[0]}[${one[1]}]`).slice(0, 3).join(", ")}` : "")
      : `before the first of ${film.steps.length} steps`;
    $("step-words").textContent = words;
    $("scrubber").setAttribute("aria-valuetext", words);
    if (step) {
      const first = film.steps.findIndex((one) => one[0] === step[0]);
      $("phase").value = first;
    }
  }

  toggle() { if (this.timer) this.pause(); else this.play(); }

  play() {
    if (this.at === this.film.steps.length) this.go(0);
    $("play").textContent = "Pause";
    let before = performance.now(), owed = 0;
    const tick = (now) => {
      owed += ((now - before) / 1000) * Number($("speed").value);
      before = now;
      const steps = Math.floor(owed);
      owed -= steps;
      if (steps) this.go(this.at + steps, true);
      if (this.at === this.film.steps.length) this.pause();
      else if (this.timer) this.timer = requestAnimationFrame(tick);
    };
    this.timer = requestAnimationFrame(tick);
  }

  pause() {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    $("play").textContent = "Play";
  }

  key(event) {
    if (!this.film) return false;
    const faster = (by) => {
      const at = SPEEDS.indexOf(Number($("speed").value)) + by;
      $("speed").value = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))];
    };
    const actions = {
      p: () => this.toggle(), P: () => this.toggle(), ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1), ArrowUp: () => faster(1), ArrowDown: () => faster(-1),
      Home: () => this.go(0), End: () => this.go(Infinity), Escape: () => this.onEnd(),
    };
    if (!actions[event.key]) return false;
    actions[event.key]();
    return true;
  }
}
