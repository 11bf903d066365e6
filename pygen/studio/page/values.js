// Values of a section by their paths, and in what two sections differ.

export const isGroup = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

export const same = (a, b) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isGroup(value)) return value === undefined ? null : value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

export function get(section, path) {
  let value = section;
  for (const key of path) {
    if (value === null || value === undefined) return undefined;
    value = value[key];
  }
  return value;
}

// A copy of the section with another value at a path; undefined removes it.
export function put(section, path, value) {
  if (path.length === 0) return value;
  const [key, ...rest] = path;
  const copy = Array.isArray(section) ? [...section] : { ...(isGroup(section) ? section : {}) };
  const inner = put(copy[key], rest, value);
  if (inner === undefined) {
    if (Array.isArray(copy)) copy.splice(key, 1);
    else delete copy[key];
  } else copy[key] = inner;
  return copy;
}

// [path, new value] of all that differs; the value is undefined where the key is gone.
export function differences(old, now, path = []) {
  if (isGroup(old) && isGroup(now)) {
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return keys.flatMap((key) => differences(old[key], now[key], [...path, key]));
  }
  if (Array.isArray(old) && Array.isArray(now) && old.length === now.length) {
    return old.flatMap((one, n) => differences(one, now[n], [...path, n]));
  }
  return same(old, now) && (old === undefined) === (now === undefined) ? [] : [[path, now]];
}

export function apply(section, changes) {
  let result = section;
  for (const [path, value] of changes) {
    // A place in a list that has become shorter cannot be changed any more.
    if (path.length > 1 && get(result, path.slice(0, -1)) === undefined && value === undefined) continue;
    result = put(result, path, value);
  }
  return result;
}

export const dotted = (path) => path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("").replace(/^\./, "");

// A value as YAML in one line.
export function yaml(value) {
  if (Array.isArray(value)) return `[${value.map(yaml).join(", ")}]`;
  if (isGroup(value)) return `{${Object.entries(value).map(([key, one]) => `${key}: ${yaml(one)}`).join(", ")}}`;
  if (typeof value === "string" && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(value)) return JSON.stringify(value);
  return value === undefined ? "" : String(value);
}
