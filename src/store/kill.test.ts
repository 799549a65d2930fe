import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { searchIn } from "../search/sql/index.ts";
import { openStore } from "./open.ts";
import { recordsIn } from "./records/queries.ts";

/** Writes forever and prints each number once its record is stored. */
const WRITER = `
  const { openStore } = await import(${JSON.stringify(join(import.meta.dir, "open.ts"))});
  const { recordsIn } = await import(${JSON.stringify(join(import.meta.dir, "records", "queries.ts"))});
  const store = await openStore({ database: process.argv[1] });
  for (let i = 0; ; i++) {
    const common = { sessionId: "s1", at: i, redaction: 1 };
    await recordsIn(store).record({
      session: { id: "s1", project: "/p", cwd: "/p", at: i },
      prompts: [{ ...common, key: "p" + i, text: "prompt heron" + i + " and more words ".repeat(50) }],
      observations: [{ ...common, key: "o" + i, toolName: "Bash", ok: true, input: "{}", response: "x", files: [] }],
    });
    require("node:fs").writeSync(1, i + "\\n");
  }
`;

test("a process killed while writing loses nothing that it had acknowledged", async () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-kill-"));
  const path = join(dir, "pawl.db");
  const child = Bun.spawn([process.execPath, "-e", WRITER, path], { stdout: "pipe", stderr: "inherit" });
  try {
    let said = "";
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += chunk;
      if (said.split("\n").length > 200) child.kill("SIGKILL");
    }
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");

    // The text after the last line break may be part of a number.
    const last = Number(said.slice(0, said.lastIndexOf("\n")).split("\n").at(-1));
    expect(last).toBeGreaterThanOrEqual(199);
    const store = await openStore({ database: path });
    const found = await recordsIn(store).session("s1");
    const keys = new Set(found?.prompts.map((prompt) => prompt.key));
    for (let i = 0; i <= last; i++) expect(keys.has(`p${i}`)).toBe(true);
    // Whole batches only: each prompt was stored and counted with an observation.
    expect(found?.observations.length).toBe(keys.size);
    expect(await recordsIn(store).sessions({ limit: 1 })).toMatchObject([
      { prompts: keys.size, observations: keys.size },
    ]);
    expect(await searchIn(store).search({ text: `heron${last}`, limit: 1 })).toHaveLength(1);
    await store.close();

    const db = new Database(path);
    expect(db.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    db.close();
  } finally {
    child.kill("SIGKILL");
    await child.exited;
    rmSync(dir, { recursive: true, force: true });
  }
});
