import { expect, test } from "bun:test";
import { createSession, PROJECT } from "../records/test-session.ts";
import { commandsIn } from "./command-text.ts";
import { NOTHING_SEEN, patternIn } from "./patterns.ts";
import { callKind, mergePermissions, permissionsIn } from "./permissions.ts";
import { structureChange } from "./structure.ts";

test("S1.8 refusals are counted by kind of call, with what the user said; nothing is allowed without having been asked", () => {
  const made = createSession("a");
  const refused =
    "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nnot on main";
  made.call("Bash", { command: "cd x && git push origin main" }, false, refused);
  made.call("Bash", { command: "git push" }, false, refused);
  const allowed = made.run("npm publish");
  made.run("npm test");
  const facts = permissionsIn(made.session, new Set([allowed.key]));
  expect(facts).toMatchObject([
    { call: "Bash(git push)", denied: 2, allowed: 0, reason: "not on main" },
    { call: "Bash(npm publish)", denied: 0, allowed: 1 },
  ]);
  expect(permissionsIn(made.session).map(({ call }) => call)).toEqual(["Bash(git push)"]);
  expect(mergePermissions(facts, facts)).toEqual(facts);
  expect(callKind({ toolName: "Edit", input: "{}", files: ["/a/b/.env"] })).toBe("Edit(.env)");
});

test.each([
  "Claude requested permissions to use WebFetch, but you haven't granted it yet.",
  "Permission to use Bash with command curl x has been denied.",
  "Permission for this action was denied by the Claude Code auto mode classifier. Reason: The user doesn't want to take this action",
  "Permission for this tool use was denied: it requires interactive approval",
  "Auto mode is unavailable: its safety check does not run for this session, so Bash was not run.",
  "touch in '/home/dev/shop/x' needs approval. The path is inside the working directories",
  "PreToolUse:Bash hook error: [./gate.sh]: no",
  "Refused by the user's rule in Pawl's configuration: WebFetch",
  "[Request interrupted by user for tool use]",
])(
  "S1.8 what a rule, a hook, the automatic mode or an empty terminal refused is not the user's word: %s",
  (response) => {
    const made = createSession("a");
    made.call("Bash", { command: "git push" }, false, response);
    expect(permissionsIn(made.session)).toEqual([]);
  },
);

test.each([
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). the user said:\nnot yet, needs approval",
  "The user doesn't want to take this action right now. STOP what you are doing and wait.",
  "Permission for this tool use was denied. The tool use was rejected (eg. if it was a file edit). The user said:\nno",
  "User denied via IDE",
])("S1.8 what a person refused is: %s", (response) => {
  const made = createSession("a");
  made.call("Bash", { command: "git push" }, false, response);
  expect(permissionsIn(made.session)).toMatchObject([{ call: "Bash(git push)", denied: 1 }]);
});

test("S1.15 a new folder, a new kind of file and a manifest are changes of structure; in an unknown project nothing is", () => {
  const { write, edit } = createSession("a");
  const known = new Set(["src/a.ts", "src/b.ts", "src/c.ts", "test/a.ts", "package.json"]);
  expect(structureChange(write("src/d.ts", "x"), PROJECT, known)).toBeUndefined();
  expect(structureChange(write("workers/queue.ts", "x"), PROJECT, known)).toMatchObject({
    kind: "new-folder",
    path: "workers",
  });
  expect(structureChange(write("src/query.sql", "x"), PROJECT, known)).toMatchObject({
    kind: "new-kind-of-file",
  });
  expect(structureChange(edit("package.json", "a", "b"), PROJECT, known)).toMatchObject({ kind: "manifest" });
  expect(structureChange(write("workers/queue.ts", "x"), PROJECT, new Set())).toBeUndefined();
});

test("S1.15 a line of the project's own that is written in four files is hinted at once", () => {
  const { edit } = createSession("a");
  let seen = NOTHING_SEEN;
  const hints: string[] = [];
  for (const name of ["a", "b", "c", "d", "e"]) {
    const call = edit(
      `src/${name}.ts`,
      "",
      `const log = createLogger("${name}");\nif (error !== undefined) {`,
    );
    const found = patternIn(call, PROJECT, seen);
    seen = found.seen;
    if (found.hint !== undefined) hints.push(`${found.hint.pattern} ×${found.hint.times}`);
  }
  expect(hints).toEqual(['const log = createLogger("d"); ×4']);
});

test("S1.15 names may differ: variables in four files, called names in six", () => {
  const hintsOf = (line: (name: string) => string, names: string[]) => {
    const { edit } = createSession("a");
    let seen = NOTHING_SEEN;
    return names.flatMap((name, i) => {
      const found = patternIn(edit(`src/${name}.ts`, "", line(name)), PROJECT, seen);
      seen = found.seen;
      return found.hint === undefined ? [] : [i + 1];
    });
  };
  const names = ["Users", "Orders", "Items", "Carts", "Bills", "Rates", "Notes", "Tags"];
  expect(hintsOf((name) => `export const ${name} = createLoader(${name}Table, options);`, names)).toEqual([
    4,
  ]);
  expect(hintsOf((name) => `export const all = await load${name}(database, options);`, names)).toEqual([6]);
  // What every program does is no pattern of this one.
  expect(hintsOf((name) => `const value = get${name}(input, other);`, names)).toEqual([]);
  expect(hintsOf((name) => `if (${name} === undefined) return;`, names)).toEqual([]);
});

test.each<[string, string[]]>([
  ["cat > run.py <<'EOF'\nimport os; npm test\nmake build\nEOF\npython3 run.py", ["cat", "python3 run.py"]],
  ["npm test 2>&1 | tail -5", ["npm test"]],
  ["(cd web && npm run build) && npm test", ["cd web && npm run build", "npm test"]],
  ["npm test # not npm run lint", ["npm test"]],
  [
    "git commit -m \"$(cat <<'EOF'\nfix: npm run lint\nEOF\n)\"",
    ["git commit -m \"$(cat <<'EOF' fix: npm run lint EOF )\""],
  ],
])("the commands in %p", (line, commands) => {
  expect(commandsIn(line)).toEqual(commands);
});

test.each<[string, string[]]>([
  ["cat > run.py <<'EOF'\nimport os; npm test\nmake build\nEOF\npython3 run.py", ["cat", "python3 run.py"]],
  ["npm test 2>&1 | tail -5", ["npm test"]],
  ["(cd web && npm run build) && npm test", ["cd web && npm run build", "npm test"]],
  ["npm test # not npm run lint", ["npm test"]],
  [
    "git commit -m \"$(cat <<'EOF'\nfix: npm run lint\nEOF\n)\"",
    ["git commit -m \"$(cat <<'EOF' fix: npm run lint EOF )\""],
  ],
])("the commands in %p", (line, commands) => {
  expect(commandsIn(line)).toEqual(commands);
});
