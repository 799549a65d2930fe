/** Who gets the room of what is restored, and how its lines are cut. */
import { expect, test } from "bun:test";
import { messagesFor } from "../../locale/index.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { renderRestore } from "./restore.ts";
import type { WorkingSet } from "./working-set.ts";

const en = messagesFor("en");
const EMPTY: WorkingSet = { files: [], commands: [], standing: [], open: [], failures: [], decisions: [] };
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const file = (path: string, edits = 1) => ({ path, reads: 1, edits, lastAt: 0 });
const command = (text: string) =>
  ({ command: text, kind: "test", runs: 1, lastAt: 0 }) as WorkingSet["commands"][number];
const line = (n: number) => `a line of some words with the number ${n}`;
const FULL: WorkingSet = {
  files: times(200, (n) => file(`folder-${n}/a-name-of-a-file-${n}.ts`)),
  commands: times(200, (n) => command(`npm run a-command-of-some-length-${n}`)),
  standing: times(200, line),
  open: times(200, line),
  failures: times(200, (n) => ({ what: `npm test ${n}`, error: "Error: no", at: n })),
  decisions: times(200, line),
};

test("each kind has its share of a full page", () => {
  const { shown } = renderRestore(FULL, en, 4000);
  const cost = (section: keyof WorkingSet, text: (n: number) => string) =>
    times(shown[section], text).reduce((sum, one) => sum + estimateTokens(`${one}\n`), 0) / 4000;
  const part = {
    files: cost("files", (n) => `- folder-${n}/: a-name-of-a-file-${n}.ts 1, `),
    commands: cost("commands", (n) => `- npm run a-command-of-some-length-${n}`),
    standing: cost("standing", (n) => `- ${line(n)}`),
    open: cost("open", (n) => `- ${line(n)}`),
    failures: cost("failures", (n) => `- npm test ${n}: Error: no`),
    decisions: cost("decisions", (n) => `- ${line(n)}`),
  };
  const within = (value: number, share: number) => value > share - 0.05 && value < share + 0.05;
  expect(
    Object.entries(part).filter(([name, value]) => !within(value, SHARES[name as keyof WorkingSet])),
  ).toEqual([]);
});

const SHARES: Record<keyof WorkingSet, number> = {
  files: 0.4,
  commands: 0.24,
  standing: 0.11,
  open: 0.07,
  failures: 0.08,
  decisions: 0.04,
};

test("what one kind leaves over goes to the others", () => {
  const alone = renderRestore({ ...FULL, files: [], standing: [], open: [], decisions: [] }, en, 2000);
  expect(alone.shown.commands).toBeGreaterThan(2 * renderRestore(FULL, en, 2000).shown.commands);
  expect(alone.tokens).toBeGreaterThan(1900);
  const files = renderRestore({ ...EMPTY, files: FULL.files }, en, 1000);
  expect(files.tokens).toBeGreaterThan(900);
  expect(files.tokens).toBeLessThanOrEqual(1000);
});

test("no page is longer than its budget, and one that just fits is whole", () => {
  for (let budget = 0; budget < 900; budget += 7)
    expect(renderRestore(FULL, en, budget).tokens).toBeLessThanOrEqual(budget);
  const small = { ...EMPTY, open: [line(1), line(2)] };
  const whole = renderRestore(small, en, 10_000);
  expect(whole.shown.open).toBe(2);
  expect(whole.text).not.toContain("more");
});

test("what is left out is counted, what is whole is not", () => {
  const { text, shown } = renderRestore({ ...EMPTY, open: FULL.open }, en, 300);
  expect(text.split("\n").at(-1)).toBe(en.restore.more(200 - shown.open));
});

test("a command is cut at 200 characters, what failed at 120", () => {
  const said = (length: number) =>
    renderRestore({ ...EMPTY, commands: [command("c".repeat(length))] }, en).text;
  expect(said(200)).toEndWith(`- ${"c".repeat(200)}`);
  expect(said(201)).toEndWith(`- ${"c".repeat(199)}…`);
  const failed = (length: number) =>
    renderRestore({ ...EMPTY, failures: [{ what: "w".repeat(length), error: "no", at: 0 }] }, en).text;
  expect(failed(120)).toEndWith(`- ${"w".repeat(120)}: no`);
  expect(failed(121)).toEndWith(`- ${"w".repeat(119)}…: no`);
});

test("files of one folder share a line; those at the root have none, and a file that was only read has a star", () => {
  const files = [file("src/a.ts", 2), file("README.md", 0), file("src/b.ts", 0), file("c.ts")];
  const lines = renderRestore({ ...EMPTY, files }, en)
    .text.split("\n")
    .slice(-2);
  expect(lines).toEqual(["- src/: a.ts 2, b.ts*", "- README.md*, c.ts 1"]);
});

test("a folder that is said already costs nothing again: more files fit", () => {
  const folder = "a/folder/with/a/long/name/of/many/parts";
  const inOne = times(300, (n) => file(`${folder}/f${n}.ts`));
  const inMany = times(300, (n) => file(`${folder}${n}/f${n}.ts`));
  const shown = (files: WorkingSet["files"]) => renderRestore({ ...EMPTY, files }, en, 500).shown.files;
  expect(shown(inOne)).toBeGreaterThan(3 * shown(inMany));
});
