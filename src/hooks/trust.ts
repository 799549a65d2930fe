/**
 * A repository can carry `.claude/pawl.json`, so nothing of it runs until the user said so. What they said yes to is
 * pinned: the configuration's text, every script that it names with what that imports by relative path, and
 * files of the project that its commands run. (Not what those start in turn, nor packages.)
 */
import { mkdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { z } from "zod";
import { readIfThere, writeWhole } from "../platform/files.ts";
import { filesInCommand, statOf } from "./command-files.ts";
import type { Hook } from "./config/hooks.ts";
import { ScriptFiles } from "./run/script-files.ts";
import { checkScript, isInside } from "./script-paths.ts";
import { expandFolders } from "./variables.ts";

/** File (relative to the project where it is inside) → hash, `missing` or `unreadable`. */
export type Pins = Readonly<Record<string, string>>;

export type TrustState =
  /** It has no hooks, so there is nothing to trust. */
  | { state: "empty" }
  | { state: "trusted" }
  /** The user was never asked. */
  | { state: "unknown" }
  /** It is not what the user said yes to; `changes` are the files. */
  | { state: "changed"; changes: string[] };

const MISSING = "missing";
const UNREADABLE = "unreadable";
/** The configuration's own pin. */
export const CONFIG_PIN = ".claude/pawl.json";

const book = z.object({
  version: z.literal(1),
  projects: z.record(z.string(), z.object({ at: z.number(), pins: z.record(z.string(), z.string()) })),
});
type Book = z.output<typeof book>;

export const trustFile = (homeDir: string): string => join(homeDir, "trust.json");

export class TrustStore {
  private readonly scripts = new ScriptFiles();
  private readonly hashes = new Map<string, { stamp: string; hash: string }>();

  constructor(private readonly file: string) {}

  /** What would be pinned now. Reads the files; an unchanged one is not hashed again. */
  pins(projectDir: string, configText: string, hooks: readonly Hook[]): Pins {
    const project = realDir(projectDir);
    const files = new Set(hooks.flatMap((hook) => this.filesOf(hook, project)));
    const pins: Record<string, string> = { [CONFIG_PIN]: hashOf(configText) };
    for (const file of [...files].sort()) {
      pins[isInside(file, project) ? relative(project, file).replaceAll(sep, "/") : file] =
        this.hashFile(file);
    }
    return pins;
  }

  state(projectDir: string, hooks: readonly Hook[], pins: Pins): TrustState {
    if (hooks.length === 0) return { state: "empty" };
    const trusted = this.read().projects[realDir(projectDir)]?.pins;
    if (trusted === undefined) return { state: "unknown" };
    const names = new Set([...Object.keys(trusted), ...Object.keys(pins)]);
    const changes = [...names].filter((name) => trusted[name] !== pins[name]).sort();
    return changes.length === 0 ? { state: "trusted" } : { state: "changed", changes };
  }

  trust(projectDir: string, pins: Pins, at: number): void {
    const { projects } = this.read();
    this.write({ version: 1, projects: { ...projects, [realDir(projectDir)]: { at, pins: { ...pins } } } });
  }

  /** The folders that the user said yes to, ever. */
  projects(): string[] {
    return Object.keys(this.read().projects);
  }

  revoke(projectDir: string): void {
    const { [realDir(projectDir)]: _, ...projects } = this.read().projects;
    this.write({ version: 1, projects });
  }

  /** A book that cannot be understood says yes to nothing. */
  private read(): Book {
    const nothing: Book = { version: 1, projects: {} };
    const text = readIfThere(this.file);
    if (text === undefined) return nothing;
    try {
      const parsed = book.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : nothing;
    } catch (error) {
      if (error instanceof SyntaxError) return nothing;
      throw error;
    }
  }

  /** Whole or not at all, and for the user only. */
  private write(content: Book): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    writeWhole(this.file, `${JSON.stringify(content, null, 2)}\n`);
  }

  private filesOf({ action, source, scriptPaths }: Hook, project: string): string[] {
    if (action.type === "prompt") return [];
    if (action.type === "command")
      return filesInCommand([action.command, ...(action.args ?? [])].join(" "), project);
    const script = expandFolders(action.script, { projectDir: source.baseDir });
    const check = checkScript(script, source, scriptPaths);
    // Not there or not allowed today: should that change, the user is asked again.
    if (!check.ok) return [resolve(project, script)];
    return this.importsOf(check.file);
  }

  private importsOf(script: string): string[] {
    try {
      return [...this.scripts.of(script).keys()];
    } catch {
      // It cannot be read: that is what is pinned, and running it will say why.
      return [script];
    }
  }

  private hashFile(file: string): string {
    const stat = statOf(file);
    if (stat?.isFile() !== true) return MISSING;
    const stamp = `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`;
    const known = this.hashes.get(file);
    if (known?.stamp === stamp) return known.hash;
    const hash = hashIfReadable(file);
    this.hashes.set(file, { stamp, hash });
    return hash;
  }
}

function hashIfReadable(file: string): string {
  try {
    return hashOf(readFileSync(file));
  } catch {
    return UNREADABLE;
  }
}

function realDir(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return resolve(dir);
    throw error;
  }
}

function hashOf(content: string | Uint8Array): string {
  return `sha256:${new Bun.CryptoHasher("sha256").update(content).digest("hex")}`;
}
