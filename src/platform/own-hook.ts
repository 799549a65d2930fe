/** Recognizes Pawl's entries in the clients' settings by their structure, never by a substring. */
export const OWN_ARGUMENT = "--installed-by=pawl";
/** For every client but Claude Code, followed by its name. */
export const CLIENT_ARGUMENT = "--client=";
export const GATE_ARGUMENT = "--gate";
/** In Pawl's home: the events that gates are about. */
export const GATES_FILE = "gates.json";
export const OWN_HEADER = "X-Pawl-Hook";

/** The beginning and end of an installed line: see `line.ts` of the clients' settings. */
const GUARDED = /^(?:\(?\[ -x |try \{ & ).*; exit 0$/s;

/** Other people's hooks may have "pawl" in their path. */
export function isOwnHook(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.type === "command") {
    const args = argumentsOf(value);
    if (!args.includes(OWN_ARGUMENT)) return false;
    const isOthers = args.some((arg) => `${arg}`.startsWith(CLIENT_ARGUMENT));
    return Array.isArray(value.args) || isOthers || GUARDED.test(`${value.command}`);
  }
  if (value.type !== "http" || !isRecord(value.headers)) return false;
  return Object.keys(value.headers).some((name) => name.toLowerCase() === OWN_HEADER.toLowerCase());
}

/** The words of a command, or `args`, as version 0.2 wrote it. */
export function argumentsOf({ command, args }: { command?: unknown; args?: unknown }): readonly unknown[] {
  if (Array.isArray(args)) return args;
  return typeof command === "string" && args === undefined ? command.split(" ") : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
