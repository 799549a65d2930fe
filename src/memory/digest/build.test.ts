import { describe, expect, test } from "bun:test";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import { toDigest } from "./build.ts";
import { toFailure } from "./calls.ts";
import { DIGEST_VERSION } from "./types.ts";

const commandsOf = (session: ReturnType<typeof createSession>): string[] =>
  toDigest(session.session).commands.map(({ command }) => command);

describe("the digest of a session", () => {
  test("a turn is what was asked, the last answer, and the files that were changed", () => {
    const s = createSession("one");
    s.ask("<system-reminder>be nice</system-reminder>Add the refund window");
    s.edit("src/refund.ts", "a", "b");
    s.answer("Looking.");
    s.run("sed -i 's/14/30/' src/window.ts");
    s.answer("The window is 30 days now.");
    s.ask("<command-name>/clear</command-name>");
    s.ask("and the docs");
    s.write("docs/refund.md", "# Refunds");
    const { turns, files, version, startedAt, lastAt } = toDigest(s.session);
    expect(turns.map(({ prompt, answer, edited }) => ({ prompt, answer, edited }))).toEqual([
      {
        prompt: "Add the refund window",
        answer: "The window is 30 days now.",
        edited: ["src/refund.ts", "src/window.ts"],
      },
      { prompt: "and the docs", answer: "", edited: ["docs/refund.md"] },
    ]);
    expect(files.map(({ path, edits, turns: at }) => [path, edits, at])).toEqual([
      ["docs/refund.md", 1, [1]],
      ["src/window.ts", 1, [0]],
      ["src/refund.ts", 1, [0]],
    ]);
    expect(version).toBe(DIGEST_VERSION);
    expect(lastAt - startedAt).toBe(8000 - 1000);
  });

  test("a long answer is its beginning and its last paragraph", () => {
    const s = createSession("one");
    s.ask("go");
    s.answer(`I changed the cart.\n\n${"Then a lot of detail. ".repeat(40)}\n\nLeft to do: the migration.`);
    const [turn] = toDigest(s.session).turns;
    expect(turn?.answer).toBe("I changed the cart.\n\nLeft to do: the migration.");
  });

  test("files written by a shell count where that is plain to see", () => {
    const s = createSession("one");
    s.ask("go");
    s.run("cat > a.json <<'EOF'\n{}\nEOF");
    s.run("cd web && echo hi > b.txt");
    s.run("npm test 2>&1 | tee out/test.log");
    s.run("cp x.example y.conf && mv p.ts q.ts");
    s.run("ls > /dev/null; echo x > /tmp/scratch; echo $X > $FILE");
    s.fail("echo x > never.txt && false", "boom");
    expect(
      toDigest(s.session)
        .files.map(({ path }) => path)
        .sort(),
    ).toEqual(["a.json", "out/test.log", "q.ts", "web/b.txt", "y.conf"]);
  });

  test("commands are plain programs of the project, never pieces of shell syntax", () => {
    const s = createSession("one");
    s.run("cd web && npm run build 2>&1 | tail -20");
    s.run("for f in *.ts; do npx tsc $f; done");
    s.run("if [ -f x ]; then make thing; fi");
    s.run("cat <<'EOF' > notes.txt\nnpm run fake\nEOF");
    s.run("git commit -m \"$(cat <<'EOF'\nDon't run npm test\nEOF\n)\" && npm test");
    s.run("build() { echo hi; }\nbuild");
    s.run("X=1 go test ./... # all");
    s.run("rtk git status; ls; sleep 1");
    expect(commandsOf(s)).toEqual(["cd web && npm run build", "npm test", "go test ./..."]);
  });

  test("a command has a label only where a closed pattern gives it one", () => {
    const s = createSession("one");
    for (const command of [
      "npm test",
      "go test -run TestOne ./...",
      "npm run generate:client",
      "npx eslint .",
      "make",
    ]) {
      s.run(command);
    }
    expect(toDigest(s.session).commands.map(({ command, kind }) => [command, kind])).toEqual([
      ["npm test", "test"],
      ["go test -run TestOne ./...", undefined],
      ["npm run generate:client", undefined],
      ["npx eslint .", "lint"],
      ["make", "build"],
    ]);
  });

  test("a check that finds something does not count against its command; a wrong call does", () => {
    const s = createSession("one");
    s.fail("npm run lint", "✖ 1 problem (1 error, 0 warnings)");
    s.run("npm run lint");
    s.fail("npm run unit", 'npm error Missing script: "unit"');
    expect(
      toDigest(s.session).commands.map(({ command, good, usageFailed }) => [command, good, usageFailed]),
    ).toEqual([
      ["npm run lint", 1, 0],
      ["npm run unit", 0, 1],
    ]);
  });

  test("the same records in another order give the same digest", () => {
    const s = createSession("one");
    s.ask("go");
    s.fail("npm run unit", 'npm error Missing script: "unit"');
    s.run("npm run test:unit", "ℹ fail 0");
    s.edit("a.ts", "a", "b");
    s.answer("done");
    const { session } = s;
    const turned = { ...session, observations: [...session.observations].reverse() };
    expect(toDigest(turned)).toEqual(toDigest(session));
  });
});

describe("what a failure is", () => {
  const failureOf = (ok: boolean, command: string, output: string) => {
    const s = createSession("one");
    return toFailure(ok ? s.run(command, output) : s.fail(command, output), PROJECT);
  };

  test("a line of the program under test makes no failure of a run that passed", () => {
    const log = "Task 2 failed\nerror: Job queue is at capacity\nFAILED to send\n";
    expect(failureOf(true, "bun test", `${log} 1216 pass\n 0 fail`)).toBeUndefined();
    expect(failureOf(true, "bun test 2>&1 | tail -20", `${log} 1216 pass\n 0 fail`)).toBeUndefined();
    expect(failureOf(true, "npm start | head", log)).toBeUndefined();
  });

  test("behind a pipe the runner's closing line decides", () => {
    expect(failureOf(true, "bun test 2>&1 | tail -20", "(fail) cart > adds\n 3 pass\n 1 fail")?.command).toBe(
      "bun test",
    );
    expect(failureOf(true, "npm test || true", "Tests:       1 failed, 3 passed, 4 total")).toBeDefined();
  });

  test("grep that finds nothing, test -f and ls of nothing are answers", () => {
    expect(failureOf(false, "grep -rn foo src", "")).toBeUndefined();
    expect(failureOf(false, "npm test | grep foo", "bar")).toBeUndefined();
    expect(failureOf(false, "ls nothing", "ls: nothing: No such file or directory")).toBeUndefined();
    expect(failureOf(false, "grep --nope x", "grep: unrecognized option '--nope'")?.isUsage).toBe(true);
  });

  test("what the client says for itself is no failure", () => {
    const s = createSession("one");
    const said = [
      "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>",
      "<tool_use_error>Sibling tool call errored</tool_use_error>",
      "The user doesn't want to proceed with this tool use. The tool use was rejected",
      "[Request interrupted by user for tool use]",
      "<tool_use_error>String to replace not found in file.\nString: x</tool_use_error>",
    ];
    for (const text of said) {
      expect(
        toFailure(
          s.call("Edit", { file_path: `${PROJECT}/a.ts` }, false, text, [`${PROJECT}/a.ts`]),
          PROJECT,
        ),
      ).toBeUndefined();
      expect(toFailure(s.call("Bash", { command: "npm test" }, false, text), PROJECT)).toBeUndefined();
    }
  });

  test("of a chain, the command that failed is the one that its output is of", () => {
    const failed = failureOf(
      false,
      "mise run fmt && mise run lint",
      "[fmt] $ gofmt -w .\n[lint] $ golangci-lint run\na.go:3:1: boom is unused (unused)\n[lint] ERROR task failed",
    );
    expect(failed?.command).toBe("mise run lint");
    expect(
      failureOf(false, "pythonx a.py && npm test", "bash: line 1: pythonx: command not found")?.command,
    ).toBe("pythonx a.py");
    expect(
      failureOf(false, 'go build ./...; echo "exit $?"; exit 1', "a.go:3:1: undefined: x")?.command,
    ).toBe("go build ./...");
  });
});

describe("failures of every tool", () => {
  test("a skill, an agent and a file that do not exist", () => {
    const s = createSession("one");
    s.call("Skill", { skill: "commit" }, false, "<tool_use_error>Unknown skill: commit</tool_use_error>");
    s.call(
      "Task",
      { subagent_type: "analyst" },
      false,
      "Agent type 'analyst' not found. Available agents: Bash, team:analyst",
    );
    s.call("Task", { subagent_type: "team:analyst" }, true, "done");
    s.read("src/cart.js", "<tool_use_error>File does not exist.</tool_use_error>");
    s.read("src/cart/cart.js");
    s.call("mcp__tracker__get", { team: "shop-web", id: 3 }, false, "Error: team 'shop-web' not found");
    s.call("mcp__tracker__get", { team: "shop", id: 3 }, true, "{}");
    const failures = toDigest(s.session).failures.map(({ key, isUsage, cure }) => ({
      key,
      isUsage,
      instead: cure?.kind === "command" ? cure.instead : undefined,
    }));
    expect(failures).toEqual([
      { key: "Skill|commit", isUsage: true, instead: undefined },
      { key: "Task|analyst", isUsage: true, instead: "team:analyst" },
      { key: "path|src/cart.js", isUsage: true, instead: "src/cart/cart.js" },
      { key: "mcp__tracker__get|error: team <name> not found", isUsage: false, instead: "shop" },
    ]);
  });

  test("another agent, called next, is no correction", () => {
    const s = createSession("one");
    s.call("Task", { subagent_type: "docs" }, false, "Agent type 'docs' not found. Available agents: Bash");
    s.call("Task", { subagent_type: "reviewer" }, true, "done");
    expect(toDigest(s.session).failures[0]?.cure).toBeUndefined();
  });
});
