/** The whole way with a small project: copy, baseline with probes, verdict. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Baseline, type TestFacts } from "./baseline.ts";
import { Copies } from "./copy.ts";
import { ImportGraph } from "./import-graph.ts";
import { BUDGET_MS, judge } from "./judge.ts";
import { placeKey } from "./probes.ts";
import { selectTests } from "./select-tests.ts";
import { findMutations, type Mutation } from "./sites.ts";

const PRICE = `export function price(count: number): number {
  if (count < 0) throw new RangeError("negative");
  return count >= 10 ? count * 9 : count * 10;
}
export function unused(): boolean {
  return true;
}
`;
const FILES: Record<string, string> = {
  "src/shop/price.ts": PRICE,
  "src/shop/main.ts": `import { price } from "./price.ts";\nconsole.log(price(Number(process.argv[2])));\n`,
  // In a process of its own and with an empty environment, as the real programs are tested.
  "src/shop/program.test.ts": `import { expect, test } from "bun:test";
import { join } from "node:path";
test("a dozen", () => {
  const ran = Bun.spawnSync([process.execPath, join(import.meta.dir, "main.ts"), "12"], { env: {} });
  expect(ran.stdout.toString().trim()).toBe("108");
});
`,
  "src/shop/other.test.ts": `import { expect, test } from "bun:test";\ntest("other", () => expect(1).toBe(1));\n`,
  "src/shop/broken.test.ts": `import { expect, test } from "bun:test";\ntest("broken", () => expect(1).toBe(2));\n`,
};
const PATHS = Object.keys(FILES);
const MUTATIONS = findMutations({ path: "src/shop/price.ts", module: "shop", text: PRICE });

let root: string;
let copies: Copies;
const facts = new Map<string, TestFacts | undefined>();

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "shop-"));
  mkdirSync(join(root, "node_modules"));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  copies = new Copies(root, PATHS, 1);
  const baseline = new Baseline(MUTATIONS, new Map([["src/shop/price.ts", PRICE]]));
  const [copy] = copies.all;
  if (copy === undefined) throw new Error("no copy");
  baseline.writeProbes(copy);
  for (const path of PATHS.filter((name) => name.endsWith(".test.ts"))) {
    facts.set(path, await baseline.measure(copy, path));
  }
  baseline.removeProbes(copy);
}, 60_000);

afterAll(() => {
  copies.remove();
  rmSync(root, { recursive: true });
});

async function judged(before: string, after: string) {
  const mutation = MUTATIONS.find((found) => found.before === before && found.after === after);
  const [copy] = copies.all;
  if (mutation === undefined || copy === undefined) throw new Error(`no mutation ${before} → ${after}`);
  const tests = [...facts.values()].filter((test) => test !== undefined);
  const verdict = await judge(
    copy,
    mutation,
    PRICE,
    selectTests(mutation, tests, ImportGraph.of(root, PATHS)),
  );
  expect(readFileSync(join(copy.root, mutation.file), "utf8")).toBe(PRICE);
  expect(readFileSync(join(root, mutation.file), "utf8")).toBe(PRICE);
  return verdict;
}

test("the baseline leaves out a test that fails, and sees what a program executes", () => {
  expect(facts.get("src/shop/broken.test.ts")).toBeUndefined();
  expect(facts.get("src/shop/other.test.ts")?.executes).toEqual(new Set());
  const executed = facts.get("src/shop/program.test.ts")?.executes ?? new Set<string>();
  const lines = MUTATIONS.filter((mutation) => executed.has(placeKey(mutation.file, mutation))).map(
    ({ line }) => line,
  );
  expect([...new Set(lines)].sort()).toEqual([2, 3]);
});

test("a mutant that a test notices is killed by it", async () => {
  expect(await judged("9", "10")).toMatchObject({ outcome: "killed", by: "src/shop/program.test.ts" });
}, 60_000);

test("a mutant that its tests do not notice survives", async () => {
  expect(await judged("count >= 10", "count > 10")).toMatchObject({ outcome: "survived", tests: 1 });
}, 60_000);

test("what does not fit into a mutant's time is not run, and the verdict says how much", async () => {
  const [mutation] = MUTATIONS;
  const [copy] = copies.all;
  if (mutation === undefined || copy === undefined) throw new Error("nothing to judge");
  const other = { file: "src/shop/other.test.ts", ms: BUDGET_MS };
  const late = { file: "src/shop/program.test.ts", ms: 1 };
  expect(await judge(copy, mutation, PRICE, [[other], [late]])).toMatchObject({
    outcome: "survived",
    tests: 1,
    notRun: 1,
  });
}, 60_000);

test("a test that fails without the mutant too kills nothing, however long ago it passed", async () => {
  const [mutation] = MUTATIONS;
  const [copy] = copies.all;
  if (mutation === undefined || copy === undefined) throw new Error("nothing to judge");
  const broken = { file: "src/shop/broken.test.ts", ms: 1, isStale: true };
  expect(await judge(copy, mutation, PRICE, [[broken]])).toMatchObject({
    outcome: "survived",
    unsteady: [broken.file],
  });
}, 60_000);

test("a mutant that never ends is killed, and counted apart", async () => {
  const hanging = { ...MUTATIONS[0], ...replaceAll("while (true) await Bun.sleep(1);") } as Mutation;
  const [copy] = copies.all;
  if (copy === undefined) throw new Error("no copy");
  writeFileSync(
    join(copy.root, "src/shop/waits.test.ts"),
    `import { test } from "bun:test";\ntest("waits", async () => { await import("./price.ts"); }, 200);\n`,
  );
  expect(await judge(copy, hanging, PRICE, [[{ file: "src/shop/waits.test.ts", ms: 1 }]])).toMatchObject({
    outcome: "killed",
    timedOut: true,
  });
}, 60_000);

function replaceAll(after: string): Partial<Mutation> {
  return { start: 0, end: PRICE.length, before: PRICE, after };
}

test("a mutant in code that no test runs survives without a run", async () => {
  expect(await judged("true", "false")).toMatchObject({ outcome: "survived", tests: 0 });
});

test("copies are removed", () => {
  const more = new Copies(root, PATHS, 2);
  expect(more.all.map(({ root: place }) => existsSync(join(place, "src/shop/price.ts")))).toEqual([
    true,
    true,
  ]);
  more.remove();
  expect(existsSync(more.base)).toBe(false);
  expect(existsSync(join(root, "node_modules"))).toBe(true);
});
