import { expect, test } from "bun:test";
import { openTestApp } from "../../daemon/test-app.ts";
import { createLiveHub, type LiveEvent } from "./live.ts";

const error = (message: string): LiveEvent => ({ type: "error", at: 1, message });

test("closing ends every watcher", () => {
  const hub = createLiveHub();
  const seen: LiveEvent[] = [];
  let ended = false;
  hub.watch({ send: (event) => seen.push(event), end: () => (ended = true) });
  hub.publish(error("one"));
  hub.close();
  expect([seen, ended, hub.watchers]).toEqual([[error("one")], true, 0]);
});

test("an event of the client, what was told and what went wrong come over the stream, as text only", async () => {
  await using app = await openTestApp();
  const secret = `ghp_${"aB3dE5gH7j".repeat(4).slice(0, 36)}`;
  const answer = await app.request("/api/live");
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  const reader = answer.body?.getReader();
  await app.post("/hook", {
    hook_event_name: "PostToolUse",
    session_id: "s",
    cwd: app.dir,
    tool_name: "Bash",
    tool_use_id: "t1",
    tool_input: { command: `echo ${secret} <b>` },
    tool_response: "ok",
    duration_ms: 7,
  });
  app.service.log.error("something broke", { error: new Error("badly") });
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes("badly")) text += decoder.decode((await reader?.read())?.value);
  await reader?.cancel();
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json) as LiveEvent);
  expect(events[0]).toMatchObject({
    type: "event",
    event: "PostToolUse",
    kind: "observation",
    sessionId: "s",
    tool: "Bash",
    ok: true,
    durationMs: 7,
    title: expect.stringContaining("Bash: echo"),
  });
  expect(text).not.toContain(secret);
  expect(events[1]).toMatchObject({ type: "answered", ms: expect.any(Number) });
  expect(events[2]).toMatchObject({ type: "error", message: "something broke: badly" });
  expect(app.service.live.watchers).toBe(0);
});
