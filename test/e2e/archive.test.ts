/** Import, backup, restore and export, with the real program. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { dump, writeTranscript } from "../faults/records.ts";
import { createScratch } from "./harness/scratch.ts";
import { createPawl, type Pawl } from "./pawl.ts";

const LIMIT = 180_000;
const BIN = resolve(import.meta.dir, "..", "..", "bin", "pawl");

interface Imported {
  files: number;
  sessions: number;
  prompts: number;
  observations: number;
  skipped: number;
  bytes: number;
  seconds: number;
}

/** Answers questions like a person at a terminal; returns the output without control sequences. */
async function atTerminal(pawl: Pawl, args: string[], answers: [question: string, answer: string][]) {
  let shown = "";
  const waiting = [...answers];
  let asked = 0;
  const child = Bun.spawn([BIN, ...args], {
    env: { ...pawl.env, TERM: "xterm" },
    terminal: {
      cols: 200,
      rows: 50,
      data(terminal, bytes) {
        shown += new TextDecoder().decode(bytes);
        const next = waiting[0];
        if (next === undefined || shown.indexOf(next[0], asked) < 0) return;
        asked = shown.length;
        waiting.shift();
        terminal.write(`${next[1]}\r`);
      },
    },
  });
  const exitCode = await child.exited;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test removes them
  return { exitCode, shown: shown.replace(/\u001b\[[0-9;?]*[a-zA-Z]/g, "") };
}

test(
  "the first start offers to import, shows its progress, and ends with one thing that it found",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    for (const id of ["a1", "a2", "a3"]) writeTranscript(scratch.home, id, 5);
    const first = await atTerminal(
      pawl,
      ["start"],
      [
        ["Connect Pawl to Claude Code?", "pawl status"],
        ["Please answer y or n", "n"],
        ["past sessions", ""],
      ],
    );
    // The question names everything that would change, and the undo; what is neither yes nor no is asked again.
    const question = first.shown.slice(0, first.shown.indexOf("Connect Pawl to Claude Code?"));
    for (const part of ["settings.json", ".claude.json", "/pawl:workflow", "uninstall"])
      expect(question).toContain(part);
    // The link comes last.
    expect(first.shown.trimEnd().split("\n").at(-1)).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\?code=/);
    expect(first.shown).toContain("Import your 3 past sessions (");
    expect(first.shown).toContain("Imported 3 sessions, 3 prompts, 15 tool calls");
    expect(first.shown).toContain("/3 files");
    expect(first.exitCode).toBe(0);
    // Once something is recorded, the question is not asked again.
    expect((await atTerminal(pawl, ["up"], [])).shown).not.toContain("Import your");
  },
  LIMIT,
);

test(
  "import counts what it added, a second run adds nothing, and only what is requested is imported",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const paths = ["b1", "b2"].map((id) => writeTranscript(scratch.home, id, 4));
    const one = await pawl.json<Imported>(["import", paths[0] ?? ""]);
    expect(one).toMatchObject({ files: 1, sessions: 1, prompts: 1, observations: 4, skipped: 0 });
    expect(one.bytes).toBe(statSync(paths[0] ?? "").size);
    expect(one.seconds).toBeGreaterThanOrEqual(0);
    const all = await pawl.json<Imported>(["import"]);
    expect(all).toMatchObject({ files: 1, sessions: 1, prompts: 1, observations: 4 });
    const again = await pawl.json<Imported>(["import"]);
    expect(again).toMatchObject({ files: 0, sessions: 0, prompts: 0, observations: 0, bytes: 0 });
    writeTranscript(scratch.home, "b3", 1);
    expect(await pawl.json<Imported>(["import", "--since", "2999-01-01"])).toMatchObject({ files: 0 });
    const missing = await pawl.run(["import", join(scratch.root, "nowhere")]);
    expect(missing).toMatchObject({ exitCode: 2 });
    expect(missing.stderr).toContain("Not found: ");
  },
  LIMIT,
);

test(
  "a backup is restored to the last row, and the previous data is kept as a copy",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    for (const id of ["c1", "c2"]) writeTranscript(scratch.home, id, 6);
    await pawl.run(["import"]);
    // A session that was off, and a workflow: they are files next to the database.
    mkdirSync(join(pawl.home, "off"), { recursive: true });
    writeFileSync(join(pawl.home, "off", "c9"), "off 1700000000000\n");
    mkdirSync(join(pawl.home, "sessions", "c1"), { recursive: true });
    writeFileSync(join(pawl.home, "sessions", "c1", "workflow.json"), '{"sessionId":"c1"}');
    await pawl.run(["up"]);
    const file = join(scratch.root, "kept.db");
    expect(await pawl.json(["backup", file])).toMatchObject({ sessions: 2 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = dump(join(pawl.home, "pawl.db"));

    const other = { env: { PAWL_HOME: join(scratch.root, "other"), PAWL_PORT: "1" } };
    const fresh = await pawl.run(["restore", file, "--json"], other);
    expect(JSON.parse(fresh.stdout)).toMatchObject({ sessions: 2, kept: null });
    expect(dump(join(scratch.root, "other", "pawl.db"))).toEqual(before);
    expect(readFileSync(join(scratch.root, "other", "off", "c9"), "utf8")).toBe("off 1700000000000\n");
    const workflow = join(scratch.root, "other", "sessions", "c1", "workflow.json");
    expect(readFileSync(workflow, "utf8")).toBe('{"sessionId":"c1"}');
    expect((await pawl.run(["search", "heron"], other)).stdout).toContain("make");

    // Over a non-empty store, with the daemon running.
    writeTranscript(scratch.home, "c3", 2);
    await pawl.run(["import"]);
    const unasked = await pawl.run(["restore", file]);
    expect(unasked.exitCode).toBe(1);
    expect(unasked.stderr).toContain("--yes");
    expect(await pawl.json(["status"])).toMatchObject({ sessions: 3, running: true });
    const restored = await pawl.json<{ kept: string }>(["restore", file, "--yes"]);
    expect(dump(join(pawl.home, "pawl.db"))).toEqual(before);
    expect(await pawl.json(["status"])).toMatchObject({ sessions: 2, running: true });
    using old = new Database(restored.kept, { readonly: true });
    expect(old.query("select count(*) as n from sessions").get()).toEqual({ n: 3 });
    expect((await atTerminal(pawl, ["restore", file], [["with the backup?", "n"]])).exitCode).toBe(1);
  },
  LIMIT,
);

test(
  "restore refuses bombs, garbage, truncated files and foreign databases, and changes nothing",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    writeTranscript(scratch.home, "d1", 2);
    await pawl.run(["import"]);
    const good = join(scratch.root, "good.db");
    await pawl.run(["backup", good]);
    const bad = (name: string) => join(scratch.root, name);
    writeFileSync(bad("bomb.gz"), Bun.gzipSync(new Uint8Array(50_000_000)));
    writeFileSync(bad("garbage"), crypto.getRandomValues(new Uint8Array(5000)));
    writeFileSync(bad("empty"), "");
    writeFileSync(bad("half"), readFileSync(good).subarray(0, 20_000));
    // Claims a terabyte that does not exist.
    writeFileSync(bad("sparse"), readFileSync(good));
    {
      const head = Buffer.from(readFileSync(good).subarray(0, 100));
      const pageSize = head.readUInt16BE(16);
      const pages = 10_000_000;
      head.writeUInt32BE(pages, 28);
      writeFileSync(bad("sparse"), Buffer.concat([head, readFileSync(good).subarray(100)]));
      truncateSync(bad("sparse"), pages * pageSize);
    }
    const hostile: [string, string][] = [
      ["trigger", "create trigger evil after insert on sessions begin delete from entries; end"],
      ["view", "create view evil as select 1"],
      ["table", "create table evil (x)"],
      ["newer", "pragma user_version = 9999"],
    ];
    for (const [name, sql] of hostile) {
      writeFileSync(bad(name), readFileSync(good));
      using db = new Database(bad(name));
      db.run(sql);
    }
    {
      const broken = readFileSync(good);
      broken.fill(0xff, broken.length - 9000, broken.length - 4000);
      writeFileSync(bad("broken"), broken);
    }
    const before = dump(join(pawl.home, "pawl.db"));
    const names = ["bomb.gz", "garbage", "empty", "half", "sparse", "broken", "missing"];
    for (const name of [...names, ...hostile.map(([kind]) => kind)]) {
      const ran = await pawl.run(["restore", bad(name), "--yes"]);
      expect({ name, exitCode: ran.exitCode, said: ran.stderr.includes("nothing was changed") }).toEqual({
        name,
        exitCode: 1,
        said: true,
      });
    }
    expect(dump(join(pawl.home, "pawl.db"))).toEqual(before);
    expect(readdirSync(pawl.home).filter((name) => name.startsWith("pawl.db.before"))).toEqual([]);
    // A path outside the home, or an executable file, is not restored.
    {
      using db = new Database(good);
      const add = db.query("insert into backup_files (path, text) values (?, ?)");
      for (const path of ["../../escaped", "config.json", "off/../../escaped", "token", "/tmp/x"])
        add.run(path, "{}");
    }
    const target = { env: { PAWL_HOME: join(scratch.root, "target") } };
    expect((await pawl.run(["restore", good], target)).exitCode).toBe(0);
    expect(readdirSync(join(scratch.root, "target")).sort()).toEqual(["daemon.lock", "pawl.db"]);
    expect(readdirSync(scratch.root)).not.toContain("escaped");
  },
  LIMIT,
);

test(
  "export has everything as JSON, and the same as Markdown and CSV",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    writeTranscript(scratch.home, "e1", 3, '=HYPERLINK("x"), "quoted"\nline');
    await pawl.run(["import"]);
    await pawl.run(["remember", "=1+1 is kept, as text", "--uri", "project://sums"]);
    await pawl.run(["memory", "edit", "project://sums", "--priority", "4"]);
    await pawl.run(["solution", "add", "EADDRINUSE: address already in use", "Stop the other server"]);
    const json = JSON.parse((await pawl.run(["export"])).stdout) as {
      memories: object[];
      solutions: object[];
      sessions: { prompts: { text: string; key: string }[]; observations: { input: string }[] }[];
    };
    expect(json.memories).toMatchObject([
      {
        uri: "project://sums",
        content: "=1+1 is kept, as text",
        relations: [],
        versions: [{ version: 2 }, {}],
      },
    ]);
    expect(json.solutions).toMatchObject([{ text: "Stop the other server", successes: 0 }]);
    expect(json.sessions).toHaveLength(1);
    expect(json.sessions[0]?.prompts[0]).toMatchObject({
      text: "Ask e1",
      key: expect.stringContaining("e1/prompt"),
    });
    expect(json.sessions[0]?.observations).toHaveLength(3);
    const md = (await pawl.run(["export", "--format", "md"])).stdout;
    expect(md).toContain("> Ask e1");
    expect(md).toContain("## project://sums");
    expect(md).toContain("## EADDRINUSE");
    expect(md).toContain("echo e1 2");
    const csv = (await pawl.run(["export", "--format", "csv"])).stdout;
    expect(csv).toStartWith("type,session,project,at,tool,ok,files,text,response\r\n");
    expect(csv).toContain('""quoted""');
    expect(csv).toContain(`,project://sums,,,"'=1+1 is kept, as text",`);
    expect(await pawl.run(["export", "--format", "xml"])).toMatchObject({ exitCode: 2 });
  },
  LIMIT,
);
