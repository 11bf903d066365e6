// Controls for every parameter, made from the spec's JSON Schema.

import { dotted, get, isGroup, same } from "./values.js";

const MANY_KEYS = 12;
const SHARED = ["kind", "passes", "require", "floors", "map", "theme", "without"];
let numberOfControls = 0;

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const words = (name) => String(name).replaceAll("_", " ");

export class Form {
  // `host` has section(), base() and set(path, value, isSliding).
  constructor(element, schema, host) {
    this.element = element;
    this.schema = schema;
    this.host = host;
    this.controls = [];
    this.groups = [];
    this.opened = new Set([""]);
    element.addEventListener("submit", (event) => event.preventDefault());
  }

  // The schema of a node with references followed, and without the alternative of being absent. Of a number or a
  // choice that may also be something else it is the number, or the choice.
  resolve(node) {
    if (node.anyOf && !node.discriminator) {
      const rest = node.anyOf.filter((one) => one.type !== "null");
      const isSimple = rest[0].enum || rest[0].type === "integer";
      if (rest.length === 1 || isSimple) node = { ...node, ...rest[0], anyOf: undefined };
    }
    if (node.$ref) {
      const { $ref, ...own } = node;
      node = { ...this.resolve(this.schema.$defs[$ref.split("/").pop()]), ...own };
    }
    return node;
  }

  branch(node, tag) {
    const target = node.discriminator?.mapping?.[tag];
    return target ? this.resolve({ $ref: target }) : null;
  }

  // The schema of a dungeon of a kind.
  ofDungeon(kind) {
    const [dungeon] = Object.values(this.schema.properties.dungeons.patternProperties);
    return this.branch(dungeon, kind);
  }

  build() {
    this.controls = [];
    this.groups = [];
    const section = this.host.section();
    const node = this.ofDungeon(section.kind);
    this.element.replaceChildren();
    if (!node) return;
    // What makes the kind comes first, what all kinds have after it.
    const own = Object.keys(node.properties).filter((key) => !SHARED.includes(key));
    const first = own.find((key) => this.resolve(node.properties[key]).properties);
    if (first && this.opened.size < 2) this.opened.add(first);
    for (const key of [...own, ...SHARED.slice(1)]) {
      const inner = node.properties[key];
      if (inner) this.element.append(this.render(this.resolve(inner), [key]));
    }
    this.update();
  }

  value(path, node) {
    const given = get(this.host.section(), path);
    return given === undefined ? this.defaultOf(path, node) : given;
  }

  // What counts where the section says nothing: on some floors what the dungeon itself says.
  defaultOf(path, node) {
    if (path[0] === "floors" && path.length > 2) {
      const own = path.slice(2);
      const found = own[0] === "passes" && own.length > 1 ? this.ofPass(own) : get(this.host.section(), own);
      if (found !== undefined) return found;
    }
    for (let depth = path.length - 1; depth > 0; depth--) {
      const around = this.nodeAt(path.slice(0, depth));
      const found = get(around?.default, path.slice(depth));
      if (found !== undefined) return found;
    }
    return node.default;
  }

  ofPass([, id, ...rest]) {
    const use = (this.host.section().passes ?? []).find((one) => (one.id ?? one.name) === id);
    return get(use, rest);
  }

  nodeAt(path) {
    let node = this.ofDungeon(this.host.section().kind);
    for (const key of path) {
      if (!node) return null;
      const next = node.properties?.[key] ?? Object.values(node.patternProperties ?? {})[0] ?? node.items;
      node = next ? this.resolve(next) : null;
    }
    return node;
  }

  render(node, path) {
    if (node.anyOf && !node.discriminator) {
      // A list, or a group that has it and more: the form that the section has, by default the list.
      const given = get(this.host.section(), path);
      const forms = node.anyOf.map((one) => this.resolve(one));
      const form = forms.find((one) => (isGroup(given) ? one.properties : one.type === "array"));
      if (form) return this.render({ ...form, description: node.description }, path);
    }
    if (node.discriminator) {
      const use = get(this.host.section(), path);
      const name = use?.name ?? this.nameOfPass(path.at(-1));
      const branch = this.branch(node, name);
      return branch ? this.renderGroup(branch, path, name) : this.renderText(node, path, "json");
    }
    if (node.properties || node.patternProperties) return this.renderGroup(node, path);
    if (node.type === "array") return this.renderArray(node, path);
    if (node.enum) return this.renderChoice(node, path);
    if (node.type === "integer" || node.type === "number") return this.renderNumber(node, path);
    if (node.type === "boolean") return this.renderSwitch(node, path);
    return this.renderText(node, path, node.type === "string" ? "text" : "json");
  }

  nameOfPass(id) {
    return (this.host.section().passes ?? []).find((one) => (one.id ?? one.name) === id)?.name;
  }

  // ---------------------------------------------------------------- groups

  renderGroup(node, path, title = words(path.at(-1)), filled = (inside) => this.fillGroup(inside, node, path)) {
    const key = dotted(path);
    const details = make("details", { open: this.opened.has(key) });
    const summary = make("summary", {}, title, make("span", { className: "dot", title: "changed" }));
    const inside = make("div", { className: "inside" });
    const fill = () => {
      if (inside.childElementCount) return;
      if (node.description) inside.append(make("p", { className: "quiet", textContent: node.description }));
      filled(inside);
      this.update();
    };
    details.addEventListener("toggle", () => {
      if (details.open) { this.opened.add(key); fill(); } else this.opened.delete(key);
    });
    details.append(summary, inside);
    this.groups.push({ path, details, fill });
    this.addTools(summary, path);
    if (details.open) fill();
    return details;
  }

  fillGroup(inside, node, path) {
    const known = node.properties ?? {};
    const given = get(this.host.section(), path);
    const isSparse = this.isSparse(node, path);
    for (const [name, inner] of Object.entries(known)) {
      if (this.resolve(inner).const !== undefined || (name === "floors" && path[0] === "floors")) continue;
      if (isSparse && given?.[name] === undefined) continue;
      inside.append(this.render(this.resolve(inner), [...path, name]));
    }
    for (const name of Object.keys(isGroup(given) ? given : {})) {
      if (name in known || !node.patternProperties) continue;
      inside.append(this.render(this.resolve(Object.values(node.patternProperties)[0]), [...path, name]));
    }
    if (isSparse || node.patternProperties) inside.append(this.adder(node, path));
  }

  isSparse(node, path) {
    const count = Object.keys(node.properties ?? {}).length;
    return (path[0] === "floors" && path.length > 1) || path.at(-1) === "theme" || (count > MANY_KEYS && path.at(-2) === "theme");
  }

  // A field to add one more key to a group.
  adder(node, path) {
    const given = get(this.host.section(), path) ?? {};
    const row = make("div", { className: "row" });
    const names = Object.keys(node.properties ?? {}).filter((name) => given[name] === undefined && !["kind", "name", "floors", "map", "without"].includes(name));
    const isPass = path[0] === "floors" && path.at(-1) === "passes";
    const isOpen = node.patternProperties && !isPass;
    if (isPass) names.push(...(this.host.section().passes ?? []).map((one) => one.id ?? one.name).filter((id) => given[id] === undefined));
    const input = isOpen
      ? make("input", { type: "text", placeholder: path.at(-1) === "floors" ? "floors such as 4-9" : "name", size: 14 })
      : make("select", {}, ...names.map((name) => new Option(words(name), name)));
    input.setAttribute("aria-label", `Add to ${words(path.at(-1))}`);
    const add = () => {
      const name = input.value.trim();
      if (!name) return;
      const inner = this.resolve(node.properties?.[name] ?? Object.values(node.patternProperties ?? {})[0] ?? {});
      const isGroupNode = inner.properties || inner.patternProperties || inner.discriminator;
      const known = this.defaultOf([...path, name], inner);
      this.opened.add(dotted([...path, name]));
      this.host.set([...path, name], isGroupNode ? {} : known ?? (inner.type === "array" ? [] : ""), false, true);
    };
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
    row.append(input, make("button", { type: "button", textContent: "Add", onclick: add }));
    row.hidden = !isOpen && names.length === 0;
    return row;
  }

  // Buttons that move and remove what is in a list or may be absent.
  addTools(summary, path) {
    const tools = make("span", { className: "tools" });
    const button = (text, label, action) => tools.append(make("button", {
      type: "button", textContent: text, title: label, ariaLabel: `${label}: ${words(path.at(-1))}`,
      onclick: (event) => { event.preventDefault(); action(); },
    }));
    const at = path.at(-1), list = path.slice(0, -1);
    if (typeof at === "number") {
      const move = (by) => {
        const items = [...get(this.host.section(), list)];
        const [one] = items.splice(at, 1);
        items.splice(Math.max(0, at + by), 0, one);
        this.host.set(list, items, false, true);
      };
      button("↑", "Earlier", () => move(-1));
      button("↓", "Later", () => move(1));
      button("×", "Remove", () => this.host.set(path, undefined, false, true));
    } else if (path.length > 1 && (path.at(-2) === "floors" || path.at(-2) === "theme" || (path[0] === "floors" && path.length > 2))) {
      button("×", "Remove", () => this.host.set(path, undefined, false, true));
    }
    summary.append(tools);
  }

  // ---------------------------------------------------------------- lists

  renderArray(node, path) {
    const items = node.items ? this.resolve(node.items) : {};
    if (items.discriminator) return this.renderList(node, path, items);
    if (items.properties) {
      const isFlat = Object.values(items.properties).every((one) => {
        const inner = this.resolve(one);
        return inner.type === "array" ? inner.items?.type === "integer" : inner.type !== "object" && !inner.properties;
      });
      return isFlat ? this.renderTable(node, path, items) : this.renderList(node, path, items);
    }
    if (items.type === "string") return this.renderLines(node, path);
    if (items.type === "integer") return this.renderNumbers(node, path, items);
    return this.renderText(node, path, "json");
  }

  // A list of groups, such as the passes.
  renderList(node, path, items) {
    return this.renderGroup({ description: node.description }, path, undefined, (inside) => {
      const list = this.value(path, node) ?? [];
      list.forEach((one, n) => {
        const inner = items.discriminator ? this.branch(items, one.name) : items;
        const name = one.id ?? one.name ?? one.pass ?? one.tile ?? n + 1;
        if (inner) inside.append(this.renderGroup(inner, [...path, n], `${words(name)}`));
      });
      const names = items.discriminator ? Object.keys(items.discriminator.mapping) : null;
      const select = names ? make("select", { ariaLabel: `Add to ${words(path.at(-1))}` }, ...names.map((name) => new Option(words(name), name))) : "";
      inside.append(make("div", { className: "row" }, select, make("button", {
        type: "button", textContent: "Add",
        onclick: () => {
          const one = names ? { name: select.value } : this.example(items);
          this.opened.add(dotted([...path, list.length]));
          this.host.set(path, [...list, one], false, true);
        },
      })));
    });
  }

  // The least that a schema takes.
  example(node) {
    node = this.resolve(node);
    if (node.default !== undefined) return node.default;
    if (node.properties) return Object.fromEntries((node.required ?? []).map((key) => [key, this.example(node.properties[key])]));
    if (node.const !== undefined) return node.const;
    if (node.enum) return node.enum[0];
    if (node.type === "integer") return node.minimum ?? 0;
    if (node.type === "boolean") return false;
    if (node.type === "array") return Array.from({ length: node.minItems ?? 0 }, () => this.example(node.items));
    return "a";
  }

  renderTable(node, path, items) {
    const columns = Object.entries(items.properties).map(([name, inner]) => [name, this.resolve(inner)]);
    const box = make("div", { className: "scroll" });
    const draw = () => {
      const rows = this.value(path, node) ?? [];
      const set = (n, name, value) => this.host.set(path, rows.map((row, at) => {
        if (at !== n) return row;
        const { [name]: _, ...rest } = row;
        return value === undefined ? rest : { ...row, [name]: value };
      }));
      const body = rows.map((row, n) => make("tr", {}, ...columns.map(([name, inner]) => {
        const label = `${words(name)} of row ${n + 1}`;
        let input;
        if (inner.enum) {
          input = make("select", {}, new Option("", ""), ...inner.enum.map((one) => new Option(one, one)));
        } else if (inner.type === "boolean") {
          input = make("input", { type: "checkbox", checked: row[name] ?? inner.default ?? false });
        } else input = make("input", { type: inner.type === "integer" ? "number" : "text", min: inner.minimum, max: inner.maximum });
        if (inner.type !== "boolean") {
          input.value = Array.isArray(row[name]) ? row[name].join(" ") : row[name] ?? "";
          input.placeholder = inner.type === "array" ? "numbers" : inner.default ?? "";
        }
        input.setAttribute("aria-label", label);
        input.title = inner.description ?? "";
        input.onchange = () => set(n, name, inner.type === "boolean" ? input.checked
          : input.value === "" ? undefined : inner.type === "integer" ? Number(input.value)
            : inner.type === "array" ? input.value.split(/[\s,]+/).filter(Boolean).map(Number) : typed(inner, input.value));
        return make("td", {}, input);
      }), make("td", {}, make("button", {
        type: "button", textContent: "×", ariaLabel: `Remove row ${n + 1}`,
        onclick: () => this.host.set(path, rows.filter((_, at) => at !== n)),
      }))));
      box.replaceChildren(make("table", {}, make("thead", {}, make("tr", {},
        ...columns.map(([name, inner]) => make("th", { textContent: words(name), scope: "col", title: inner.description ?? "" })))), make("tbody", {}, ...body)),
      make("button", { type: "button", textContent: "Add a row", onclick: () => this.host.set(path, [...rows, rows.length ? { ...rows.at(-1) } : this.example(items)]) }));
    };
    return this.control(node, path, [box], draw);
  }

  renderLines(node, path) {
    const input = make("textarea", { rows: 3, spellcheck: false, wrap: "off" });
    input.oninput = () => {
      const lines = input.value.split("\n");
      while (lines.length && lines.at(-1) === "") lines.pop();
      this.host.set(path, lines, true);
    };
    return this.control(node, path, [input], (value) => {
      const text = (value ?? []).join("\n");
      if (document.activeElement !== input) input.value = text;
      input.rows = Math.max(2, Math.min(16, (value ?? []).length + 1));
    }, "one item a line");
  }

  renderNumbers(node, path, items) {
    const box = make("span", { className: "group" });
    const isFixed = node.minItems !== undefined && node.minItems === node.maxItems;
    const draw = (value) => {
      const numbers = value ?? [];
      if (box.contains(document.activeElement) && box.childElementCount >= numbers.length) return;
      box.replaceChildren(...numbers.map((number, n) => {
        const input = make("input", { type: "number", value: number, min: items.minimum, max: items.maximum });
        input.setAttribute("aria-label", `${words(path.at(-1))}, number ${n + 1}`);
        input.oninput = () => { if (input.value !== "") this.host.set([...path], numbers.map((one, at) => (at === n ? Number(input.value) : one)), true); };
        return input;
      }));
      if (!isFixed) {
        const label = words(path.at(-1));
        box.append(
          make("button", { type: "button", textContent: "+", ariaLabel: `Add a number to ${label}`, onclick: () => this.host.set(path, [...numbers, numbers.at(-1) ?? items.minimum ?? 0]) }),
          make("button", { type: "button", textContent: "−", ariaLabel: `Remove the last number of ${label}`, onclick: () => this.host.set(path, numbers.slice(0, -1)) }),
        );
      }
    };
    return this.control(node, path, [box], draw);
  }

  // ---------------------------------------------------------------- single values

  renderNumber(node, path) {
    const { minimum, maximum } = node;
    const number = make("input", { type: "number", min: minimum, max: maximum });
    const inputs = [number];
    if (minimum !== undefined && maximum !== undefined && maximum - minimum <= 65535) {
      const range = make("input", { type: "range", min: minimum, max: maximum, tabIndex: 0 });
      range.setAttribute("aria-label", `${words(path.at(-1))}, slider`);
      range.oninput = () => { number.value = range.value; this.host.set(path, Number(range.value), true); };
      inputs.unshift(range);
    }
    number.oninput = () => {
      if (number.value === "") return;
      this.host.set(path, Number(number.value), true);
    };
    number.onblur = () => this.update();
    const percent = /percent/i.test(node.description ?? "") ? [make("span", { className: "quiet", textContent: "%" })] : [];
    return this.control(node, path, [...percent, ...inputs], (value) => {
      for (const input of inputs) if (document.activeElement !== input || Number(input.value) !== value) input.value = value ?? "";
    });
  }

  renderChoice(node, path) {
    const select = make("select", {}, ...node.enum.map((one) => new Option(words(one), String(one))));
    select.onchange = () => this.host.set(path, node.enum.find((one) => String(one) === select.value));
    return this.control(node, path, [select], (value) => {
      for (const old of [...select.options].filter((one) => one.dataset.odd)) old.remove();
      if (value !== undefined && !node.enum.includes(value)) {
        const odd = new Option(words(value), String(value));
        odd.dataset.odd = "yes";
        select.add(odd);
      }
      select.value = String(value ?? "");
    });
  }

  renderSwitch(node, path) {
    const input = make("input", { type: "checkbox", role: "switch" });
    input.onchange = () => this.host.set(path, input.checked);
    return this.control(node, path, [input], (value) => { input.checked = Boolean(value); });
  }

  renderText(node, path, form) {
    const input = make("input", { type: "text", spellcheck: false });
    input.oninput = () => {
      const text = input.value;
      if (text === "" && node.default !== undefined) { this.host.set(path, undefined, true); return; }
      let value = text;
      if (form === "json") try { value = JSON.parse(text); } catch { /* then it is text */ }
      this.host.set(path, value, true);
    };
    return this.control(node, path, [input], (value) => {
      if (document.activeElement === input) return;
      input.value = value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
    });
  }

  // A labelled row with inputs; `show` puts a value into them.
  control(node, path, inputs, show, hint = "") {
    const id = `control-${numberOfControls++}`;
    const name = words(path.at(-1));
    const main = inputs.at(-1);
    const target = main.matches("input, select, textarea") ? main : null;
    const label = make(target ? "label" : "span", { textContent: name, id: `${id}-name` });
    if (target) { target.id = id; label.htmlFor = id; target.setAttribute("aria-describedby", `${id}-help ${id}-error`); }
    else main.setAttribute("aria-labelledby", `${id}-name`);
    const reset = make("button", { type: "button", className: "reset", textContent: "reset", title: "What the file says" });
    reset.setAttribute("aria-label", `Reset ${name}`);
    reset.onclick = () => this.host.set(path, get(this.host.base(), path), false, true);
    const range = node.minimum !== undefined && node.maximum !== undefined ? `${node.minimum} to ${node.maximum}` : "";
    const origin = make("span", { className: "default" });
    const help = make("div", { className: "help", id: `${id}-help` }, [node.description, range, hint].filter(Boolean).join(" · "), " ", origin);
    const error = make("div", { className: "error", id: `${id}-error`, role: "alert" });
    const row = make("div", { className: "control" },
      make("div", { className: "name" }, label, reset), make("div", { className: "inputs" }, ...inputs), help, error);
    row.dataset.path = dotted(path);
    this.controls.push({ path, node, row, show, error, target, origin });
    return row;
  }

  // Show the values, and which of them have changed.
  update() {
    const base = this.host.base(), section = this.host.section();
    for (const control of this.controls) {
      const { path, node, row, show, origin } = control;
      const given = get(section, path);
      const known = this.defaultOf(path, node);
      show(given === undefined ? known : given);
      row.classList.toggle("changed", !same(get(base, path), given));
      const text = known === undefined || known === null || (Array.isArray(known) && known.length > 6) || isGroup(known) ? "" : `default ${Array.isArray(known) ? known.join(", ") : known}`;
      origin.textContent = given === undefined && text ? `· ${text}, not in the file` : text ? `· ${text}` : "";
    }
    for (const { path, details } of this.groups) {
      details.classList.toggle("changed", !same(get(base, path), get(section, path)));
    }
  }

  // Show what is wrong at the controls; returns what has no control.
  complain(problems) {
    for (const { row, error, target } of this.controls) {
      row.classList.remove("wrong");
      error.textContent = "";
      target?.removeAttribute("aria-invalid");
    }
    const left = [];
    for (const problem of problems) {
      const place = this.nearest(problem.path);
      const text = `${problem.wrong}; ${problem.right}`;
      if (!place) { left.push(`${dotted(problem.path)}: ${text}`); continue; }
      place.row.classList.add("wrong");
      place.error.textContent = [place.error.textContent, text].filter(Boolean).join("\n");
      place.target?.setAttribute("aria-invalid", "true");
    }
    return left;
  }

  // The control of a path, or the innermost one around it; its groups are opened.
  nearest(path) {
    for (let depth = 1; depth < path.length; depth++) {
      const group = this.groups.find((one) => dotted(one.path) === dotted(path.slice(0, depth)));
      if (group && !group.details.open && depth < path.length) {
        group.details.open = true;
        group.fill();
      }
    }
    for (let depth = path.length; depth > 0; depth--) {
      const key = dotted(path.slice(0, depth));
      const found = this.controls.find((one) => one.row.dataset.path === key);
      if (found) return found;
    }
    return null;
  }

  filter(text) {
    const wanted = text.trim().toLowerCase();
    if (wanted) for (const { details, fill } of [...this.groups]) { details.open = true; fill(); }
    for (const { row, node } of this.controls) {
      row.hidden = wanted !== "" && !`${row.dataset.path} ${words(row.dataset.path)} ${node.description ?? ""}`.toLowerCase().includes(wanted);
    }
    for (const { details } of this.groups) {
      details.hidden = wanted !== "" && !details.querySelector(".control:not([hidden])");
    }
  }
}

function typed(node, text) {
  return node.type === "string" || !/^-?\d+$/.test(text) ? text : Number(text);
}
