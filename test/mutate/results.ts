/** One line of JSON for each verdict, written as it comes: a run that was stopped can go on. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Verdict } from "./judge.ts";
import type { Mutation } from "./sites.ts";

/** `tree` tells whether sources and tests are still the same: only then do old verdicts hold. */
type Head = { seed: number; tree: string };

export class Results {
  readonly kept: Verdict[] = [];

  constructor(
    private readonly file: string,
    head: Head,
    resume: boolean,
  ) {
    if (resume && existsSync(file)) {
      const [first, ...verdicts] = readResults(file);
      if (JSON.stringify(first) !== JSON.stringify(head))
        throw new Error(`${file} is of another seed or of other sources: run without --resume`);
      this.kept = verdicts as Verdict[];
      return;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(head)}\n`);
  }

  add(verdict: Verdict): void {
    appendFileSync(this.file, `${JSON.stringify(verdict)}\n`);
    this.kept.push(verdict);
  }

  has(mutation: Mutation): boolean {
    return this.kept.some(({ mutation: judged }) => isSame(judged, mutation));
  }
}

/** A line that was cut when the run was ended is left out. */
function readResults(file: string): unknown[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

function isSame(a: Mutation, b: Mutation): boolean {
  return a.file === b.file && a.start === b.start && a.end === b.end && a.after === b.after;
}

/** The mutations that survived an earlier run and are still possible: lines may have moved since. */
export function survivorsOf(file: string, all: Mutation[]): Mutation[] {
  const [, ...verdicts] = readResults(file) as [Head, ...Verdict[]];
  return verdicts
    .filter(({ outcome }) => outcome === "survived")
    .flatMap(({ mutation }) => {
      const alike = all.filter(
        ({ file: path, operator, before, after }) =>
          path === mutation.file &&
          operator === mutation.operator &&
          before === mutation.before &&
          after === mutation.after,
      );
      const distance = ({ line }: Mutation) => Math.abs(line - mutation.line);
      const [nearest] = alike.sort((a, b) => distance(a) - distance(b));
      return nearest === undefined ? [] : [nearest];
    });
}
