/** Secrets through every input of Pawl, and everywhere that they could turn up afterwards. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createSecrets, type SecretSample } from "../fixtures/secrets.ts";
import { script, toJsonl } from "../fixtures/transcript-lines.ts";
import { packedTexts } from "../packed-text.ts";
import { createScratch } from "./harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

/** Another seed for each input, so that a leaked secret shows where it came in. */
const ways = [
  "prompt",
  "input",
  "response",
  "error",
  "answer",
  "spool",
  "catch-up",
  "import",
  "api",
  "log",
] as const;
type Way = (typeof ways)[number];

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());
}

/** `kind input place` for every secret found in one of the texts, also JSON-escaped or as base64. */
function leaks(secrets: Record<Way, SecretSample[]>, texts: Record<string, string>): string[] {
  const found: string[] = [];
  for (const [place, text] of Object.entries(texts)) {
    for (const way of ways) {
      for (const { kind, secret } of secrets[way]) {
        const forms = [secret, JSON.stringify(secret).slice(1, -1)];
        // Half of it is too much, too: a text that was truncated before it was redacted.
        if (secret.length >= 40) forms.push(secret.slice(0, 28));
        if (forms.some((form) => text.includes(form))) found.push(`${kind} by ${way} in ${place}`);
      }
    }
  }
  return found;
}

async function send(pawl: Pawl, path: string, body: unknown): Promise<void> {
  const headers = { Authorization: `Bearer ${await pawl.token()}` };
  const answer = await fetch(`${pawl.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

test("every kind of secret, through every input, is found nowhere", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const secrets = Object.fromEntries(ways.map((way, i) => [way, createSecrets(100 + i)])) as Record<
    Way,
    SecretSample[]
  >;
  expect(new Set(secrets.prompt.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(40);
  const project = scratch.project;
  const session = (id: string) => ({ session_id: id, cwd: project, prompt_id: `p-${id}` });

  // The spool first, while no daemon is available.
  {
    using _taken = Bun.serve({ hostname: "127.0.0.1", port: pawl.port, fetch: () => new Response("mine") });
    const prompt = secrets.spool.map(({ text }) => `use this: ${text}`).join("\n\n");
    const event = { ...session("spooled"), hook_event_name: "UserPromptSubmit", prompt };
    await pawl.run(["hook"], { stdin: JSON.stringify(event) });
    expect(readdirSync(join(pawl.home, "spool"))).toHaveLength(1);
    expect(
      leaks(secrets, {
        spool: filesBelow(join(pawl.home, "spool"))
          .map((f) => readFileSync(f, "utf8"))
          .join(),
      }),
    ).toEqual([]);
  }
  await pawl.run(["up"]);

  for (const [i, { text }] of secrets.prompt.entries()) {
    await send(pawl, "/hook", {
      ...session("live"),
      hook_event_name: "UserPromptSubmit",
      prompt: `Deploy with ${text}`,
      prompt_id: `p${i}`,
    });
    const call = { ...session("live"), tool_name: "Bash", tool_use_id: `toolu_${i}` };
    const input = { command: `run ${secrets.input[i]?.text}`, description: "Run" };
    const response = { stdout: `said:\n${secrets.response[i]?.text}\n`, stderr: "" };
    await send(pawl, "/hook", { ...call, hook_event_name: "PreToolUse", tool_input: input });
    await send(pawl, "/hook", {
      ...call,
      hook_event_name: "PostToolUse",
      tool_input: input,
      tool_response: response,
    });
    const failed = { ...call, tool_use_id: `toolu_f${i}`, hook_event_name: "PostToolUseFailure" };
    await send(pawl, "/hook", { ...failed, tool_input: {}, error: `refused: ${secrets.error[i]?.text}` });
    const said = `The key was ${secrets.answer[i]?.text} all along.`;
    await send(pawl, "/hook", {
      ...session("live"),
      prompt_id: `p${i}`,
      hook_event_name: "Stop",
      last_assistant_message: said,
    });
    await send(pawl, "/api/prompts", { sessionId: "by-api", content: `hold ${secrets.api[i]?.text}` });
    // Goes to the log because it is unknown: the name of an unknown event.
    await send(pawl, "/hook", { ...session("live"), hook_event_name: `Event ${secrets.log[i]?.text}` });
  }

  const transcript = (id: string, list: SecretSample[]) => {
    const path = join(scratch.home, ".claude", "projects", "p", `${id}.jsonl`);
    const s = script("new", id);
    const lines = list.flatMap(({ text }, i) => [
      s.user(`Take ${text}`),
      s.call(`t${i}`, "Bash", { command: `login ${text}` }),
      s.result(`t${i}`, `ok\n${text}`),
      s.say(`Used ${text}`),
    ]);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, toJsonl(lines.map((line) => ({ ...line, cwd: project }))));
    return path;
  };
  const caught = transcript("caught-up", secrets["catch-up"]);
  await send(pawl, "/hook", {
    ...session("caught-up"),
    hook_event_name: "SessionEnd",
    reason: "other",
    transcript_path: caught,
  });
  const imported = transcript("imported", secrets.import);
  expect((await pawl.run(["import", imported])).exitCode).toBe(0);
  const all = secrets.prompt.length;
  const complete = async () =>
    (await pawl.json<{ observations: number }>(["status"])).observations === all * 4;
  expect(await eventually(complete)).toBe(true);

  // While the daemon learns from all this, a start may not be answered in time.
  let injected = "";
  let starts = 0;
  const isInjected = async () => {
    const start = { ...session(`next-${starts++}`), hook_event_name: "SessionStart", source: "startup" };
    injected = (await pawl.run(["hook", "session-start"], { stdin: JSON.stringify(start) })).stdout;
    return injected.includes("<pawl-context>");
  };
  expect(await eventually(isInjected)).toBe(true);
  const link = await pawl.json<{ url: string }>(["up"]);
  // The link lets in a person who opens it, so it is asked for as a browser does.
  const headers = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "none" };
  const entered = await fetch(link.url, { redirect: "manual", headers });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const shown = await Promise.all(
    ["sessions", "prompts?limit=1000", "observations?limit=1000", "responses?limit=1000", "injections"].map(
      async (path) => (await fetch(`${pawl.url}/api/${path}`, { headers: { cookie } })).text(),
    ),
  );
  const page = shown.join("\n");
  expect(page).toContain('"sessions"');
  const out = join(scratch.root, "kept.db");
  await pawl.run(["backup", out]);
  const printed = {
    injected,
    page,
    export: (await pawl.run(["export"])).stdout,
    session: (await pawl.run(["session", "live"])).stdout,
    search: (await pawl.run(["search", "deploy key login"])).stdout,
    context: (await pawl.run(["context", "--project", project])).stdout,
    backup: readFileSync(out, "latin1"),
    packed: packedTexts(join(pawl.home, "pawl.db")).join("\n"),
  };
  expect(printed.export).toContain("[redacted:");
  await pawl.run(["down"]);
  const files = [...filesBelow(pawl.home), ...filesBelow(project)];
  const texts = Object.fromEntries(
    files.map((path) => [path.slice(scratch.root.length), readFileSync(path, "latin1")]),
  );
  expect(Object.keys(texts).length).toBeGreaterThan(5);
  expect(leaks(secrets, { ...texts, ...printed })).toEqual([]);
}, 180_000);
