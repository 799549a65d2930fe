/** `hooks` as written, without the entries that were not parsed. */
import { isObject } from "../clients/fields.ts";
import type { Hook } from "../hooks/config/hooks.ts";
import type { HooksConfig } from "./types.ts";

/** `parsed` are the hooks parsed from `value`; an entry is identified by its position in the file. Absent if nothing is left. */
export function keepValid(value: unknown, parsed: readonly Hook[], file: string): HooksConfig | undefined {
  const valid = new Set(parsed.map(({ id }) => id));
  const keepGroup = (group: unknown, path: string): unknown[] => {
    const inner = isObject(group) ? group.hooks : undefined;
    if (!Array.isArray(inner)) return [];
    const hooks = inner.filter((_, index) => valid.has(`${file}#${path}.hooks[${index}]`));
    return hooks.length === 0 ? [] : [{ ...Object(group), hooks }];
  };

  if (Array.isArray(value)) {
    const list = value.flatMap((item: unknown, index) => {
      const path = `hooks[${index}]`;
      if (isObject(item) && "hooks" in item) return keepGroup(item, path);
      return valid.has(`${file}#${path}`) ? [item] : [];
    });
    return list.length === 0 ? undefined : (list as HooksConfig);
  }
  const grouped: Record<string, unknown[]> = {};
  for (const [event, groups] of Object.entries(isObject(value) ? value : {})) {
    if (!Array.isArray(groups)) continue;
    const kept = groups.flatMap((group, index) => keepGroup(group, `hooks.${event}[${index}]`));
    if (kept.length > 0) grouped[event] = kept;
  }
  // Every entry in it has passed the hook schema.
  return Object.keys(grouped).length === 0 ? undefined : (grouped as HooksConfig);
}
