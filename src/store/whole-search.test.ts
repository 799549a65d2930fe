import { expect, test } from "bun:test";
import { observation, prompt, response, seen } from "../../test/contract/fixtures.ts";
import { lines, recordStory } from "../../test/story.ts";
import { memory, openTempStore, PROJECT } from "../../test/temp-store.ts";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { searchIn } from "../search/sql/index.ts";
import type { SearchQuery } from "../search/types.ts";
import { wordIndexIn } from "./index/lazy-index.ts";
import { recordsIn } from "./records/queries.ts";

const FILLER = "and so on with many other things ".repeat(12);

async function openSearched() {
  const temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record({
    session: seen("s1", 10, { transcriptPath: "/t/s1.jsonl", client: "codex" }),
    prompts: [
      prompt("s1", 10, "The heron first"),
      prompt("s1", 20, `A title\n${FILLER} the heron late ${FILLER}`),
      prompt("s1", 30, "migration of storks"),
      prompt("s1", 40, `Far away\n${"filler words here ".repeat(120)} pelican at the end`),
    ],
    responses: [response("s1", 50, "heron heron heron")],
    observations: [observation("s1", 60, { response: "heron", files: ["/projects/one/heron.ts"] })],
  });
  await memoriesIn(store).saveMemory(memory("project://bird", "The heron is grey", { at: 70, priority: 1 }));
  await memoriesIn(store).saveMemory(
    memory("project://nest", "Nests of a heron", {
      at: 80,
      provenance: { sessionId: "s1", file: "/projects/one/nest.ts" },
    }),
  );
  const solution = { kind: "k", toolName: "Bash", steps: [], source: "user", redaction: 1 } as const;
  const { id } = await knowledgeIn(store).saveSolution({
    ...solution,
    project: PROJECT,
    fingerprint: "f",
    errorSample: "heron lost\nmore of it",
    text: "look up",
    provenance: { sessionId: "s1", file: "/projects/one/sky.ts", evidence: "e" },
    at: 90,
  });
  await knowledgeIn(store).countSolution(id, "success", { key: "c1", sessionId: "s1", at: 91 });
  while ((await wordIndexIn(store).indexWords()) > 0);
  return temp;
}

const rounded = (values: readonly object[]) =>
  values.map((value) =>
    JSON.stringify(value, (_, one) =>
      typeof one === "number" && !Number.isInteger(one) ? Number(one.toFixed(3)) : one,
    ),
  );

test("whole hits, best first: their titles, snippets and scores", async () => {
  await using temp = await openSearched();
  const { store } = temp;
  const search = async (text: string, more: Partial<SearchQuery> = {}) =>
    rounded(await searchIn(store).search({ text, limit: 9, ...more }));
  expect(await search("heron")).toMatchInlineSnapshot(`
    [
      "{"id":"memory-1","type":"memory","project":"/projects/one","sessionId":"","at":70,"title":"The heron is grey","snippet":"The heron is grey project://bird","score":0.646,"parts":{"words":1,"text":0.089,"use":0,"priority":0.9},"uri":"project://bird"}",
      "{"id":"memory-2","type":"memory","project":"/projects/one","sessionId":"s1","at":80,"title":"Nests of a heron","snippet":"Nests of a heron project://nest","score":0.634,"parts":{"words":1,"text":0.088,"use":0,"priority":0.5},"uri":"project://nest"}",
      "{"id":"solution-1","type":"solution","project":"/projects/one","sessionId":"s1","at":91,"title":"heron lost","snippet":"look up","score":0.625,"parts":{"words":1,"text":0.069,"use":0.333,"priority":0}}",
      "{"id":"response-6","type":"response","project":"/projects/one","sessionId":"s1","at":50,"title":"heron heron heron","snippet":"heron heron heron","score":0.62,"parts":{"words":1,"text":0.092,"use":0,"priority":0},"client":"codex"}",
      "{"id":"prompt-1","type":"prompt","project":"/projects/one","sessionId":"s1","at":10,"title":"The heron first","snippet":"The heron first","score":0.619,"parts":{"words":1,"text":0.089,"use":0,"priority":0},"client":"codex"}",
      "{"id":"observation-5","type":"observation","project":"/projects/one","sessionId":"s1","at":60,"title":"Bash: npm test","snippet":"npm test heron /projects/one/heron.ts","score":0.618,"parts":{"words":1,"text":0.08,"use":0,"priority":0},"client":"codex"}",
      "{"id":"prompt-2","type":"prompt","project":"/projects/one","sessionId":"s1","at":20,"title":"A title","snippet":"…things and so on with many other things the heron late and so on with many other things and so on with many other things and so on with many other things and s…","score":0.614,"parts":{"words":1,"text":0.065,"use":0,"priority":0},"client":"codex"}",
    ]
  `);
  expect(await search("pelican")).toMatchInlineSnapshot(`
    [
      "{"id":"prompt-4","type":"prompt","project":"/projects/one","sessionId":"s1","at":40,"title":"Far away","snippet":"…words here filler words here filler words here pelican at the end","score":0.6,"parts":{"words":1,"text":0,"use":0,"priority":0},"client":"codex"}",
    ]
  `);
  expect(await search("heron migration")).toMatchInlineSnapshot(`
    [
      "{"id":"prompt-3","type":"prompt","project":"/projects/one","sessionId":"s1","at":30,"title":"migration of storks","snippet":"migration of storks","score":0.579,"parts":{"words":0.839,"text":0.345,"use":0,"priority":0},"client":"codex"}",
      "{"id":"memory-1","type":"memory","project":"/projects/one","sessionId":"","at":70,"title":"The heron is grey","snippet":"The heron is grey project://bird","score":0.143,"parts":{"words":0.161,"text":0.089,"use":0,"priority":0.9},"uri":"project://bird"}",
      "{"id":"memory-2","type":"memory","project":"/projects/one","sessionId":"s1","at":80,"title":"Nests of a heron","snippet":"Nests of a heron project://nest","score":0.131,"parts":{"words":0.161,"text":0.088,"use":0,"priority":0.5},"uri":"project://nest"}",
      "{"id":"solution-1","type":"solution","project":"/projects/one","sessionId":"s1","at":91,"title":"heron lost","snippet":"look up","score":0.122,"parts":{"words":0.161,"text":0.069,"use":0.333,"priority":0}}",
      "{"id":"response-6","type":"response","project":"/projects/one","sessionId":"s1","at":50,"title":"heron heron heron","snippet":"heron heron heron","score":0.117,"parts":{"words":0.161,"text":0.092,"use":0,"priority":0},"client":"codex"}",
      "{"id":"prompt-1","type":"prompt","project":"/projects/one","sessionId":"s1","at":10,"title":"The heron first","snippet":"The heron first","score":0.116,"parts":{"words":0.161,"text":0.089,"use":0,"priority":0},"client":"codex"}",
      "{"id":"observation-5","type":"observation","project":"/projects/one","sessionId":"s1","at":60,"title":"Bash: npm test","snippet":"npm test heron /projects/one/heron.ts","score":0.114,"parts":{"words":0.161,"text":0.08,"use":0,"priority":0},"client":"codex"}",
      "{"id":"prompt-2","type":"prompt","project":"/projects/one","sessionId":"s1","at":20,"title":"A title","snippet":"…things and so on with many other things the heron late and so on with many other things and so on with many other things and so on with many other things and s…","score":0.111,"parts":{"words":0.161,"text":0.065,"use":0,"priority":0},"client":"codex"}",
    ]
  `);
});

test("a word that is typed wrong finds what is like it; an exact search does not", async () => {
  await using temp = await openSearched();
  const { store } = temp;
  expect(rounded(await searchIn(store).search({ text: "migratoin", limit: 9 }))).toMatchInlineSnapshot(`
    [
      "{"id":"prompt-3","type":"prompt","project":"/projects/one","sessionId":"s1","at":30,"title":"migration of storks","snippet":"migration of storks","score":0.644,"parts":{"words":1,"text":0.202,"use":0,"priority":0},"client":"codex"}",
    ]
  `);
  expect(await searchIn(store).search({ text: "migratoin", limit: 9, exact: true })).toEqual([]);
});

test("what came after the last indexing is found too, once", async () => {
  await using temp = await openSearched();
  const { store } = temp;
  await recordsIn(store).record({ session: seen("s2", 100), prompts: [prompt("s2", 100, "A new heron")] });
  const found = await searchIn(store).search({ text: "heron", type: "prompt", limit: 9 });
  expect(found.map(({ title }) => title).sort()).toEqual(["A new heron", "A title", "The heron first"]);
});

test("records by their ids, of every kind", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await recordStory(store);
  await memoriesIn(store).saveMemory(memory("project://bird", "The heron is grey"));
  const ids = ["prompt-1", "observation-8", "response-10", "event-11", "summary-18", "memory-1"];
  expect(lines(await searchIn(store).get(ids))).toMatchInlineSnapshot(`
    [
      "{"id":"prompt-1","type":"prompt","record":{"key":"s1:prompt:2000","sessionId":"s1","at":2000,"redaction":1,"text":"First wish\\nwith more"}}",
      "{"id":"observation-8","type":"observation","record":{"key":"s1:tool:7000","sessionId":"s1","at":7000,"redaction":1,"toolName":"Edit","toolUseId":"tool-7000","ok":true,"input":"{\\"file_path\\":\\"/projects/one/a.ts\\",\\"old_string\\":\\"1\\",\\"new_string\\":\\"2\\\\n3\\"}","response":"x*7000","files":["/projects/one/a.ts"]}}",
      "{"id":"response-10","type":"response","record":{"key":"s1:response:5000","sessionId":"s1","at":5000,"redaction":1,"text":"Done with all\\nof it."}}",
      "{"id":"event-11","type":"event","record":{"key":"s1:event:1000","sessionId":"s1","at":1000,"redaction":1,"event":"SessionStart","body":"{\\"a\\":1}"}}",
      "{"id":"summary-18","type":"summary","record":{"sessionId":"s1","at":7500,"text":"It was done.","redaction":1}}",
      "{"id":"memory-1","type":"memory","record":{"id":"memory-1","uri":"project://bird","project":"/projects/one","content":"The heron is grey","priority":5,"status":"active","origin":"user","author":"user","place":"prompt","redaction":1,"accessCount":0,"createdAt":1,"updatedAt":1,"version":1}}",
    ]
  `);
  const others = ["prompt-10", "observation-1", "prompt-999", "memory-9", "solution-1", "nothing"];
  expect(await searchIn(store).get(others)).toEqual([]);
  expect(lines(await searchIn(store).timeline("prompt-15", { before: 1, after: 1 }))).toMatchInlineSnapshot(`
    [
      "{"id":"prompt-15","type":"prompt","at":4000,"sessionId":"s2","title":"A wish for Codex"}",
      "{"id":"observation-16","type":"observation","at":4100,"sessionId":"s2","title":"Bash: npm test","ok":false}",
    ]
  `);
  expect(
    lines(await searchIn(store).timeline("response-10", { before: 2, after: 0 })),
  ).toMatchInlineSnapshot(`
    [
      "{"id":"observation-6","type":"observation","at":3300,"sessionId":"s1","title":"Unknown","ok":true}",
      "{"id":"observation-7","type":"observation","at":3400,"sessionId":"s1","title":"Bash: npm test","ok":false}",
      "{"id":"response-10","type":"response","at":5000,"sessionId":"s1","title":"Done with all"}",
    ]
  `);
  expect(await searchIn(store).timeline("prompt-999", { before: 2, after: 2 })).toEqual([]);
});
