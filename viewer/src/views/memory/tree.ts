/** `project://patterns/errors` → project:// › patterns › errors. */
import type { Memory } from "../../state/types.ts";

export interface Branch {
  name: string;
  /** The URI up to this level. */
  path: string;
  memory?: Memory;
  branches: Branch[];
  /** Number of memories below, including itself. */
  count: number;
}

export function toTree(memories: readonly Memory[]): Branch[] {
  const root: Branch = { name: "", path: "", branches: [], count: 0 };
  for (const memory of [...memories].sort((a, b) => a.uri.localeCompare(b.uri))) {
    const [, space = "", path = ""] = /^([a-z]+:\/\/)?(.*)$/s.exec(memory.uri) ?? [];
    const names = [space, ...path.split("/")].filter((name) => name !== "");
    let here = root;
    for (const name of names) {
      here.count++;
      let next = here.branches.find((branch) => branch.name === name);
      if (next === undefined) {
        next = { name, path: joined(here.path, name), branches: [], count: 0 };
        here.branches.push(next);
      }
      here = next;
    }
    here.count++;
    here.memory = memory;
  }
  return root.branches;
}

function joined(path: string, name: string): string {
  return path === "" || path.endsWith("/") ? `${path}${name}` : `${path}/${name}`;
}
