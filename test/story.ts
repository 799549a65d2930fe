/** A small store with something of everything, for tests that compare whole answers. */

import { recordsIn } from "../src/store/records/queries.ts";
import type { Store } from "../src/store/store.ts";
import { event, observation, prompt, response, seen } from "./contract/fixtures.ts";

const LONG = "x".repeat(7000);

/** Of the first session: two turns with two subagents, failures, an injection, events that only announce. */
export async function recordStory(store: Store): Promise<void> {
  const sub = { agentId: "a1", agentType: "explorer" };
  await recordsIn(store).record({
    session: seen("s1", 1000, { transcriptPath: "/t/s1.jsonl", branch: "main" }),
    prompts: [
      prompt("s1", 2000, "First wish\nwith more"),
      prompt("s1", 3100, "Look around\nin the project", { agentId: "a1" }),
      prompt("s1", 6000, LONG),
    ],
    observations: [
      observation("s1", 3000, { toolName: "Agent", input: "{}", durationMs: 12 }),
      observation("s1", 3200, { ...sub, input: '{"command":"ls"}' }),
      observation("s1", 3300, { agentId: "a2", toolName: "Unknown", input: '{"a":"b","n":2,"o":{},"e":""}' }),
      observation("s1", 3400, { ...sub, ok: false, response: "Exit code 1\nerror: no such file" }),
      observation("s1", 7000, {
        toolName: "Edit",
        input: JSON.stringify({ file_path: "/projects/one/a.ts", old_string: "1", new_string: "2\n3" }),
        files: ["/projects/one/a.ts"],
        response: LONG,
      }),
      observation("s1", 7100, { toolName: "Unknown", input: "not json", ok: false, response: "" }),
    ],
    responses: [response("s1", 5000, "Done with all\nof it.")],
    events: [
      event("s1", 1000, "SessionStart"),
      { ...event("s1", 6500, "PreToolUse"), key: "s1/event/PreToolUse/x" },
      {
        ...event("s1", 6600, "Notification"),
        key: "s1/event/Notification/y",
        body: '{"message":"Pawl needs you","notification_type":"permission_prompt"}',
      },
      {
        ...event("s1", 6700, "Notification"),
        key: "s1/event/Notification/z",
        body: '{"message":"waits","notification_type":"idle_prompt"}',
      },
    ],
  });
  await recordsIn(store).record({
    session: seen("s2", 4000, {
      project: "/projects/two",
      cwd: "/projects/two",
      client: "codex",
      transcriptPath: "/t/s2.jsonl",
    }),
    prompts: [prompt("s2", 4000, "A wish for Codex")],
    observations: [observation("s2", 4100, { ok: false, response: "broken" })],
  });
  await recordsIn(store).record({
    session: seen("s3", 8000),
    prompts: [prompt("s3", 8000, "A first wish by the API")],
  });
  await recordsIn(store).saveSummary({ sessionId: "s1", at: 7500, redaction: 1, text: "It was done." });
  await recordsIn(store).endSession("s1", 7600, "exit");
  const source = { uri: "session://s2", type: "session", reason: "like it", tokens: 5 };
  await recordsIn(store).addInjection({
    sessionId: "s1",
    event: "SessionStart",
    at: 2000,
    text: "<pawl-context>\nYou rounded totals before",
    tokens: 10,
    sources: [source],
  });
  await recordsIn(store).addInjection({
    sessionId: "unknown",
    event: "UserPromptSubmit",
    at: 2500,
    text: LONG,
    tokens: 20,
    sources: [],
  });
}

/** One line for each, so that a whole answer can be read. */
export const lines = (values: readonly unknown[]): string[] =>
  values.map((value) => JSON.stringify(value).replaceAll(/x{50,}/g, (run) => `x*${run.length}`));
