/** Every field that is stored, by every way in, fed with secrets: none of them may be on disk afterwards. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../e2e/pawl.ts";
import { script, toJsonl } from "../fixtures/transcript-lines.ts";
import { packedTexts } from "../packed-text.ts";

/** A token of a known form for each field, so that one that is found tells where it came in. */
function createTokens() {
  const given = new Map<string, string>();
  return {
    given,
    of(field: string): string {
      const hash = new Bun.CryptoHasher("sha512")
        .update(field)
        .digest("base64")
        .replace(/[^A-Za-z0-9]/g, "");
      const token = `${["gh", "p_"].join("")}${hash.slice(0, 34)}7Q`;
      given.set(token, field);
      return token;
    },
  };
}

const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());

async function send(pawl: Pawl, method: string, path: string, body: unknown): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${await pawl.token()}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  return fetch(`${pawl.url}${path}`, { method, headers, body: JSON.stringify(body) });
}

/** Every text column of every table that the database really has. */
function textColumns(path: string) {
  const db = new Database(path, { readonly: true });
  const tables = db
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'",
    )
    .all();
  const columns = tables.flatMap(({ name }) =>
    db
      .query<{ name: string; type: string }, []>(`pragma table_info("${name}")`)
      .all()
      .filter(({ type }) => /text|^$/i.test(type))
      .map((column) => ({ table: name, column: column.name })),
  );
  const found = columns.map(({ table, column }) => ({
    place: `${table}.${column}`,
    values: db
      .query<{ value: unknown }, []>(
        `select "${column}" as value from "${table}" where "${column}" is not null`,
      )
      .all()
      .map(({ value }) =>
        value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
      ),
  }));
  db.close();
  return found;
}

test("no field of any table, and no file, keeps a secret, whichever way it came in", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const tokens = createTokens();
  const secret = (field: string) => tokens.of(field);
  const folder = join(scratch.project, secret("folder of the project"));
  mkdirSync(folder, { recursive: true });
  const transcriptOf = (id: string, name: string) => {
    const path = join(scratch.home, ".claude", "projects", secret(`${name}: folder`), `${id}.jsonl`);
    const s = script("new", id);
    const lines = [
      s.user(`${name} asks ${secret(`${name}: prompt`)}`),
      s.call(secret(`${name}: call id`), secret(`${name}: tool`), { command: secret(`${name}: input`) }),
      s.result(secret(`${name}: call id`), `ok ${secret(`${name}: result`)}`),
      s.say(`said ${secret(`${name}: answer`)}`),
      {
        type: secret(`${name}: type`),
        uuid: secret(`${name}: uuid`),
        sessionId: id,
        data: secret(`${name}: data`),
      },
    ];
    const own = { cwd: folder, gitBranch: secret(`${name}: branch`), version: secret(`${name}: version`) };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, toJsonl(lines.map((line) => ({ ...line, ...own }))));
    return path;
  };
  const hook = (session: string, name: string, more: object = {}) => ({
    session_id: session,
    cwd: folder,
    prompt_id: secret(`${name}: prompt id`),
    permission_mode: secret(`${name}: mode`),
    agent_id: secret(`${name}: agent id`),
    agent_type: secret(`${name}: agent type`),
    hook_event_name: name,
    ...more,
  });
  const session = secret("session id");

  {
    using _taken = Bun.serve({ hostname: "127.0.0.1", port: pawl.port, fetch: () => new Response("mine") });
    const spooled = hook(secret("spool: session id"), "UserPromptSubmit", {
      prompt: `do ${secret("spool: prompt")}`,
    });
    await pawl.run(["hook"], { stdin: JSON.stringify(spooled) });
    expect(readdirSync(join(pawl.home, "spool"))).toHaveLength(1);
  }
  await pawl.run(["up"]);

  const input = {
    file_path: join(folder, `${secret("file name")}.ts`),
    old_string: "a",
    new_string: secret("edit"),
  };
  const call = { tool_name: "Edit", tool_use_id: secret("call id"), tool_input: input };
  for (const event of [
    hook(session, "SessionStart", { source: secret("source"), model: secret("model") }),
    hook(session, "UserPromptSubmit", { prompt: `prompt ${secret("prompt")}` }),
    hook(session, "PreToolUse", call),
    hook(session, "PostToolUse", { ...call, tool_response: { out: secret("response") } }),
    hook(session, "PostToolUse", {
      ...call,
      tool_name: secret("tool name"),
      tool_use_id: "t2",
      tool_response: "",
    }),
    hook(session, "PostToolUseFailure", {
      ...call,
      tool_use_id: "t3",
      tool_name: "Bash",
      tool_input: { command: `npm test ${secret("command")}` },
      error: `Error: ${secret("error")}`,
    }),
    hook(session, "PermissionRequest", { ...call, tool_name: secret("permission tool") }),
    hook(session, "Notification", { message: secret("notification"), title: secret("title") }),
    hook(session, secret("unknown event"), { anything: secret("unknown field"), [secret("field name")]: 1 }),
    hook(session, "Stop", { last_assistant_message: `answer ${secret("answer")}` }),
    hook(session, "SubagentStop", { last_assistant_message: `sub ${secret("subagent answer")}` }),
    hook(session, "PreCompact", { trigger: secret("trigger"), custom_instructions: secret("instructions") }),
    hook(session, "SessionEnd", {
      reason: secret("end reason"),
      transcript_path: transcriptOf("caught", "catch-up"),
    }),
  ])
    expect((await send(pawl, "POST", "/hook", event)).status).toBe(200);

  const project = folder;
  const uri = "project://notes/stored";
  for (const [method, path, body] of [
    [
      "POST",
      "/api/sessions/start",
      { sessionId: secret("api: session"), cwd: join(folder, secret("api: cwd")) },
    ],
    [
      "POST",
      "/api/prompts",
      { sessionId: "api", content: secret("api: prompt"), promptId: secret("api: prompt id") },
    ],
    [
      "POST",
      "/api/observations",
      {
        sessionId: "api",
        toolName: secret("api: tool"),
        toolInput: { a: secret("api: input") },
        toolResponse: secret("api: response"),
        toolUseId: secret("api: call"),
        ok: true,
      },
    ],
    ["POST", "/api/responses", { sessionId: "api", content: secret("api: answer") }],
    [
      "POST",
      "/api/memories",
      { uri, project, content: secret("memory"), disclosure: `When ${secret("disclosure")}` },
    ],
    [
      "PATCH",
      "/api/memories",
      { uri, project, content: `then ${secret("memory edit")}`, reason: `because ${secret("reason")}` },
    ],
    [
      "POST",
      "/api/memories",
      { uri: `project://notes/${secret("uri")}`, project, content: "named by a secret" },
    ],
  ] as const)
    expect({ path, status: (await send(pawl, method, path, body)).status }).toEqual({ path, status: 200 });

  const tool = { name: "remember", arguments: { content: secret("mcp: memory") } };
  await send(pawl, "POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: tool });

  await pawl.run(["remember", `cli ${secret("cli: memory")}`]);
  await pawl.run(["solution", "add", `Error: ${secret("cli: error")}`, `fix ${secret("cli: solution")}`]);
  await pawl.run([
    "workflow",
    "start",
    "standard",
    "--feature",
    secret("workflow: feature"),
    "--session",
    session,
  ]);
  await pawl.run(["import", transcriptOf("imported", "import")]);
  await eventually(async () => (await pawl.json<{ sessions: number }>(["status"])).sessions >= 5);
  await pawl.run(["context"]);
  await pawl.run(["down"]);

  const inColumn = (text: string) =>
    [...tokens.given].filter(([token]) => text.includes(token)).map(([, field]) => field);
  const database = join(pawl.home, "pawl.db");
  const columns = [...textColumns(database), { place: "calls.packed", values: packedTexts(database) }];
  expect(columns.length).toBeGreaterThan(40);
  const leaks = columns.flatMap(({ place, values }) =>
    inColumn(values.join("\n")).map((field) => `${field} in ${place}`),
  );
  expect(leaks).toEqual([]);
  // The test must be able to fail: many of these columns did get a secret.
  const fed = columns.filter(({ values }) => values.some((value) => value.includes("[redacted:github")));
  expect(fed.map(({ place }) => place).length).toBeGreaterThan(15);

  const mine = [...filesBelow(pawl.home), ...filesBelow(scratch.project)];
  const inFiles = mine.flatMap((path) => {
    const text = readFileSync(path, "latin1");
    return inColumn(text).map((field) => `${field} in ${path.slice(scratch.root.length)}`);
  });
  expect(inFiles).toEqual([]);
  // File names too; the project's own folder was there before.
  const names = filesBelow(pawl.home).flatMap((path) =>
    inColumn(path).map((field) => `${field} names ${path}`),
  );
  expect(names).toEqual([]);
}, 180_000);
