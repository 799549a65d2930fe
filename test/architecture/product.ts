/** The repository's files, parsed, and which of them are the product. */
import { readSources } from "./parsed-sources.ts";
import { isTestFile } from "./source-files.ts";

export const all = readSources(["src", "viewer", "test", "bench", "bin", "generate"]);

export const isTest = (path: string): boolean => /^(?:test|bench|generate)\//.test(path) || isTestFile(path);

/** What runs at a user's: the program and its page. */
export const product = all.filter(({ path }) => /^(?:src|viewer\/src)\//.test(path) && !isTest(path));

/** Files that are imported from outside of this repository; their exports are the package's API. */
export const PUBLIC = new Map([
  ["src/index.ts", "`pawl` in package.json's exports"],
  ["src/sdk/index.ts", "`pawl/sdk` in package.json's exports"],
  ["src/platform/runtime-node.ts", "stands for runtime.ts in the library on node (bin/library.ts)"],
  [
    "src/hooks/matcher/glob-engine-node.ts",
    "stands for glob-engine.ts in the library on node (bin/library.ts)",
  ],
]);
