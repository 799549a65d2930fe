import { expect, test } from "bun:test";
import { lines, recordStory } from "../../../test/story.ts";
import { openTempStore } from "../../../test/temp-store.ts";
import { historyIn } from "./index.ts";
import { OUTCOMES } from "./types.ts";

async function openStory() {
  const temp = await openTempStore();
  await recordStory(temp.store);
  return temp;
}

test("an outline has every row of a session once, in order", async () => {
  await using temp = await openStory();
  const { store } = temp;
  expect(
    lines([await historyIn(store).sessionOutline("s1"), await historyIn(store).sessionOutline("s1", true)]),
  ).toMatchInlineSnapshot(`
    [
      "{"ids":[11,1,1,4,2,5,7,6,10,3,13,8,9],"kinds":"epiopooorpeoo","turns":[0,1,1,1,1,1,1,1,1,2,2,2,2],"from":1000,"seconds":[0,1,1,2,2,2,2,2,4,5,6,6,6],"named":[0,-1,-1,1,-1,2,2,3,-1,-1,4,5,3],"names":["SessionStart","Agent","Bash","Unknown","Notification","Edit"],"sizes":[0,20,0,0,26,0,0,0,20,7000,0,0,0],"failed":[6,12],"titles":["First wish","x*119…"],"agents":[{"from":4,"to":7,"id":"a1","title":"Look around","type":"explorer"},{"from":7,"to":8,"id":"a2","title":""}]}",
      "{"ids":[11,1,1,4,2,5,7,6,10,3,12,13,14,8,9],"kinds":"epiopooorpeeeoo","turns":[0,1,1,1,1,1,1,1,1,2,2,2,2,2,2],"from":1000,"seconds":[0,1,1,2,2,2,2,2,4,5,6,6,6,6,6],"named":[0,-1,-1,1,-1,2,2,3,-1,-1,4,5,5,6,3],"names":["SessionStart","Agent","Bash","Unknown","PreToolUse","Notification","Edit"],"sizes":[0,20,0,0,26,0,0,0,20,7000,0,0,0,0,0],"failed":[6,14],"titles":["First wish","x*119…"],"agents":[{"from":4,"to":7,"id":"a1","title":"Look around","type":"explorer"},{"from":7,"to":8,"id":"a2","title":""}]}",
    ]
  `);
  expect(
    lines([await historyIn(store).sessionOutline("s2"), await historyIn(store).sessionOutline("none")]),
  ).toMatchInlineSnapshot(`
    [
      "{"ids":[15,16],"kinds":"po","turns":[1,1],"from":4000,"seconds":[0,0],"named":[-1,0],"names":["Bash"],"sizes":[16,0],"failed":[1],"titles":["A wish for Codex"],"agents":[]}",
      "{"ids":[],"kinds":"","turns":[],"from":0,"seconds":[],"named":[],"names":[],"sizes":[],"failed":[],"titles":[],"agents":[]}",
    ]
  `);
});

test("rows as people read them", async () => {
  await using temp = await openStory();
  const { store } = temp;
  const { ids, kinds } = await historyIn(store).sessionOutline("s1", true);
  const names = { p: "prompt", o: "observation", r: "response", e: "event", i: "injection" };
  const wanted = ids.map((id, at) => `${names[kinds[at] as keyof typeof names]}-${id}`);
  expect(lines(await historyIn(store).readableRows(wanted))).toMatchInlineSnapshot(`
    [
      "{"id":"event-11","kind":"event","at":1000,"title":"SessionStart","event":"SessionStart","text":"{\\"a\\":1}"}",
      "{"id":"prompt-1","kind":"prompt","at":2000,"title":"First wish","text":"First wish\\nwith more"}",
      "{"id":"injection-1","kind":"injection","at":2000,"title":"You rounded totals before","event":"SessionStart","tokens":10,"text":"<pawl-context>\\nYou rounded totals before"}",
      "{"id":"observation-4","kind":"observation","at":3000,"title":"Agent","ok":true,"tool":"Agent","durationMs":12}",
      "{"id":"prompt-2","kind":"prompt","at":3100,"title":"Look around","agentId":"a1","text":"Look around\\nin the project"}",
      "{"id":"observation-5","kind":"observation","at":3200,"title":"Bash: ls","agentId":"a1","agentType":"explorer","ok":true,"tool":"Bash"}",
      "{"id":"observation-7","kind":"observation","at":3400,"title":"Bash: npm test","agentId":"a1","agentType":"explorer","ok":false,"tool":"Bash","error":"error: no such file"}",
      "{"id":"observation-6","kind":"observation","at":3300,"title":"Unknown: a b, n 2","agentId":"a2","ok":true,"tool":"Unknown"}",
      "{"id":"response-10","kind":"response","at":5000,"title":"Done with all","text":"Done with all\\nof it."}",
      "{"id":"prompt-3","kind":"prompt","at":6000,"title":"x*119…","text":"x*6000","isCut":true}",
      "{"id":"event-12","kind":"event","at":6500,"title":"PreToolUse","event":"PreToolUse","text":"{\\"a\\":1}"}",
      "{"id":"event-13","kind":"event","at":6600,"title":"Notification: Pawl needs you","event":"Notification","text":"{\\"message\\":\\"Pawl needs you\\",\\"notification_type\\":\\"permission_prompt\\"}"}",
      "{"id":"event-14","kind":"event","at":6700,"title":"Notification","event":"Notification","text":"{\\"message\\":\\"waits\\",\\"notification_type\\":\\"idle_prompt\\"}"}",
      "{"id":"observation-8","kind":"observation","at":7000,"title":"Edit /projects/one/a.ts","ok":true,"tool":"Edit","lines":{"added":2,"removed":1}}",
      "{"id":"observation-9","kind":"observation","at":7100,"title":"Unknown","ok":false,"tool":"Unknown"}",
    ]
  `);
  expect(
    await historyIn(store).readableRows(["prompt-999", "observation-1", "nothing", "injection-999", "x-1"]),
  ).toEqual([]);
  expect(
    lines(await Promise.all(wanted.map((id) => historyIn(store).fullRecord(id)))),
  ).toMatchInlineSnapshot(`
    [
      "{"kind":"event","sessionId":"s1","project":"/projects/one","at":1000,"text":"{\\"a\\":1}","event":"SessionStart","id":"event-11"}",
      "{"kind":"prompt","sessionId":"s1","project":"/projects/one","at":2000,"text":"First wish\\nwith more","id":"prompt-1"}",
      "{"kind":"injection","sessionId":"s1","project":"/projects/one","at":2000,"text":"<pawl-context>\\nYou rounded totals before","event":"SessionStart","tokens":10,"id":"injection-1","sources":[{"uri":"session://s2","type":"session","reason":"like it","tokens":5}]}",
      "{"kind":"observation","sessionId":"s1","project":"/projects/one","at":3000,"tool":"Agent","input":"{}","response":"all passed","durationMs":12,"id":"observation-4","ok":true,"files":[]}",
      "{"kind":"prompt","sessionId":"s1","project":"/projects/one","at":3100,"agentId":"a1","text":"Look around\\nin the project","id":"prompt-2"}",
      "{"kind":"observation","sessionId":"s1","project":"/projects/one","at":3200,"agentId":"a1","agentType":"explorer","tool":"Bash","input":"{\\"command\\":\\"ls\\"}","response":"all passed","id":"observation-5","ok":true,"files":[]}",
      "{"kind":"observation","sessionId":"s1","project":"/projects/one","at":3400,"agentId":"a1","agentType":"explorer","tool":"Bash","input":"{\\"command\\":\\"npm test\\"}","response":"Exit code 1\\nerror: no such file","id":"observation-7","ok":false,"files":[]}",
      "{"kind":"observation","sessionId":"s1","project":"/projects/one","at":3300,"agentId":"a2","tool":"Unknown","input":"{\\"a\\":\\"b\\",\\"n\\":2,\\"o\\":{},\\"e\\":\\"\\"}","response":"all passed","id":"observation-6","ok":true,"files":[]}",
      "{"kind":"response","sessionId":"s1","project":"/projects/one","at":5000,"text":"Done with all\\nof it.","id":"response-10"}",
      "{"kind":"prompt","sessionId":"s1","project":"/projects/one","at":6000,"text":"x*7000","id":"prompt-3"}",
      "{"kind":"event","sessionId":"s1","project":"/projects/one","at":6500,"text":"{\\"a\\":1}","event":"PreToolUse","id":"event-12"}",
      "{"kind":"event","sessionId":"s1","project":"/projects/one","at":6600,"text":"{\\"message\\":\\"Pawl needs you\\",\\"notification_type\\":\\"permission_prompt\\"}","event":"Notification","id":"event-13"}",
      "{"kind":"event","sessionId":"s1","project":"/projects/one","at":6700,"text":"{\\"message\\":\\"waits\\",\\"notification_type\\":\\"idle_prompt\\"}","event":"Notification","id":"event-14"}",
      "{"kind":"observation","sessionId":"s1","project":"/projects/one","at":7000,"tool":"Edit","input":"{\\"file_path\\":\\"/projects/one/a.ts\\",\\"old_string\\":\\"1\\",\\"new_string\\":\\"2\\\\n3\\"}","response":"x*7000","id":"observation-8","ok":true,"files":["/projects/one/a.ts"]}",
      "{"kind":"observation","sessionId":"s1","project":"/projects/one","at":7100,"tool":"Unknown","input":"not json","response":"","id":"observation-9","ok":false,"files":[]}",
    ]
  `);
  expect(
    await Promise.all(
      ["prompt-999", "injection-999", "nothing", "prompt-x"].map((id) => historyIn(store).fullRecord(id)),
    ),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

test("the newest rows of all sessions", async () => {
  await using temp = await openStory();
  const { store } = temp;
  expect(lines(await historyIn(store).feed(100))).toMatchInlineSnapshot(`
    [
      "{"id":"prompt-17","kind":"prompt","at":8000,"sessionId":"s3","project":"/projects/one","title":"A first wish by the API"}",
      "{"id":"observation-9","kind":"observation","at":7100,"sessionId":"s1","project":"/projects/one","title":"Unknown","ok":false,"tool":"Unknown"}",
      "{"id":"observation-8","kind":"observation","at":7000,"sessionId":"s1","project":"/projects/one","title":"Edit /projects/one/a.ts","ok":true,"tool":"Edit"}",
      "{"id":"event-14","kind":"event","at":6700,"sessionId":"s1","project":"/projects/one","title":"Notification","event":"Notification"}",
      "{"id":"event-13","kind":"event","at":6600,"sessionId":"s1","project":"/projects/one","title":"Notification: Pawl needs you","event":"Notification"}",
      "{"id":"event-12","kind":"event","at":6500,"sessionId":"s1","project":"/projects/one","title":"PreToolUse","event":"PreToolUse"}",
      "{"id":"prompt-3","kind":"prompt","at":6000,"sessionId":"s1","project":"/projects/one","title":"x*119…"}",
      "{"id":"response-10","kind":"response","at":5000,"sessionId":"s1","project":"/projects/one","title":"Done with all"}",
      "{"id":"observation-16","kind":"observation","at":4100,"sessionId":"s2","project":"/projects/two","title":"Bash: npm test","ok":false,"tool":"Bash"}",
      "{"id":"prompt-15","kind":"prompt","at":4000,"sessionId":"s2","project":"/projects/two","title":"A wish for Codex"}",
      "{"id":"observation-7","kind":"observation","at":3400,"sessionId":"s1","project":"/projects/one","title":"Bash: npm test","agentId":"a1","agentType":"explorer","ok":false,"tool":"Bash"}",
      "{"id":"observation-6","kind":"observation","at":3300,"sessionId":"s1","project":"/projects/one","title":"Unknown: a b, n 2","agentId":"a2","ok":true,"tool":"Unknown"}",
      "{"id":"observation-5","kind":"observation","at":3200,"sessionId":"s1","project":"/projects/one","title":"Bash: ls","agentId":"a1","agentType":"explorer","ok":true,"tool":"Bash"}",
      "{"id":"prompt-2","kind":"prompt","at":3100,"sessionId":"s1","project":"/projects/one","title":"Look around","agentId":"a1"}",
      "{"id":"observation-4","kind":"observation","at":3000,"sessionId":"s1","project":"/projects/one","title":"Agent","ok":true,"tool":"Agent","durationMs":12}",
      "{"id":"injection-2","kind":"injection","at":2500,"sessionId":"unknown","project":"","title":"x*119…","event":"UserPromptSubmit","tokens":20}",
      "{"id":"injection-1","kind":"injection","at":2000,"sessionId":"s1","project":"/projects/one","title":"You rounded totals before","event":"SessionStart","tokens":10}",
      "{"id":"prompt-1","kind":"prompt","at":2000,"sessionId":"s1","project":"/projects/one","title":"First wish"}",
      "{"id":"event-11","kind":"event","at":1000,"sessionId":"s1","project":"/projects/one","title":"SessionStart","event":"SessionStart"}",
    ]
  `);
  expect((await historyIn(store).feed(2)).map(({ id }) => id)).toMatchInlineSnapshot(`
    [
      "prompt-17",
      "observation-9",
    ]
  `);
  expect(await historyIn(store).feed(0)).toEqual([]);
});

test("records that an event can be rebuilt from", async () => {
  await using temp = await openStory();
  const { store } = temp;
  const events = [
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "UserPromptSubmit",
    "Stop",
    "Notification",
    "Other",
  ];
  const found = async (more: object) => {
    const all = [];
    for (const event of events)
      all.push(
        [
          event,
          ...(await historyIn(store).recordedEvents({ event, limit: 99, ...more })).map(
            ({ id, at }) => `${id} ${at}`,
          ),
        ].join(" "),
      );
    return all;
  };
  expect(await found({})).toMatchInlineSnapshot(`
    [
      "PreToolUse observation-9 7100 observation-8 7000 observation-16 4100 observation-7 3400 observation-6 3300 observation-5 3200 observation-4 3000",
      "PostToolUse observation-8 7000 observation-6 3300 observation-5 3200 observation-4 3000",
      "PostToolUseFailure observation-9 7100 observation-16 4100 observation-7 3400",
      "UserPromptSubmit prompt-17 8000 prompt-3 6000 prompt-15 4000 prompt-2 3100 prompt-1 2000",
      "Stop response-10 5000",
      "Notification event-14 6700 event-13 6600",
      "Other",
    ]
  `);
  expect(await found({ project: "/projects/two" })).toMatchInlineSnapshot(`
    [
      "PreToolUse observation-16 4100",
      "PostToolUse",
      "PostToolUseFailure observation-16 4100",
      "UserPromptSubmit prompt-15 4000",
      "Stop",
      "Notification",
      "Other",
    ]
  `);
  expect(await found({ limit: 1 })).toMatchInlineSnapshot(`
    [
      "PreToolUse observation-9 7100",
      "PostToolUse observation-8 7000",
      "PostToolUseFailure observation-9 7100",
      "UserPromptSubmit prompt-17 8000",
      "Stop response-10 5000",
      "Notification event-14 6700",
      "Other",
    ]
  `);
});

test("what was told, newest first, page by page", async () => {
  await using temp = await openStory();
  const { store } = temp;
  expect(
    lines([await historyIn(store).ledger({ limit: 5 }), await historyIn(store).ledger({ limit: 1 })]),
  ).toMatchInlineSnapshot(`
    [
      "{"items":[{"id":"injection-2","sessionId":"unknown","event":"UserPromptSubmit","at":2500,"text":"x*7000","tokens":20,"sources":[],"project":"","title":""},{"id":"injection-1","sessionId":"s1","event":"SessionStart","at":2000,"text":"<pawl-context>\\nYou rounded totals before","tokens":10,"sources":[{"uri":"session://s2","type":"session","reason":"like it","tokens":5}],"project":"/projects/one","title":"First wish with more"}]}",
      "{"items":[{"id":"injection-2","sessionId":"unknown","event":"UserPromptSubmit","at":2500,"text":"x*7000","tokens":20,"sources":[],"project":"","title":""}],"next":"2500.2"}",
    ]
  `);
  const { next = "" } = await historyIn(store).ledger({ limit: 1 });
  const ids = async (filter: object) =>
    (await historyIn(store).ledger({ limit: 5, ...filter })).items.map(({ at }) => at);
  expect([
    await ids({ cursor: next }),
    await ids({ project: "/projects/one" }),
    await ids({ project: "/projects/two" }),
    await ids({ sessionId: "unknown" }),
    await ids({ text: "ROUNDED" }),
    await ids({ text: "nowhere" }),
    await ids({ text: " " }),
  ]).toMatchInlineSnapshot(`
    [
      [
        2000,
      ],
      [
        2000,
      ],
      [],
      [
        2500,
      ],
      [
        2000,
      ],
      [],
      [
        2500,
        2000,
      ],
    ]
  `);
});

test("calls of a session", async () => {
  await using temp = await openStory();
  const { store } = temp;
  const calls = await historyIn(store).sessionCalls("s1", 9);
  expect(calls.map(({ id, at, ok }) => [id, at, ok]).slice(-2)).toEqual([
    ["observation-8", 7000, true],
    ["observation-9", 7100, false],
  ]);
  expect(calls.at(-1)).toMatchObject({ toolName: "Unknown", input: "not json", files: [] });
  expect((await historyIn(store).sessionCalls("s1", 2)).map(({ at }) => at)).toEqual([3000, 3200]);
});

test("sessions by every filter", async () => {
  await using temp = await openStory();
  const { store } = temp;
  expect(lines((await historyIn(store).sessionPage({ limit: 9 })).items)).toMatchInlineSnapshot(`
    [
      "{"id":"s3","project":"/projects/one","cwd":"/projects/one","startedAt":8000,"lastEventAt":8000,"client":"api","prompts":1,"observations":0,"title":"A first wish by the API","status":"active","failures":0,"injections":0}",
      "{"id":"s1","project":"/projects/one","cwd":"/projects/one","startedAt":1000,"lastEventAt":7100,"endedAt":7600,"endReason":"exit","client":"claude-code","transcriptPath":"/t/s1.jsonl","branch":"main","prompts":3,"observations":6,"title":"First wish with more","summary":"It was done.","status":"ended","failures":2,"injections":1}",
      "{"id":"s2","project":"/projects/two","cwd":"/projects/two","startedAt":4000,"lastEventAt":4100,"client":"codex","transcriptPath":"/t/s2.jsonl","prompts":1,"observations":1,"title":"A wish for Codex","status":"active","failures":1,"injections":0}",
    ]
  `);
  const ids = async (filter: object) =>
    (await historyIn(store).sessionPage({ limit: 9, ...filter })).items.map(({ id }) => id).join(" ");
  const found: Record<string, string> = {};
  for (const filter of [
    { id: "s2" },
    { text: "WISH" },
    { text: "codex" },
    { text: "s3" },
    { text: "3" },
    { text: "%" },
    { text: " " },
    { text: "two" },
    { project: "/projects/one" },
    { since: 7100 },
    { since: 7101 },
    { until: 4000 },
    { until: 4001 },
    { client: "api" },
    { client: "codex" },
    { client: "claude-code" },
    ...OUTCOMES.map((outcome) => ({ outcome })),
  ])
    found[JSON.stringify(filter)] = await ids(filter);
  expect(found).toMatchInlineSnapshot(`
    {
      "{\\"client\\":\\"api\\"}": "s3",
      "{\\"client\\":\\"claude-code\\"}": "s1",
      "{\\"client\\":\\"codex\\"}": "s2",
      "{\\"id\\":\\"s2\\"}": "s2",
      "{\\"outcome\\":\\"clean\\"}": "s3",
      "{\\"outcome\\":\\"ended\\"}": "s1",
      "{\\"outcome\\":\\"failures\\"}": "s1 s2",
      "{\\"outcome\\":\\"running\\"}": "s3 s2",
      "{\\"project\\":\\"/projects/one\\"}": "s3 s1",
      "{\\"since\\":7100}": "s3 s1",
      "{\\"since\\":7101}": "s3",
      "{\\"text\\":\\" \\"}": "s3 s1 s2",
      "{\\"text\\":\\"%\\"}": "",
      "{\\"text\\":\\"3\\"}": "",
      "{\\"text\\":\\"WISH\\"}": "s3 s1 s2",
      "{\\"text\\":\\"codex\\"}": "s2",
      "{\\"text\\":\\"s3\\"}": "s3",
      "{\\"text\\":\\"two\\"}": "s2",
      "{\\"until\\":4000}": "s1",
      "{\\"until\\":4001}": "s1 s2",
    }
  `);
  expect(lines(await historyIn(store).projects(9))).toMatchInlineSnapshot(`
    [
      "{"project":"/projects/one","sessions":2,"observations":6,"lastEventAt":8000}",
      "{"project":"/projects/two","sessions":1,"observations":1,"lastEventAt":4100}",
    ]
  `);
  expect(lines(await historyIn(store).projects(1))).toMatchInlineSnapshot(`
    [
      "{"project":"/projects/one","sessions":2,"observations":6,"lastEventAt":8000}",
    ]
  `);
});

test("a text in a session is found in steps", async () => {
  await using temp = await openStory();
  const { store } = temp;
  const find = (more: object) =>
    historyIn(store).findInSession({ sessionId: "s1", text: "wish", after: 0, limit: 100, ...more });
  expect(
    lines([
      await find({}),
      await find({ limit: 2 }),
      await find({ text: "FILE", limit: 7 }),
      await find({ text: "file", after: 7 }),
      await find({ text: "rounded" }),
      await find({ text: "xxx" }),
      await find({ sessionId: "none" }),
    ]),
  ).toMatchInlineSnapshot(`
    [
      "{"ids":["prompt-1"]}",
      "{"ids":["prompt-1"],"next":2}",
      "{"ids":["observation-7"],"next":7}",
      "{"ids":["observation-8"]}",
      "{"ids":["injection-1"]}",
      "{"ids":["prompt-3","observation-8"]}",
      "{"ids":[]}",
    ]
  `);
});
