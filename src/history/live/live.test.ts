import { expect, test } from "bun:test";
import { openTestApp } from "../../daemon/test-app.ts";
import { createLiveHub, type LiveEvent, type Numbered } from "./live.ts";

const error = (message: string): LiveEvent => ({ type: "error", at: 1, message });

function watching(hub: ReturnType<typeof createLiveHub>, after?: string) {
  const seen: Numbered[] = [];
  let ended = false;
  const end = () => {
    ended = true;
  };
  const watch = hub.watch({ send: (numbered) => seen.push(numbered), end }, after);
  return { seen, ...watch, ended: () => ended };
}

test("a watcher that comes back gets what it missed, once", () => {
  const hub = createLiveHub("r1");
  const first = watching(hub);
  hub.publish(error("one"));
  first.leave();
  hub.publish(error("two"));
  const second = watching(hub, first.seen.at(-1)?.id);
  expect(second.missed?.map((one) => one.event)).toEqual([error("two")]);
  expect(watching(hub, second.missed?.[0]?.id).missed).toEqual([]);
});

test("a number of another daemon, or one too old, means that everything is loaded anew", () => {
  const hub = createLiveHub("r1");
  for (let i = 0; i < 600; i++) hub.publish(error(String(i)));
  expect(watching(hub, "r0.1").missed).toBeUndefined();
  expect(watching(hub, "r1.1").missed).toBeUndefined();
  expect(watching(hub, "r1.999").missed).toBeUndefined();
  expect(watching(hub, "nonsense").missed).toBeUndefined();
  expect(watching(hub, "r1.590").missed).toHaveLength(10);
});

test("closing ends every watcher", () => {
  const hub = createLiveHub("r1");
  const one = watching(hub);
  hub.close();
  expect([one.ended(), hub.watchers]).toEqual([true, 0]);
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
