/** What of a session goes into a handoff, and how much of it. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import type { SessionRecords } from "../../store/records/records.ts";
import { packHandoff } from "./pack.ts";

const root = mkdtempSync(join(tmpdir(), "pawl-pack-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function pack(
  fill: (made: ReturnType<typeof createSession>) => void,
  more: { branch?: string; id?: string } = {},
) {
  const made = createSession("s");
  fill(made);
  const { prompts, observations, responses } = made.session;
  const records: SessionRecords = {
    session: {
      ...{ id: "s", project: PROJECT, cwd: PROJECT, startedAt: 1, lastEventAt: 1, status: "active" },
      ...{ client: "claude-code", ...more },
    },
    ...{ prompts, observations, responses, events: [] },
  };
  return packHandoff({
    ...{ records, root, place: { project: PROJECT, checkout: PROJECT }, from: "Ann", to: "Mia", at: 5 },
    ...{ project: "remote:shop", redact: (text) => text.replaceAll("secret", "[x]") },
  });
}

test("it has the last thing that the user asked and the last answer, not those of subagents", () => {
  const handoff = pack((made) => {
    made.ask("First");
    made.answer("First done.");
    made.ask("Second, the secret one");
    made.answer("Second done.");
    const last = made.session.prompts.at(-1);
    if (last !== undefined)
      made.session.prompts.push({ ...last, at: last.at + 1, text: "Sub", agentId: "a" });
  });
  expect(handoff).toMatchObject({
    ...{ request: "Second, the [x] one", state: "Second done.", workflow: null, branch: null },
    ...{ from: "Ann", to: "Mia", project: "remote:shop" },
  });
  expect(pack(() => undefined)).toMatchObject({ request: null, state: null, files: [], open: [] });
});

test("files are those that were edited, not those that were read, at most fifty", () => {
  const handoff = pack((made) => {
    for (let n = 0; n < 60; n++) made.edit(`src/f${n}.ts`, "a", "b");
    made.read("src/read.ts");
  });
  expect(handoff.files).toHaveLength(50);
  expect(handoff.files).not.toContain("src/read.ts");
});

test("a text has at most two thousand characters, and no half of one; an id is safe in an address", () => {
  const handoff = pack(
    (made) => {
      made.ask("x".repeat(3_000));
      made.answer(`${"x".repeat(1_999)}😀`);
    },
    { branch: "feat/one", id: "a b/../c" },
  );
  expect(handoff.request).toHaveLength(2_000);
  expect(handoff.state).toBe(`${"x".repeat(1_999)}\ufffd`);
  expect([handoff.branch, handoff.session]).toEqual(["feat/one", "a_b_.._c"]);
  expect(pack(() => undefined, { id: "i".repeat(200) }).session).toHaveLength(128);
});
