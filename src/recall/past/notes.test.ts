import { expect, test } from "bun:test";
import { playing } from "../../../test/memory-session.ts";
import { openTestApp } from "../../daemon/test-app.ts";

const REASON =
  "The shares are sorted before the remainder is added, otherwise two partners get the same cent.";

test("a commit's reason comes with its file and with a prompt about it, as the agent's note, once a session", async () => {
  await using app = await openTestApp();
  const before = playing(app, "before");
  await before.start();
  await before.ask("Fix the rounding of the shares");
  await before.edit("src/shares.ts", "a", "b");
  await before.run(`git commit -am "Sort the shares" -m "${REASON}"`);
  await before.end();

  const now = playing(app, "now");
  expect(await now.read("src/other.ts")).toBe("");
  const text = await now.read("src/shares.ts");
  expect(text).toContain("the agent noted with a commit");
  expect(text).toContain(REASON);
  expect(await now.read("src/shares.ts")).toBe("");

  const asking = playing(app, "asking");
  expect(
    await asking.ask("Why are the shares sorted before the remainder of the partners is added?"),
  ).toContain(REASON);
  expect(await playing(app, "unrelated").ask("Rename the helper of the calendar widget")).not.toContain(
    REASON,
  );
});

test("a transcript that lies elsewhere leaves no note: it may be anybody's", async () => {
  await using app = await openTestApp();
  for (const [id, folder] of [
    ["own", app.dir.replace(/[^a-zA-Z0-9]/g, "-")],
    ["foreign", "downloads"],
  ] as const) {
    const session = playing(app, id);
    await session.fire("SessionStart", {
      source: "startup",
      transcript_path: `/x/projects/${folder}/${id}.jsonl`,
    });
    await session.ask(`Fix the rounding in ${id}`);
    await session.edit(`src/${id}.ts`, "a", "b");
    await session.run(`git commit -am "Sort the shares" -m "${REASON}"`);
    await session.end();
  }
  expect(await playing(app, "now").read("src/foreign.ts")).toBe("");
  expect(await playing(app, "now").read("src/own.ts")).toContain(REASON);
});

test("what was pending at a compaction is named to a session that continues", async () => {
  await using app = await openTestApp();
  const before = playing(app, "before");
  await before.ask("Move the exports to the new format");
  const compact_summary =
    "7. Pending Tasks:\n   - Write the migration for the currency column of the export table, with a test for old rows\n8. Current Work: none";
  await before.fire("PostCompact", { trigger: "auto", compact_summary });
  await before.stop({ last_assistant_message: "The exports are moved." });
  expect(await playing(app, "now").ask("continue")).toContain("names as pending: “Write the migration");
});
