import { expect, test } from "bun:test";
import { observation, prompt, response, seen } from "../../test/contract/fixtures.ts";
import { lines, recordStory } from "../../test/story.ts";
import { memory, openTempStore, PROJECT } from "../../test/temp-store.ts";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { proposalsIn } from "../recall/sql/proposals.ts";
import { searchIn } from "../search/sql/index.ts";
import type { SearchQuery } from "../search/types.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { wordIndexIn } from "./index/lazy-index.ts";
import { recordsIn } from "./records/queries.ts";

async function openStory() {
  const temp = await openTempStore();
  await recordStory(temp.store);
  return temp;
}

test("records by every filter, newest first", async () => {
  await using temp = await openStory();
  const { store } = temp;
  const times = async (list: "prompts" | "observations" | "responses", more: object = {}) =>
    (await recordsIn(store)[list]({ limit: 99, ...more })).map(({ at }) => at).join(" ");
  expect([
    await times("prompts"),
    await times("prompts", { sessionId: "s1" }),
    await times("prompts", { limit: 2 }),
    await times("prompts", { between: [3100, 6000] }),
    await times("prompts", { between: [3101, 5999] }),
    await times("prompts", { namedByTime: true }),
    await times("observations"),
    await times("observations", { sessionId: "s2" }),
    await times("observations", { sessionId: "none" }),
    await times("responses"),
    (await recordsIn(store).injections({ limit: 9 })).map(({ at }) => at).join(" "),
    (await recordsIn(store).injections({ limit: 9, sessionId: "s1" })).map(({ at }) => at).join(" "),
    (await recordsIn(store).injections({ limit: 1 })).map(({ at }) => at).join(" "),
  ]).toMatchInlineSnapshot(`
    [
      "8000 6000 4000 3100 2000",
      "6000 3100 2000",
      "8000 6000",
      "6000 4000 3100",
      "4000",
      "",
      "7100 7000 4100 3400 3300 3200 3000",
      "4100",
      "",
      "5000",
      "2500 2000",
      "2000",
      "2500",
    ]
  `);
  expect(lines(await recordsIn(store).observations({ sessionId: "s1", limit: 2 }))).toMatchInlineSnapshot(`
    [
      "{"key":"s1:tool:7100","sessionId":"s1","at":7100,"redaction":1,"toolName":"Unknown","toolUseId":"tool-7100","ok":false,"input":"not json","response":"","files":[]}",
      "{"key":"s1:tool:7000","sessionId":"s1","at":7000,"redaction":1,"toolName":"Edit","toolUseId":"tool-7000","ok":true,"input":"{\\"file_path\\":\\"/projects/one/a.ts\\",\\"old_string\\":\\"1\\",\\"new_string\\":\\"2\\\\n3\\"}","response":"x*7000","files":["/projects/one/a.ts"]}",
    ]
  `);
});

test("a session with everything in it, and as it is learned from: no output of a call that went well, but of commands", async () => {
  await using temp = await openStory();
  const { store } = temp;
  const { session, summary, ...rest } = (await recordsIn(store).session("s1")) ?? { session: undefined };
  expect(lines([session, summary])).toMatchInlineSnapshot(`
    [
      "{"id":"s1","project":"/projects/one","cwd":"/projects/one","startedAt":1000,"lastEventAt":7100,"endedAt":7600,"endReason":"exit","client":"claude-code","transcriptPath":"/t/s1.jsonl","branch":"main","status":"ended"}",
      "{"sessionId":"s1","at":7500,"text":"It was done.","redaction":1}",
    ]
  `);
  expect(
    Object.entries(rest).map(([name, list]) => `${name} ${(list as { at: number }[]).map(({ at }) => at)}`),
  ).toMatchInlineSnapshot(`
    [
      "prompts 2000,3100,6000",
      "observations 3000,3200,3300,3400,7000,7100",
      "responses 5000",
      "events 1000,6500,6600,6700",
    ]
  `);
  const outputs = (await recordsIn(store).sessionToLearn("s1"))?.observations ?? [];
  expect(outputs.map(({ toolName, ok, response: said }) => [toolName, ok, said])).toMatchInlineSnapshot(`
    [
      [
        "Agent",
        true,
        "",
      ],
      [
        "Bash",
        true,
        "all passed",
      ],
      [
        "Unknown",
        true,
        "",
      ],
      [
        "Bash",
        false,
        
    "Exit code 1
    error: no such file"
    ,
      ],
      [
        "Edit",
        true,
        "",
      ],
      [
        "Unknown",
        false,
        "",
      ],
    ]
  `);
  expect([await recordsIn(store).session("none"), await recordsIn(store).sessionToLearn("none")]).toEqual([
    undefined,
    undefined,
  ]);
  expect([
    await recordsIn(store).sessionProject("s2"),
    await recordsIn(store).sessionProject("none"),
  ]).toEqual(["/projects/two", undefined]);
});

test("sessions by every filter, newest first; one that a wrong clock has put into the future comes last", async () => {
  await using temp = await openStory();
  const { store } = temp;
  await recordsIn(store).record({ session: seen("s4", Date.now() + 3 * 86_400_000) });
  const ids = async (more: object = {}) =>
    (await recordsIn(store).sessions({ limit: 9, ...more })).map(({ id }) => id).join(" ");
  expect([
    await ids(),
    await ids({ limit: 2 }),
    await ids({ limit: 0 }),
    await ids({ project: PROJECT }),
    await ids({ client: "codex" }),
    await ids({ since: 7100 }),
    await ids({ since: 7101 }),
    await ids({ except: ["s1", "s4"] }),
    await ids({ withContent: true }),
    (await recordsIn(store).sessionIdsLike("s", 9)).join(" "),
    (await recordsIn(store).sessionIdsLike("s", 2)).join(" "),
    (await recordsIn(store).sessionIdsLike("s2", 9)).join(" "),
    (await recordsIn(store).sessionIdsLike("t", 9)).join(" "),
  ]).toMatchInlineSnapshot(`
    [
      "s3 s1 s2 s4",
      "s3 s1",
      "",
      "s3 s1 s4",
      "s2",
      "s3 s1 s4",
      "s3 s4",
      "s3 s2",
      "s3 s1 s2",
      "s4 s3 s1 s2",
      "s4 s3",
      "s2",
      "",
    ]
  `);
});

async function openSearched() {
  const temp = await openStory();
  const { store } = temp;
  const DAY = 86_400_000;
  await recordsIn(store).record({
    session: seen("old", 0, { transcriptPath: "/t/old.jsonl" }),
    prompts: [prompt("old", 10, "heron of old")],
    responses: [response("old", 20, "a heron was there")],
    observations: [observation("old", 30, { response: "heron output" })],
  });
  await recordsIn(store).record({
    session: seen("new", 40 * DAY, {
      project: "/projects/two",
      client: "codex",
      transcriptPath: "/t/new.jsonl",
    }),
    prompts: [prompt("new", 40 * DAY, "heron today"), prompt("new", 41 * DAY, "stork today")],
    observations: [observation("new", 41 * DAY, { response: "heron output again" })],
  });
  await recordsIn(store).saveSummary({
    sessionId: "new",
    at: 41 * DAY,
    redaction: 1,
    text: "All about the heron",
  });
  await memoriesIn(store).saveMemory(memory("project://bird", "The heron is grey", { at: 50 }));
  await memoriesIn(store).saveMemory(
    memory("user://bird", "Every heron is tall", { project: "", at: 42 * DAY }),
  );
  await memoriesIn(store).saveMemory(
    memory("project://bird", "Their heron is white", { project: "/projects/two", at: 60 }),
  );
  const solution = { kind: "k", toolName: "Bash", steps: [], source: "user", redaction: 1 } as const;
  await knowledgeIn(store).saveSolution({
    ...solution,
    project: PROJECT,
    fingerprint: "f",
    errorSample: "heron lost",
    text: "look up",
    at: 70,
  });
  await knowledgeIn(store).saveSolution({
    ...solution,
    project: "",
    fingerprint: "g",
    errorSample: "heron hidden",
    text: "wait",
    at: 43 * DAY,
  });
  return { ...temp, DAY };
}

test.each(["indexed", "not indexed yet"])("a search by every filter (%s)", async (how) => {
  await using temp = await openSearched();
  const { store, DAY } = temp;
  if (how === "indexed") while ((await wordIndexIn(store).indexWords()) > 0);
  const ids = async (more: Partial<SearchQuery> = {}) =>
    (await searchIn(store).search({ text: "heron", limit: 20, ...more }))
      .map(
        ({ type, at, sessionId }) =>
          `${type}@${at / DAY >= 1 ? `${at / DAY}d` : at}${sessionId && ` ${sessionId}`}`,
      )
      .sort();
  const found: Record<string, string> = {};
  for (const query of [
    {},
    { project: PROJECT },
    { project: "/projects/two" },
    { client: "codex" },
    { client: "claude-code" },
    { type: "prompt" },
    { type: "response" },
    { type: "observation" },
    { type: "summary" },
    { type: "memory" },
    { type: "solution" },
    { type: "notification" },
    { since: 20 },
    { since: 40 * DAY },
    { since: 41 * DAY, project: "/projects/two" },
    { since: 41 * DAY, type: "memory" },
    { since: 43 * DAY, type: "solution" },
    { since: 41 * DAY + 1, client: "codex" },
    { type: "memory", project: PROJECT },
    { type: "solution", project: "/projects/two" },
    { limit: 0 },
    { text: "" },
    { text: "heron stork", type: "prompt", project: "/projects/two" },
    { text: "herno", type: "prompt" },
    { text: "herno", type: "prompt", exact: true },
  ] as Partial<SearchQuery>[])
    found[JSON.stringify(query)] = (await ids(query)).join(", ");
  expect(found).toMatchInlineSnapshot(`
    {
      "{\\"client\\":\\"claude-code\\"}": "observation@30 old, prompt@10 old, response@20 old",
      "{\\"client\\":\\"codex\\"}": "observation@41d new, prompt@40d new, summary@41d new",
      "{\\"limit\\":0}": "",
      "{\\"project\\":\\"/projects/one\\"}": "memory@42d, memory@50, observation@30 old, prompt@10 old, response@20 old, solution@43d, solution@70",
      "{\\"project\\":\\"/projects/two\\"}": "memory@42d, memory@60, observation@41d new, prompt@40d new, solution@43d, summary@41d new",
      "{\\"since\\":20}": "memory@42d, memory@50, memory@60, observation@30 old, observation@41d new, prompt@40d new, response@20 old, solution@43d, solution@70, summary@41d new",
      "{\\"since\\":3456000000}": "memory@42d, observation@41d new, prompt@40d new, solution@43d, summary@41d new",
      "{\\"since\\":3542400000,\\"project\\":\\"/projects/two\\"}": "memory@42d, observation@41d new, solution@43d, summary@41d new",
      "{\\"since\\":3542400000,\\"type\\":\\"memory\\"}": "memory@42d",
      "{\\"since\\":3542400001,\\"client\\":\\"codex\\"}": "",
      "{\\"since\\":3715200000,\\"type\\":\\"solution\\"}": "solution@43d",
      "{\\"text\\":\\"\\"}": "",
      "{\\"text\\":\\"herno\\",\\"type\\":\\"prompt\\",\\"exact\\":true}": "",
      "{\\"text\\":\\"herno\\",\\"type\\":\\"prompt\\"}": "",
      "{\\"text\\":\\"heron stork\\",\\"type\\":\\"prompt\\",\\"project\\":\\"/projects/two\\"}": "prompt@40d new, prompt@41d new",
      "{\\"type\\":\\"memory\\",\\"project\\":\\"/projects/one\\"}": "memory@42d, memory@50",
      "{\\"type\\":\\"memory\\"}": "memory@42d, memory@50, memory@60",
      "{\\"type\\":\\"notification\\"}": "",
      "{\\"type\\":\\"observation\\"}": "observation@30 old, observation@41d new",
      "{\\"type\\":\\"prompt\\"}": "prompt@10 old, prompt@40d new",
      "{\\"type\\":\\"response\\"}": "response@20 old",
      "{\\"type\\":\\"solution\\",\\"project\\":\\"/projects/two\\"}": "solution@43d",
      "{\\"type\\":\\"solution\\"}": "solution@43d, solution@70",
      "{\\"type\\":\\"summary\\"}": "summary@41d new",
      "{}": "memory@42d, memory@50, memory@60, observation@30 old, observation@41d new, prompt@10 old, prompt@40d new, response@20 old, solution@43d, solution@70, summary@41d new",
    }
  `);
});

test("candidates for recall: memories of the project and those of everywhere", async () => {
  await using temp = await openSearched();
  const { store } = temp;
  while ((await wordIndexIn(store).indexWords()) > 0);
  const propose = (more: object = {}) =>
    proposalsIn(store).propose({ text: "heron wish", project: PROJECT, limit: 5, ...more });
  expect(
    lines([
      await propose(),
      await propose({ project: "/projects/two" }),
      await propose({ project: "/projects/none" }),
      await propose({ limit: 1 }),
      await propose({ limit: 0 }),
      await propose({ text: "" }),
      await propose({ text: "heron" }),
    ]),
  ).toMatchInlineSnapshot(`
    [
      "["memory-2","memory-1"]",
      "["memory-3","memory-2"]",
      "["memory-2"]",
      "["memory-2"]",
      "[]",
      "[]",
      "["memory-2","memory-1"]",
    ]
  `);
});

test("what goes, line by line, before it goes", async () => {
  await using temp = await openSearched();
  const { store } = temp;
  expect(lines(await forgettingIn(store).forgetItems({ match: "heron" }, 99))).toMatchInlineSnapshot(`
    [
      "{"kind":"session","id":"old","title":"heron of old","at":30}",
      "{"kind":"memory","id":"user://bird","title":"Every heron is tall","at":3628800000,"author":"user"}",
      "{"kind":"memory","id":"project://bird","title":"Their heron is white","at":60,"author":"user"}",
      "{"kind":"memory","id":"project://bird","title":"The heron is grey","at":50,"author":"user"}",
      "{"kind":"solution","id":"","title":"heron hidden","at":3715200000,"author":"user"}",
      "{"kind":"solution","id":"","title":"heron lost","at":70,"author":"user"}",
      "{"kind":"observation","id":"new","title":"Bash {\\"command\\":\\"npm test\\"}","at":3542400000}",
      "{"kind":"summary","id":"new","title":"All about the heron","at":3542400000}",
      "{"kind":"prompt","id":"new","title":"heron today","at":3456000000}",
    ]
  `);
  expect(lines(await forgettingIn(store).forgetItems({ sessionId: "s1" }, 99))).toMatchInlineSnapshot(`
    [
      "{"kind":"session","id":"s1","title":"First wish with more","at":7100}",
    ]
  `);
  expect(lines(await forgettingIn(store).forgetItems({ match: "x".repeat(50) }, 99))).toMatchInlineSnapshot(`
    [
      "{"kind":"observation","id":"s1","title":"Edit {\\"file_path\\":\\"/projects/one/a.ts\\",\\"old_string\\":\\"1\\",\\"new_string\\":\\"2\\\\n3\\"}","at":7000}",
      "{"kind":"prompt","id":"s1","title":"x*119…","at":6000}",
    ]
  `);
  expect((await forgettingIn(store).forgetItems({ match: "heron" }, 2)).length).toBe(2);
  expect(await forgettingIn(store).forgetItems({ match: "heron" }, 0)).toEqual([]);
  expect(
    lines([
      await forgettingIn(store).previewForget({ match: "heron" }),
      await forgettingIn(store).previewForget({ before: 3000 }),
    ]),
  ).toMatchInlineSnapshot(`
    [
      "{"sessions":1,"prompts":2,"observations":2,"responses":1,"events":0,"summaries":1,"injections":0,"memories":3,"solutions":2,"permissions":0}",
      "{"sessions":1,"prompts":2,"observations":1,"responses":1,"events":1,"summaries":0,"injections":2,"memories":0,"solutions":0,"permissions":0}",
    ]
  `);
});
