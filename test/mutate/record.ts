/**
 * What the baseline found, kept between runs: a test file is measured again only when it, or something it can load, has
 * changed. The record lies in `node_modules/.cache`, where a fresh installation removes it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestFacts } from "./baseline.ts";
import type { ImportGraph } from "./import-graph.ts";
import { isMutable } from "./sources.ts";

type Entry = {
  /** Of everything the test can load. */
  key: string;
  /** Of what it loads outside of the sources that are mutated. */
  own: string;
  ms: number;
  /** By source file: its hash, and the places as `start:end`, joined by spaces. */
  executes?: Record<string, { hash: string; places: string }>;
};

export function cacheFolder(root: string): string {
  return join(root, "node_modules", ".cache", "pawl-mutate");
}

const PROGRAM_HELPER = "test/e2e/pawl.ts";

/** Stands for all places of a file that has changed since its places were recorded. */
export const anyPlace = (file: string) => `${file}:*`;

/** Says of each test file whether anything that could change its record has changed. */
export class Fingerprints {
  private readonly hashes = new Map<string, string>();
  private whole: string | undefined;

  constructor(
    private readonly paths: string[],
    private readonly graph: ImportGraph,
    private readonly read: (path: string) => Uint8Array,
  ) {}

  of(test: string): string {
    return this.startsPrograms(test)
      ? `${this.own(test)}:${this.allSources()}`
      : this.sum(this.reached(test));
  }

  /** Those may load any source: a test in `test/`, and one beside its source that uses the helpers there. */
  startsPrograms(test: string): boolean {
    return test.startsWith("test/") || this.graph.reachedFrom(test).has(PROGRAM_HELPER);
  }

  own(test: string): string {
    return this.sum(this.reached(test).filter((path) => !isMutable(path)));
  }

  ofFile(path: string): string {
    const known = this.hashes.get(path);
    if (known !== undefined) return known;
    const made = this.paths.includes(path) ? hash(this.read(path)) : "gone";
    this.hashes.set(path, made);
    return made;
  }

  private reached(test: string): string[] {
    return [...this.graph.reachedFrom(test)].sort();
  }

  private allSources(): string {
    this.whole ??= this.sum(this.paths.filter(isMutable));
    return this.whole;
  }

  private sum(paths: string[]): string {
    return hash(paths.map((path) => `${path}:${this.ofFile(path)}`).join("\n"));
  }
}

function hash(content: string | Uint8Array): string {
  return Bun.hash(content).toString(36);
}

export class BaselineRecord {
  private readonly entries: Map<string, Entry>;

  constructor(
    private readonly file: string,
    private readonly prints: Pick<Fingerprints, "of" | "own" | "ofFile" | "startsPrograms">,
  ) {
    const stored = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Entry>) : {};
    this.entries = new Map(Object.entries(stored));
  }

  /**
   * Undefined when the test has to be measured. A test of whole programs is not measured again only because some source has
   * changed: it counts as executing every place of the changed files it executed before, and `isStale` tells that nobody
   * has seen it pass since.
   */
  find(test: string): TestFacts | undefined {
    const entry = this.entries.get(test);
    if (entry === undefined) return undefined;
    const isStale = entry.key !== this.prints.of(test);
    if (isStale && !(this.prints.startsPrograms(test) && entry.own === this.prints.own(test)))
      return undefined;
    const { ms, executes } = entry;
    const facts = { file: test, ms, ...(isStale ? { isStale } : {}) };
    if (executes === undefined) return facts;
    const keys = Object.entries(executes).flatMap(([file, { hash: before, places }]) =>
      before === this.prints.ofFile(file)
        ? places.split(" ").map((range) => `${file}:${range}`)
        : [anyPlace(file)],
    );
    return { ...facts, executes: new Set(keys) };
  }

  add({ file, ms, executes }: TestFacts): void {
    const known = { key: this.prints.of(file), own: this.prints.own(file), ms };
    if (executes === undefined) {
      this.entries.set(file, known);
      return;
    }
    const byFile = Map.groupBy(executes, (place) => place.slice(0, place.indexOf(":")));
    const places = [...byFile].map(([name, keys]) => [
      name,
      {
        hash: this.prints.ofFile(name),
        places: keys.map((key) => key.slice(name.length + 1)).join(" "),
      },
    ]);
    this.entries.set(file, { ...known, executes: Object.fromEntries(places) });
  }

  save(): void {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(Object.fromEntries(this.entries)));
  }
}
