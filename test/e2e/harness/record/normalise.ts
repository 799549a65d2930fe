import type { Scratch } from "../scratch.ts";
import type { HookInput } from "./recorder.ts";

const HOME = "/home/dev";
const PROJECT = "/home/dev/project";

/** Numbers that differ between runs. A fixed plausible value keeps the diff empty. */
const MEASURED: Record<string, number> = {
  duration_ms: 12,
  totalDurationMs: 180,
  totalTokens: 7000,
  input_tokens: 7000,
  output_tokens: 20,
  seconds_since_last_response: 3,
  context_tokens: 12000,
  estimated_cache_write_usd: 0.06,
};

/** Replaces the paths of one run with those of a made-up machine. */
export function normalisePaths(input: HookInput, { root, home, project }: Scratch): HookInput {
  const dashed = (path: string) => path.replace(/[^A-Za-z0-9]/g, "-");
  const pairs = [
    [project, PROJECT],
    [home, HOME],
    [root, `${HOME}/scratch`],
    [dashed(project), dashed(PROJECT)],
  ] as const;
  return mapStrings(input, (text) => {
    let result = text;
    for (const [from, to] of pairs) result = result.replaceAll(from, to);
    return result.replace(/\/claude-\d+\//g, "/claude-1000/");
  });
}

/** Replaces every id with a stable one, the same wherever it appears in the fixtures. */
export function createIdNormaliser(): (input: HookInput) => HookInput {
  const known = new Map<string, string>();
  const standIn = (id: string, make: (n: string) => string) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const made = make(String(known.size + 1));
    known.set(id, made);
    return made;
  };
  const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
  const agent = /\b(a(?:mate-)?)([0-9a-f]{16})\b/g;
  return (input) =>
    mapStrings(input, (text) =>
      text
        .replace(uuid, (id) => standIn(id, (n) => `00000000-0000-4000-8000-${n.padStart(12, "0")}`))
        .replace(agent, (id, prefix: string) => standIn(id, (n) => `${prefix}${n.padStart(16, "0")}`))
        .replace(/\bsession-[0-9a-f]{8}\b/g, "session-00000000")
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-01T00:00:00.000Z")
        .replace(/<(subagent_tokens|duration_ms)>\d+</g, "<$1>100<"),
    );
}

function mapStrings(input: HookInput, change: (text: string) => string): HookInput {
  const text = JSON.stringify(input, (key, value) => {
    if (typeof value === "string") return change(value);
    if (typeof value === "number") return MEASURED[key] ?? value;
    return value;
  });
  return JSON.parse(text) as HookInput;
}
