/** Finds problems of hooks with a valid configuration: a script that does not load, a missing program. */
import { existsSync } from "node:fs";
import { dirname, extname, relative } from "node:path";
import { processEnv } from "../platform/env.ts";
import { readRegular } from "../platform/files.ts";
import { importsIn } from "../platform/runtime.ts";
import { readCommand } from "./command-files.ts";
import type { ConfigFinding } from "./config/findings.ts";
import type { Hook } from "./config/hooks.ts";
import { toMeaning } from "./paths/shell-meaning.ts";
import { fileOfImport, isRelative } from "./run/resolve.ts";
import { toPlacedMessage } from "./run/script-error.ts";
import { LOADERS } from "./run/script-files.ts";
import { HookRuntime } from "./runtime.ts";
import { checkScript } from "./script-paths.ts";
import { expandFolders } from "./variables.ts";

/**
 * Scripts are imported in the process that would run them, so a loading error has its cause and location. Scripts that the
 * user has not allowed are only parsed, because importing runs code.
 */
export async function hookFindings(
  hooks: readonly Hook[],
  projectDir: string,
  trusted: ReadonlySet<string>,
): Promise<ConfigFinding[]> {
  const runtime = new HookRuntime({ env: processEnv, log: () => undefined, count: () => undefined });
  try {
    const found = hooks.map(async (hook) => [
      ...(hook.event === "WorktreeCreate" ? [toFinding(hook, "", "warning", WORKTREE)] : []),
      ...(await scriptFinding(hook, projectDir, trusted.has(hook.id) ? runtime : undefined)),
      ...commandFindings(hook, projectDir),
    ]);
    return (await Promise.all(found)).flat();
  } finally {
    await runtime.close();
  }
}

/** Scripts that may run but cannot be loaded. A script that is missing or not allowed is reported when it would run. */
export async function unloadable(hooks: readonly Hook[], projectDir: string): Promise<ConfigFinding[]> {
  const there = hooks.filter(
    ({ action, source, scriptPaths }) =>
      action.type === "script" &&
      checkScript(expandFolders(action.script, { projectDir }), source, scriptPaths).ok,
  );
  const found = await hookFindings(there, projectDir, new Set(there.map(({ id }) => id)));
  return found.filter(({ level }) => level === "error");
}

function toFinding(hook: Hook, field: string, level: ConfigFinding["level"], message: string): ConfigFinding {
  const { file } = hook.source;
  const path = `${hook.id.slice(file.length + 1)}${field}`;
  return { level, file, path, message: `${path}: ${message}` };
}

const WORKTREE =
  "Pawl never registers WorktreeCreate, because a hook there must make the worktree itself. Use .claude/settings.json.";

async function scriptFinding(
  hook: Hook,
  projectDir: string,
  runtime: HookRuntime | undefined,
): Promise<ConfigFinding[]> {
  if (hook.action.type !== "script") return [];
  const script = expandFolders(hook.action.script, { projectDir });
  const check = checkScript(script, hook.source, hook.scriptPaths);
  if (!check.ok) return [toFinding(hook, ".script", "error", check.reason)];
  const why =
    runtime === undefined ? parseProblem(check.file) : await loadProblem(runtime, check.file, projectDir);
  return why === undefined ? [] : [toFinding(hook, ".script", "error", why)];
}

const LOAD_MS = 10_000;

async function loadProblem(runtime: HookRuntime, file: string, folder: string): Promise<string | undefined> {
  const only = { input: undefined, toolUseID: undefined, timeoutMs: LOAD_MS, onlyLoad: true };
  const result = await runtime.scripts.run({ file, folder, ...only });
  if (result.kind === "timeout") return `It was not loaded within ${LOAD_MS / 1000} s.`;
  return result.kind === "failed" ? result.error : undefined;
}

const NO_FUNCTION = 'It exports no function: use "export default" or "export const hook".';
/** A default export that is clearly not a function, judged by its first word or character. */
const NO_CALL = /\bexport\s+default\s+(?:[{["'`\d]|new\b|class\b|true\b|false\b|null\b)/;

/** Why a script cannot be used, as far as its text shows; nothing in it is run. */
export function parseProblem(file: string): string | undefined {
  const loader = LOADERS[extname(file).toLowerCase()] ?? "ts";
  try {
    const source = readRegular(file).toString("utf8");
    const { exports } = new Bun.Transpiler({ loader }).scan(source);
    const isModule =
      exports.includes("default") ||
      exports.includes("hook") ||
      /\bmodule\.exports\b|\bexports\.|export\s*\*/.test(source);
    if (!isModule || (NO_CALL.test(source) && !exports.includes("hook")))
      return placed(NO_FUNCTION, file, source, source.search(/\bexport\b/));
    const missing = importsIn(source, loader).find(
      (path) => path !== "pawl" && fileOfImport(path, file) === undefined,
    );
    if (missing === undefined) return undefined;
    const what = isRelative(missing)
      ? `There is no file ${missing}`
      : `The package ${missing} is not installed`;
    return placed(`${what}, seen from ${dirname(file)}.`, file, source, source.indexOf(missing));
  } catch (error) {
    return toPlacedMessage(error, file);
  }
}

function placed(message: string, file: string, source: string, at: number): string {
  return `${message}\n    at ${file}:${source.slice(0, Math.max(0, at)).split("\n").length}`;
}

/** A file, or a word of the shell itself. */
const isProgram = (name: string, shell: string): boolean =>
  Bun.which(name) !== null ||
  Bun.spawnSync([shell, "-c", 'command -v -- "$1"', shell, name], { stdout: "ignore" }).exitCode === 0;

/** A program or file missing on this machine is no error, because another machine may have it. */
function commandFindings(hook: Hook, projectDir: string): ConfigFinding[] {
  const { action } = hook;
  if (action.type !== "command" || action.shell === "powershell" || process.platform === "win32") return [];
  const text = expandFolders(action.command, { projectDir });
  const commands = action.args === undefined ? toMeaning(text, { cwd: projectDir }) : [];
  const firsts = commands.flatMap(({ run: [program] }) => program ?? []);
  const programs = firsts.flatMap(({ value, isUnknown }) => (isUnknown ? [] : [value]));
  const defined = [...text.matchAll(/([\w-]+)\s*\(\)/g)].map(([, name]) => name);
  const missing = (action.args === undefined ? programs : [text]).filter(
    (name) => /^[\w.+-]+$/.test(name) && !defined.includes(name) && !isProgram(name, action.shell ?? "sh"),
  );
  const files = readCommand(text, projectDir).files.filter((file) => !existsSync(file));
  return [
    ...missing.map((name) => `There is no program ${name} here. Install it, or write its path.`),
    ...files.map((file) => `There is no file ${relative(projectDir, file)}.`),
  ].map((message) => toFinding(hook, ".command", "warning", message));
}
