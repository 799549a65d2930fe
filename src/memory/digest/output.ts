/** What a tool call answered, as the lines that a person would see. */
import type { Observation } from "../records/records.ts";
import { withoutAnsi } from "./normalize.ts";

export interface Output {
  text: string;
  /** Of a shell command that failed, where the client names it. */
  exitCode?: number;
  /** Started in the background or cut short: how it went is not known. */
  isUnfinished: boolean;
}

/** The result as text. Hooks and transcripts hold a shell's answer as JSON, which may be cut in the middle. */
export function toOutput(call: Pick<Observation, "toolName" | "response" | "input">): Output {
  const raw = call.response.startsWith("{") ? unpack(call.response) : { text: call.response, flags: "" };
  const code = /^(?:Error: )?Exit code (\d+)\s*/.exec(raw.text);
  const text = withoutAnsi(raw.text.slice(code?.[0].length ?? 0))
    .replace(/<\/?tool_use_error>/g, "")
    .trim();
  const isUnfinished =
    /"interrupted":true|"backgroundTaskId":"/.test(raw.flags) ||
    /^Command running in background|^Command timed out after/.test(text) ||
    /"run_in_background":true/.test(call.input);
  return { text, isUnfinished, ...(code === null ? {} : { exitCode: Number(code[1]) }) };
}

function unpack(json: string): { text: string; flags: string } {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== "object" || value === null) return { text: json, flags: "" };
    const { stdout, stderr, ...rest } = value as Record<string, unknown>;
    if (typeof stdout !== "string") return { text: json, flags: "" };
    return {
      text: [stdout, typeof stderr === "string" ? stderr : ""].filter((part) => part !== "").join("\n"),
      flags: JSON.stringify(rest),
    };
  } catch {
    // Cut when it was stored: the beginning is still readable.
    const start = /^\{"stdout":"/.exec(json)?.[0];
    if (start === undefined) return { text: json, flags: "" };
    return { text: unescaped(json.slice(start.length)), flags: "" };
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
