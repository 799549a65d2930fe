/** A turn of a conversation, with a client that says what it is told to: what reaches the caller, and how it ends. */
import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import type { Query } from "@anthropic-ai/claude-agent-sdk";
import { Application, type ApplicationOptions } from "./application.ts";
import { FiredEvents } from "./fired-events.ts";
import type { HookManager } from "./hook-manager.ts";
import { InputQueue } from "./input-queue.ts";
import { MessageRouter } from "./message-router.ts";
import type { Session } from "./session.ts";
import { createProject, inputOf, type TestProject } from "./test-project.ts";
import type { SDKHookInput, SDKHookOutput } from "./types.ts";

let project: TestProject;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project[Symbol.dispose]());

const said = (text: string) => ({ type: "assistant", message: { content: [{ type: "text", text }] } });
const END = { type: "result", subtype: "success", is_error: false, result: "" };
const FAILED = { type: "result", subtype: "error_during_execution", is_error: true, errors: ["broke"] };

/** The client: each turn of it gives these messages; a text as a message makes it fail. */
async function talk(turns: (object | string)[][], options: Partial<ApplicationOptions> = {}) {
  const calls: string[] = [];
  let opened = 0;
  const open = spyOn(MessageRouter.prototype, "open").mockImplementation(async () => {
    const messages = turns[opened++] ?? [];
    const generator = (async function* () {
      for (const message of messages) {
        if (typeof message === "string") throw new Error(message);
        yield message;
      }
    })();
    return Object.assign(generator, {
      interrupt: async () => void calls.push("interrupt"),
      close: () => void calls.push("close"),
    }) as unknown as Query;
  });
  const app = new Application({ cwd: project.dir, memory: false, log: project.log, ...options });
  await app.start();
  return {
    app,
    calls,
    opened: () => opened,
    async turn(prompt = "go", during: (event: { type: string }) => void = () => undefined) {
      const events: object[] = [];
      for await (const event of app.send(prompt)) {
        during(event);
        events.push(event);
      }
      return events;
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      open.mockRestore();
    },
  };
}

describe("a turn", () => {
  test("ends with its result; the next one goes to the same client", async () => {
    await using client = await talk([[said("one"), END, said("two"), END]]);
    expect(await client.turn()).toMatchObject([{ type: "end", ok: true }]);
    expect(await client.turn()).toMatchObject([{ type: "end", ok: true }]);
    expect(client.opened()).toBe(1);
  });

  test("a failure is said, and is none after an interruption", async () => {
    await using client = await talk([[FAILED, said("more"), FAILED]]);
    expect(await client.turn()).toMatchObject([{ type: "end", ok: false }]);
    let isFirst = true;
    const { app } = client;
    const generator = app.send("again");
    const interrupted = app.interrupt();
    const events: object[] = [];
    for await (const event of generator) {
      if (isFirst) await interrupted;
      isFirst = false;
      events.push(event);
    }
    expect(client.calls).toContain("interrupt");
    expect(events.at(-1)).toMatchObject({ type: "end" });
  });

  test("a client that ends too soon or breaks is said, and another one continues the session", async () => {
    await using client = await talk([[said("half")], ["no network"], [END]]);
    expect(await client.turn()).toMatchObject([
      { type: "end", ok: false, error: "Claude Code ended before it was done" },
    ]);
    expect(client.app.session.resumed).toBe(true);
    expect(await client.turn()).toMatchObject([{ type: "end", ok: false, error: "no network" }]);
    expect(await client.turn()).toMatchObject([{ type: "end", ok: true }]);
    expect(client.opened()).toBe(3);
  });

  test("one that the user gave up ends well", async () => {
    await using client = await talk([[said("half")]]);
    const generator = client.app.send("go");
    const first = generator.next();
    client.app.abandon();
    const { value } = await first;
    expect(value).toEqual({ type: "end", ok: true, error: undefined });
  });

  test("before start and after close there is none", async () => {
    const app = new Application({ cwd: project.dir, memory: false, log: project.log });
    expect(() => app.session).toThrow("has not been started");
    await expect(app.send("x").next()).rejects.toMatchObject({ code: "not_started" });
    await app.close();
  });
});

describe("events that the SDK does not deliver", () => {
  function fired(outputs: SDKHookOutput[] = [], more: { resumed?: boolean; model?: string } = {}) {
    const inputs: SDKHookInput[] = [];
    const notices: string[] = [];
    const session = {
      id: "s1",
      common: { session_id: "s1", transcript_path: "/t", cwd: "/p" },
      resumed: false,
      followed: [] as unknown[],
      follow(event: unknown) {
        this.followed.push(event);
      },
      ...more,
    };
    const hooks = {
      fire: async (input: SDKHookInput) => {
        inputs.push(input);
        return outputs;
      },
    };
    const events = new FiredEvents(
      session as unknown as Session,
      hooks as unknown as HookManager,
      undefined,
      (text) => notices.push(text),
    );
    return { events, inputs, notices, session };
  }
  const prompt = async (events: FiredEvents) => {
    const [matcher] = events.contextHooks().UserPromptSubmit ?? [];
    return matcher?.hooks[0]?.(inputOf(), undefined, { signal: new AbortController().signal });
  };

  test("a start says whether the session goes on, and with which model", async () => {
    const fresh = fired();
    await fresh.events.sessionStart();
    expect(fresh.inputs).toEqual([
      {
        session_id: "s1",
        transcript_path: "/t",
        cwd: "/p",
        hook_event_name: "SessionStart",
        source: "startup",
      },
    ] as never);
    const old = fired([], { resumed: true, model: "large" });
    await old.events.sessionStart();
    expect(old.inputs).toMatchObject([{ source: "resume", model: "large" }]);
  });

  test("what start hooks add reaches the model with the next prompt, once", async () => {
    const added = (additionalContext: unknown) => ({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext },
    });
    const { events } = fired([added("One."), added(""), added(7), {}, added("Two.")] as never);
    await events.sessionStart();
    expect(await prompt(events)).toEqual({
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "One.\n\nTwo." },
    });
    expect(await prompt(events)).toEqual({});
  });

  test("a start hook may stop the session, with its reason or a usual one", async () => {
    await expect(
      fired([{ continue: false, stopReason: "Not today." }]).events.sessionStart(),
    ).rejects.toMatchObject({
      code: "stopped_by_hook",
      message: "Not today.",
    });
    await expect(fired([{ continue: false }]).events.sessionStart()).rejects.toThrow(
      "A hook of this project stopped",
    );
    await fired([{ continue: true }]).events.sessionStart();
  });

  test("what a hook says is shown, and why it refuses, each once", async () => {
    const shown = async (output: object) => {
      const { events, notices } = fired([output as SDKHookOutput]);
      await events.sessionEnd("other");
      return notices;
    };
    expect(await shown({ systemMessage: "Hello." })).toEqual(["Hello."]);
    expect(await shown({ systemMessage: "" })).toEqual([]);
    expect(await shown({ decision: "block", reason: "No." })).toEqual(["No."]);
    expect(await shown({ decision: "approve", reason: "Yes." })).toEqual([]);
    expect(await shown({ decision: "block", reason: "No.", systemMessage: "No." })).toEqual(["No."]);
    expect(await shown({ decision: "block", reason: "" })).toEqual([]);
    const specific = (part: object) => shown({ hookSpecificOutput: part });
    expect(await specific({ permissionDecision: "deny", permissionDecisionReason: "Never." })).toEqual([
      "Never.",
    ]);
    expect(await specific({ permissionDecision: "ask", permissionDecisionReason: "Sure?" })).toEqual([]);
    expect(await specific({ decision: { behavior: "deny", message: "Stop." } })).toEqual(["Stop."]);
    expect(await specific({ decision: { behavior: "allow", message: "Go." } })).toEqual([]);
  });

  test("an event that is fired here does not run again when the SDK delivers it", async () => {
    const { events, session } = fired();
    let ran = 0;
    const hooks = events.decorate({
      SessionStart: [{ hooks: [async () => ({ systemMessage: `${++ran}` })] }],
    });
    const run = (fields: object) =>
      hooks.SessionStart?.[0]?.hooks[0]?.(inputOf({ ...fields }), undefined, {
        signal: new AbortController().signal,
      });
    for (const fields of [
      { hook_event_name: "SessionStart", source: "startup" },
      { hook_event_name: "SessionStart", source: "resume" },
      { hook_event_name: "SessionEnd", reason: "other" },
    ])
      expect(await run(fields)).toEqual({});
    expect([ran, session.followed.length]).toEqual([0, 0]);
    for (const fields of [
      { hook_event_name: "SessionStart", source: "clear" },
      { hook_event_name: "SessionEnd", reason: "clear" },
      {},
    ])
      await run(fields);
    expect([ran, session.followed.length]).toEqual([3, 3]);
  });

  test("a question is announced before it is asked; the end waits for notifications", async () => {
    const { events, inputs } = fired();
    const ask = events.announced(async (name) => ({ behavior: "deny", message: name }));
    expect(await ask("Bash", {}, {} as never)).toEqual({ behavior: "deny", message: "Bash" });
    await events.sessionEnd("other");
    expect(inputs).toMatchObject([
      {
        hook_event_name: "Notification",
        notification_type: "permission_prompt",
        message: "Claude needs your permission to use Bash",
      },
      { hook_event_name: "SessionEnd", reason: "other" },
    ]);
  });

  test("another session's id is taken over from the client's first message, and from no other", () => {
    const { events, session } = fired();
    events.follow({ type: "system", subtype: "status", session_id: "s2" } as never);
    events.follow({ type: "assistant", subtype: "init", session_id: "s3" } as never);
    expect(session.id).toBe("s1");
    events.follow({ type: "system", subtype: "init", session_id: "s4" } as never);
    expect(session.id).toBe("s4");
  });
});

test("messages come in their order, also those that are waited for, until the end", async () => {
  const queue = new InputQueue();
  const read: unknown[] = [];
  const reading = (async () => {
    for await (const { message } of queue) read.push(message.content);
  })();
  queue.push("one");
  queue.push("two");
  await Bun.sleep(0);
  queue.push("three");
  await Bun.sleep(0);
  expect(read).toEqual(["one", "two", "three"]);
  queue.end();
  await reading;
  expect(read).toEqual(["one", "two", "three"]);
});
