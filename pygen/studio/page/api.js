// What the page asks the server.

export class Refused extends Error {
  constructor(status, data) {
    super(data.error || `the studio answered ${status}`);
    this.status = status;
    this.data = data;
  }
}

export class Gone extends Error {}

async function post(name, body) {
  let answer;
  try {
    answer = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body ?? {}),
    });
  } catch {
    throw new Gone("The studio no longer answers. Start it again with `invoke studio`.");
  }
  if (!answer.ok) {
    let data = {};
    try { data = await answer.json(); } catch { /* a plain refusal */ }
    throw new Refused(answer.status, data);
  }
  return answer;
}

// How many pictures were asked for that are not there yet.
let awaited = 0;
const PICTURES = ["draw", "overlay"];
export const hasAllPictures = () => awaited === 0;

export async function ask(name, body) {
  const one = PICTURES.includes(name) ? 1 : 0;
  awaited += one;
  try {
    const data = await (await post(name, body)).json();
    if (data.error) throw new Refused(200, data);
    return data;
  } finally { awaited -= one; }
}

export async function askBlob(name, body) {
  const answer = await post(name, body);
  if (answer.headers.get("Content-Type") === "application/json") throw new Refused(200, await answer.json());
  return answer.blob();
}

// Calls `each` with every line of an answer that comes bit by bit.
export async function askLines(name, body, each) {
  const reader = (await post(name, body)).body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch {
      throw new Gone("The studio stopped in the middle of its answer.");
    }
    if (part.done && !rest) break;
    rest += part.done ? "\n" : decoder.decode(part.value, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const data = JSON.parse(line);
      if (data.error) throw new Refused(422, data);
      if ((await each(data)) === false) { reader.cancel(); return; }
    }
  }
}

export function cellsOf(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const cells = new Uint16Array(bytes.length / 2);
  for (let n = 0; n < cells.length; n++) cells[n] = bytes[2 * n] | (bytes[2 * n + 1] << 8);
  return cells;
}
