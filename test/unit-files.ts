/**
 * Which of the tests beside their source are unit tests: those that judge one part. What a file says decides, so that
 * no list has to follow when tests are written or renamed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where tests stand beside their source. */
export const BESIDE_SOURCE = ["src", "bin", "viewer", "bench"];

/** What a test file names when it judges more than one part. */
const MORE_THAN_A_PART: Readonly<Record<string, RegExp>> = {
  "the whole app, with all its services": /["']\.[./\w-]*\/test-app\.ts["']/,
  "a whole command, with the store and whatever it loads": /["']\.[./\w-]*\/(?:cli-call|test-doctor)\.ts["']/,
  "a daemon or a keeper that listens": /["']\.[./\w-]*\/serve\.ts["']/,
  "another thread, with its own store": /\bopenWorkThread\(/,
  "hundreds of cases of all kinds of secrets": /\bsecretCases\b|\bsecretContexts\b/,
  "another process": /\bBun\.(?:spawn|spawnSync|\$)|["'](?:node:)?child_process["']/,
};

/** The paths of all test files beside their source, from the project's folder. */
export function testsBesideSource(root: string): string[] {
  const glob = new Bun.Glob(`{${BESIDE_SOURCE.join(",")}}/**/*.test.{ts,tsx}`);
  return [...glob.scanSync(root)].map((path) => path.replaceAll("\\", "/")).sort();
}

export function unitTests(root: string): string[] {
  return testsBesideSource(root).filter(
    (path) => moreThanAPart(readFileSync(join(root, path), "utf8")) === undefined,
  );
}

/** What this test opens or starts besides the part it judges. */
export function moreThanAPart(test: string): string | undefined {
  return Object.keys(MORE_THAN_A_PART).find((what) => MORE_THAN_A_PART[what]?.test(test));
}
