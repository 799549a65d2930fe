/**
 * A repository can contain `.claude/pawl.json`, so nothing in it runs before the user agrees. The consent pins the
 * configuration's text, every script in it with its imports, and the project files that its commands visibly run. Anything
 * that cannot be pinned is listed. The text itself is saved, so that gates stay shut when the file changes or disappears.
 */
import { createHash } from "node:crypto";
import { mkdirSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { z } from "zod";
import { tryParse } from "../clients/fields.ts";
import { readIfThere, readRegular, writeWhole } from "../platform/files.ts";
import { type RunFiles, readCommand } from "./command-files.ts";
import type { Hook } from "./config/hooks.ts";
import { FileCache, stampsOf, statOf } from "./file-cache.ts";
import { isInside } from "./paths/spellings.ts";
import { scanScript } from "./run/script-files.ts";
import { checkScript } from "./script-paths.ts";
import { expandFolders } from "./variables.ts";

/** Maps a file (relative to the project, if inside) to its hash, `missing` or `unreadable`. */
export type Pins = Readonly<Record<string, string>>;

export type TrustState =
  /** It has no hooks, so there is nothing to trust. */
  | { state: "empty" }
  | { state: "trusted" }
  /** The user was never asked for consent. */
  | { state: "unknown" }
  /** It differs from what the user approved; `changes` lists the files. */
  | { state: "changed"; changes: string[] };

const MISSING = "missing";
const UNREADABLE = "unreadable";
/** The configuration's own pin. */
export const CONFIG_PIN = ".claude/pawl.json";

const book = z.object({
  version: z.literal(1),
  projects: z.record(
    z.string(),
    z.object({
      at: z.number(),
      pins: z.record(z.string(), z.string()),
      /** The trusted configuration text. Absent in entries of version 0.1. */
      config: z.string().optional(),
    }),
  ),
  /** Files that the user's own gates run, by path, as of the gate's first run or last approval. */
  userPins: z.record(z.string(), z.string()).optional(),
});
type Book = z.output<typeof book>;

export const trustFile = (homeDir: string): string => join(homeDir, "trust.json");

/** The code that hooks run: files with their hashes, by absolute path, and code that no pin covers, described for people. */
interface Run {
  hashes: ReadonlyMap<string, string>;
  unpinned: readonly string[];
}

export class TrustStore {
  /** By what runs. */
  private readonly runs = new FileCache<Run>();
  private readonly books = new FileCache<Book>();
  /** Includes pins that a damaged file has lost since this process read them. */
  private userPins: Pins = {};

  constructor(readonly file: string) {}

  /** The pins as of now. Reads the files, but hashes only changed ones. `configText`: absent if there is no file. */
  pins(projectDir: string, configText: string | undefined, hooks: readonly Hook[]): Pins {
    const project = realDir(projectDir);
    const config = configText === undefined ? MISSING : hashOf(configText);
    const toName = (file: string) =>
      isInside(file, project) ? relative(project, file).replaceAll(sep, "/") : file;
    const files = [...this.hashesOf(hooks, project)].map(([file, hash]) => [toName(file), hash] as const);
    return Object.fromEntries([[CONFIG_PIN, config], ...files]);
  }

  /** Code of these hooks that no pin covers, one line each. */
  unpinned(projectDir: string, hooks: readonly Hook[]): string[] {
    const project = realDir(projectDir);
    const lines = hooks.flatMap((hook) => this.runOf(hook, project).unpinned);
    return [...new Set(lines.map((line) => line.replaceAll(`${project}${sep}`, "")))];
  }

  state(projectDir: string, hooks: readonly Hook[], pins: Pins): TrustState {
    const trusted = this.entryOf(projectDir)?.pins;
    if (trusted === undefined) return hooks.length === 0 ? { state: "empty" } : { state: "unknown" };
    const names = new Set([...Object.keys(trusted), ...Object.keys(pins)]);
    // An unreadable configuration names no scripts, so those do not count as changed.
    const isRenamed = trusted[CONFIG_PIN] !== pins[CONFIG_PIN];
    const changes = [...names]
      .filter((name) => trusted[name] !== pins[name] && !(isRenamed && pins[name] === undefined))
      .sort();
    return changes.length === 0 ? { state: "trusted" } : { state: "changed", changes };
  }

  /** Whether anything was ever trusted. */
  isKnown(): boolean {
    return statOf(this.file) !== undefined;
  }

  /** All folders that the user ever approved. */
  projects(): string[] {
    return Object.keys(this.book().projects);
  }

  /** The configuration that the user last approved. */
  trustedText(projectDir: string): string | undefined {
    return this.entryOf(projectDir)?.config;
  }

  /** `config` is the displayed text, saved so that its gates apply whatever happens to the file. */
  trust(projectDir: string, pins: Pins, at: number, config: string | undefined): void {
    const entry = { at, pins: { ...pins }, ...(config === undefined ? {} : { config }) };
    const { projects } = this.book();
    this.write({ projects: { ...projects, [realDir(projectDir)]: entry } });
  }

  revoke(projectDir: string): void {
    const { [realDir(projectDir)]: _, ...projects } = this.book().projects;
    this.write({ projects });
  }

  /**
   * Files of a user's own gate that have changed. A file that is new to Pawl is pinned: the user named it in their own
   * configuration.
   */
  changedUserFiles(gate: Hook, projectDir: string): string[] {
    this.userPins = { ...this.userPins, ...this.book().userPins };
    const now = [...this.hashesOf([gate], realDir(projectDir))];
    const fresh = now.filter(([file, hash]) => this.userPins[file] === undefined && hash !== MISSING);
    if (fresh.length > 0) this.pinForUser({ ...this.userPins, ...Object.fromEntries(fresh) });
    return now.flatMap(([file, hash]) => ([undefined, hash].includes(this.userPins[file]) ? [] : [file]));
  }

  /** The user has reviewed them: the current code of their gates is allowed now. */
  trustUserFiles(gates: readonly Hook[], projectDir: string): void {
    const before = Object.keys({ ...this.userPins, ...this.book().userPins });
    const now = [
      ...before.map((file) => [file, hashOfFile(file)] as const),
      ...this.hashesOf(gates, realDir(projectDir)),
    ];
    this.pinForUser(Object.fromEntries(now.filter(([, hash]) => hash !== MISSING)));
  }

  private pinForUser(userPins: Pins): void {
    this.userPins = userPins;
    this.write({ userPins: { ...userPins } });
  }

  private entryOf(projectDir: string): Book["projects"][string] | undefined {
    return this.book().projects[realDir(projectDir)];
  }

  /** An invalid file approves nothing; the index of gates still tells what to refuse. */
  private book(): Book {
    return this.books.get(this.file, () => {
      const stamps = stampsOf([this.file]);
      return { value: book.safeParse(tryParse(readIfThere(this.file) ?? "")).data ?? NOTHING, stamps };
    });
  }

  /** Written atomically, and readable by the user only. */
  private write(change: Partial<Book>): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    writeWhole(this.file, `${JSON.stringify({ ...this.book(), ...change }, null, 2)}\n`);
  }

  private hashesOf(hooks: readonly Hook[], project: string): ReadonlyMap<string, string> {
    return new Map(hooks.flatMap((hook) => [...this.runOf(hook, project).hashes]).sort());
  }

  private runOf({ action, source, scriptPaths }: Hook, project: string): Run {
    if (action.type === "command") {
      const command = [action.command, ...(action.args ?? [])].join(" ");
      return this.remembered(`${project}\0${command}`, () => readCommand(command, project));
    }
    if (action.type !== "script") return { hashes: new Map(), unpinned: [] };
    const script = expandFolders(action.script, { projectDir: source.baseDir });
    const check = checkScript(script, source, scriptPaths);
    // Missing or not allowed today. If that changes, the user is asked again.
    const found = check.ok
      ? () => filesOfScript(check.file)
      : () => ({ files: [resolve(project, script)], unpinned: [] });
    return this.remembered(check.ok ? check.file : `${project}\0\0${script}`, found);
  }

  private remembered(key: string, find: () => RunFiles): Run {
    return this.runs.get(key, () => {
      const { files, unpinned } = find();
      const stamps = stampsOf(files);
      return { value: { hashes: new Map(files.map((file) => [file, hashOfFile(file)])), unpinned }, stamps };
    });
  }
}

const NOTHING: Book = { version: 1, projects: {} };

function filesOfScript(script: string): RunFiles {
  try {
    const { stamps, unknown } = scanScript(script);
    return { files: [...stamps.keys()], unpinned: unknown };
  } catch {
    // It cannot be read. That state is pinned, and running it will report the reason.
    return { files: [script], unpinned: [] };
  }
}

export function realDir(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return resolve(dir);
    throw error;
  }
}

function hashOfFile(file: string): string {
  if (statOf(file)?.isFile() !== true) return MISSING;
  try {
    return hashOf(readRegular(file));
  } catch {
    // Then that state is pinned.
    return UNREADABLE;
  }
}

function hashOf(content: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}
