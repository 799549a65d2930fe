/** What people write down, as the commands show it: when it is injected, what did not fit, what was answered. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { knowledgeIn, memoriesIn } from "../../src/memory/sql/index.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { event, observation, seen } from "../contract/fixtures.ts";
import { openProgram, type Program } from "./program.ts";

let program: Program;
let project: string;
beforeEach(async () => {
  program = await openProgram();
  project = program.project;
  for (const dir of [join(project, ".claude"), program.pawlHome]) mkdirSync(dir);
});
afterEach(() => program[Symbol.dispose]());

const pawl: Program["run"] = (args, more) => program.run(args, more);
const stored: Program["stored"] = (work) => program.stored(work);

test("remember says when it is injected, and the next session's context has it", async () => {
  const plain = await pawl(["remember", "Deploy only from the release branch"]);
  expect(plain.stdout).toContain("at the start of the next session in this project");
  expect((await pawl(["context"])).stdout).toContain("Deploy only from the release branch");
  const folder = await pawl(["remember", "Cents", "--disclosure", "src/pay/"]);
  expect(folder.stdout).toContain("when a file is touched that fits its condition: src/pay/");
  const everywhere = await pawl(["remember", "Be brief", "--uri", "user://tone", "--json"]);
  expect(JSON.parse(everywhere.stdout)).toMatchObject({ injected: { at: "start", everywhere: true } });
  const chinese = await pawl(["remember", "Kurz", "--priority", "3"], { LANG: "zh_TW.UTF-8" });
  expect(chinese.stdout).toContain("注入");
});

test("a task that is saved in a session's shell belongs to that session", async () => {
  await pawl(["remember", "Half done", "--uri", "task://step", "--priority", "7"], {
    CLAUDE_CODE_SESSION_ID: "s1",
  });
  const memory = await stored((store) => memoriesIn(store).memory({ uri: "task://step", project }));
  expect(memory?.provenance?.sessionId).toBe("s1");
});

test("S1.13 core memories that do not fit are named by context --why and by doctor", async () => {
  writeFileSync(join(program.pawlHome, "config.json"), JSON.stringify({ context: { coreTokens: 120 } }));
  await stored(async (store) => {
    for (let i = 0; i < 9; i++) {
      const content = `Rule ${i}: every amount in module ${i} is an integer number of cents, never a float.`;
      const common = {
        project,
        content,
        priority: 1,
        origin: "user",
        redaction: 1,
        author: "test",
        at: i,
      } as const;
      await memoriesIn(store).saveMemory({ uri: `project://rules/r${i}`, ...common });
    }
  });
  const why = (await pawl(["context", "--why"])).stdout;
  expect(why).toMatch(
    /\d core memories did not fit into 120 tokens \(context\.coreTokens\): project:\/\/rules\/r/,
  );
  expect(why).toContain("more did not fit");
  const list = (await pawl(["memory", "list", "--why"])).stdout;
  expect(list).toContain("Loaded in every session.");
  expect(list).toContain("Does not fit at a session's start");
  const doctor = (await pawl(["doctor"])).stdout;
  expect(doctor).toMatch(/✗ memories +core memories that do not fit/);
  writeFileSync(join(program.pawlHome, "config.json"), "{}");
  expect((await pawl(["doctor"])).stdout).toMatch(/✓ memories +9 core memories, within budget/);
});

test("S1.8 permission answers are listed with the reason, removed, and part of the export", async () => {
  expect((await pawl(["permission", "list"])).stdout).toContain("No permission answers");
  await stored(async (store) => {
    const response =
      "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nopen a PR";
    const call = observation("s1", 5, { ok: false, response });
    await recordsIn(store).record({ session: seen("s1", 5, { project }), observations: [call] });
    const about = { project, sessionId: "s1", toolName: "Bash", subject: "git push" };
    await knowledgeIn(store).addPermission({ key: call.key, at: 5, decision: "deny", ...about });
  });
  const listed = (await pawl(["permission"])).stdout;
  expect(listed).toContain("Bash(git push)  refused 1 time");
  expect(listed).toContain("you said: “open a PR”");
  expect((await pawl(["export", "--format", "md"])).stdout).toContain("refused Bash(git push)");
  const exported = JSON.parse((await pawl(["export"])).stdout);
  expect(exported.permissions).toMatchObject([{ subject: "git push", reason: "open a PR" }]);
  expect((await pawl(["permission", "rm", "Bash(rm)"])).stderr).toContain(
    "There are no answers about Bash(rm)",
  );
  expect((await pawl(["permission", "rm", "Bash(git push)"])).stdout).toContain("Removed 1 answer");
  expect((await pawl(["permission", "rm"])).exitCode).toBe(2);
  expect((await pawl(["permission", "list", "--json"])).stdout).toContain('"permissions": []');
});

test("S1.9 notifications are read in session, search and the Markdown export", async () => {
  await stored((store) =>
    recordsIn(store)
      .record({
        session: seen("s1", 5, { project }),
        events: [
          { ...event("s1", 5, "Notification"), body: '{"message":"Deploy of shop failed"}' },
          { ...event("s1", 6, "Notification"), body: '{"message":"x","notification_type":"idle_prompt"}' },
        ],
      })
      .then(() => undefined),
  );
  expect((await pawl(["session", "s1"])).stdout).toMatch(/notice +Deploy of shop failed/);
  expect((await pawl(["search", "Deploy", "--type", "notification"])).stdout).toContain(
    "Deploy of shop failed",
  );
  const markdown = (await pawl(["export", "--format", "md"])).stdout;
  expect(markdown.match(/\*Notification:\* .*/g)).toEqual(["*Notification:* Deploy of shop failed"]);
});
