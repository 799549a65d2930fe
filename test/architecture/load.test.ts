import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..", "..");
const CLOCKS = /\b(memoryUsage|rss|performance\.now|nanoseconds|hrtime|cpuUsage|loadavg)\b/;

test("no test measures time or process memory: both depend on what else the machine does (bench/ measures)", () => {
  const files = [
    ...new Bun.Glob("{src,bin,viewer,bench,test}/**/{*.test.ts,*.test.tsx,*-contract.ts}").scanSync(root),
  ];
  expect(files.length).toBeGreaterThan(150);
  const measuring = files.filter((file) => {
    const path = join(root, file);
    return path !== import.meta.path && CLOCKS.test(readFileSync(path, "utf8"));
  });
  expect(measuring).toEqual([]);
});
