import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOrdinaryUser } from "../../test/as-ordinary-user.ts";
import {
  createSnapshot,
  listStateFiles,
  removeStateFiles,
  stateFolder,
  writeStateFile,
} from "./state-files.ts";

const START = Date.UTC(2026, 2, 1, 23, 50);
const nothing = { files: [], commands: [], standing: [], open: [], failures: [], decisions: [] };

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "pawl-state-"));
});
afterEach(() => {
  rmSync(project, { recursive: true, force: true });
});

function snapshot(id: string, minutes = 0, event: "Stop" | "SessionEnd" = "Stop") {
  return createSnapshot({
    now: START + minutes * 60_000,
    event,
    session: { id, project, startedAt: START },
    history: { prompts: [{ key: "p", sessionId: id, at: START, redaction: 0, text: "Add a login page" }] },
    set: nothing,
  });
}

const jsonFiles = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".json"));

describe("state files", () => {
  test("S0.11 they are in the project's .claude/sessions, or in Claude's folder without a project", () => {
    expect(stateFolder("/p", "/c")).toBe(join("/p", ".claude", "sessions"));
    expect(stateFolder(undefined, "/c")).toBe(join("/c", "sessions"));
    expect(stateFolder("", "/c")).toBe(join("/c", "sessions"));
  });

  test("S0.12 a file is JSON with timestamp and session id, named by date and short id", async () => {
    const folder = stateFolder(project, "/c");
    const written = await writeStateFile(folder, snapshot("1a2b3c4d-5e6f"));
    expect(written).toMatchObject({ ok: true, path: join(folder, "2026-03-01-1a2b3c4d.json") });
    const json = await Bun.file(join(folder, "2026-03-01-1a2b3c4d.json")).json();
    expect(json).toMatchObject({
      version: 1,
      writtenBy: "pawl",
      timestamp: "2026-03-01T23:50:00.000Z",
      sessionId: "1a2b3c4d-5e6f",
      project,
      prompts: [{ text: "Add a login page" }],
    });
  });

  test("a session that goes on past midnight keeps its one file", async () => {
    const folder = stateFolder(project, "/c");
    await writeStateFile(folder, snapshot("1a2b3c4d-5e6f"));
    await writeStateFile(folder, snapshot("1a2b3c4d-5e6f", 30, "SessionEnd"));
    expect(jsonFiles(folder)).toEqual(["2026-03-01-1a2b3c4d.json"]);
    expect(await Bun.file(join(folder, "2026-03-01-1a2b3c4d.json")).json()).toMatchObject({
      event: "SessionEnd",
    });
  });

  test("S0.13 eleven sessions leave ten files, and a file that Pawl did not write stays", async () => {
    const folder = stateFolder(project, "/c");
    mkdirSync(folder, { recursive: true });
    const foreign = {
      "2020-01-01-deadbeef.json": '{"timestamp":"2020"}',
      "notes.json": "{}",
      "2020-01-02-x.json": "",
    };
    for (const [name, text] of Object.entries(foreign)) writeFileSync(join(folder, name), text);
    for (let n = 0; n < 11; n++) await writeStateFile(folder, snapshot(`${n}`.padStart(8, "a"), n));
    const names = jsonFiles(folder);
    expect(names.filter((name) => name.startsWith("2026")).length).toBe(10);
    expect(names).not.toContain("2026-03-01-aaaaaaa0.json");
    for (const [name, text] of Object.entries(foreign)) {
      expect(await Bun.file(join(folder, name)).text()).toBe(text);
    }
  });

  test("S0.13 a file of another tool, or of another session, under the same name is not overwritten", async () => {
    const folder = stateFolder(project, "/c");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "2026-03-01-1a2b3c4d.json"), "mine");
    await writeStateFile(folder, snapshot("1a2b3c4d-5e6f-7777"));
    await writeStateFile(folder, snapshot("1a2b3c4d-5e6f-8888"));
    expect(await Bun.file(join(folder, "2026-03-01-1a2b3c4d.json")).text()).toBe("mine");
    expect(jsonFiles(folder).sort()).toEqual([
      "2026-03-01-1a2b3c4d-5e6f-7777.json",
      "2026-03-01-1a2b3c4d-5e6f-8888.json",
      "2026-03-01-1a2b3c4d.json",
    ]);
  });

  test("an id that would lead out of the folder does not", async () => {
    const folder = stateFolder(project, "/c");
    const written = await writeStateFile(folder, snapshot("../../../../x"));
    expect(written).toMatchObject({ ok: true });
    expect(jsonFiles(folder).length).toBe(1);
    expect(readdirSync(project)).toEqual([".claude"]);
  });

  test("a .claude that is a file is a reason, and nothing is left behind", async () => {
    writeFileSync(join(project, ".claude"), "");
    expect(await writeStateFile(stateFolder(project, "/c"), snapshot("s"))).toMatchObject({ ok: false });
    expect(readdirSync(project)).toEqual([".claude"]);
  });

  test("a read-only .claude is a reason, and nothing is left behind", async () => {
    mkdirSync(join(project, ".claude"));
    chmodSync(join(project, ".claude"), 0o555);
    const written = await asOrdinaryUser(project, () =>
      writeStateFile(stateFolder(project, "/c"), snapshot("s")),
    );
    expect(written).toMatchObject({ ok: false, fault: "unwritable" });
    expect(readdirSync(join(project, ".claude"))).toEqual([]);
  });

  test("S0.13 the newest ten stay, by their own time and not by name", async () => {
    const folder = stateFolder(project, "/c");
    for (let n = 0; n < 12; n++) await writeStateFile(folder, snapshot(`${n % 2 === 0 ? "z" : "a"}${n}`, n));
    const kept = jsonFiles(folder).map((name) => name.replace("2026-03-01-", ""));
    expect(kept.sort()).toEqual(
      ["a11", "a3", "a5", "a7", "a9", "z10", "z2", "z4", "z6", "z8"].map((id) => `${id}.json`),
    );
  });

  test("removing takes Pawl's files and its own ignore file, and folders only if nothing is left in them", async () => {
    const folder = stateFolder(project, "/c");
    await writeStateFile(folder, snapshot("aaaaaaaa"));
    const file = join(folder, "2026-03-01-aaaaaaaa.json");
    expect(listStateFiles(folder)).toEqual([file]);
    expect(removeStateFiles(folder)).toEqual([file, join(folder, ".gitignore")]);
    expect(readdirSync(project)).toEqual([]);

    await writeStateFile(folder, snapshot("aaaaaaaa"));
    writeFileSync(join(folder, ".gitignore"), "*.log\n");
    writeFileSync(join(folder, "notes.txt"), "mine");
    expect(removeStateFiles(folder)).toEqual([file]);
    expect(readdirSync(folder).sort()).toEqual([".gitignore", "notes.txt"]);
  });

  test("a folder in the place of the file is a reason, and older files stay", async () => {
    const folder = stateFolder(project, "/c");
    for (let n = 0; n < 10; n++) await writeStateFile(folder, snapshot(`${n}`.padStart(8, "a"), n));
    writeFileSync(join(project, "blocked"), "");
    const written = await writeStateFile(join(project, "blocked", "sessions"), snapshot("s", 20));
    expect(written).toMatchObject({ ok: false });
    expect(written).not.toHaveProperty("path");
    expect(jsonFiles(folder)).toHaveLength(10);
  });
});
