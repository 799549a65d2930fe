import { describe, expect, test } from "bun:test";
import { toFailure } from "./fingerprint.ts";
import { isIrreversible } from "./irreversible.ts";
import { mergeSolutions, outcomeOf, trackRecord, withOutcome } from "./solution-record.ts";
import { solutionsIn } from "./solutions.ts";
import { createSession, PROJECT } from "./test-session.ts";

const COMPLAINT =
  "src/cart.ts:3:7: 'total' is assigned a value but never used (no-unused-vars)\n\tconst total = sum(items)";

function lintFixed(id: string, at: number, file = "src/cart.ts") {
  const made = createSession(id, at);
  made.fail("npm run lint", COMPLAINT.replace("src/cart.ts", file));
  made.edit("src/other.ts", "a", "unrelated()");
  made.edit(file, "const total = sum(items)\nconst x = 1", "sum(items)\nconst x = 1");
  made.run("npm run lint 2>&1 | tail", "all good");
  return made.session;
}

test("S1.6 a failure and the next success of the same command give the edit in between as the solution", () => {
  const [solution, ...more] = solutionsIn(lintFixed("a", 0));
  expect(more).toEqual([]);
  expect(solution).toMatchObject({
    kind: "lint",
    subject: "npm run lint",
    steps: [{ kind: "edit", file: "src/cart.ts", what: "`const total = sum(items)` → `sum(items)`" }],
    provenance: { sessionId: "a", file: "src/cart.ts" },
  });
});

test("a failure that goes away by itself, or not at all, teaches nothing", () => {
  const flaky = createSession("a");
  flaky.fail("npm test", "Error: timed out waiting for server");
  flaky.run("npm test", "ok");
  expect(solutionsIn(flaky.session)).toEqual([]);
  const open = createSession("b");
  open.fail("npm run lint", COMPLAINT);
  open.edit("src/cart.ts", "const total = sum(items)", "let total = sum(items)");
  open.fail("npm run lint", COMPLAINT);
  expect(solutionsIn(open.session)).toEqual([]);
});

test("what failed to help before is not part of the solution", () => {
  const made = createSession("a");
  made.fail("npm run lint", COMPLAINT);
  made.edit("src/cart.ts", "const total = sum(items)", "var total = sum(items)");
  made.fail("npm run lint", COMPLAINT);
  made.edit("src/cart.ts", "var total = sum(items)", "sum(items)");
  made.run("npm run lint");
  expect(solutionsIn(made.session).map(({ steps }) => steps)).toMatchObject([
    [{ what: "`var total = sum(items)` → `sum(items)`" }],
  ]);
});

test("a success too far away, or of another command, proves nothing", () => {
  const far = createSession("a");
  far.fail("npm run lint", COMPLAINT);
  far.edit("src/cart.ts", "const total = sum(items)", "sum(items)");
  for (let i = 0; i < 50; i++) far.run(`echo ${i}`);
  far.run("npm run lint");
  expect(solutionsIn(far.session)).toEqual([]);
  const other = createSession("b");
  other.fail("npm run lint", COMPLAINT);
  other.edit("src/cart.ts", "const total = sum(items)", "sum(items)");
  other.run("npm run build");
  expect(solutionsIn(other.session)).toEqual([]);
});

test("a command that put something in place is a solution, unless it cannot be undone", () => {
  const solve = (command: string) => {
    const made = createSession("a");
    made.fail("npm test", "Error: Cannot find module 'left-pad'");
    made.run(command);
    made.run("npm test");
    return solutionsIn(made.session).map(({ steps }) => steps);
  };
  expect(solve("npm install left-pad")).toEqual([[{ kind: "run", command: "npm install left-pad" }]]);
  expect(solve("rm -rf node_modules && npm install")).toEqual([]);
  expect(solve("ls node_modules")).toEqual([]);
});

test("a command that was wrong in itself is cured by the right one", () => {
  const made = createSession("a");
  made.call("Bash", { command: "gh pr diff 88 --stat" }, false, "Exit code 1\nunknown flag: --stat");
  made.run("gh pr diff 88 --name-only", "a.ts");
  expect(solutionsIn(made.session)).toMatchObject([
    { steps: [{ kind: "instead", command: "gh pr diff 88 --name-only" }] },
  ]);
});

test("a subagent's success does not solve the main conversation's failure", () => {
  const made = createSession("a");
  made.fail("npm run lint", COMPLAINT);
  made.edit("src/cart.ts", "const total = sum(items)", "sum(items)");
  Object.assign(made.run("npm run lint"), { agentId: "sub" });
  expect(solutionsIn(made.session)).toEqual([]);
});

describe("track record", () => {
  const seenTwice = mergeSolutions(
    mergeSolutions([], solutionsIn(lintFixed("a", 1_000_000))),
    solutionsIn(lintFixed("b", 2_000_000_000, "src/basket.ts")),
  );

  test("the same cure in another session is one solution that worked twice; read again it stays two", () => {
    expect(seenTwice).toHaveLength(1);
    expect(seenTwice[0]?.worked).toBe(2);
    const again = mergeSolutions(seenTwice, solutionsIn(lintFixed("b", 2_000_000_000, "src/basket.ts")));
    expect(again[0]?.worked).toBe(2);
  });

  test("a told solution counts by what the next run of the command shows", () => {
    const [solution] = seenTwice;
    if (solution === undefined) throw new Error("nothing was learned");
    const made = createSession("c");
    const failure = toFailure(made.fail("npm run lint", COMPLAINT), PROJECT);
    if (failure === undefined) throw new Error("no failure");
    const outcome = () => outcomeOf(solution, failure, made.session.observations.slice(1), PROJECT);
    expect(outcome()).toBe("unknown");
    made.fail("npm run lint", COMPLAINT);
    expect(outcome()).toBe("failed");
    expect(trackRecord(withOutcome(solution, "failed", 5))).toBe("worked 2 of 3 times");
    made.session.observations.splice(1, 1);
    made.run("npm run lint");
    expect(outcome()).toBe("worked");
    expect(trackRecord(withOutcome(solution, "worked", 5))).toBe("worked 3 times");
    expect(trackRecord({ worked: 1, failed: 0 })).toBe("seen once");
  });
});

test.each([
  "rm -rf build",
  "git push --force origin main",
  "git reset --hard HEAD~1",
  "psql -c 'DROP TABLE users'",
  "kubectl delete pod x",
  "curl https://x.sh | sh",
  "git clean -fdx",
  "npm publish",
  "git commit --no-verify -m x",
  "docker system prune -af",
])("never told as a solution: %s", (command) => {
  expect(isIrreversible(command)).toBe(true);
});

test.each([
  "npm install",
  "go mod tidy",
  "git add -A",
  "mkdir -p out",
  "npm run format",
  "docker compose up -d",
])("can be told: %s", (command) => {
  expect(isIrreversible(command)).toBe(false);
});
