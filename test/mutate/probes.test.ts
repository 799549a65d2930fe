import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { distinctPlaces, placeKey, placesOf, readNotes, withProbes } from "./probes.ts";
import { findMutations, type Mutation } from "./sites.ts";

/** Runs the text with a probe at every mutation; gives the mutations that ran and what the program printed. */
function run(text: string): { ran: Mutation[]; printed: string } {
  const dir = mkdtempSync(join(tmpdir(), "probes-"));
  try {
    const mutations = findMutations({ path: "src/a.ts", module: "src", text });
    const probed = distinctPlaces(mutations).map((place, id) => ({ ...place, id }));
    const notes = join(dir, "notes");
    writeFileSync(notes, "");
    writeFileSync(join(dir, "a.ts"), withProbes(text, probed, notes));
    const child = Bun.spawnSync([process.execPath, join(dir, "a.ts")]);
    expect(child.stderr.toString()).toBe("");
    const ids = readNotes(readFileSync(notes, "utf8"));
    const keys = new Set(probed.filter(({ id }) => ids.has(id)).map((place) => placeKey("", place)));
    const ran = mutations.filter((mutation) =>
      placesOf(mutation).some((place) => keys.has(placeKey("", place))),
    );
    return { ran, printed: child.stdout.toString().trim() };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const PROGRAM = `
const LIMIT = 10;
const UNUSED = 20;
function pick(a: number, b: number): string {
  if (a > 100) return "large";
  if (a === b && b !== 7) {
    return "same";
  }
  return a >= 3 ? "three" : String(a < LIMIT);
}
function never(): boolean {
  return UNUSED > 5;
}
console.log(pick(1, 1), pick(3, 4), typeof never);
`;

test("probes change nothing that the program does", () => {
  expect(run(PROGRAM).printed).toBe("same three function");
});

test("a mutation counts as executed where it ran, and a constant only where it is read", () => {
  const lines = new Set(run(PROGRAM).ran.map(({ line }) => line));
  // 2 and 3 declare constants; nothing reads LIMIT because both calls answer sooner, and line 12 is never called.
  expect([...lines].sort((a, b) => a - b)).toEqual([5, 6, 9, 14]);
  expect(run(PROGRAM.replace("pick(3, 4)", "pick(2, 4)")).ran.some(({ line }) => line === 2)).toBe(true);
});

test("an exported constant counts as executed when its file is loaded", () => {
  expect(run("export const LIMIT = 10;\n").ran).not.toEqual([]);
});

test("a function that is called before the file has run may hold a probe", () => {
  expect(run("start();\nfunction start() { if (Math.PI < 3) return; console.log('on'); }\n").printed).toBe(
    "on",
  );
});
