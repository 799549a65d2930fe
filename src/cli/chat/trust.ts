/**
 * A repository's `.claude/settings.json` can name commands, and `pawl chat` runs them. So the user is asked once, and again
 * when the file or one of its scripts changes. Users who trust the folder in Claude Code are not asked.
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
  /** No need to ask. */
  trusted: boolean;
  /** What would run, one line per hook. */
  lines: string[];
  accept(at: number): void;
}

export function chatTrust(config: ProjectConfig, home: Home, env: Env): ChatTrust {
  const { file, projectDir, text = "" } = config;
  const source = { file, kind: "settings" as const, baseDir: projectDir };
  const { hooks } = parseHooks(config.hooks, source, config.hookScriptPaths);
  // A separate file: the other one is about .claude/pawl.json, and trusting that does not include this.
  const trust = new TrustStore(join(home.dir, "chat-trust.json"));
  const pins = trust.pins(projectDir, text, hooks);
  const { state } = trust.state(projectDir, hooks, pins);
  return {
    trusted: state === "trusted" || state === "empty" || isTrustedByClaude(projectDir, env),
    lines: hooks.map(toLine),
    accept: (at) => trust.trust(projectDir, pins, at, text),
  };
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
    // Not our file to repair: ask the user.
    return false;
  }
}
