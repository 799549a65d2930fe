/** Decides whether a memory is about a file, its directory or its kind, by its condition or by the names in it. */
import { isInCondition } from "../../memory/records/condition.ts";

interface AboutMemory {
  uri: string;
  content: string;
  disclosure?: string;
  provenance?: { file?: string };
}

/** 3: the file, 2: its directory, 1: its extension, 0: none of them. `path`: relative to the project's root. */
export function aboutness(memory: AboutMemory, path: string): number {
  if (memory.provenance?.file === path) return 3;
  const byCondition = memory.disclosure === undefined ? 0 : isInCondition(memory.disclosure, path);
  return Math.max(byCondition, byNames(memory, path));
}

/** The text is not a condition: only a file's name, a folder with a slash and `*.ext` count there. */
function byNames(memory: AboutMemory, path: string): number {
  const text = `${memory.uri.replace(/^\w+:\/\//, "/")}\n${memory.content}`;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const folder = path.slice(0, path.length - name.length);
  const ending = /\.[A-Za-z]\w{0,7}$/.exec(name)?.[0];
  let best = 0;
  for (const [token] of text.includes(name) || text.includes("/") || text.includes("*")
    ? namesIn(text)
    : []) {
    best = Math.max(best, closeness(token, path, name, folder, ending));
    if (best === 3) break;
  }
  return best;
}

function namesIn(text: string) {
  return text.matchAll(/[\p{L}\p{N}_@.*/\\-]+/gu);
}

function closeness(raw: string, path: string, name: string, folder: string, ending: string | undefined) {
  const token = raw
    .replaceAll("\\", "/")
    .replace(/^\.\//, "")
    .replace(/[.,-]+$/, "");
  // A bare name matches every file of that name; a name with a folder only that file.
  if (token === name || token === path || path.endsWith(`/${token}`) || token.endsWith(`/${path}`)) return 3;
  // The last part of a memory URI is a name, not a path: `/files/billing.ts`.
  if (/^\/[\w-]+\//.test(token) && token.endsWith(`/${name}`)) return 3;
  if (folder !== "" && (token === folder || token === `${folder}*` || token === `${folder}**`)) return 2;
  return ending !== undefined && token === `*${ending}` ? 1 : 0;
}
