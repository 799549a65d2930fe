/** `hooks` without invalid entries and without those that `pawl install` wrote. */
import type { Hook } from "../hooks/config/hooks.ts";
import { isOwnHook } from "../platform/own-hook.ts";
import type { HooksConfig } from "./types.ts";

interface ValidHooks {
  /** Absent if nothing is left. */
  hooks: HooksConfig | undefined;
  /** The paths of Pawl's own entries in the file. */
  own: string[];
}

/** `parsed` are the hooks parsed from `value`; an entry is identified by its position in the file. */
export function keepValid(value: unknown, parsed: readonly Hook[], file: string): ValidHooks {
  const valid = new Set(parsed.map(({ id }) => id));
  const own: string[] = [];
  const keep = (entry: unknown, path: string): boolean => {
    if (!isOwnHook(entry)) return valid.has(`${file}#${path}`);
    own.push(path);
    return false;
  };
  const keepGroup = (group: unknown, path: string): unknown[] => {
    const inner = isRecord(group) ? group.hooks : undefined;
    if (!Array.isArray(inner)) return [];
    const hooks = inner.filter((hook, index) => keep(hook, `${path}.hooks[${index}]`));
    return hooks.length === 0 ? [] : [{ ...Object(group), hooks }];
  };

  if (Array.isArray(value)) {
    const list = value.flatMap((item: unknown, index) => {
      const path = `hooks[${index}]`;
      if (isRecord(item) && "hooks" in item) return keepGroup(item, path);
      return keep(item, path) ? [item] : [];
    });
    return { hooks: list.length === 0 ? undefined : (list as HooksConfig), own };
  }
  const grouped: Record<string, unknown[]> = {};
  for (const [event, groups] of Object.entries(isRecord(value) ? value : {})) {
    if (!Array.isArray(groups)) continue;
    const kept = groups.flatMap((group, index) => keepGroup(group, `hooks.${event}[${index}]`));
    if (kept.length > 0) grouped[event] = kept;
  }
  // Every entry in it has passed the hook schema.
  return { hooks: Object.keys(grouped).length === 0 ? undefined : (grouped as HooksConfig), own };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
