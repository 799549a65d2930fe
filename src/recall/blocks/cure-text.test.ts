import { expect, test } from "bun:test";
import type { Cure, DigestFailure } from "../../memory/digest/types.ts";
import { cureText, remedyOf, shownRemedy } from "../../memory/learn/failure-cures.ts";

const AT = Date.UTC(2026, 4, 3);
const failure: DigestFailure = {
  key: "k",
  tool: "Bash",
  command: "npm run tets",
  error: "missing script: tets",
  names: ["tets"],
  isUsage: true,
  at: 1,
  observation: "o",
};
const { command: _, ...unnamed } = failure;
const cures: Cure[] = [
  { kind: "command", instead: "npm run test", removed: ["tets"], added: ["test"] },
  { kind: "run", command: "cd web && npm ci" },
  { kind: "environment", text: "NODE_ENV=test npm run tets" },
  { kind: "folder", folder: "web", command: "npm run tets" },
  { kind: "folder", folder: "", command: "npm run tets" },
  { kind: "folder", folder: "web", command: "git -C web status" },
  { kind: "file", path: "package.json", text: "a → b" },
  { kind: "file", path: "package.json", text: `${"a".repeat(60)} → ${"b".repeat(90)}` },
  { kind: "file", path: "package.json", text: "c".repeat(81) },
  { kind: "file", path: "package.json", text: "d".repeat(80) },
];

test("what cured a failure is said in one sentence, with the day and short enough", () => {
  expect(cures.map((cure) => cureText(failure, cure, AT))).toMatchInlineSnapshot(`
    [
      "\`npm run tets\` fails here (missing script: tets): \`npm run test\` worked on 2026-05-03.",
      "\`npm run tets\` failed like this before (missing script: tets): \`cd web && npm ci\` cured it on 2026-05-03.",
      "\`npm run tets\` failed like this before (missing script: tets): \`NODE_ENV=test npm run tets\` worked on 2026-05-03.",
      "\`npm run tets\` failed like this before (missing script: tets): \`cd web && npm run tets\` worked on 2026-05-03.",
      "\`npm run tets\` failed like this before (missing script: tets): it worked in the project's root on 2026-05-03.",
      "\`npm run tets\` failed like this before (missing script: tets): \`git -C web status\` worked on 2026-05-03.",
      "\`npm run tets\` failed like this before (missing script: tets): it worked on 2026-05-03 after \`package.json\` was changed: a → b.",
      "\`npm run tets\` failed like this before (missing script: tets): it worked on 2026-05-03 after \`package.json\` was changed: now bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb….",
      "\`npm run tets\` failed like this before (missing script: tets): it worked on 2026-05-03 after \`package.json\` was changed: ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc….",
      "\`npm run tets\` failed like this before (missing script: tets): it worked on 2026-05-03 after \`package.json\` was changed: dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd.",
    ]
  `);
  expect(cures.slice(0, 2).map((cure) => cureText(unnamed, cure, AT))).toMatchInlineSnapshot(`
    [
      "\`tets\` does not exist here: \`npm run test\` worked on 2026-05-03.",
      "failed like this before (missing script: tets): \`cd web && npm ci\` cured it on 2026-05-03.",
    ]
  `);
  const long = { ...failure, command: `run \`${"x".repeat(60)}\``, error: "e".repeat(80) };
  expect(cureText(long, { kind: "run", command: "y".repeat(90) }, AT)).toMatchInlineSnapshot(
    `"\`run 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\` failed like this before (eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee…): \`yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\` cured it on 2026-05-03."`,
  );
  expect(cureText({ ...unnamed, names: [] }, cures[0] as Cure, AT)).toMatchInlineSnapshot(
    `"\`Bash\` does not exist here: \`npm run test\` worked on 2026-05-03."`,
  );
});

test("what is to be done, without what failed", () => {
  expect(cures.filter((_, i) => i < 7 && i !== 4).map(remedyOf)).toMatchInlineSnapshot(`
    [
      "\`npm run test\`",
      "\`cd web && npm ci\`",
      "\`NODE_ENV=test npm run tets\`",
      "\`npm run tets\` in web",
      "\`git -C web status\` in web",
      "package.json",
    ]
  `);
});

test("a fix in the project's root names it for people", () => {
  const at = (folder: string) => shownRemedy({ kind: "folder", folder, command: "npm test" });
  expect([at(""), at("web")]).toEqual(["`npm test` in the project's root", "`npm test` in web"]);
  expect(shownRemedy({ kind: "run", command: "npm ci" })).toBe("`npm ci`");
});
