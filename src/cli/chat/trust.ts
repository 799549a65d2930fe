/**
 * A repository's `.claude/settings.json` can name commands, and `pawl chat` runs them: so the user is asked once, and again
 * when the file or a script of it changes. Somebody who told Claude Code that they trust the folder is not asked.
 */
import { join } from "node:path";
import { type Hook, parseHooks } from "../../hooks/config/hooks.ts";
import { hookName } from "../../hooks/run-hooks.ts";
import { TrustStore } from "../../hooks/trust.ts";
import type { Env } from "../../platform/env.ts";
import { readIfThere } from "../../platform/files.ts";
import { claudeConfigDir, type Home } from "../../platform/paths.ts";
import type { ProjectConfig } from "../../sdk/index.ts";

interface ChatTrust {
  /** Nothing to ask. */
  trusted: boolean;
  /** What would run, a line each. */
  lines: string[];
  accept(at: number): void;
}

export function chatTrust(config: ProjectConfig, home: Home, env: Env): ChatTrust {
  const { file, projectDir, text = "" } = config;
  const source = { file, kind: "settings" as const, baseDir: projectDir };
  const { hooks } = parseHooks(config.hooks, source, config.hookScriptPaths);
  // A book of its own: the other one is about .claude/pawl.json, and a yes to that is no yes to this.
  const book = new TrustStore(join(home.dir, "chat-trust.json"));
  const pins = book.pins(projectDir, text, hooks);
  const { state } = book.state(projectDir, hooks, pins);
  return {
    trusted: state === "trusted" || state === "empty" || isTrustedByClaude(projectDir, env),
    lines: hooks.map(toLine),
    accept: (at) => book.trust(projectDir, pins, at),
  };
}

function toLine(hook: Hook): string {
  const when = hook.matcher === "" ? hook.event : `${hook.event} (${hook.matcher})`;
  return `${when}: ${hook.action.type} ${hookName(hook)}`;
}

/** The client keeps its own answer per folder, in `.claude.json` of the home or of its configuration folder. */
function isTrustedByClaude(projectDir: string, env: Env): boolean {
  const custom = env.CLAUDE_CONFIG_DIR !== undefined && env.CLAUDE_CONFIG_DIR !== "";
  const dir = claudeConfigDir(env);
  const text = readIfThere(custom ? join(dir, ".claude.json") : `${dir}.json`);
  try {
    const { projects } = JSON.parse(text ?? "{}") as { projects?: Record<string, unknown> };
    const project = projects?.[projectDir] as { hasTrustDialogAccepted?: unknown } | undefined;
    return project?.hasTrustDialogAccepted === true;
  } catch {
    // Not for us to repair; then the user is asked.
    return false;
  }
}
