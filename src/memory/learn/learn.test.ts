import { expect, test } from "bun:test";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import { commandsIn } from "./command-text.ts";
import { createPatterns } from "./patterns.ts";
import { decisionsIn } from "./permissions.ts";

test("S1.8 refusals are decisions about a call; nothing is allowed without having been asked", () => {
  const made = createSession("a");
  const refused = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
  const denied = made.call("Bash", { command: "cd x && git push origin main" }, false, refused);
  const allowed = made.run("npm publish");
  made.run("npm test");
  expect(decisionsIn(made.session, new Set([allowed.key]))).toEqual([
    { call: denied, decision: "deny" },
    { call: allowed, decision: "allow" },
  ]);
  expect(decisionsIn(made.session)).toEqual([{ call: denied, decision: "deny" }]);
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
    expect(decisionsIn(made.session)).toEqual([]);
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
  expect(decisionsIn(made.session)).toMatchObject([{ decision: "deny" }]);
});

test("S1.15 a line of the project's own recurs in six files over four sessions; values and variables may differ", () => {
  const names = "Users Orders Items Carts Bills Rates Notes Tags Teams Roles Keys".split(" ");
  const foundAt = (line: (name: string) => string, sessions = 4) => {
    const patternIn = createPatterns();
    return names.flatMap((name, i) => {
      const { edit } = createSession(`s${i % sessions}`);
      return patternIn(edit(`src/${name}.ts`, "", line(name)), PROJECT)?.files ?? [];
    });
  };
  const loader = (name: string) => `export const ${name} = createLoader(${name}Table, options);`;
  expect(foundAt(loader)).toEqual([6]);
  expect(foundAt(loader, 3)).toEqual([]);
  // What every program does is no pattern of this one.
  expect(foundAt((name) => `const value = get${name}(input, other);`)).toEqual([]);
  expect(foundAt((name) => `if (${name} === undefined) return;`)).toEqual([]);
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
