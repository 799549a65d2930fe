/** The settings, their defaults and their limits: what docs, the page and people's files rely on. */
import { expect, test } from "bun:test";
import { homeAt } from "../../platform/paths.ts";
import { parseConfig } from "./read.ts";
import { viewSettings } from "./settings-view.ts";

test("every setting has its default and its limits", () => {
  // Of these the user or the memory's own constants decide.
  const isOther = (path: string) => /^(?:port|context|recall)\b/.test(path) && path !== "recall.holdout";
  const lines = viewSettings(homeAt("/nowhere"), {}).map(
    ({ path, type, defaultValue, minimum, maximum }) =>
      `${path} ${type} ${isOther(path) ? "" : JSON.stringify(defaultValue)} ${minimum ?? ""}..${maximum ?? ""}`,
  );
  expect(lines).toMatchInlineSnapshot(`
    [
      "port integer  1..65535",
      "locale choice null ..",
      "stateFiles boolean true ..",
      "exclude list [] ..",
      "retention.days integer null 1..",
      "retention.megabytes integer null 1..",
      "context.tokens integer  0..50000",
      "context.coreTokens integer  0..20000",
      "context.userImports list  ..",
      "daemon.idleHours number 8 0..8760",
      "memory.askToSave boolean false ..",
      "memory.askToSaveAfter integer 5 1..",
      "sameProject list [] ..",
      "recall.promptTokens integer  0..20000",
      "recall.fileTokens integer  0..20000",
      "recall.failureTokens integer  0..20000",
      "recall.subagentTokens integer  0..20000",
      "recall.threshold number  0..100",
      "recall.holdout number 0 0..1",
      "recall.kinds other  ..",
      "recall.acrossProjects boolean  ..",
      "permissions.deny list [] ..",
      "permissions.ask list [] ..",
      "redact.patterns list [] ..",
      "redact.values list [] ..",
      "prices other {} ..",
      "workflow.root string null ..",
    ]
  `);
});

const problems = (value: object) =>
  parseConfig(JSON.stringify(value), { file: "config.json", kind: "user", baseDir: "/" }).findings.map(
    ({ path }) => path,
  );

test.each([
  [{ exclude: [""] }, "exclude[0]"],
  [{ permissions: { deny: [""] } }, "permissions.deny[0]"],
  [{ permissions: { ask: ["tool =="] } }, "permissions.ask[0]"],
  [{ redact: { patterns: ["("] } }, "redact.patterns[0]"],
  [{ redact: { patterns: ["a".repeat(1001)] } }, "redact.patterns[0]"],
  [{ redact: { patterns: Array(101).fill("a") } }, "redact.patterns"],
  [{ redact: { values: ["abc"] } }, "redact.values[0]"],
  [{ redact: { values: ["a".repeat(4097)] } }, "redact.values[0]"],
  [{ redact: { values: Array(1001).fill("abcd") } }, "redact.values"],
  [{ sameProject: [["/a"]] }, "sameProject[0]"],
  [{ prices: { m: { input: -1, output: 1 } } }, "prices.m.input"],
  [{ workflow: { root: "" } }, "workflow.root"],
  [{ daemon: { idleHours: 0 } }, "daemon.idleHours"],
  [{ hookScriptPaths: [""] }, "hookScriptPaths[0]"],
  [{ retention: { years: 1 } }, "retention.years"],
] as [object, string][])("%#: a setting out of its limits is refused at its place", (value, path) => {
  expect([...new Set(problems(value))]).toEqual([path]);
});

test("what is just within the limits is taken", () => {
  const values = ["abcd", "a".repeat(4096)];
  const redact = { patterns: ["a".repeat(1000), ...Array(99).fill("a")], values };
  expect(problems({ redact })).toEqual([]);
  expect(problems({ redact: { values: Array(1000).fill("abcd") } })).toEqual([]);
  expect(problems({ sameProject: [["/a", "/b"]], exclude: ["a"], hookScriptPaths: ["x"] })).toEqual([]);
});
