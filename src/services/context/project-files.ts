/** What a project's own files say: CLAUDE.md, and which package manager is used (S0.3). Reads files; starts no process. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Messages } from "../../locale/messages.ts";
import { type Env, processEnv } from "../../platform/env.ts";
import { readIfThere } from "../../platform/files.ts";
import { claudeConfigDir } from "../../platform/paths.ts";

const NAMES = ["CLAUDE.md", join(".claude", "CLAUDE.md"), "CLAUDE.local.md"];
/** Larger ones are not instructions. */
const LARGEST = 1 << 20;

export function claudeMdOf(project: string): string {
  if (project === "") return "";
  return NAMES.map((name) => textOf(join(project, name))).join("\n");
}

function textOf(path: string): string {
  try {
    const file = statSync(path);
    return file.isFile() && file.size <= LARGEST ? (readIfThere(path) ?? "") : "";
  } catch {
    // Not there, not readable, or no path at all: then it imports nothing.
    return "";
  }
}

/** Facts that save the model a wrong guess. */
export function projectNotes(
  project: string,
  sessionEnv: Env,
  messages: Messages,
): { uri: string; text: string }[] {
  if (project === "") return [];
  const manager = packageManagerOf(project, { ...processEnv, ...sessionEnv });
  // A default is worth a line only where packages of this kind are in use at all.
  if (manager.from === "default" && !existsSync(join(project, "package.json"))) return [];
  return [
    {
      uri: "system://package-manager",
      text: messages.notices.packageManager(manager.name, manager.from),
    },
  ];
}

const PACKAGE_MANAGERS = ["npm", "yarn", "pnpm", "bun"] as const;
type PackageManager = (typeof PACKAGE_MANAGERS)[number];

interface PackageManagerFound {
  name: PackageManager;
  /** Where the answer came from. `default`: nothing in the project or its user's settings says anything. */
  from:
    | "CLAUDE_PACKAGE_MANAGER"
    | ".claude/package-manager.json"
    | "package.json"
    | "lock file"
    | "user setting"
    | "default";
}

const LOCK_FILES: readonly (readonly [string, PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["yarn.lock", "yarn"],
  ["package-lock.json", "npm"],
];

/** The first that answers. */
export function packageManagerOf(project: string, env: Env): PackageManagerFound {
  const named = toManager(env.CLAUDE_PACKAGE_MANAGER);
  if (named !== undefined) return { name: named, from: "CLAUDE_PACKAGE_MANAGER" };

  const chosen = settingIn(join(project, ".claude", "package-manager.json"));
  if (chosen !== undefined) return { name: chosen, from: ".claude/package-manager.json" };

  const declared = settingIn(join(project, "package.json"));
  if (declared !== undefined) return { name: declared, from: "package.json" };

  const lock = LOCK_FILES.find(([file]) => existsSync(join(project, file)));
  if (lock !== undefined) return { name: lock[1], from: "lock file" };

  const usual = settingIn(join(claudeConfigDir(env), "package-manager.json"));
  return usual === undefined ? { name: "npm", from: "default" } : { name: usual, from: "user setting" };
}

function settingIn(file: string): PackageManager | undefined {
  return toManager(readJson(file)?.packageManager);
}

/** `pnpm@9.1.0+sha…` and `pnpm` both mean pnpm. */
function toManager(value: unknown): PackageManager | undefined {
  const name = typeof value === "string" ? value.trim().split("@")[0]?.toLowerCase() : undefined;
  return PACKAGE_MANAGERS.find((known) => known === name);
}

function readJson(file: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readIfThere(file) ?? "null");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Someone else's broken or unreadable file is no reason to fail: the next source answers.
    return undefined;
  }
}
