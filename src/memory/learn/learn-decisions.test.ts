import { expect, test } from "bun:test";
import { createSession } from "../../../test/recorded-session.ts";
import { openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { decisionsBlock, decisionsFor } from "../../recall/start/decisions.ts";
import { memoriesIn } from "../sql/index.ts";
import { learnDecisions } from "./learn-decisions.ts";

const SAID = "Let's go with Redis for the job queue, not RabbitMQ.";
const START = Date.UTC(2026, 0, 5);
const options = { at: START + 9e8, redaction: 1 };

function session(id: string, ...prompts: string[]) {
  const made = createSession(id, START);
  for (const prompt of prompts) made.ask(prompt);
  return made.session;
}

test("S1.18 a decision becomes a memory with its sentence and its date; again changes nothing; dropped, it stays dropped", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const query = { store, project: PROJECT, isMuted: () => false };
  const [uri = ""] = await learnDecisions(store, session("one", SAID), PROJECT, options);
  const memory = await memoriesIn(store).memory({ uri, project: PROJECT });
  expect(memory).toMatchObject({
    uri: expect.stringMatching(/^project:\/\/decisions\/let-s-go-with-redis/),
    status: "active",
    priority: 3,
    origin: "derived",
    provenance: { sessionId: "one", evidence: SAID, at: START + 1000 },
  });
  expect(await learnDecisions(store, session("one", SAID), PROJECT, options)).toEqual([uri]);
  expect(await decisionsFor(query)).toMatchObject([{ uri, version: 1 }]);
  await memoriesIn(store).changeMemory(
    { uri, project: PROJECT },
    { status: "deleted" },
    { author: "page", at: 9 },
  );
  expect(await learnDecisions(store, session("two", SAID), PROJECT, options)).toEqual([]);
  expect(await decisionsFor(query)).toEqual([]);
});

test("S1.18 the next session gets the newest decisions, dated, each once", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const query = { store, project: PROJECT, isMuted: () => false };
  expect(await decisionsBlock(query)).toBeUndefined();
  await learnDecisions(store, session("one", SAID, "We decided to keep the monolith"), PROJECT, options);
  const block = await decisionsBlock(query);
  expect(block?.text).toContain("2026-01-05: “We decided to keep the monolith”");
  expect(block?.sources.map(({ type }) => type)).toEqual(["decision", "decision"]);
  const [newest] = await decisionsFor(query);
  const injected = new Set([newest?.uri ?? ""]);
  expect(await decisionsFor({ ...query, injected })).toHaveLength(1);
  expect(await decisionsFor({ ...query, isMuted: () => true })).toEqual([]);
});

test("S1.18 what may be the next step is proposed: not in the next session", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const [uri = ""] = await learnDecisions(store, session("one", "Let's use true, not on"), PROJECT, options);
  expect(await memoriesIn(store).memory({ uri, project: PROJECT })).toMatchObject({ status: "proposed" });
  expect(await decisionsBlock({ store, project: PROJECT, isMuted: () => false })).toBeUndefined();
});

test("two decisions of one prompt are two memories; each says why it is kept, and by whom it was made", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const both = session("one", `${SAID} We decided to keep the monolith.`);
  const uris = await learnDecisions(store, both, PROJECT, options);
  expect(uris).toHaveLength(2);
  expect(await learnDecisions(store, both, PROJECT, options)).toEqual(uris);
  const [version] = await memoriesIn(store).memoryVersions({ uri: uris[0] ?? "", project: PROJECT });
  expect(version).toMatchObject({ author: "pawl", reason: "The user decided so in a session." });
});
