import { expect, test } from "bun:test";
import { PROJECT as FOLDER, memory, NO_STORE, openTempStore } from "../../test/temp-store.ts";
import { BY_HAND, type SolutionDraft } from "../memory/records/knowledge.ts";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import type { Store } from "../store/store.ts";
import { override } from "../store/store.ts";
import { forgetForGood } from "./forget-for-good.ts";
import { lineOf, shownRecords, waitingToLeave, wouldLeave } from "./preview.ts";
import type { SharedBody } from "./records/record.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamHandoff } from "./sql/types.ts";

const PROJECT = "remote:git.example/shop";
const redact = { text: (text: string) => text.replaceAll("secret", "[x]"), version: 1 };
const BODY: SharedBody = {
  ...{ kind: "memory", uri: "project://tax", content: "19 %", priority: 5 },
  ...{ status: "active", origin: "user" },
};

async function commit(store: Store, id: string, kind: "memory" | "derived" = "memory", project = PROJECT) {
  const name = { project, id, seen: { here: 1 } };
  await teamIn(store).commitTeamVersion(
    {
      ...{ ...name, rev: `r-${id}`, kind: "memory", author: "", at: 5, hash: "h", state: "shared" },
      body: JSON.stringify(BODY),
    },
    { ...name, folder: FOLDER, kind, key: `project://${id}`, rev: "", applied: "h" },
  );
}

test("what waits in the outbox is shown whole: versions, forgetting, and handed-over work", async () => {
  await using at = await openTempStore();
  const { store } = at;
  await commit(store, "a");
  await commit(store, "replaced");
  await teamIn(store).dropTeamHead({ project: PROJECT, id: "replaced", rev: "r-replaced" });
  await commit(store, "gone");
  await teamIn(store).forgetTeamRecord({ project: PROJECT, id: "gone" }, 9);
  await commit(store, "elsewhere", "memory", "remote:other");
  const handoff: Omit<TeamHandoff, "id" | "state"> = {
    ...{ project: PROJECT, way: "out", name: "Mia", session: "s", at: 1, taken: [] },
  };
  await teamIn(store).addTeamHandoff({
    ...handoff,
    id: "h1",
    state: "leaving",
    body: '{"request":"Go on."}',
  });
  await teamIn(store).addTeamHandoff({
    ...handoff,
    id: "h2",
    state: "leaving",
    body: '{"state":"Half done."}',
  });
  await teamIn(store).addTeamHandoff({ ...handoff, id: "h3", state: "leaving", body: "{}" });
  await teamIn(store).addTeamHandoff({ ...handoff, id: "h4", state: "sent" });
  const other = { ...handoff, project: "remote:other", id: "h5", state: "leaving", body: "{}" } as const;
  await teamIn(store).addTeamHandoff(other);
  const own = [
    { op: "put", id: "a", kind: "memory", text: "project://tax: 19 %", body: BODY },
    { op: "forget", id: "gone", kind: "", text: "" },
    { op: "put", id: "h1", kind: "handoff", text: "Mia: Go on." },
    { op: "put", id: "h2", kind: "handoff", text: "Mia: Half done." },
    { op: "put", id: "h3", kind: "handoff", text: "Mia: " },
  ] as const;
  const byId = <T extends { id: string }>(all: T[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(byId(await waitingToLeave(store, PROJECT))).toEqual(byId([...own]));
  expect(byId(await waitingToLeave(store, undefined))).toEqual(
    byId([
      ...own,
      { op: "put", id: "elsewhere", kind: "memory", text: "project://tax: 19 %", body: BODY },
      { op: "put", id: "h5", kind: "handoff", text: "Mia: " },
    ]),
  );
});

test("sharing a folder would send its own memories and solutions, cleaned, and nothing of others or of the user", async () => {
  await using at = await openTempStore();
  const { store } = at;
  await memoriesIn(store).saveMemory(memory("project://tax", "The secret is 19 %."));
  await memoriesIn(store).saveMemory(memory("user://me", "Mine."));
  await memoriesIn(store).saveMemory(memory("project://far", "Far.", { project: "/projects/two" }));
  await memoriesIn(store).saveMemory(
    memory("project://mia", "Hers.", { provenance: { team: { author: "Mia", at: 1 } } }),
  );
  await memoriesIn(store).saveMemory(
    memory("client://crm", "List.", { provenance: { client: { type: "project" } as never } }),
  );
  await memoriesIn(store).saveMemory(memory("project://old", "Old.", { status: "archived" }));
  const solution: SolutionDraft = {
    ...{ project: FOLDER, fingerprint: "f", kind: BY_HAND, toolName: "Bash", errorSample: "no port" },
    ...{ text: "Restart.", steps: [], source: "user", redaction: 1, at: 1 },
  };
  await knowledgeIn(store).saveSolution(solution);
  await knowledgeIn(store).saveSolution({ ...solution, project: "/projects/two", fingerprint: "g" });
  expect(await wouldLeave(store, FOLDER, redact)).toEqual([
    {
      ...{ op: "put", id: "", kind: "memory", text: "project://tax: The [x] is 19 %." },
      body: {
        ...{ kind: "memory", uri: "project://tax", content: "The [x] is 19 %.", priority: 5 },
        ...{ status: "active", origin: "user" },
      },
    },
    {
      ...{ op: "put", id: "", kind: "written-solution", text: "no port: Restart." },
      body: {
        ...{ kind: "written-solution", fingerprint: "f", toolName: "Bash", errorSample: "no port" },
        ...{ text: "Restart.", steps: [] },
      },
    },
  ]);
});

test("each kind of record is told in one line", () => {
  const failure = { error: "no port" } as never;
  expect(
    [
      { kind: "solution", failure, sessions: 1 } as const,
      { kind: "pitfall", key: "k", text: "Mind it." } as const,
      { kind: "command", command: "npm test" } as const,
    ].map(lineOf),
  ).toEqual(["no port", "Mind it.", "npm test"]);
});

test("records are shown with the memory that they are here, if they are one", async () => {
  await using at = await openTempStore();
  const { store } = at;
  await commit(store, "a");
  await commit(store, "b", "derived");
  const told = { project: PROJECT, kind: "memory", author: "", at: 5, state: "shared" } as const;
  const text = "project://tax: 19 %";
  const shown = await shownRecords(store, { project: PROJECT, limit: 9 });
  expect(shown.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    { ...told, id: "a", rev: "r-a", text, uri: "project://a", folder: FOLDER },
    { ...told, id: "b", rev: "r-b", text },
  ]);
});

test("copies of forgotten records go all at once; what was derived loses only its link", async () => {
  const asked: object[] = [];
  const dropped: object[] = [];
  const store = override(NO_STORE, teamIn, {
    forgetTeamCopies: async (what) => void asked.push(what),
    dropTeamLink: async (link) => dropped.push(link),
  });
  const link = { project: PROJECT, id: "a", rev: "", applied: "", seen: {}, folder: FOLDER };
  const derived = { ...link, kind: "derived", key: "d" } as const;
  await forgetForGood(store, [
    { ...link, kind: "memory", key: "project://a" },
    { ...link, kind: "solution", key: "7" },
    derived,
  ]);
  expect(asked).toEqual([{ memories: [{ uri: "project://a", project: FOLDER }], solutions: ["solution-7"] }]);
  expect(dropped).toEqual([derived]);
  const failing = override(store, teamIn, { forgetTeamCopies: () => Promise.reject(new Error("disk")) });
  await expect(forgetForGood(failing, [])).rejects.toThrow("disk");
});
