import type { Memory } from "../../state/types.ts";

/** By what the URI says first: rules, decisions, a folder of the user's own. */
export function toGroups<T extends Memory>(memories: readonly T[]): [string, T[]][] {
  const groups = Map.groupBy(memories, ({ uri }) => {
    const [, space = "", path = ""] = /^([a-z]+:\/\/)?(.*)$/s.exec(uri) ?? [];
    const [first = "", ...rest] = path.split("/");
    const folder = rest.length === 0 ? "" : first;
    return space === "project://" && folder !== "" ? folder : `${space}${folder}`;
  });
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}
