import { expect, test } from "bun:test";
import { commandsOf, mergeCommands, usualCommands } from "./commands.ts";
import { filesIn } from "./files.ts";
import { pastTurnsIn } from "./past-turns.ts";
import { NOTHING_SEEN, patternIn } from "./patterns.ts";
import { callKind, mergePermissions, permissionsIn } from "./permissions.ts";
import { structureChange } from "./structure.ts";
import { createSession, PROJECT } from "./test-session.ts";

test("S1.5 a file's knowledge is what was changed, why, and what failed in it", () => {
  const made = createSession("a");
  made.ask("round prices to two digits in the billing summary");
  made.edit("src/billing.ts", "return price", "return price.toFixed(2)");
  made.fail("npm test", "src/billing.ts:9:3: error: cannot read price of undefined");
  made.ask("yes");
  made.edit("src/billing.ts", "const a = item.price", "const a = item?.price");
  made.run("npm test", "ok");
  const [file, ...more] = filesIn(made.session);
  expect(more).toEqual([]);
  expect(file).toMatchObject({ path: "src/billing.ts", failures: [{ solved: true }] });
  // "yes" answers the prompt before it: both changes have one reason.
  expect(file?.changes).toMatchObject([
    {
      what: "`const a = item.price` → `const a = item?.price`",
      why: "round prices to two digits in the billing summary",
    },
  ]);
});

test("S1.5 a failure that the session never got rid of stays open", () => {
  const made = createSession("a");
  made.edit("src/billing.ts", "return price", "return price.toFixed(2)");
  made.fail("npm test", "src/billing.ts:9:3: error: cannot read price of undefined");
  expect(filesIn(made.session)[0]?.failures).toMatchObject([{ solved: false }]);
});

test("how tests and lint are run here is what worked most, whatever stands around it", () => {
  const sessions = ["a", "b"].map((id) => {
    const made = createSession(id);
    made.run(`cd ${PROJECT} && CI=1 npm test 2>&1 | tail -20`, "ok");
    made.run("npm test -v", "ok");
    made.run("npx jest", "ok");
    made.run("npm run lint && npm test", "ok");
    made.fail("make test", "make: *** No rule to make target 'test'.");
    made.run("npm test | tail", "3 failed");
    return commandsOf(made.session);
  });
  const facts = mergeCommands(sessions[0] ?? [], sessions[1] ?? []);
  expect(facts.find(({ command }) => command === "npm test")).toMatchObject({ worked: 6, failed: 2 });
  expect(usualCommands(facts).map(({ kind, command }) => [kind, command])).toEqual([
    ["test", "npm test"],
    ["lint", "npm run lint"],
  ]);
});

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

test("S1.15 M28 names may differ: variables in four files, called names in six", () => {
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

test("S1.7 a moment is a prompt with what was changed for it and how it ended, without files outside the project in its words", () => {
  const made = createSession("a");
  made.ask("add a retry to the payment client");
  made.edit("src/payment-client.ts", "a", "b");
  made.call("Write", {}, true, "", ["/home/ada/.notes/plan.md"]);
  made.answer("The client retries three times.");
  made.ask("thanks");
  const [first, second] = pastTurnsIn(made.session);
  expect(first).toMatchObject({
    asked: "add a retry to the payment client",
    answered: "The client retries three times.",
  });
  expect(first?.changed).toEqual(["src/payment-client.ts", "/home/ada/.notes/plan.md"]);
  expect(first?.words.changed).toBe("src payment client ts");
  expect(second).toMatchObject({ changed: [], answered: "" });
});
