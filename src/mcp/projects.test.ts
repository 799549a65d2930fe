/** Over HTTP the server knows no project: a call names a folder, and some tools cannot do without. */

import { describe, expect, test } from "bun:test";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { searchIn } from "../search/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { connect } from "./test-server.ts";

const http = (over: { project?: string; acrossProjects?: boolean } = {}) =>
  connect({ project: "", rootOf: (folder) => (folder.startsWith("/shop") ? "/shop" : folder), ...over });

const prompt = (project: string, text: string) => ({
  session: { id: `s${project}`, project, cwd: project, at: 1 },
  prompts: [{ key: `p${project}`, sessionId: `s${project}`, at: 1, redaction: 1, text }],
});

test("the tools that work in a project take its folder, of up to 4,000 characters", async () => {
  await using mcp = await http();
  const { tools } = await mcp.client.listTools();
  const fields = tools.map(({ name, inputSchema }) => [name, inputSchema.properties?.project]);
  const project = expect.objectContaining({ type: "string", minLength: 1, maxLength: 4000 });
  expect(Object.fromEntries(fields)).toMatchObject({
    search: project,
    remember: project,
    recall: project,
    forget: project,
    solutions: project,
  });
});

test("a call works in the project that its folder belongs to", async () => {
  await using mcp = await http();
  const kept = await mcp.call("remember", {
    content: "Cents.",
    uri: "project://money",
    project: "/shop/web",
  });
  expect(kept.isError).toBe(false);
  expect((await mcp.call("recall", { uri: "project://money", project: "/shop" })).text).toContain("Cents.");
  expect((await mcp.call("recall", { uri: "project://money", project: "/blog" })).isError).toBe(true);
});

test("a search in a project leaves other projects out; without one it looks everywhere, if the user allows it", async () => {
  await using mcp = await http({ acrossProjects: true });
  await recordsIn(mcp.store).record(prompt("/shop", "zebra in the shop"));
  await recordsIn(mcp.store).record(prompt("/blog", "zebra in the blog"));
  const here = await mcp.call("search", { query: "zebra", project: "/shop/web" });
  expect(here.text).toContain("in the shop");
  expect(here.text).not.toContain("in the blog");
  const everywhere = await mcp.call("search", { query: "zebra" });
  expect(everywhere.text).toContain("in the shop");
  expect(everywhere.text).toContain("in the blog");
});

test("a search for one kind of record finds no other", async () => {
  await using mcp = await http({ acrossProjects: true });
  await recordsIn(mcp.store).record(prompt("/shop", "zebra in the shop"));
  await mcp.call("remember", { content: "A zebra has stripes.", uri: "project://zebra", project: "/shop" });
  const kinds = async (type: string) => (await mcp.call("search", { query: "zebra", type })).text;
  expect(await kinds("memory")).toContain("stripes");
  expect(await kinds("memory")).not.toContain("in the shop");
  expect(await kinds("prompt")).toContain("in the shop");
  expect(await kinds("prompt")).not.toContain("stripes");
});

test("a memory of a project needs its project; one of the user does not", async () => {
  await using mcp = await http();
  const unnamed = "Name the project. Pass its folder as project, or send it in the header X-Pawl-Project.";
  const uri = "project://money";
  for (const [tool, args] of [
    ["remember", { content: "Cents." }],
    ["remember", { content: "Cents.", uri }],
    ["recall", { uri }],
    ["forget", { uri }],
  ] as const)
    expect(await mcp.call(tool, args)).toEqual({ text: unnamed, isError: true });
  expect((await mcp.call("remember", { content: "Tabs.", uri: "user://style" })).isError).toBe(false);
  expect((await mcp.call("recall", { uri: "user://style" })).text).toContain("Tabs.");
  // A model's memory for all projects is a proposal: it is in no list until the user keeps it.
  expect((await mcp.call("recall", { uri: "system://index" })).text).not.toContain("user://style");
  expect((await mcp.call("forget", { uri: "user://style" })).isError).toBe(false);
});

test("a server that knows its project takes no other", async () => {
  await using mcp = await connect({ project: "/shop" });
  await mcp.call("remember", { content: "Cents.", uri: "project://money" });
  // The field is not described, and what is sent all the same is left out.
  expect((await mcp.call("recall", { uri: "project://money", project: "/blog" })).text).toContain("Cents.");
});

test("solutions of all projects are told where none is named", async () => {
  await using mcp = await http({ acrossProjects: true });
  const save = (project: string, error: string) =>
    knowledgeIn(mcp.store).saveSolution({
      ...{ project, kind: "manual", toolName: "Bash", redaction: 1, at: 1, steps: [] },
      ...{ source: "user" as const, fingerprint: error, errorSample: error, text: `Fix ${error}.` },
    });
  await save("/shop", "quibble overflow");
  await save("/blog", "quibble underflow");
  const told = async (args: object) => (await mcp.call("solutions", { ...args })).text;
  expect((await told({})).split("\n")).toHaveLength(4);
  expect(await told({ project: "/blog" })).toBe("quibble underflow\n  → Fix quibble underflow. (seen once)");
  expect((await told({ error: "quibble" })).split("\n")).toHaveLength(4);
  expect(await told({ error: "quibble", project: "/shop" })).toContain("overflow");
});

test("a recall counts as a use and names what the memory is related to", async () => {
  await using mcp = await connect();
  await mcp.call("remember", { content: "Cents.", uri: "user://money", priority: 3 });
  await mcp.call("remember", { content: "Whole cents.", uri: "user://money", priority: 3 });
  const { text } = await mcp.call("recall", { uri: "user://money" });
  expect(text.split("\n").slice(0, 2)).toEqual([
    "user://money (proposed, priority 3, noted by claude)",
    "Whole cents.",
  ]);
});

test("an unknown id is said with its first 120 characters", async () => {
  await using mcp = await connect();
  const said = async (length: number) => (await mcp.call("timeline", { id: "y".repeat(length) })).text;
  expect(await said(120)).toBe(`Unknown record "${"y".repeat(120)}".`);
  expect(await said(121)).toBe(`Unknown record "${"y".repeat(120)}".`);
});

describe("a model reads its own project only, unless the user allows more", () => {
  const found = async (acrossProjects: boolean) => {
    await using mcp = await http({ project: "/shop", acrossProjects });
    await recordsIn(mcp.store).record(prompt("/blog", "zebra in the blog"));
    const [hit] = await searchIn(mcp.store).search({ text: "zebra", limit: 1 });
    const id = hit?.id ?? "";
    const calls: [string, object][] = [
      ["search", { query: "zebra", allProjects: true }],
      ["search", { query: "zebra", project: "/blog" }],
      ["recall", { uri: "system://index", project: "/blog" }],
      ["solutions", { project: "/blog" }],
      ["get", { ids: [id] }],
      ["timeline", { id }],
      ["session", { id: "s/blog" }],
    ];
    const answers = [];
    for (const [tool, args] of calls) answers.push(await mcp.call(tool, { ...args }));
    return answers;
  };

  test("off, every way is refused", async () => {
    for (const { text, isError } of await found(false)) {
      expect(text).not.toContain("in the blog");
      expect(isError).toBe(true);
    }
  });

  test("on, every way is open", async () => {
    for (const { isError } of await found(true)) expect(isError).toBe(false);
  });
});

test("every tool says whether it only reads", async () => {
  await using mcp = await http();
  const { tools } = await mcp.client.listTools();
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint !== undefined)).toBe(true);
  expect(writing.map(({ name, annotations }) => [name, annotations?.destructiveHint])).toEqual([
    ["remember", false],
    ["forget", true],
    ["workflow_start", false],
    ["workflow_end", false],
    ["workflow_move", false],
  ]);
});

describe("what a model saves is the model's", () => {
  const author = async (mcp: Awaited<ReturnType<typeof http>>, uri: string, project = "/shop") =>
    memoriesIn(mcp.store).memory({ uri, project });

  test("in its own project it is active, noted by the model", async () => {
    await using mcp = await http({ project: "/shop" });
    await mcp.call("remember", { content: "Cents.", uri: "project://money" });
    expect(await author(mcp, "project://money")).toMatchObject({
      status: "active",
      author: "model",
      authorName: "claude",
      place: "mcp",
    });
  });

  test.each([
    ["for every session", { uri: "project://money", priority: 0 }, "/shop"],
    ["for all projects", { uri: "user://money" }, ""],
    ["for another project", { uri: "project://money", project: "/blog" }, "/blog"],
  ])("%s it is a proposal, and the answer says so", async (_name, args, project) => {
    await using mcp = await http({ project: "/shop", acrossProjects: true });
    const { text } = await mcp.call("remember", { content: "Cents.", ...args });
    expect(text).toContain(`pawl memory keep ${args.uri}`);
    expect(await author(mcp, args.uri, project)).toMatchObject({ status: "proposed", author: "model" });
  });

  test("what the user wrote, a model neither changes nor forgets; the same fact is one memory", async () => {
    await using mcp = await http({ project: "/shop" });
    const byHand = { origin: "user", redaction: 1, author: "terminal", at: 1 } as const;
    const uri = "project://money";
    await memoriesIn(mcp.store).saveMemory({
      uri,
      project: "/shop",
      content: "Amounts are whole cents.",
      ...byHand,
    });
    for (const [tool, args] of [
      ["remember", { content: "Amounts are floats now.", uri }],
      ["forget", { uri }],
    ] as const)
      expect((await mcp.call(tool, args)).isError).toBe(true);
    const same = await mcp.call("remember", { content: "amounts are whole cents", uri: "project://other" });
    expect(same.text).toBe(`Already remembered as ${uri}, by the user.`);
    expect(await memoriesIn(mcp.store).memories({ project: "/shop", limit: 9 })).toMatchObject([
      { content: "Amounts are whole cents.", version: 1 },
    ]);
  });
});
