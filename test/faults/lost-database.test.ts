/** The database file is deleted, replaced, cut, made read-only or damaged, most of it under the running daemon. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { createScratch, type Scratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../e2e/pawl.ts";
import { canMount } from "../small-disk.ts";

const LIMIT = 180_000;

/** A transcript of the client with one prompt and one tool call. */
function writeTranscript({ home, project }: Scratch, id: string, text: string): void {
  const dir = join(home, ".claude", "projects", project.replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(dir, { recursive: true });
  const base = { sessionId: id, cwd: project, version: "2.1.325", userType: "external", isSidechain: false };
  const line = (fields: object) => JSON.stringify({ ...base, ...fields });
  const lines = [
    line({
      type: "user",
      uuid: `${id}-1`,
      timestamp: "2026-03-01T10:00:00.000Z",
      message: { role: "user", content: text },
    }),
    line({
      type: "assistant",
      uuid: `${id}-2`,
      timestamp: "2026-03-01T10:00:01.000Z",
      message: { role: "assistant", content: [{ type: "text", text: `Answer to ${text}` }] },
    }),
  ];
  writeFileSync(join(dir, `${id}.jsonl`), `${lines.join("\n")}\n`);
}

const prompts = async (pawl: Pawl, id: string) => {
  const ran = await pawl.run(["session", id, "--json"]);
  return ran.exitCode === 0 ? (JSON.parse(ran.stdout) as { prompts: unknown[] }).prompts.length : 0;
};

test(
  "a deleted database is noticed, said, and filled again; memories come back, and what was forgotten does not",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const [kept, gone] = ["11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa", "22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb"];
    writeTranscript(scratch, kept, "keep this");
    writeTranscript(scratch, gone, "forget this");
    await pawl.run(["import"]);
    await pawl.run(["remember", "Deploy only from main"]);
    await pawl.run(["forget", "--session", "2222", "--yes"]);
    await pawl.run(["up", "--no-open"]);
    expect(await eventually(() => existsSync(join(pawl.home, "memories-copy.db")))).toBe(true);
    expect(readFileSync(join(pawl.home, "forgotten.json"), "utf8")).toContain(gone);
    const before = await pawl.pid();

    for (const end of ["", "-wal", "-shm"]) rmSync(join(pawl.home, `pawl.db${end}`), { force: true });
    const isNew = async () => {
      const { pid } = await pawl.json<{ pid: number | null }>(["status"]);
      return pid !== null && pid !== before;
    };
    expect(await eventually(isNew)).toBe(true);
    expect(await eventually(async () => (await prompts(pawl, kept)) === 1)).toBe(true);
    expect(await prompts(pawl, gone)).toBe(0);
    expect((await pawl.run(["memory", "list"])).stdout).toContain("Deploy only from main");
    expect((await pawl.run(["search", "deploy", "main"])).stdout).toContain("Deploy only from main");
    expect(readFileSync(join(pawl.home, "notice.json"), "utf8")).toContain("deleted or replaced");
  },
  LIMIT,
);

test(
  "what is forgotten is not in the copy either",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["remember", "The zebra project is secret"]);
    await pawl.run(["up", "--no-open"]);
    const copy = join(pawl.home, "memories-copy.db");
    expect(await eventually(() => existsSync(copy))).toBe(true);
    expect(readFileSync(copy, "latin1")).toContain("zebra");
    await pawl.run(["down"]);
    await pawl.run(["forget", "--match", "zebra", "--yes"]);
    expect(readFileSync(copy, "latin1")).not.toContain("zebra");
  },
  LIMIT,
);

/** What happens to the file while the daemon has it open. */
const WHILE_RUNNING: [string, (path: string) => void][] = [
  ["emptied", (path) => truncateSync(path, 0)],
  ["cut in half", (path) => truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096)],
  [
    "replaced by another program's",
    (path) => {
      using other = new Database(`${path}.other`, { create: true });
      other.run("create table notes (text text)");
      renameSync(`${path}.other`, path);
    },
  ],
];

test.each(WHILE_RUNNING)(
  "a database that is %s while the daemon runs is noticed; memories come back",
  async (_, damage) => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const id = "11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
    writeTranscript(scratch, id, "keep this");
    await pawl.run(["import"]);
    await pawl.run(["remember", "Deploy only from main"]);
    await pawl.run(["up", "--no-open"]);
    expect(await eventually(() => existsSync(join(pawl.home, "memories-copy.db")))).toBe(true);
    const before = await pawl.pid();
    // The daemon has seen its size.
    await Bun.sleep(2500);
    damage(join(pawl.home, "pawl.db"));
    const isNew = async () => {
      const ran = await pawl.run(["status", "--json"]);
      const pid = ran.exitCode === 0 ? (JSON.parse(ran.stdout) as { pid: number | null }).pid : null;
      return pid !== null && pid !== before;
    };
    expect(await eventually(isNew)).toBe(true);
    expect(await eventually(async () => (await prompts(pawl, id)) === 1)).toBe(true);
    expect((await pawl.run(["memory", "list"])).stdout).toContain("Deploy only from main");
    expect(readFileSync(join(pawl.home, "notice.json"), "utf8")).toContain("database");
  },
  LIMIT,
);

test.if(canMount)(
  "a database that becomes read-only while the daemon runs is said within seconds, by doctor and status alike",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await pawl.run(["remember", "Deploy only from main"]);
    await pawl.run(["up", "--no-open"]);
    expect(await pawl.json(["status"])).toMatchObject({ storeState: "intact" });
    const path = join(pawl.home, "pawl.db");
    // Modes do not restrict root, who runs this.
    Bun.spawnSync(["mount", "--bind", path, path]);
    try {
      Bun.spawnSync(["mount", "-o", "remount,bind,ro", path]);
      const notice = join(pawl.home, "notice.json");
      const isSaid = () => existsSync(notice) && readFileSync(notice, "utf8").includes("cannot be written");
      expect(await eventually(isSaid, 10_000)).toBe(true);
      expect(await pawl.json(["status"])).toMatchObject({ storeState: "unwritable" });
      const said = `${path} cannot be written, so nothing new is remembered`;
      expect((await pawl.run(["status"])).stdout).toContain(said);
      expect((await pawl.run(["doctor"])).stdout).toContain(said);
    } finally {
      Bun.spawnSync(["umount", "-l", path]);
    }
    expect(await pawl.json(["status"])).toMatchObject({ storeState: "intact" });
    expect((await pawl.run(["memory", "list"])).stdout).toContain("Deploy only from main");
  },
  LIMIT,
);

test(
  "flipped bytes are found by the running daemon once it is quiet; memories come back",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const id = "11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
    writeTranscript(scratch, id, "keep this");
    await pawl.run(["import"]);
    await pawl.run(["remember", "Deploy only from main"]);
    await pawl.run(["up", "--no-open"]);
    expect(await eventually(() => existsSync(join(pawl.home, "memories-copy.db")))).toBe(true);
    const before = await pawl.pid();
    flipBytes(pawl);
    const daemon = join(pawl.home, "daemon.json");
    const isNew = async () => existsSync(daemon) && (await pawl.pid()) !== before;
    // It looks after a minute without requests.
    expect(await eventually(isNew, 150_000)).toBe(true);
    expect(await eventually(async () => (await prompts(pawl, id)) === 1)).toBe(true);
    expect((await pawl.run(["memory", "list"])).stdout).toContain("Deploy only from main");
    expect(await pawl.json(["status"])).toMatchObject({ storeState: "replaced" });
    expect(readFileSync(join(pawl.home, "notice.json"), "utf8")).toContain("damaged");
  },
  2 * LIMIT,
);

/** In the header of a page in the middle of the file. */
function flipBytes(pawl: Pawl): void {
  const file = openSync(join(pawl.home, "pawl.db"), "r+");
  writeSync(file, Buffer.alloc(64, 0xff), 0, 64, 4096 * 3);
  closeSync(file);
}

test(
  "flipped bytes are said alike by status and doctor; after down and up the memories are back",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const id = "11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
    writeTranscript(scratch, id, "keep this");
    await pawl.run(["import"]);
    await pawl.run(["remember", "Deploy only from main"]);
    await pawl.run(["up", "--no-open"]);
    expect(await eventually(() => existsSync(join(pawl.home, "memories-copy.db")))).toBe(true);
    expect(await pawl.json(["status"])).toMatchObject({ storeState: "intact" });
    await pawl.run(["down"]);
    flipBytes(pawl);

    expect(await pawl.json(["status"])).toMatchObject({ storeState: "damaged" });
    expect((await pawl.run(["status"])).stdout).toContain("is damaged");
    const doctor = await pawl.run(["doctor"]);
    expect([doctor.exitCode === 0, doctor.stdout.includes("is damaged")]).toEqual([false, true]);

    await pawl.run(["up", "--no-open"]);
    expect(await eventually(async () => (await prompts(pawl, id)) === 1)).toBe(true);
    expect((await pawl.run(["memory", "list"])).stdout).toContain("Deploy only from main");
    expect(await pawl.json(["status"])).toMatchObject({ storeState: "replaced" });
    expect((await pawl.run(["doctor"])).stdout).toContain("pawl.db.broken-");
  },
  LIMIT,
);

const AFTER_STOP: [string, (path: string) => void][] = [
  ["empty", (path) => truncateSync(path, 0)],
  ["cut off", (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  [
    "of another program",
    (path) => {
      rmSync(path);
      using other = new Database(path, { create: true });
      other.run("create table notes (text text)");
    },
  ],
];

test.each(AFTER_STOP)(
  "a file that is %s: memories come back, one notice is left, and doctor says what status says",
  async (_, damage) => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await pawl.run(["remember", "Deploy only from main"]);
    await pawl.run(["up", "--no-open"]);
    // The daemon copies memories after its start, and then every hour.
    expect(await eventually(() => existsSync(join(pawl.home, "memories-copy.db")))).toBe(true);
    await pawl.run(["down", "--all"]);
    const path = join(pawl.home, "pawl.db");
    for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
    damage(path);
    await pawl.run(["up", "--no-open"]);
    expect((await pawl.run(["memory", "list"])).stdout).toContain("Deploy only from main");
    const { text } = JSON.parse(readFileSync(join(pawl.home, "notice.json"), "utf8")) as { text: string };
    expect(text).not.toContain("\n");
    const { checks } = await pawl.json<{ checks: { name: string; message: string }[] }>(["doctor"]);
    const store = checks.find(({ name }) => name === "store")?.message ?? "";
    const status = (await pawl.run(["status"])).stdout;
    const aside = readdirSync(pawl.home).filter((name) => name.startsWith("pawl.db.broken-"));
    expect(aside.map((name) => [store.includes(name), status.includes(name)])).toEqual(
      aside.map(() => [true, true]),
    );
  },
  LIMIT,
);
