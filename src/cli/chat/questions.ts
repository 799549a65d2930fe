/** The questions of a conversation: whether this project's hooks may run, and whether Claude may use a tool. */

import { join } from "node:path";
import { type Hook, parseHooks } from "../../hooks/config/hooks.ts";
import { hookName } from "../../hooks/run-hooks.ts";
import { type Env, processEnv } from "../../platform/env.ts";
import { readIfThere } from "../../platform/files.ts";
import { claudeConfigDir } from "../../platform/paths.ts";
import type { CanUseTool, PermissionResult, ProjectConfig } from "../../sdk/index.ts";
import { bold, plain } from "../output.ts";
import { words } from "../words.ts";
import type { Terminal } from "./terminal.ts";

interface HookAnswer {
  run: boolean;
  /** What the user typed instead of an answer: their first prompt. */
  instead?: string;
}

/** A repository's `.claude/settings.json` can run commands, so Pawl asks, unless Claude Code already has the answer. */
export async function askAboutHooks(config: ProjectConfig, terminal: Terminal): Promise<HookAnswer> {
  const lines = hookLines(config);
  if (lines.length === 0 || isTrustedByClaude(config.projectDir, processEnv)) return { run: true };
  terminal.write(`${words.chat.hooks}\n`);
  for (const line of lines) terminal.write(`  ${toOneLine(line)}\n`);
  const answer = (await terminal.ask(`${bold(`${words.chat.askHooks} [y/N]`)} `))?.trim() ?? "";
  if (/^y(es)?$/i.test(answer)) return { run: true };
  terminal.write(`${words.chat.hooksOff}\n`);
  return /^(no?)?$/i.test(answer) ? { run: false } : { run: false, instead: answer };
}

type Call = Parameters<CanUseTool>;

export async function askAboutTool(
  name: Call[0],
  input: Call[1],
  options: Call[2],
  terminal: Terminal,
): Promise<PermissionResult> {
  const { title, suggestions = [], suppressAlwaysAllowRule, signal } = options;
  const always = suggestions.length > 0 && suppressAlwaysAllowRule !== true;
  const what = title ?? words.chat.wants(name, JSON.stringify(input));
  const choices = always ? words.chat.choicesAlways : words.chat.choices;
  const answer = await terminal.ask(
    `${toOneLine(what)}\n${bold(`${words.chat.allow} ${choices}:`)} `,
    signal,
  );
  if (always && /^a(lways)?$/i.test(answer?.trim() ?? "")) {
    // For this session only: Pawl does not write the client's permission settings.
    const updatedPermissions = suggestions.map((one) => ({ ...one, destination: "session" as const }));
    return { behavior: "allow", updatedInput: input, updatedPermissions };
  }
  if (/^y(es)?$/i.test(answer?.trim() ?? "")) return { behavior: "allow", updatedInput: input };
  return { behavior: "deny", message: "The user said no." };
}

export function toOneLine(text: string, most = 200): string {
  const line = plain(text).replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** The hooks that would run, one line each. */
function hookLines({ file, projectDir, hooks, hookScriptPaths }: ProjectConfig): string[] {
  const source = { file, kind: "settings" as const, baseDir: projectDir };
  return parseHooks(hooks, source, hookScriptPaths).hooks.map(toLine);
}

function toLine(hook: Hook): string {
  const when = hook.matcher === "" ? hook.event : `${hook.event} (${hook.matcher})`;
  return `${when}: ${hook.action.type} ${hookName(hook)}`;
}

/** The client stores its answer per folder in `.claude.json`, in the home or in its configuration folder. */
function isTrustedByClaude(projectDir: string, env: Env): boolean {
  const custom = env.CLAUDE_CONFIG_DIR !== undefined && env.CLAUDE_CONFIG_DIR !== "";
  const dir = claudeConfigDir(env);
  const text = readIfThere(custom ? join(dir, ".claude.json") : `${dir}.json`);
  try {
    const { projects } = JSON.parse(text ?? "{}") as { projects?: Record<string, unknown> };
    const project = projects?.[projectDir] as { hasTrustDialogAccepted?: unknown } | undefined;
    return project?.hasTrustDialogAccepted === true;
  } catch {
    // Not our file to repair, so the user is asked.
    return false;
  }
}
