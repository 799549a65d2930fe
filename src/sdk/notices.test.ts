/** What a turn says beside Claude's own words: silence, what hooks said, and what the client repeats of it. */
import { afterEach, beforeEach, expect, jest, spyOn, test } from "bun:test";
import type { Query, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import { Application, type ApplicationOptions } from "./application.ts";
import { MessageRouter } from "./message-router.ts";
import { createProject, type TestProject } from "./test-project.ts";
import { consoleLog } from "./types.ts";

let project: TestProject;
beforeEach(() => {
  project = createProject();
});
afterEach(() => {
  jest.useRealTimers();
  project[Symbol.dispose]();
});

const END = { type: "result", subtype: "success", is_error: false, result: "" };
const says = (content: string) => ({ type: "system", subtype: "informational", content });

/** A client that says the next message when the test lets it. */
async function talk(options: Partial<ApplicationOptions> = {}) {
  const waiting: ((message: object) => void)[] = [];
  const prompts: AsyncIterable<SDKUserMessage>[] = [];
  const open = spyOn(MessageRouter.prototype, "open").mockImplementation(async (_session, prompt) => {
    prompts.push(prompt as AsyncIterable<SDKUserMessage>);
    const next = () => new Promise((resolve) => waiting.push((value) => resolve({ value, done: false })));
    return { next, interrupt: async () => undefined, close: () => undefined } as unknown as Query;
  });
  const app = new Application({ cwd: project.dir, memory: false, log: project.log, ...options });
  await app.start();
  /** The client has been asked for its next message. */
  const asked = async () => {
    while (waiting.length === 0) await Promise.resolve();
  };
  return {
    app,
    prompts,
    asked,
    async say(message: object) {
      await asked();
      waiting.shift()?.(message);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      open.mockRestore();
    },
  };
}

test("the client gets what the user said", async () => {
  await using client = await talk();
  const turn = client.app.send("Round the totals");
  const first = turn.next();
  await client.say(END);
  expect((await first).value).toMatchObject({ type: "end", ok: true });
  const heard = await client.prompts[0]?.[Symbol.asyncIterator]().next();
  expect(heard?.value?.message.content).toBe("Round the totals");
});

test("after eight silent seconds it is said that the API is waited for, once in a turn", async () => {
  await using client = await talk();
  jest.useFakeTimers();
  const turn = client.app.send("go");
  const first = turn.next();
  await client.asked();
  jest.advanceTimersByTime(7999);
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(1);
  expect((await first).value).toEqual({
    type: "notice",
    text: "No answer from the API for 8 s. Still waiting; Ctrl-C stops.",
  });
  const second = turn.next();
  await client.say(says("The client speaks"));
  expect((await second).value).toEqual({ type: "notice", text: "The client speaks" });
  const third = turn.next();
  await client.asked();
  expect(jest.getTimerCount()).toBe(0);
  await client.say(END);
  expect((await third).value).toMatchObject({ type: "end", ok: true });
});

test("an answer in time leaves no timer behind", async () => {
  await using client = await talk();
  jest.useFakeTimers();
  const turn = client.app.send("go");
  const first = turn.next();
  await client.say(END);
  expect((await first).value).toMatchObject({ type: "end" });
  expect(jest.getTimerCount()).toBe(0);
});

/** A mistake that the user can mend is said as a notice. */
const breakSettings = () =>
  project.write(".claude/settings.json", { hooks: { Stop: [{ hooks: [{ type: "command" }] }] } });

test("a notice from before the turn comes first, and what the client repeats of it does not", async () => {
  breakSettings();
  await using client = await talk();
  const turn = client.app.send("go");
  const first = turn.next();
  await client.say(says("Something else"));
  const { text } = (await first).value as { text: string };
  expect(text).toContain("command");
  expect((await turn.next()).value).toEqual({ type: "notice", text: "Something else" });
  const repeated = turn.next();
  await client.say(says(`Stop:Bash says: ${text}`));
  await client.say(says(`Stop hook error: ${text}`));
  await client.say(says(`Stop says: ${text} Not quite`));
  expect((await repeated).value).toEqual({ type: "notice", text: `Stop says: ${text} Not quite` });
});

test("a listener hears it at once, and the turn does not say it again", async () => {
  breakSettings();
  const heard: string[] = [];
  await using client = await talk({ onNotice: (text) => heard.push(text) });
  expect(heard).toHaveLength(1);
  const turn = client.app.send("go");
  const first = turn.next();
  await client.say(END);
  expect((await first).value).toMatchObject({ type: "end" });
});

test("without a log of its own a program's warnings and errors go to standard error, the rest nowhere", () => {
  const written = spyOn(console, "error").mockImplementation(() => undefined);
  try {
    for (const level of ["debug", "info", "warn", "error"] as const) consoleLog(level, `a ${level}`);
    expect(written.mock.calls).toEqual([["pawl: a warn"], ["pawl: a error"]]);
  } finally {
    written.mockRestore();
  }
});
