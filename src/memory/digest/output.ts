/** A tool call's output, as the lines that a person would see. */
import type { Observation } from "../../store/records/records.ts";
import { withoutAnsi } from "./normalize.ts";

export interface Output {
  text: string;
  /** For a failed shell command, if the client reports it. */
  exitCode?: number;
}

/** The result as text. Hooks and transcripts hold a shell's answer as JSON, which may be cut in the middle. */
export function toOutput(call: Pick<Observation, "response">): Output {
  const raw = call.response.startsWith("{") ? unpack(call.response) : call.response;
  const code = /^(?:Error: )?Exit code (\d+)\s*/.exec(raw);
  const shown = raw.slice(code?.[0].length ?? 0);
  const plain = shown.includes("\u001b") || shown.includes("\r") ? withoutAnsi(shown) : shown;
  const text = (
    plain.includes("<tool_use_error>") ? plain.replace(/<\/?tool_use_error>/g, "") : plain
  ).trim();
  return { text, ...(code === null ? {} : { exitCode: Number(code[1]) }) };
}

/** Started in the background or cut short, so the outcome is unknown. */
export function isUnfinished({ response, input }: Pick<Observation, "response" | "input">): boolean {
  return (
    // The flags come after the output, which is cut if it is long.
    /"interrupted":true|"backgroundTaskId":"/.test(response.slice(-600)) ||
    /^Command (?:running in background|timed out after)/.test(response) ||
    input.includes('"run_in_background":true')
  );
}

function unpack(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== "object" || value === null) return json;
    const { stdout, stderr } = value as Record<string, unknown>;
    if (typeof stdout !== "string") return json;
    return [stdout, typeof stderr === "string" ? stderr : ""].filter((part) => part !== "").join("\n");
  } catch {
    // Cut when it was stored: the beginning is still readable.
    const start = /^\{"stdout":"/.exec(json)?.[0];
    return start === undefined ? json : unescaped(json.slice(start.length));
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "", f: "" };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/g,
    (_, code: string | undefined, char: string | undefined) =>
      code === undefined
        ? (ESCAPES[char ?? ""] ?? char ?? "")
        : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Fields of a call other than Bash; empty if the input was cut when it was stored. */
export function fieldsOf(input: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
