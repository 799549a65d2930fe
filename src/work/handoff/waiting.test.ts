import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyHandoff, type Handoff } from "../workflow/handoff.ts";
import { putHandoff, readHandoff, takeWaiting } from "./waiting.ts";

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pawl-handoff-"));
  folder = join(root, "handoffs");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const from = (name: string): Handoff => ({
  ...emptyHandoff,
  session: "s-1",
  from: name,
  to: null,
  at: 1,
  project: null,
  branch: null,
  workflow: null,
  request: null,
  state: null,
  open: [],
  decisions: [],
  files: [],
});

test("a handoff is taken once, by its own project, and the folder is there only while one waits", async () => {
  await putHandoff(folder, "remote:a", from("Ann"));
  expect(await takeWaiting(folder, "remote:b")).toBeUndefined();
  const both = await Promise.all([takeWaiting(folder, "remote:a"), takeWaiting(folder, "remote:a")]);
  expect(both.filter((one) => one !== undefined).map((one) => one.from)).toEqual(["Ann"]);
  expect(await takeWaiting(folder, "remote:a")).toBeUndefined();
  expect(existsSync(folder)).toBe(false);
});

test("the folder stays while another project's handoff waits", async () => {
  await putHandoff(folder, "remote:a", from("Ann"));
  await putHandoff(folder, "remote:b", from("Zoe"));
  await takeWaiting(folder, "remote:a");
  expect((await takeWaiting(folder, "remote:b"))?.from).toBe("Zoe");
});

test("a newer handoff takes the place of the one that waits, and says whose it was", async () => {
  await putHandoff(folder, "remote:a", from("Ann"));
  expect(await putHandoff(folder, "remote:a", from("Zoe"))).toMatchObject({
    ok: true,
    replaced: { from: "Ann" },
  });
  expect((await takeWaiting(folder, "remote:a"))?.from).toBe("Zoe");
});

test("a file that is no handoff is not read as one", () => {
  const file = join(root, "other.json");
  for (const text of ["", "no json", "{}", JSON.stringify({ ...from("Ann"), files: "all" })]) {
    writeFileSync(file, text);
    expect(readHandoff(file)).toBeUndefined();
  }
  expect(readHandoff(join(root, "missing.json"))).toBeUndefined();
});
