import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordsIn } from "../store/records/queries.ts";
import { connect, project } from "./test-server.ts";

describe("the MCP tools", () => {
  test("what each takes, with its limits, is part of what clients rely on", async () => {
    await using mcp = await connect();
    const { tools } = await mcp.client.listTools();
    const fields = Object.fromEntries(
      tools.map(({ name, inputSchema }) => [
        name,
        Object.entries(inputSchema.properties ?? {}).map(([field, schema]) => {
          const { description: _, ...limits } = schema as Record<string, unknown>;
          const isNeeded = inputSchema.required?.includes(field) === true;
          return `${field}${isNeeded ? "" : "?"} ${JSON.stringify(limits)}`;
        }),
      ]),
    );
    expect(fields).toMatchInlineSnapshot(`
      {
        "forget": [
          "uri {"type":"string","minLength":1}",
          "hash? {"type":"string"}",
        ],
        "get": [
          "ids {"minItems":1,"maxItems":10,"type":"array","items":{"type":"string","minLength":1}}",
        ],
        "recall": [
          "uri {"type":"string","minLength":1}",
        ],
        "remember": [
          "content {"type":"string","minLength":1}",
          "uri? {"type":"string"}",
          "priority? {"type":"integer","minimum":0,"maximum":10}",
          "disclosure? {"type":"string"}",
          "rename? {"type":"string"}",
          "hash? {"type":"string"}",
        ],
        "search": [
          "query {"type":"string","minLength":1,"maxLength":2000}",
          "type? {"type":"string","enum":["observation","prompt","response","summary","notification","memory","solution"]}",
          "allProjects? {"default":false,"type":"boolean"}",
          "limit? {"default":8,"type":"integer","minimum":1,"maximum":50}",
        ],
        "session": [
          "id {"type":"string","minLength":4,"maxLength":100}",
        ],
        "sessions": [
          "day? {"type":"string","maxLength":10}",
          "limit? {"default":20,"type":"integer","minimum":1,"maximum":50}",
        ],
        "solutions": [
          "error? {"type":"string","maxLength":4000}",
          "limit? {"default":5,"type":"integer","minimum":1,"maximum":50}",
        ],
        "timeline": [
          "id {"type":"string","minLength":1}",
          "before? {"default":5,"type":"integer","minimum":0,"maximum":30}",
          "after? {"default":5,"type":"integer","minimum":0,"maximum":30}",
        ],
        "workflow_end": [
          "feature? {"type":"string","minLength":1,"maxLength":300}",
        ],
        "workflow_move": [
          "stage {"type":"string","minLength":1,"maxLength":100}",
          "status {"type":"string","minLength":1,"maxLength":20}",
          "feature? {"type":"string","minLength":1,"maxLength":300}",
        ],
        "workflow_start": [
          "type {"type":"string","minLength":1,"maxLength":100}",
          "feature? {"type":"string","minLength":1,"maxLength":300}",
        ],
        "workflow_status": [
          "feature? {"type":"string","minLength":1,"maxLength":300}",
        ],
        "workflow_tasks": [
          "feature? {"type":"string","minLength":1,"maxLength":300}",
          "offset? {"default":0,"type":"integer","minimum":0,"maximum":100000}",
          "limit? {"default":50,"type":"integer","minimum":1,"maximum":200}",
        ],
      }
    `);
  });

  test("there are the fourteen tools, each with a description", async () => {
    await using mcp = await connect();
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      "forget",
      "get",
      "recall",
      "remember",
      "search",
      "session",
      "sessions",
      "solutions",
      "timeline",
      "workflow_end",
      "workflow_move",
      "workflow_start",
      "workflow_status",
      "workflow_tasks",
    ]);
    for (const { description } of tools) expect(description?.length).toBeGreaterThan(20);
  });

  test("a remembered fact can be found, recalled, read in full and forgotten", async () => {
    await using mcp = await connect();
    const kept = await mcp.call("remember", {
      content: "Amounts are integers, in cents",
      uri: "project://money",
    });
    expect(kept.text).toContain("project://money");
    expect(kept.text).toContain("Injected when a prompt or a file is related to it.");
    const found = await mcp.call("search", { query: "amounts cents" });
    expect(found.text).toContain("Amounts are integers");
    const id = found.text.split(" ")[0] ?? "";
    expect((await mcp.call("get", { ids: [id] })).text).toContain("Amounts are integers, in cents");
    expect((await mcp.call("recall", { uri: "project://money" })).text).toContain("in cents");
    expect((await mcp.call("recall", { uri: "system://index" })).text).toContain("project://money");
    await mcp.call("forget", { uri: "project://money" });
    expect(await mcp.call("recall", { uri: "project://money" })).toMatchObject({ isError: true });
  });

  test("a memory may have any priority from 0 to 10, and no other", async () => {
    await using mcp = await connect();
    const keep = (priority: number) =>
      mcp.call("remember", { content: `of ${priority}`, uri: `project://p${priority}`, priority });
    expect((await keep(0)).text).toContain("priority 0");
    expect((await keep(10)).text).toContain("priority 10");
    for (const priority of [-1, 11, 1.5]) expect((await keep(priority)).isError).toBe(true);
  });

  test("the tool says when a memory will be injected", async () => {
    await using mcp = await connect();
    const said = async (more: object) => (await mcp.call("remember", { content: "Mind.", ...more })).text;
    expect(await said({ uri: "project://a", priority: 1 })).toContain("not injected yet");
    expect(await said({ uri: "user://a", priority: 0 })).toContain("not injected yet");
    expect(await said({ uri: "project://b", disclosure: "src/pay/" })).toContain(
      "when a file is touched that fits its condition: src/pay/",
    );
    expect(await said({ uri: "project://c", disclosure: "When deploying" })).toContain("when a prompt fits");
    expect(await said({ uri: "project://d", priority: 7 })).toContain("on request");
    expect(await said({ uri: "project://e", priority: 9 })).toContain("Never injected");
  });

  test("search returns one line per hit, and the surrounding records on request", async () => {
    await using mcp = await connect();
    const entry = (n: number) => ({ key: `k${n}`, sessionId: "29f1af35-x", at: n * 1000, redaction: 1 });
    await recordsIn(mcp.store).record({
      session: { id: "29f1af35-x", project, cwd: project, at: 1000 },
      prompts: [{ ...entry(1), text: "Round the totals" }],
      observations: [
        {
          ...entry(2),
          toolName: "Bash",
          ok: false,
          input: '{"command":"npm test"}',
          response: "rounding failed",
          files: [],
        },
      ],
      responses: [{ ...entry(3), text: "They are rounded." }],
    });
    const found = await mcp.call("search", { query: "rounding" });
    const line = found.text.split("\n").find((one) => one.includes("npm test"));
    const id = line?.split(" ")[0] ?? "";
    expect(id).not.toBe("");
    const around = await mcp.call("timeline", { id });
    expect(around.text).toContain("Round the totals");
    expect(around.text).toContain("They are rounded.");
    expect((await mcp.call("session", { id: "29f1af35" })).text).toContain("Round the totals");
  });

  test("records of other projects are found only on request", async () => {
    await using mcp = await connect({ acrossProjects: true });
    await recordsIn(mcp.store).record({
      session: { id: "other", project: "/elsewhere", cwd: "/elsewhere", at: 1 },
      prompts: [{ key: "p", sessionId: "other", at: 1, redaction: 1, text: "zebra crossing" }],
    });
    expect((await mcp.call("search", { query: "zebra" })).text).toBe("Nothing found.");
    expect((await mcp.call("search", { query: "zebra", allProjects: true })).text).toContain("zebra");
  });

  test.each([
    ["search", {}],
    ["search", { query: 7 }],
    ["get", { ids: "all" }],
    ["get", { ids: ["nonsense"] }],
    ["timeline", { id: "nonsense" }],
    ["remember", { content: "x", uri: "nowhere" }],
    ["remember", { content: "x", uri: "system://boot" }],
    ["remember", { content: "x", priority: 11 }],
    ["remember", { content: "y".repeat(1_000_000) }],
    ["recall", { uri: "project://none" }],
    ["forget", { uri: "project://none" }],
    ["session", { id: "none" }],
  ] as [string, Record<string, unknown>][])(
    "%s with invalid input answers a clear error and changes nothing",
    async (name, args) => {
      await using mcp = await connect();
      const answer = await mcp.call(name, args);
      expect(answer.isError).toBe(true);
      expect(answer.text.length).toBeGreaterThan(10);
      expect((await recordsIn(mcp.store).stats()).memories).toBe(0);
    },
  );

  test("a secret is not stored", async () => {
    await using mcp = await connect();
    const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
    await mcp.call("remember", { content: `the key is ${secret}`, uri: "project://key" });
    const { text } = await mcp.call("recall", { uri: "project://key" });
    expect(text).toContain("[redacted:");
    expect(text).not.toContain(secret);
  });
});

test("a file of the client's memory is read, changed, renamed and deleted; a change in between is not lost", async () => {
  await using mcp = await connect();
  const dir = join(mcp.claudeDir, "projects", "-home-dev-shop", "memory");
  mkdirSync(dir, { recursive: true });
  writeFileSync(
    join(dir, "use-pnpm.md"),
    "---\nname: use-pnpm\ndescription: Use pnpm\n---\n\nUse pnpm here.\n",
  );
  writeFileSync(join(dir, "MEMORY.md"), "- [Use pnpm](use-pnpm.md) — Use pnpm\n");
  await mcp.clientFiles.scan(project);
  const uri = "client://use-pnpm";
  const { text } = await mcp.call("recall", { uri });
  expect(text).toContain("Use pnpm here.");
  const hash = /hash (\w+)/.exec(text)?.[1] ?? "";
  expect((await mcp.call("search", { query: "pnpm" })).text).toContain(uri);
  writeFileSync(join(dir, "use-pnpm.md"), "Changed by hand.\n");
  const refused = await mcp.call("remember", { uri, content: "Use npm.", hash });
  expect(refused).toMatchObject({ isError: true });
  expect(readFileSync(join(dir, "use-pnpm.md"), "utf8")).toBe("Changed by hand.\n");
  const changed = await mcp.call("remember", {
    uri,
    content: "Use bun.",
    disclosure: "Use bun",
    rename: "use-bun",
  });
  expect(changed.text).toContain("client://use-bun");
  expect(readFileSync(join(dir, "MEMORY.md"), "utf8")).toBe("- [Use pnpm](use-bun.md) — Use bun\n");
  expect((await mcp.call("forget", { uri: "client://use-bun" })).text).toContain("deleted");
  expect(readdirSync(dir)).toEqual(["MEMORY.md"]);
  expect(readFileSync(join(dir, "MEMORY.md"), "utf8")).toBe("");
});
