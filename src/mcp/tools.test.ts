/** What the tools take, at their limits, and what they answer beside the usual. */

import { expect, test } from "bun:test";
import { BY_HAND } from "../memory/records/knowledge.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { PawlError } from "../platform/errors.ts";
import { recordsIn } from "../store/records/queries.ts";
import { fileLine } from "./memory-tools.ts";
import { answering } from "./server.ts";
import { connect, project } from "./test-server.ts";
import { searchText, solutionText } from "./text.ts";

test("solutions are found by words of the error, only those, and none is said", async () => {
  await using at = await connect();
  expect((await at.call("solutions", {})).text).toBe("No solution is known.");
  const solution = {
    ...{ project, kind: BY_HAND, toolName: "Bash", redaction: 1, at: 1 },
    source: "user" as const,
  };
  const save = (fingerprint: string, errorSample: string, text: string) =>
    knowledgeIn(at.store).saveSolution({ ...solution, steps: [], fingerprint, errorSample, text });
  await save("f", "quibble overflow", "Restart the quibbler.");
  await save("g", "other error", "Do nothing.");
  const found = await at.call("solutions", { error: "quibble overflow" });
  expect(found).toEqual({ text: "quibble overflow\n  → Restart the quibbler. (seen once)", isError: false });
  expect((await at.call("solutions", { limit: 1 })).text.split("\n")).toHaveLength(2);
  expect((await at.call("solutions", {})).text.split("\n")).toHaveLength(4);
});

test("Pawl's errors become answers with their hint; others are thrown", async () => {
  const act = (error: unknown) => answering(() => Promise.reject(error))({}, {});
  expect(await act(new PawlError("x", "Wrong.", { hint: "Do this." }))).toEqual({
    content: [{ type: "text", text: "Wrong. Do this." }],
    isError: true,
  });
  expect(await act(new PawlError("x", "Wrong."))).toEqual({
    content: [{ type: "text", text: "Wrong." }],
    isError: true,
  });
  await expect(act(new Error("odd"))).rejects.toThrow("odd");
  expect(await answering(async (input, meta) => `${input} ${meta?.id}`)("in", { _meta: { id: 7 } })).toEqual({
    content: [{ type: "text", text: "in 7" }],
  });
});

test("a file of the client is named with its branch, if it has one", () => {
  const source = { path: "/m/a.md", hash: "h", mtimeMs: 1, size: 1 };
  expect(fileLine(source)).toBe("File: /m/a.md (hash h)");
  expect(fileLine({ ...source, branch: "topic" })).toBe("File: /m/a.md (hash h, written on branch topic)");
});

test("titles, snippets and solutions are cut at their lengths", () => {
  const long = (length: number) => "x".repeat(length);
  const hit = (title: string, snippet: string) =>
    searchText([{ id: "p", at: 1, title, snippet } as never], () => "t");
  expect(hit(long(90), long(160))).toBe(`p · t · ${long(90)} — ${long(160)}`);
  expect(hit(long(91), "s")).not.toContain(long(91));
  expect(hit("t", long(161))).not.toContain(long(161));
  const said = (errorSample: string, text: string) =>
    solutionText([{ errorSample, text, successes: 1, failures: 0 } as never]);
  expect(said(long(160), long(400))).toBe(`${long(160)}\n  → ${long(400)} (seen once)`);
  expect(said(long(161), "t")).not.toContain(long(161));
  expect(said("e", long(401))).not.toContain(long(401));
});

test("an unknown session is said by the first characters of its id", async () => {
  await using at = await connect();
  expect(await at.call("session", { id: "y".repeat(100) })).toEqual({
    text: `Unknown session "${"y".repeat(100)}".`,
    isError: true,
  });
});

test("sessions are listed with their titles, newest first, of the model's own project and of one day", async () => {
  await using at = await connect();
  const record = (id: string, day: string, own: string, text: string) => {
    const time = new Date(`${day}T12:00`).getTime();
    const session = { id, project: own, cwd: own, at: time };
    const prompts = [{ key: id, sessionId: id, at: time, redaction: 1, text }];
    return recordsIn(at.store).record({ session, prompts });
  };
  await record("one-11111", "2026-01-14", project, "Fix the rounding of all totals");
  await record("two-22222", "2026-01-15", project, "Rename the invoice table");
  await record("other-333", "2026-01-15", "/home/dev/other", "Write the release notes");
  const { text } = await at.call("sessions", {});
  expect(text.split("\n").map((line) => line.replace(/ · .* · /, " · "))).toEqual([
    "two-2222 · Rename the invoice table",
    "one-1111 · Fix the rounding of all totals",
  ]);
  expect((await at.call("sessions", { day: "2026-01-14" })).text).toContain("rounding");
  expect((await at.call("sessions", { day: "2026-01-14" })).text).not.toContain("invoice");
  expect((await at.call("sessions", { day: "2026-01-16" })).text).toBe("No session is recorded.");
  expect((await at.call("sessions", { day: "soon" })).isError).toBe(true);
});
