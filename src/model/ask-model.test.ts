/** What Pawl asks of a model and what it takes as an answer, with an SDK that answers as told. */
import { describe, expect, test } from "bun:test";
import { getEventListeners } from "node:events";
import type { AgentSDK } from "./agent-sdk.ts";
import { askModel } from "./ask-model.ts";

type Options = Record<string, unknown> & { abortController: AbortController };

/** The real SDK's shape: `query` gives messages one after the other. */
function sdk(
  messages: object[],
  onQuery: (asked: { prompt: string; options: Options }) => void = () => undefined,
) {
  const load = async () =>
    ({
      query(asked: { prompt: string; options: Options }) {
        onQuery(asked);
        return (async function* () {
          yield* messages;
        })();
      },
    }) as unknown as AgentSDK;
  return { env: { KEY: "k" }, load };
}
const success = (result: string) => ({ type: "result", subtype: "success", is_error: false, result });
const never = new AbortController().signal;
const QUESTION = { prompt: "p", systemPrompt: "s", model: "m" };

describe("a question", () => {
  test("goes out without anybody's settings, tools or record, and within one turn", async () => {
    let asked: { prompt: string; options: Options } | undefined;
    const access = sdk([success("yes")], (each) => {
      asked = each;
    });
    expect(await askModel(QUESTION, access, never)).toBe("yes");
    expect(asked?.prompt).toBe("p");
    expect(asked?.options).toMatchObject({
      model: "m",
      systemPrompt: "s",
      maxTurns: 1,
      tools: [],
      allowedTools: [],
      settingSources: [],
      settings: {},
      persistSession: false,
      env: { KEY: "k", PAWL_GUARD: expect.any(String) },
    });
    for (const name of ["cwd", "pathToClaudeCodeExecutable"]) expect(asked?.options).not.toHaveProperty(name);
    // Nothing of it runs on.
    expect(asked?.options.abortController.signal.aborted).toBe(true);
  });

  test("may name tools, turns, a folder, a program and settings", async () => {
    let options: Options | undefined;
    const access = sdk([success("")], (each) => {
      options = each.options;
    });
    const more = { cwd: "/p", tools: ["Read"], maxTurns: 4 };
    await askModel(
      { ...QUESTION, ...more },
      { ...access, executable: "/claude", settings: () => ({ apiKeyHelper: "h" }) },
      never,
    );
    expect(options).toMatchObject({
      cwd: "/p",
      tools: ["Read"],
      allowedTools: ["Read"],
      maxTurns: 4,
      pathToClaudeCodeExecutable: "/claude",
      settings: { apiKeyHelper: "h" },
    });
  });

  test("the first result is the answer; one that failed, and none, is no answer", async () => {
    const ask = (...messages: object[]) => askModel(QUESTION, sdk(messages), never);
    expect(await ask({ type: "assistant" }, success("first"), success("second"))).toBe("first");
    expect(await ask({ ...success("no"), is_error: true })).toBeUndefined();
    expect(await ask({ type: "result", subtype: "error_max_turns" })).toBeUndefined();
    expect(await ask({ type: "assistant" })).toBeUndefined();
  });

  test("whoever stops waiting stops it, also before it began", async () => {
    for (const isBefore of [true, false]) {
      const stop = new AbortController();
      if (isBefore) stop.abort("enough");
      let seen: unknown;
      const access = sdk([success("x")], ({ options }) => {
        if (!isBefore) stop.abort("enough");
        seen = options.abortController.signal.reason;
      });
      await askModel(QUESTION, access, stop.signal);
      expect([isBefore, seen]).toEqual([isBefore, "enough"]);
    }
  });

  test("leaves nothing behind on a signal that outlives it", async () => {
    const { signal } = new AbortController();
    await askModel(QUESTION, sdk([success("x")]), signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
