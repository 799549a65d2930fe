/** A conversation and a single answer with the real application; only the client behind it is played. */
import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { PassThrough } from "node:stream";
import { openCli } from "../../../test/cli-call.ts";
import { Application } from "../../sdk/index.ts";
import { MessageRouter } from "../../sdk/message-router.ts";
import { createProject, type TestProject } from "../../sdk/test-project.ts";
import { Conversation } from "./conversation.ts";
import { answerOnce } from "./run.ts";

const CTRL_C = "\x03";
type Message = Record<string, unknown>;

const said = (text: string): Message => ({
  type: "assistant",
  parent_tool_use_id: null,
  message: { id: text, content: [{ type: "text", text }] },
});
const calls = (name: string, command: string): Message => ({
  type: "assistant",
  parent_tool_use_id: null,
  message: { id: command, content: [{ type: "tool_use", id: "t", name, input: { command } }] },
});
const DONE: Message = { type: "result", subtype: "success", is_error: false, result: "" };
const FAILED: Message = {
  type: "result",
  subtype: "error_during_execution",
  is_error: true,
  errors: ["No\ncredit"],
};

/** Plays the client: for each turn its messages; a turn without an end waits to be stopped. */
class Client {
  readonly turns: Message[][] = [];
  interrupts = 0;
  closed = 0;
  refuses = false;
  private waiting = Promise.withResolvers<Message | undefined>();

  async *run(): AsyncGenerator<Message, void> {
    for (;;) {
      const turn = this.turns.shift();
      if (turn === undefined) return;
      yield* turn;
      if (turn.at(-1)?.type === "result") continue;
      const next = await this.waiting.promise;
      this.waiting = Promise.withResolvers();
      if (next === undefined) return;
      yield next;
    }
  }
  query() {
    return Object.assign(this.run(), {
      interrupt: async () => {
        this.interrupts++;
        if (this.refuses) throw new Error("deaf");
        this.waiting.resolve(DONE);
      },
      close: () => {
        this.closed++;
        this.waiting.resolve(undefined);
      },
    });
  }
}

let project: TestProject;
let client: Client;
let open: { mockRestore(): void };
let input: PassThrough;
let written: string;
const before = { stdin: Object.getOwnPropertyDescriptor(process, "stdin"), write: process.stdout.write };
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let listeners: Map<string, NodeJS.SignalsListener[]>;
beforeEach(async () => {
  // English, whatever this machine speaks.
  (await openCli())[Symbol.dispose]();
  project = createProject();
  client = new Client();
  open = spyOn(MessageRouter.prototype, "open").mockImplementation((async () => client.query()) as never);
  input = new PassThrough();
  written = "";
  Object.defineProperty(process, "stdin", { value: input, configurable: true });
  process.stdout.write = ((text: string | Uint8Array) => {
    written += typeof text === "string" ? text : new TextDecoder().decode(text);
    return true;
  }) as typeof process.stdout.write;
  listeners = new Map(SIGNALS.map((name) => [name, process.listeners(name) as NodeJS.SignalsListener[]]));
});
afterEach(() => {
  process.stdout.write = before.write;
  if (before.stdin !== undefined) Object.defineProperty(process, "stdin", before.stdin);
  for (const name of SIGNALS)
    for (const listener of process.listeners(name) as NodeJS.SignalsListener[])
      if (listeners.get(name)?.includes(listener) !== true) process.off(name, listener);
  open.mockRestore();
  project[Symbol.dispose]();
});

const shown = () => Bun.stripANSI(written).replaceAll("\r", "");
/** As long as the test may take. */
async function until(text: string): Promise<void> {
  while (!shown().includes(text)) await Bun.sleep(1);
}
const options = () => ({ cwd: project.dir, memory: false, log: project.log }) as const;
const converse = (prompt?: string) => new Conversation(options()).run(prompt);

test("each line is a turn: text, tools and notes as they come; /exit leaves and says how to go on", async () => {
  client.turns.push([calls("Bash", "npm test"), said("It\u001b[2J works."), DONE], [said("Again."), FAILED]);
  const running = converse();
  await until("> ");
  input.write("Does it work?\r");
  await until("works.");
  input.write("\r");
  input.write("  And now?  \r");
  await until("credit");
  input.write("/exit\r");
  expect(await running).toBe(0);
  const end = shown().replace(/resume \S+/, "resume <id>");
  expect(end).toContain("Ctrl-C stops a turn, /exit leaves.\n");
  expect(end).toContain("· Bash npm test\n");
  expect(end).toContain("It[2J works.");
  expect(end).toContain("No credit\n");
  expect(end).toEndWith("To continue: pawl chat --resume <id>\n");
  expect(client.closed).toBe(1);
});

test("who only looked is not told how to continue; /quit and the end of input leave too", async () => {
  for (const keys of ["/quit\r", "\x04"]) {
    written = "";
    input = new PassThrough();
    Object.defineProperty(process, "stdin", { value: input, configurable: true });
    const running = converse();
    await until("> ");
    input.write(keys);
    expect(await running).toBe(0);
    expect(shown()).not.toContain("To continue");
  }
});

test("with a prompt there is one answer, and its failure is the exit code", async () => {
  client.turns.push([said("Yes."), DONE]);
  expect(await converse("Is it?")).toBe(0);
  expect(shown()).toBe("Yes.\n");
  client = new Client();
  client.turns.push([FAILED]);
  expect(await converse("Is it?")).toBe(1);
  expect(shown()).toEndWith("No credit\n");
});

test("Ctrl-C stops the turn and not the conversation; two at the prompt leave", async () => {
  client.turns.push([said("Thinking…")], [said("Fine."), DONE]);
  const running = converse();
  await until("> ");
  input.write("Think\r");
  await until("Thinking…");
  input.write(CTRL_C);
  await until("Stopped.");
  expect(client.interrupts).toBe(1);
  input.write("Go on\r");
  await until("Fine.");
  input.write(CTRL_C);
  await until("Press Ctrl-C again or type /exit to leave.");
  input.write(CTRL_C);
  expect(await running).toBe(0);
  expect(client.interrupts).toBe(1);
});

test("a client that does not stop is left after some presses", async () => {
  client.turns.push([said("Deaf…")]);
  const running = converse();
  await until("> ");
  input.write("Think\r");
  await until("Deaf…");
  const silent = spyOn(Application.prototype, "interrupt").mockImplementation(async () => undefined);
  try {
    for (const _ of [1, 2, 3]) input.write(CTRL_C);
    await until("Stopped.");
    await Bun.sleep(5);
    expect(client.closed).toBe(0);
    input.write(CTRL_C);
    expect(await running).toBe(0);
    expect(silent).toHaveBeenCalledTimes(1);
    expect(shown().split("Stopped.")).toHaveLength(2);
  } finally {
    silent.mockRestore();
  }
});

test("a client that refuses to stop is left at once; so is one when the terminal closes", async () => {
  client.refuses = true;
  client.turns.push([said("Deaf…")]);
  const running = converse();
  await until("> ");
  input.write("Think\r");
  await until("Deaf…");
  input.write(CTRL_C);
  expect(await running).toBe(0);
  client = new Client();
  client.turns.push([said("Long…")]);
  input = new PassThrough();
  Object.defineProperty(process, "stdin", { value: input, configurable: true });
  const second = converse();
  await until("> ");
  input.write("Think\r");
  await until("Long…");
  process.emit("SIGHUP", "SIGHUP");
  expect(await second).toBe(0);
});

test("one answer without a terminal: text alone on standard output, the rest on the other", async () => {
  let errors = "";
  const write = process.stderr.write;
  process.stderr.write = ((text: string) => {
    errors += text;
    return true;
  }) as typeof process.stderr.write;
  try {
    client.turns.push([calls("Bash", "ls"), said("Forty\u0007 two."), DONE]);
    expect(await answerOnce(new Application(options()), "?")).toBe(0);
    expect([shown(), errors]).toEqual(["Forty two.\n", ""]);
    client = new Client();
    client.turns.push([FAILED]);
    expect(await answerOnce(new Application(options()), "?")).toBe(1);
    expect(errors).toBe("pawl: No\ncredit\n");
    client = new Client();
    client.turns.push([said("Long…")]);
    const running = answerOnce(new Application(options()), "?");
    await until("Long…");
    process.emit("SIGINT", "SIGINT");
    expect(await running).toBe(130);
    expect([client.interrupts, client.closed]).toEqual([1, 1]);
  } finally {
    process.stderr.write = write;
  }
});
