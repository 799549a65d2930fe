/** Stored data may hold anything. No command prints a control, bidi or invisible character of it. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../test/cli-call.ts";
import { asked, observation, prompt, response } from "../../test/contract/fixtures.ts";
import { script, toJsonl } from "../../test/fixtures/transcript-lines.ts";
import { memory } from "../../test/temp-store.ts";
import { toDigest } from "../memory/digest/build.ts";
import { digestsIn, knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { version } from "../platform/version.ts";
import { recordsIn } from "../store/records/queries.ts";
import { teamIn } from "../team/sql/index.ts";
import type { CommandName } from "./command.ts";
import { COMMAND_NAMES, COMMANDS } from "./commands.ts";
import { drawFrame } from "./ui/frame.ts";
import { foundItems, previewLines, recentItems } from "./ui/items.ts";

/** Sets the title, clears the screen, rings, goes back, turns the direction, hides letters. */
const EVIL = "a\u001b]0;owned\u0007\u001b[2J\u009b31m\u0000\b\rb\u202ec\u200bd\u{e0041}e\u001b[31mf";
/** Line ends and tabs are the only control characters that may be printed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u{e0000}-\u{e0fff}]/u;
const AT = Date.now() - 60_000;
const SESSION = "aaaa1111-first";

/** What a colour of Pawl's looks like. That of the stored text is none of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const COLOUR = /\u001b\[(?:1|2|22|31|32|33|36|39)m/g;
const withoutOwn = (raw: string) =>
  raw.replaceAll("\r\n", "\n").replaceAll("e\u001b[31mf", "\0").replace(COLOUR, "");

// On a terminal, where Pawl uses colours.
const before = [process.stdout.isTTY, process.stdin.isTTY, process.env.TERM] as const;
function setTerminal([output, input, name]: readonly [boolean, boolean, string | undefined]): void {
  process.stdout.isTTY = output;
  process.stdin.isTTY = input;
  process.env.TERM = name ?? "";
}

let cli: Awaited<ReturnType<typeof openCli>>;
beforeEach(async () => {
  cli = await openCli();
  delete process.env.NO_COLOR;
  setTerminal([true, false, "xterm"]);
  mkdirSync(join(cli.project, ".git"));
  writeFileSync(join(cli.project, "tax.ts"), "export const tax = 0.19;\n");
  await cli.withStore(async (store) => {
    const file = join(cli.project, "tax.ts");
    const first = asked(SESSION, AT, `Ask ${EVIL}`, { project: cli.project, cwd: cli.project, branch: EVIL });
    const records = {
      prompts: [...(first.prompts ?? []), prompt(SESSION, AT + 1, `Why ${EVIL}?`)],
      observations: [
        observation(SESSION, AT + 2, { toolName: `Tool${EVIL}`, ok: false, response: `error ${EVIL}` }),
        observation(SESSION, AT + 3, {
          toolName: "Bash",
          ok: false,
          input: JSON.stringify({ command: `make ${EVIL}` }),
          response: `error TS2322: ${EVIL}`,
        }),
        observation(SESSION, AT + 4, {
          toolName: "Edit",
          input: JSON.stringify({ file_path: file, old_string: EVIL, new_string: `0.2 ${EVIL}` }),
          files: [file],
        }),
      ],
      responses: [response(SESSION, AT + 5, `Done ${EVIL}`)],
    };
    await recordsIn(store).record({ ...first, ...records });
    const other = asked("bbbb2222-other", AT, `Ask ${EVIL}`, { project: cli.project, cwd: cli.project });
    await recordsIn(store).record(other);
    await digestsIn(store).saveDigest(toDigest({ sessionId: SESSION, project: cli.project, ...records }));
    const draft = {
      project: cli.project,
      priority: 0,
      at: AT,
      disclosure: `When ${EVIL}`,
      author: `ann${EVIL}`,
    };
    await memoriesIn(store).saveMemory(memory("project://tax", `Tax ${EVIL}`, draft));
    for (const name of ["one", "two", "three"])
      await memoriesIn(store).saveMemory(
        memory(`project://${name}`, `In \`src/gone${EVIL}.ts\` ${EVIL}`, draft),
      );
    await knowledgeIn(store).saveSolution({
      ...{ project: cli.project, fingerprint: EVIL, kind: "type", toolName: `Tool${EVIL}` },
      ...{
        errorSample: `error ${EVIL}`,
        text: `Do ${EVIL}`,
        steps: [],
        source: "user",
        redaction: 1,
        at: AT,
      },
    });
    await knowledgeIn(store).addPermission({
      ...{ key: "k", project: cli.project, sessionId: SESSION, at: AT },
      ...{ toolName: "Bash", subject: `make ${EVIL}`, decision: "deny" },
    });
    const { addTeamHandoff, muteTeamMember } = teamIn(store);
    await addTeamHandoff({
      ...{ project: "p", id: "h1", way: "in", name: `ann${EVIL}`, session: "" },
      ...{ at: AT, state: "waiting", taken: [] },
    });
    await muteTeamMember(`bob${EVIL}`, true);
  });
  const hook = { type: "command", command: `echo ${EVIL}` };
  const hooks = { PreToolUse: [{ matcher: "*", hooks: [hook] }], Stop: [{ matcher: EVIL, hooks: [hook] }] };
  for (const name of ["pawl.json", "hooks.json"])
    writeFileSync(join(cli.project, ".claude", name), JSON.stringify({ hooks }));
  const settings = join(cli.root, "home", ".claude");
  mkdirSync(join(settings, "projects", "p"), { recursive: true });
  writeFileSync(join(settings, "settings.json"), JSON.stringify({ hooks, [`key${EVIL}`]: EVIL }, null, 2));
  const s = script("new", "t1");
  const usage = { input_tokens: 1, output_tokens: 1 };
  const lines = [
    s.user(`heron ${EVIL}`),
    s.call("t", `Tool${EVIL}`, { command: `echo ${EVIL}` }),
    s.result("t", EVIL),
    s.say(`heron ${EVIL}`),
  ].map((line) => ({
    ...line,
    ...{ cwd: cli.project, gitBranch: EVIL, timestamp: new Date(AT).toISOString() },
    ...(line.type === "assistant" ? { message: { ...Object(line.message), model: `m${EVIL}`, usage } } : {}),
  }));
  writeFileSync(transcript(), toJsonl(lines));
  const feature = join(cli.project, "specs", "features", "in-progress", "login");
  mkdirSync(feature, { recursive: true });
  writeFileSync(join(feature, "tasks.md"), `# ${EVIL.replaceAll("\r", "")}\n\n- [ ] heron ${EVIL}\n`);
  const team = { team: `crew${EVIL}`, member: { id: 1, name: `ann${EVIL}` }, device: "d", encrypted: false };
  const address = { host: "127.0.0.1", port: 1, user: "u", password: "p", database: "d" };
  writeFileSync(join(cli.home.dir, "team.json"), JSON.stringify({ ...team, address }));
  const handoff = await cli.run("handoff", SESSION, "--file", handoffFile(), "--yes");
  expect(handoff.exitCode).toBe(0);
  writeFileSync(
    join(cli.home.dir, "config.json"),
    JSON.stringify({ exclude: [`/srv/${EVIL}*`], [`key${EVIL}`]: 1 }),
  );
});
afterEach(() => {
  setTerminal(before);
  cli[Symbol.dispose]();
});
const handoffFile = () => join(cli.root, "handoff.json");
const transcript = () => join(cli.root, "home", ".claude", "projects", "p", "t1.jsonl");

const mine = ["--session", SESSION];
/** Lines that print stored text: each must show some of it, so that none passes because nothing was found. */
const showing = (): string[][] => [
  ["session", SESSION],
  ["sessions"],
  ["blame", "tax.ts"],
  ["context"],
  ["search", "Ask"],
  ["search", "error"],
  ["search", "Tax"],
  ["day"],
  ["resume", "Ask"],
  ["cost", "--by", "branch"],
  ["cost", "--by", "model"],
  ["memory", "list"],
  ["memory", "list", "--why"],
  ["memory", "show", "project://tax"],
  ["memory", "history", "project://tax"],
  ["solution", "list"],
  ["permission", "list"],
  ["export", "--format", "md"],
  ["export", "--format", "csv"],
  ["export", "--format", "json"],
  ["handoff", SESSION, "--dry-run"],
  ["handoff", "--take", handoffFile()],
  ["handoff", "--list"],
  ["workflow", "start", "standard", "--feature", "login", ...mine],
  ["workflow", "status", ...mine],
  ["workflow", "tasks", ...mine],
  ["workflow", "stage", "PLAN", "completed", ...mine],
  ["workflow", "take", "login", "--session", "bbbb2222-other"],
  ["hooks", "list"],
  ["hooks", "validate"],
  ["hooks", "test", "PreToolUse"],
  ["hooks", "trust"],
  ["exclude"],
  ["team", "status"],
  ["doctor"],
  ["forget", "--session", SESSION],
  ["forget", "--match", "Ask"],
  ["install", "--client", "claude", "--diff", "--dry-run"],
  ["backup", `b\u202eowned.db`],
  ["remember", `Herons ${EVIL}`],
];

/** Lines that print little more than names that Pawl gives. */
const others = (): string[][] => [
  ["status"],
  ["down"],
  ["replay", transcript(), "--earlier", "0", "--rules"],
  ["import", transcript(), "--dry-run"],
  ["hooks", "migrate"],
  ["hooks", "init"],
  ["hooks", "new", `never run ${EVIL}`],
  ["memory", "check"],
  ["memory", "edit", "project://tax", `More ${EVIL}`],
  ["memory", "keep", "project://one"],
  ["memory", "drop", "project://two"],
  ["memory", "rollback", "project://tax", "1"],
  ["memory", "relate", "project://tax", "relates_to", "project://one"],
  ["memory", "rename", "client://tax", "vat"],
  ["memory", "export", "project://tax", "--to-client"],
  ["memory", "rm", "project://three"],
  ["solution", "add", `Error ${EVIL}`, `Do ${EVIL}`],
  ["solution", "rm", EVIL],
  ["permission", "rm", `Bash(make ${EVIL})`],
  ["workflow", "list", ...mine],
  ["workflow", "timeline", ...mine],
  ["workflow", "end", ...mine],
  ["restore", `b\u202eowned.db`, "--yes"],
  ["uninstall", "--client", "claude", "--dry-run"],
];

const ON_SERVER = "needs the team's server: test/team/printed-characters.test.ts";
/** What is not asked here, and why. */
const UNASKED: Readonly<Record<string, string>> = {
  start: "asked below, beside a daemon",
  up: "asked below, beside a daemon",
  // These three print no stored text for a person.
  serve: "runs until Ctrl-C, and prints its address",
  hook: "answers a client in JSON",
  mcp: "answers a client in JSON",
  ui: "needs a terminal: what it draws is asked below",
  chat: "needs a model: conversation.test.ts",
  "hooks watch": "asked below, beside a daemon",
  ...Object.fromEntries(
    ["create", "invite", "join", "share", "sync", "members", "projects", "mute", "remove", "review"]
      .concat("outbox", "log", "leave", "doctor")
      .map((action) => [`team ${action}`, ON_SERVER]),
  ),
};

/** Each command of the table, and each action that its usage names: `memory list`, `team share`. */
async function linesOfTable(): Promise<string[]> {
  const lines = COMMAND_NAMES.map(async (name) => {
    const { usage } = (await COMMANDS[name]()).command;
    const [named = ""] = usage.slice(name.length).split("[");
    const actions = named
      .split(named.includes(" | ") ? " | " : "|")
      .map((one) => one.trim().split(" ")[0] ?? "");
    const known = actions.filter((action) => /^[a-z]+$/.test(action));
    return known.length === 0 ? [name] : known.map((action) => `${name} ${action}`);
  });
  return (await Promise.all(lines)).flat().sort();
}

test("every command and every action is asked here, or named with a reason", async () => {
  const lines = await linesOfTable();
  expect(lines).toContain("memory rollback");
  const toLine = ([name = "", action = ""]: string[]) => (lines.includes(name) ? name : `${name} ${action}`);
  const asked = [...showing(), ...others()].map(toLine);
  expect(Object.keys(UNASKED).filter((line) => asked.includes(line))).toEqual([]);
  expect([...new Set([...asked, ...Object.keys(UNASKED)])].sort()).toEqual(lines);
});

test("no command prints a character of stored data that acts", async () => {
  let coloured = 0;
  const ask = async (args: string[]): Promise<string> => {
    const [name, ...rest] = args as [CommandName, ...string[]];
    const { raw } = await cli.run(name, ...rest);
    expect([args, FORBIDDEN.test(withoutOwn(raw))]).toEqual([args, false]);
    if (raw.includes("\u001b[")) coloured++;
    return raw;
  };
  const jsonOf = async (args: string[]) => {
    const { command } = await COMMANDS[args[0] as CommandName]();
    return command.options.json === undefined ? [] : [[...args, "--json"]];
  };
  for (const args of showing())
    expect([args, await ask(args)]).toEqual([args, expect.stringContaining("owned")]);
  for (const args of others()) await ask(args);
  for (const args of [...showing(), ...others()]) for (const json of await jsonOf(args)) await ask(json);
  expect(coloured).toBeGreaterThan(10);
});

/** Plays the daemon: its live feed holds what is never printed. */
function playDaemon(): Bun.Server<undefined> {
  const run = { type: "hook", at: AT, id: EVIL, name: EVIL, event: "Stop", ms: 1 };
  const live = { ...run, input: EVIL, answer: EVIL, error: EVIL };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/api/health") return Response.json({ name: "pawl", pid: process.pid, version });
      if (pathname === "/api/page-link") return Response.json({ path: "/?code=owned" });
      // It ends, and the command with it.
      if (pathname === "/api/live") return new Response(`data: ${JSON.stringify(live)}\n\n`);
      return Response.json({ rssBytes: 1, counts: {}, doing: [] });
    },
  }) as Bun.Server<undefined>;
  const info = { pid: process.pid, port: server.port, version, startedAt: AT };
  writeFileSync(cli.home.daemon, JSON.stringify(info));
  writeFileSync(cli.home.token, "secret\n");
  return server;
}

test("neither do commands that ask a running daemon", async () => {
  const server = playDaemon();
  try {
    const lines: [CommandName, ...string[]][] = [
      ["up", "--no-open"],
      ["up", "--json"],
      ["hooks", "watch", "--yes"],
      ["hooks", "watch", "--yes", "--json"],
    ];
    for (const [name, ...args] of lines) {
      const { raw, error } = await cli.run(name, ...args);
      const line = [name, ...args];
      expect([line, error, FORBIDDEN.test(withoutOwn(raw))]).toEqual([line, "", false]);
      expect([line, raw]).toEqual([line, expect.stringContaining("owned")]);
    }
    // On a terminal it would open a browser.
    setTerminal([false, false, "xterm"]);
    const { raw, error } = await cli.run("start");
    expect([error, FORBIDDEN.test(withoutOwn(raw))]).toEqual(["", false]);
    expect(raw).toContain("owned");
  } finally {
    await server.stop(true);
  }
});

test("neither does the browser, whatever its size and whatever is selected", async () => {
  // The bar of the selected line.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: see above
  const BAR = /\u001b\[2?7m/g;
  await cli.withStore(async (store) => {
    const lists = {
      "": await recentItems(store, Date.now()),
      Ask: await foundItems(store, "Ask", Date.now()),
    };
    const records = await recordsIn(store).session(SESSION);
    if (records === undefined) throw new Error("The session is missing.");
    const { session } = records;
    const preview = previewLines({ ...records, session: { ...session, project: `/srv/${EVIL}` } });
    for (const [query, items] of Object.entries(lists))
      for (const columns of [60, 99, 140])
        for (const [selected] of items.entries()) {
          const shown = items.map((item) => ({
            ...item,
            sessionId: `${EVIL}${item.sessionId}`,
            project: `/srv/${EVIL}`,
          }));
          const state = {
            query,
            shownQuery: query,
            items: shown,
            selected,
            preview,
            isReading: false,
            scrolled: 0,
          };
          const frame = drawFrame(
            { ...state, now: Date.now(), scope: `/srv/${EVIL}` },
            { columns, rows: 40 },
          );
          expect(frame).toContain("owned");
          const isClean = !FORBIDDEN.test(withoutOwn(frame.replace(BAR, "")));
          expect([query, columns, selected, isClean]).toEqual([query, columns, selected, true]);
        }
  });
});

test("what goes wrong is said without them too", async () => {
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, "main.ts"),
      "memory",
      "show",
      `project://${EVIL.replaceAll("\0", "")}`,
    ],
    { stdout: "pipe", stderr: "pipe", env: { ...process.env, PAWL_HOME: cli.home.dir } },
  );
  const said = await new Response(child.stderr).text();
  expect(said).toContain("owned");
  expect(said).not.toMatch(FORBIDDEN);
});
