/**
 * How often a file gate refuses calls that have nothing to do with it: every shell command of real sessions against a gate
 * on a folder that none of them uses. `bun bench/gate-control.ts FOLDER…` (folders of `*.jsonl.gz`); `--list` prints them.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { compileMatcher } from "../src/hooks/matcher/matcher.ts";

const gate = compileMatcher('tool_input.file_path matches "never-used-folder/**"', { gate: true });

/** Commands of Claude Code's Bash and of Codex's shell, wherever they are in a line. */
function commandsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { type, name, input, arguments: given } = value as Record<string, unknown>;
  if (type === "tool_use" && name === "Bash") return textOf(Object(input).command);
  if (type === "function_call" && typeof given === "string" && /^(?:exec_command|shell)$/.test(String(name)))
    return textOf(Object(JSON.parse(given)).cmd ?? Object(JSON.parse(given)).command);
  return Object.values(value).flatMap(commandsIn);
}

/** Some lines were written by two processes at once. */
function parseOrNothing(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const textOf = (command: unknown): string[] =>
  typeof command === "string" ? [command] : Array.isArray(command) ? [String(command.at(-1))] : [];

const args = process.argv.slice(2);
for (const folder of args.filter((each) => !each.startsWith("--"))) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl.gz"));
  const commands = files.flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString("utf8")
      .split("\n")
      .flatMap((line) => commandsIn(parseOrNothing(line))),
  );
  const project = mkdtempSync(join(tmpdir(), "pawl-control-"));
  mkdirSync(join(project, "never-used-folder"));
  const refused = commands.filter((command) =>
    gate({ tool_name: "Bash", tool_input: { command }, cwd: project }, { projectDir: project }),
  );
  rmSync(project, { recursive: true, force: true });
  if (args.includes("--list")) for (const command of refused) console.log(`--- ${command}`);
  const share = ((refused.length / commands.length) * 100).toFixed(2);
  console.log(`${folder}: ${refused.length} of ${commands.length} calls refused (${share} %)`);
}
