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
  key: string;
  ms: number /** By file: `start:end`, joined by spaces. */;
  executes?: Record<string, string>;
};

export function cacheFolder(root: string): string {
  return join(root, "node_modules", ".cache", "pawl-mutate");
}

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
    const reached = [...this.graph.reachedFrom(test)].sort();
    // A test in `test/` starts programs, which may load any source.
    const parts = test.startsWith("test/") ? [...reached, this.allSources()] : reached;
    return hash(parts.map((part) => (part.includes(":") ? part : `${part}:${this.ofFile(part)}`)).join("\n"));
  }

  private ofFile(path: string): string {
    const known = this.hashes.get(path);
    if (known !== undefined) return known;
    const made = hash(this.read(path));
    this.hashes.set(path, made);
    return made;
  }

  private allSources(): string {
    this.whole ??= `:${hash(
      this.paths
        .filter(isMutable)
        .map((path) => this.ofFile(path))
        .join("\n"),
    )}`;
    return this.whole;
  }
}

function hash(content: string | Uint8Array): string {
  return Bun.hash(content).toString(36);
}

export class BaselineRecord {
  private readonly entries: Map<string, Entry>;

  constructor(
    private readonly file: string,
    private readonly fingerprint: (test: string) => string,
  ) {
    const stored = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Entry>) : {};
    this.entries = new Map(Object.entries(stored));
  }

  /** Undefined when the test has to be measured. */
  find(test: string): TestFacts | undefined {
    const entry = this.entries.get(test);
    if (entry === undefined || entry.key !== this.fingerprint(test)) return undefined;
    const { ms, executes } = entry;
    if (executes === undefined) return { file: test, ms };
    const keys = Object.entries(executes).flatMap(([file, ranges]) =>
      ranges.split(" ").map((range) => `${file}:${range}`),
    );
    return { file: test, ms, executes: new Set(keys) };
  }

  add({ file, ms, executes }: TestFacts): void {
    const key = this.fingerprint(file);
    if (executes === undefined) {
      this.entries.set(file, { key, ms });
      return;
    }
    const byFile = Map.groupBy(executes, (place) => place.slice(0, place.indexOf(":")));
    this.entries.set(file, {
      key,
      ms,
      executes: Object.fromEntries(
        [...byFile].map(([name, places]) => [
          name,
          places.map((place) => place.slice(name.length + 1)).join(" "),
        ]),
      ),
    });
  }

  save(): void {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(Object.fromEntries(this.entries)));
  }
}
