/**
 * A database of version 0.2, made by its own code, opened by this version: `bun bench/upgrade.ts CHECKOUT TRANSCRIPTS`.
 * CHECKOUT is a working copy of 0.2 with its packages; TRANSCRIPTS is a folder of Claude Code's transcripts.
 */
import { Database } from "bun:sqlite";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [checkout = "", transcripts = ""] = process.argv.slice(2);
const NEW = join(import.meta.dir, "..");
const dir = mkdtempSync(join(tmpdir(), "pawl-upgrade-"));
const home = join(dir, "pawl");
const env = { PATH: process.env.PATH ?? "", HOME: dir, PAWL_HOME: home, TZ: "UTC" };

/** Runs a command of Pawl in a home of its own. */
function pawl(root: string, ...args: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(
    [process.execPath, join(root, "src", "cli", "main.ts"), ...args],
    { env, cwd: dir, stdin: "ignore" },
  );
  if (exitCode !== 0) throw new Error(`pawl ${args.join(" ")} failed: ${stdout}${stderr}`);
  return stdout.toString();
}

/** Files directly in the folder, unpacked. */
function copyTranscripts(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const bytes = name.includes(".jsonl") ? readFileSync(join(from, name)) : undefined;
    if (bytes === undefined) continue;
    const isPacked = name.endsWith(".gz");
    writeFileSync(join(to, name.replace(/\.gz$/, "")), isPacked ? Bun.gunzipSync(bytes) : bytes);
  }
}

interface Held {
  /** By id: how many prompts and calls. */
  sessions: Map<string, string>;
  /** What the user wrote. */
  memories: string[];
  solutions: string[];
}

function heldIn(path: string): Held {
  using db = new Database(path, { readonly: true });
  const rows = db
    .query<{ id: string; prompts: number; calls: number; distinct_calls: number }, []>(
      `select s.id,
         (select count(*) from entries e where e.session = s.seq and e.kind = 'prompt') as prompts,
         (select count(*) from entries e where e.session = s.seq and e.kind = 'observation') as calls,
         (select count(distinct key) from entries e where e.session = s.seq and e.kind = 'observation') as distinct_calls
       from sessions s`,
    )
    .all();
  const texts = (sql: string) =>
    db
      .query<{ text: string }, []>(sql)
      .all()
      .map(({ text }) => text)
      .sort();
  return {
    sessions: new Map(rows.map((row) => [row.id, `${row.prompts} ${row.calls} ${row.distinct_calls}`])),
    memories: texts(
      "select project || ' ' || uri || ' ' || content as text from memories where origin = 'user'",
    ),
    solutions: texts("select fingerprint || ' ' || text as text from solutions"),
  };
}

try {
  copyTranscripts(transcripts, join(dir, ".claude", "projects", "real"));
  mkdirSync(home, { mode: 0o700 });
  pawl(checkout, "import", "--client", "claude", "--yes");
  for (const text of ["Deploys go out on Tuesdays", "The invoice job runs at four", "Never squash merges"])
    pawl(checkout, "remember", text);
  const imported = heldIn(join(home, "pawl.db"));
  const [forgotten = ""] = imported.sessions.keys();
  pawl(checkout, "forget", "--session", forgotten, "--yes");
  pawl(checkout, "down", "--all");
  const before = heldIn(join(home, "pawl.db"));

  pawl(NEW, "up");
  // The daemon reads the transcripts again in the background; importing by hand waits for it.
  pawl(NEW, "import", "--client", "claude", "--yes");
  const status = pawl(NEW, "status");
  pawl(NEW, "down", "--all");
  const after = heldIn(join(home, "pawl.db"));

  const missing = [...before.sessions].filter(([id]) => !after.sessions.has(id));
  const other = [...before.sessions].filter(
    ([id, n]) => after.sessions.has(id) && after.sessions.get(id) !== n,
  );
  const lost = (kind: "memories" | "solutions") => before[kind].filter((one) => !after[kind].includes(one));
  console.log(
    `sessions ${before.sessions.size} before, ${after.sessions.size} after, ${missing.length} missing`,
  );
  for (const [id, counts] of missing) console.log(`  ${id}: ${counts}`);
  console.log(`sessions with other counts (prompts, calls, distinct calls): ${other.length}`);
  for (const [id, counts] of other) console.log(`  ${id}: ${counts} before, ${after.sessions.get(id)} after`);
  console.log(`memories by hand ${before.memories.length}, lost ${lost("memories").length}`);
  console.log(`solutions ${before.solutions.length}, lost ${lost("solutions").length}`);
  console.log(`the forgotten session is back: ${after.sessions.has(forgotten)}`);
  console.log(
    status
      .split("\n")
      .filter((line) => line.includes("pawl.db.old"))
      .join("\n"),
  );
} finally {
  rmSync(dir, { recursive: true, force: true });
}
