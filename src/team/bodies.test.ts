/** What may be shared, and what is taken from others: every limit at its edge. */
import { describe, expect, test } from "bun:test";
import type { Memory } from "../memory/records/memory.ts";
import { hashOf, parseBody, toSharedMemory } from "./bodies.ts";

const redact = { text: (text: string) => text.replaceAll("secret", "[x]"), version: 1 };
const parsed = (body: object) => parseBody(JSON.stringify(body), redact);
const isTaken = (body: object) => parsed(body) !== undefined;
const long = (length: number) => "x".repeat(length);

const MEMORY = {
  kind: "memory",
  uri: "project://tax",
  content: "Tax is 19 %.",
  priority: 5,
  status: "active",
  origin: "user",
};
const FAILURE = {
  key: "k",
  tool: "Bash",
  error: "no port",
  names: [],
  isUsage: false,
  at: 1,
  cure: { kind: "run", command: "npm i" },
};
const SOLUTION = { kind: "solution", failure: FAILURE, sessions: 1 };
const WRITTEN = {
  kind: "written-solution",
  fingerprint: "f",
  toolName: "Bash",
  errorSample: "e",
  text: "t",
  steps: [],
};

/** The longest text that a field may hold: one more is refused. */
function most(body: Record<string, unknown>, field: string, wrap = (text: string): unknown => text): number {
  const fits = (length: number) => isTaken({ ...body, [field]: wrap(long(length)) });
  let [low, high] = [0, 200_000];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

describe("what comes in", () => {
  test("every kind in its plain form", () => {
    for (const body of [
      MEMORY,
      SOLUTION,
      WRITTEN,
      { kind: "pitfall", key: "k", text: "t" },
      { kind: "command", command: "npm test", purpose: "test" },
    ])
      expect(parsed(body)).toEqual(body as never);
  });

  test("lengths end where they should", () => {
    expect({
      uri: most(MEMORY, "uri", (text) => `project://${text}`) + "project://".length,
      content: most(MEMORY, "content"),
      disclosure: most(MEMORY, "disclosure"),
      evidence: most(MEMORY, "evidence"),
      fingerprint: most(WRITTEN, "fingerprint"),
      toolName: most(WRITTEN, "toolName"),
      step: most(WRITTEN, "steps", (text) => [text]),
      steps: most(WRITTEN, "steps", (text) => [...text]),
      names: most(SOLUTION, "failure", (text) => ({ ...FAILURE, names: [...text] })),
      tool: most(SOLUTION, "failure", (text) => ({ ...FAILURE, tool: text })),
      purpose: most({ kind: "command", command: "c" }, "purpose"),
    }).toEqual({
      // The longest name that a memory can have.
      uri: 310,
      content: 65_536,
      disclosure: 500,
      evidence: 2000,
      fingerprint: 2000,
      toolName: 200,
      step: 65_536,
      steps: 50,
      names: 50,
      tool: 200,
      purpose: 20,
    });
  });

  test("numbers and names outside of what there is are refused", () => {
    for (const priority of [-1, 11, 1.5]) expect(isTaken({ ...MEMORY, priority })).toBe(false);
    for (const priority of [0, 10]) expect(isTaken({ ...MEMORY, priority })).toBe(true);
    expect(isTaken({ ...SOLUTION, sessions: 0 })).toBe(false);
    expect(isTaken({ ...MEMORY, status: "proposed" })).toBe(false);
    expect(isTaken({ ...MEMORY, content: "" })).toBe(false);
    expect(isTaken({ ...WRITTEN, text: "" })).toBe(false);
    for (const uri of ["user://me", "client://crm", "nothing"])
      expect(isTaken({ ...MEMORY, uri })).toBe(false);
    expect(isTaken({ kind: "later" })).toBe(false);
    expect(parseBody("{ no json", redact)).toBeUndefined();
  });

  test("secrets and zero bytes do not come in", () => {
    expect(parsed({ ...MEMORY, content: "a secret\0 b" })).toMatchObject({ content: "a [x] b" });
  });
});

describe("what goes out", () => {
  const memory = (more: object = {}) => ({ ...MEMORY, project: "/p", ...more }) as unknown as Memory;
  const shared = (more: object = {}, options: object = {}) =>
    toSharedMemory(memory(more), redact, { isKnown: false, ...options });

  test("an active memory of a project, without its secrets, and without a path of this machine", () => {
    const provenance = { evidence: "the secret", at: 7, file: "src/tax.ts" };
    expect(shared({ provenance, disclosure: "When paying" })).toEqual({
      ...MEMORY,
      disclosure: "When paying",
      evidence: "the [x]",
      saidAt: 7,
      file: "src/tax.ts",
    } as never);
    expect(shared({ provenance: { file: "/home/me/tax.ts" } })).not.toHaveProperty("file");
  });

  test("nothing of the user's, no file of the client, no proposal, nothing without a project", () => {
    expect(shared({ uri: "user://me" })).toBeUndefined();
    expect(shared({ uri: "client://crm" }, { isKnown: true })).toBeUndefined();
    expect(shared({ status: "proposed" }, { isKnown: true })).toBeUndefined();
    expect(shared({ project: "" })).toBeUndefined();
  });

  test("one that is no longer active only where others have it already", () => {
    expect(shared({ status: "archived" })).toBeUndefined();
    expect(shared({ status: "archived" }, { isKnown: true })).toMatchObject({ status: "archived" });
  });
});

test("records that say the same have the same hash, wherever they come from", () => {
  const hash = (more: object) => hashOf({ ...MEMORY, ...more } as never);
  expect(hash({ evidence: "x", origin: "model", uri: "project://other" })).toBe(hash({}));
  for (const change of [{ content: "x" }, { priority: 1 }, { disclosure: "x" }, { status: "archived" }])
    expect(hash(change)).not.toBe(hash({}));
  const solution = (more: object) => hashOf({ ...SOLUTION, ...more } as never);
  expect(solution({ sessions: 2 })).not.toBe(solution({}));
  expect(hashOf({ kind: "pitfall", key: "k", text: "t" } as never)).not.toBe(
    hashOf({ kind: "pitfall", key: "k", text: "u" } as never),
  );
  expect(hash({})).toMatch(/^[0-9a-f]{32}$/);
});
