import { expect, test } from "bun:test";
import { openTestApp } from "./test-app.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;

interface Answer {
  result: {
    content: { text: string }[];
    isError?: boolean;
    tools: { inputSchema: { properties: object } }[];
  };
}

async function rpc(
  app: App,
  method: string,
  params: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const accept = "application/json, text/event-stream";
  const response = await app.post(
    "/mcp",
    { jsonrpc: "2.0", id: 1, method, params },
    { headers: { accept, "content-type": "application/json", ...headers } },
  );
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

async function call(app: App, name: string, args: object, headers?: Record<string, string>) {
  const { result } = await rpc(app, "tools/call", { name, arguments: args }, headers);
  return { text: result.content[0]?.text ?? "", isError: result.isError === true };
}

test("without the header each call names its project, and finds and keeps what belongs to it", async () => {
  await using app = await openTestApp();
  const project = app.dir;
  const uri = "project://money";
  expect((await call(app, "remember", { content: "Whole cents.", uri, project })).isError).toBe(false);
  expect((await call(app, "recall", { uri, project })).text).toContain("Whole cents.");
  expect((await call(app, "recall", { uri, project: "/elsewhere" })).isError).toBe(true);
  expect((await call(app, "search", { query: "cents", project })).text).toContain("Whole cents.");
  expect((await call(app, "search", { query: "cents", project: "/elsewhere" })).text).toBe("Nothing found.");
  expect((await call(app, "forget", { uri, project })).isError).toBe(false);
});

test("without any project a tool that needs one says how to name it", async () => {
  await using app = await openTestApp();
  await call(app, "remember", { content: "Whole cents.", uri: "project://money", project: app.dir });
  // Other projects are the model's to read only where the user's setting says so.
  expect((await call(app, "search", { query: "cents" })).text).toContain("Name the project.");
  for (const [name, args] of [
    ["remember", { content: "x" }],
    ["recall", { uri: "project://money" }],
    ["forget", { uri: "project://money" }],
  ] as const) {
    const { text, isError } = await call(app, name, args);
    expect(isError).toBe(true);
    expect(text).toContain("X-Pawl-Project");
  }
  expect((await call(app, "remember", { content: "Tabs.", uri: "user://tabs" })).isError).toBe(false);
});

test("the header names the project for all calls, as it is or percent-encoded", async () => {
  await using app = await openTestApp();
  const encoded = { "x-pawl-project": encodeURIComponent(app.dir) };
  await call(app, "remember", { content: "Whole cents.", uri: "project://money" }, encoded);
  const plain = { "x-pawl-project": app.dir };
  expect((await call(app, "recall", { uri: "project://money" }, plain)).text).toContain("Whole cents.");
  // Not a valid encoding: the name itself.
  expect((await call(app, "search", { query: "cents" }, { "x-pawl-project": "/a%E0%A4%A" })).isError).toBe(
    false,
  );
});
