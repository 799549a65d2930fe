/** Reads a project's own files: CLAUDE.md and AGENTS.md, and the package manager in use. Starts no process. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { Messages } from "../../locale/messages.ts";
import { type Env, processEnv } from "../../platform/env.ts";
import { readIfThere } from "../../platform/files.ts";
import { claudeConfigDir } from "../../platform/paths.ts";

const NAMES = ["CLAUDE.md", join(".claude", "CLAUDE.md"), "CLAUDE.local.md", "AGENTS.override.md"];
const RULES = join(".claude", "rules");
/** Larger ones are not instructions. */
const LARGEST = 1 << 20;

/** As deep as the client follows imports; and a bound for files that import each other. */
const DEEPEST = 5;
const MOST_FILES = 100;

/** The project's CLAUDE.md files, AGENTS.md and `.claude/rules`, and what they import with `@docs/rules.md`: files inside the project only. */
export function claudeMdOf(project: string): string {
  if (project === "") return "";
  const texts = new Map<string, string>();
  const read = (path: string, depth: number): void => {
    if (texts.has(path) || texts.size >= MOST_FILES) return;
    const text = textOf(path);
    if (text === "") return;
    texts.set(path, text);
    if (depth >= DEEPEST) return;
    for (const imported of filesImportedBy(text)) {
      const file = resolve(dirname(path), imported);
      if (file.startsWith(`${resolve(project)}${sep}`)) read(file, depth + 1);
    }
  };
  for (const name of [...NAMES, ...rulesOf(project)]) read(join(project, name), 0);
  return [...texts.values()].join("\n");
}

/** Other notes that a client loads by itself. */
function rulesOf(project: string): string[] {
  const folder = join(project, RULES);
  // Most projects have none.
  if (!existsSync(folder)) return ["AGENTS.md"];
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
    return ["AGENTS.md", ...names.slice(0, MOST_FILES).map((name) => join(RULES, name))];
  } catch {
    // A file, or not ours to read.
    return ["AGENTS.md"];
  }
}

/** `@docs/rules.md`, outside of code; not `@pawl:…`, not a mail address, not a package's name. */
function filesImportedBy(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?(?:```|$)/g, "").replace(/`[^`\n]*`/g, "");
  return [
    ...prose.matchAll(/(?:^|[\s(])@((?:\.{1,2}\/)?[\w.-][\w./ -]*?\.\w{1,10})(?=[\s),;:]|\.?(?:\s|$))/gm),
  ].map(([, path = ""]) => path);
}

function textOf(path: string): string {
  try {
    const file = statSync(path, { throwIfNoEntry: false });
    return file?.isFile() === true && file.size <= LARGEST ? (readIfThere(path) ?? "") : "";
  } catch {
    // Not there, not readable, or no path at all: then it imports nothing.
    return "";
  }
}

/** Facts that save the model a wrong guess. */
export function projectNotes(
  project: string,
  sessionEnv: Env,
  /** Asked for only where there is something to say. */
  said: { readonly messages: Messages },
  cwd = project,
): { uri: string; text: string }[] {
  if (project === "") return [];
  const manager = packageManagerOf(project, { ...processEnv, ...sessionEnv }, cwd);
  // A default is a guess, and the model must not get a guess as a fact.
  if (manager.from === "default") return [];
  return [
    {
      uri: "system://package-manager",
      text: said.messages.notices.packageManager(manager.name, manager.from),
    },
  ];
}

const PACKAGE_MANAGERS = ["npm", "yarn", "pnpm", "bun"] as const;
type PackageManager = (typeof PACKAGE_MANAGERS)[number];

interface PackageManagerFound {
  name: PackageManager;
  /** The source of the answer: a file, a variable, "user setting". `default`: neither project nor user settings tell. */
  from: string;
}

const LOCK_FILES: readonly (readonly [string, PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["yarn.lock", "yarn"],
  ["package-lock.json", "npm"],
  // Not locks, but as clear a sign.
  ["pnpm-workspace.yaml", "pnpm"],
  [".yarnrc.yml", "yarn"],
];

const MOST_FOLDERS = 30;

/** From the session's own folder up to the project; a worktree's ends at its own root. */
function foldersUp(cwd: string, project: string): string[] {
  const folders: string[] = [];
  for (let dir = cwd === "" ? project : cwd; folders.length < MOST_FOLDERS; dir = dirname(dir)) {
    folders.push(dir);
    if (dir === project || existsSync(join(dir, ".git")) || dirname(dir) === dir) break;
  }
  // A session that has left its project gets nothing about other folders.
  const last = folders.at(-1) ?? project;
  return last === project || existsSync(join(last, ".git")) ? [...new Set([...folders, project])] : [project];
}

/** The nearest folder that says something wins. */
export function packageManagerOf(project: string, env: Env, cwd = project): PackageManagerFound {
  const named = toManager(env.CLAUDE_PACKAGE_MANAGER);
  if (named !== undefined) return { name: named, from: "CLAUDE_PACKAGE_MANAGER" };
  for (const folder of foldersUp(cwd, project)) {
    const found = managerIn(folder);
    if (found !== undefined) return found;
  }
  const usual = settingIn(join(claudeConfigDir(env), "package-manager.json"));
  return usual === undefined ? { name: "npm", from: "default" } : { name: usual, from: "user setting" };
}

function managerIn(folder: string): PackageManagerFound | undefined {
  const chosen = settingIn(join(folder, ".claude", "package-manager.json"));
  if (chosen !== undefined) return { name: chosen, from: ".claude/package-manager.json" };

  const manifest = readJson(join(folder, "package.json"));
  const declared = toManager(manifest?.packageManager) ?? engineOf(manifest?.devEngines);
  if (declared !== undefined) return { name: declared, from: "package.json" };

  const lock = LOCK_FILES.find(([file]) => existsSync(join(folder, file)));
  return lock === undefined ? undefined : { name: lock[1], from: lock[0] };
}

/** `devEngines.packageManager`: one, or a list of which the first that Pawl knows counts. */
function engineOf(devEngines: unknown): PackageManager | undefined {
  const { packageManager } = Object(devEngines) as { packageManager?: unknown };
  const list = Array.isArray(packageManager) ? packageManager : [packageManager];
  for (const engine of list) {
    const found = toManager((Object(engine) as { name?: unknown }).name);
    if (found !== undefined) return found;
  }
  return undefined;
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
    const value: unknown = JSON.parse((readIfThere(file) ?? "null").replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Someone else's broken or unreadable file is no reason to fail: the next source answers.
    return undefined;
  }
}
