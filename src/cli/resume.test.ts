import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../test/cli-call.ts";
import { recordsIn } from "../store/records/queries.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
let path: string | undefined;
const said = () => join(cli.root, "said");

beforeAll(async () => {
  cli = await openCli();
  path = process.env.PATH;
  // A client that only writes down how it was called.
  const bin = join(cli.root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "claude"), `#!/bin/sh\necho "$PWD $*" > ${said()}\nexit 3\n`);
  chmodSync(join(bin, "claude"), 0o755);
  process.env.PATH = `${bin}:/usr/bin:/bin`;
  await cli.withStore(async (store) => {
    const at = Date.parse("2026-03-01T10:00:00");
    const record = (id: string, text: string, n: number, more: object = {}) =>
      recordsIn(store).record({
        session: {
          ...{ id, project: cli.project, cwd: cli.project, at: at + n, transcriptPath: `/t/${id}.jsonl` },
          ...more,
        },
        prompts: [{ key: `${id} p`, sessionId: id, at: at + n, redaction: 1, text }],
      });
    await record("aaaa-1", "Round the totals of every invoice", 1);
    await record("bbbb-2", "Round the prices in the catalogue", 2);
    await record("cccc-3", "Rename the exporter and its tests", 3, { project: "/gone", cwd: "/gone" });
    await record("dddd-4", "Describe the importer in the manual", 4, { client: "codex" });
  });
});
afterAll(() => {
  process.env.PATH = path;
  cli[Symbol.dispose]();
});

test("one match is resumed in its folder, and the client's exit code is Pawl's", async () => {
  for (const query of [["aaaa"], ["totals", "invoice"]]) {
    const { exitCode, stdout } = await cli.run("resume", ...query);
    expect([exitCode, readFileSync(said(), "utf8").trim()]).toEqual([3, `${cli.project} --resume aaaa-1`]);
    expect(stdout).toContain("Resuming: claude --resume aaaa-1");
  }
});

test("without a name it is this folder's newest session", async () => {
  const { error } = await cli.run("resume");
  // That one ran in Codex, which is not installed here.
  expect(error).toBe(
    `codex is not installed, or not on your PATH.\nInstall it, then run in ${cli.project}: codex resume dddd-4`,
  );
});

test("several matches are listed, newest first, and none is resumed", async () => {
  const { exitCode, stdout } = await cli.run("resume", "round", "the");
  expect(exitCode).toBe(1);
  expect(stdout.split("\n").map((line) => line.trim().split(" ")[0])).toEqual([
    "2",
    "bbbb-2",
    "aaaa-1",
    "Run",
    "",
  ]);
});

test("no match and a deleted folder are each one sentence and what to do", async () => {
  expect(await cli.run("resume", "xyzzy")).toMatchObject({
    exitCode: 1,
    error: "No session matches xyzzy.\nRun pawl sessions for a list, or pawl ui to browse.",
  });
  expect(await cli.run("resume", "cccc")).toMatchObject({
    exitCode: 1,
    error:
      "The folder /gone does not exist any more.\nRestore the folder, or run this in another one: claude --resume cccc-3",
  });
});
