import { expect, test } from "bun:test";
import { digests } from "../../test/past-digest.ts";
import { derive, solutionKey } from "./derive.ts";

const failure = (more: object = {}) => ({
  ...{ key: "npm build|missing", tool: "Bash", command: "npm build", error: "no such script: build" },
  ...{ names: ["build"], isUsage: false, at: 50, observation: "o1", ...more },
});
const cure = { kind: "run", command: "npm install" } as const;

test("a cured failure is shared in its newest words, without what points into this machine's records", () => {
  const past = digests(
    { failures: [failure({ cure, error: "old words", at: 10 })] },
    { failures: [failure({ cure, error: "new words", at: 20, openedIn: "session-0" })] },
    { failures: [failure()] },
  );
  expect(derive(past)).toEqual([
    {
      ...{ key: solutionKey("npm build|missing", cure), at: 20 },
      body: {
        ...{ kind: "solution", sessions: 2 },
        failure: {
          ...{ key: "npm build|missing", tool: "Bash", command: "npm build", error: "new words" },
          ...{ names: ["build"], isUsage: false, at: 20, cure },
        },
      },
    },
  ]);
});

test("sessions count up to three, a session once, and another cure is another record", () => {
  const sessions = (count: number) =>
    derive(
      digests(...Array.from({ length: count }, () => ({ failures: [failure({ cure }), failure({ cure })] }))),
    ).map(({ body }) => (body as { sessions?: number }).sessions);
  expect([1, 2, 3, 4, 5].map(sessions)).toEqual([[1], [2], [3], [3], [3]]);
  const other = { kind: "environment", text: "CI=1" } as const;
  const both = derive(digests({ failures: [failure({ cure }), failure({ cure: other })] }));
  expect(both.map(({ key }) => key)).toEqual([
    solutionKey("npm build|missing", cure),
    solutionKey("npm build|missing", other),
  ]);
});

test("a call that is wrong in session after session is a pitfall", () => {
  const wrong = failure({
    isUsage: true,
    at: 7,
    cure: { kind: "command", instead: "npm run build", removed: [], added: ["run"] },
  });
  const found = derive(digests({ failures: [wrong] }, { failures: [wrong] }, { failures: [wrong] }));
  const pitfall = found.find(({ body }) => body.kind === "pitfall");
  expect(pitfall).toEqual({
    ...{ key: "pitfall\nnpm build|missing", at: 7 },
    body: { kind: "pitfall", key: "npm build|missing", text: expect.stringContaining("npm build") },
  });
});

test("commands that go well again and again are shared as of the newest session, with their purpose if they have one", () => {
  const past = digests(...Array.from({ length: 4 }, () => ({ commands: ["npm test", "make"] })), {});
  for (const { commands } of past)
    for (const one of commands) if (one.command === "npm test") one.kind = "test";
  const newest = past.at(-1)?.lastAt;
  expect(derive(past).toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
    { key: "command\nmake", at: newest as number, body: { kind: "command", command: "make" } },
    {
      key: "command\nnpm test",
      at: newest as number,
      body: { kind: "command", command: "npm test", purpose: "test" },
    },
  ]);
  expect(derive([])).toEqual([]);
});
