/** What `pawl doctor --fix` repairs at once, and a backup that replaces the data of a running daemon. */
import { expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { writeTranscript } from "../faults/records.ts";
import { opened } from "./in-terminal.ts";

test("doctor --fix repairs what it can and says what; a backup is restored under a running daemon", async () => {
  await using all = await opened();
  const { scratch, steady, pawl } = all;
  await pawl.run(["install"]);
  writeTranscript(scratch.home, "w1", 3);
  chmodSync(pawl.home, 0o755);
  const fixed = await pawl.run(["doctor", "--fix", "--scan"]);
  expect(steady(fixed.stdout).split("\n").slice(-4)).toMatchInlineSnapshot(`
    [
      "✓ errors      none",
      "✓ secrets     scanned 5 records: no secrets",
      "Fixed: home, daemon, coverage.",
      "",
    ]
  `);
  expect(fixed.exitCode).toBe(0);
  const file = join(scratch.root, "safe.db");
  await pawl.run(["backup", file]);
  await pawl.run(["forget", "--session", "w1", "--yes"]);
  const before = await pawl.pid();
  expect(
    steady((await pawl.run(["restore", file, "--yes"])).stdout).replace(/restore-\S+/, "restore-<t>"),
  ).toMatchInlineSnapshot(`
    "Restored 1 session.
    The previous data is in ~/pawl/pawl.db.before-restore-<t>
    "
  `);
  expect(await pawl.json(["status"])).toMatchObject({ running: true, sessions: 1 });
  expect(await pawl.pid()).not.toBe(before);
  expect((await pawl.run(["restore", file])).stderr).toContain("--yes");
}, 180_000);
