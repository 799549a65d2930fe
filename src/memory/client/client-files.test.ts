import { afterEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSameProject } from "../../platform/same-project.ts";
import { redactor } from "../../redact/redactor.ts";
import { searchIn } from "../../search/sql/index.ts";
import { openStore } from "../../store/open.ts";
import type { Store } from "../../store/store.ts";
import { memoriesIn } from "../sql/index.ts";
import { createClientFiles } from "./client-files.ts";
import { exportToClient } from "./export.ts";
import { memoryFolders, slugOf } from "./folders.ts";
import { reportOn } from "./report.ts";

const opened: { dir: string; store: Store }[] = [];
afterEach(async () => {
  for (const { dir, store } of opened.splice(0)) {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

const NOTE = "---\nname: rounding\ndescription: Round half up\nodd: field\n---\n\nRound half up.\n";
const INDEX = "# Memory\n- [Rounding](rounding.md) — Round half up\n- [Other](other.md) — Something else\n";

async function open() {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-files-")));
  const store = await openStore({ database: join(dir, "pawl.db") });
  opened.push({ dir, store });
  const project = join(dir, "shop");
  const claudeDir = join(dir, "claude");
  const memory = join(claudeDir, "projects", slugOf(project), "memory");
  for (const folder of [project, memory]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(memory, "rounding.md"), NOTE);
  writeFileSync(join(memory, "MEMORY.md"), INDEX);
  const same = createSameProject();
  const files = createClientFiles({ store, redact: redactor, now: () => 1_000, claudeDir, same });
  const at = (name: string) => join(memory, name);
  const read = (name: string) => readFileSync(at(name), "utf8");
  await files.scan(project);
  return { dir, store, project, claudeDir, memory, files, at, read };
}

const by = { author: "test" };
const uri = "client://rounding";

describe("editing a file of the client's", () => {
  test("writes the file and its index line; mode and unknown fields stay", async () => {
    const { files, project, read, at, store } = await open();
    chmodSync(at("rounding.md"), 0o644);
    const raw = await files.read(uri, project);
    expect(raw.text).toBe(NOTE);
    await files.edit({ uri, project, hash: raw.hash }, { raw: NOTE.replaceAll("half up", "half even") }, by);
    expect(read("rounding.md")).toBe(NOTE.replaceAll("half up", "half even"));
    expect(read("MEMORY.md")).toBe(INDEX.replace("Round half up", "Round half even"));
    expect(statSync(at("rounding.md")).mode & 0o777).toBe(0o644);
    const versions = await memoriesIn(store).memoryVersions({ uri, project });
    expect(versions.map(({ content, author }) => [content, author])).toEqual([
      ["Round half even.", "test"],
      ["Round half up.", "client"],
    ]);
  });

  test("is refused when the model has written in between, and the model's text stays", async () => {
    const { files, project, read, at } = await open();
    const raw = await files.read(uri, project);
    writeFileSync(at("rounding.md"), "The model's own.\n");
    const name = { uri, project, hash: raw.hash };
    const acts = [
      () => files.edit(name, { raw: "mine" }, by),
      () => files.rename(name, "other-name", by),
      () => files.remove(name, by),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: "client_file_changed" });
    expect(read("rounding.md")).toBe("The model's own.\n");
    expect(read("MEMORY.md")).toBe(INDEX);
    expect(readdirSync(at("")).sort()).toEqual(["MEMORY.md", "rounding.md"]);
  });

  test("lines that the model adds to the index at the same time are kept", async () => {
    const { files, project, read, at } = await open();
    const raw = await files.read(uri, project);
    const edit = files.edit(
      { uri, project, hash: raw.hash },
      { raw: NOTE.replaceAll("half up", "down") },
      by,
    );
    writeFileSync(at("MEMORY.md"), `${INDEX}- [New](new.md) — by the model\n`);
    await edit;
    expect(read("MEMORY.md")).toContain("- [New](new.md) — by the model\n");
    expect(read("MEMORY.md")).toContain("- [Rounding](rounding.md) — Round down\n");
  });

  test("a file without a line gets one; rename and delete follow in the index", async () => {
    const { files, project, read, at } = await open();
    writeFileSync(at("plain.md"), "Ports start at 5000.\n");
    await files.scan(project);
    await files.edit({ uri: "client://plain", project }, { raw: "Ports start at 6000.\n" }, by);
    expect(read("MEMORY.md")).toBe(`${INDEX}- [plain](plain.md)\n`);
    const renamed = await files.rename({ uri: "client://plain", project }, "ports", by);
    expect(renamed.uri).toBe("client://ports");
    expect(read("MEMORY.md")).toBe(`${INDEX}- [plain](ports.md)\n`);
    expect(existsSync(at("plain.md"))).toBe(false);
    await files.remove({ uri: "client://ports", project }, by);
    expect(read("MEMORY.md")).toBe(INDEX);
    await expect(files.read("client://ports", project)).rejects.toMatchObject({
      code: "client_file_unknown",
    });
  });

  test("a new name must be free and must stay in the folder", async () => {
    const { files, project, at, dir } = await open();
    writeFileSync(at("taken.md"), "x");
    await expect(files.rename({ uri, project }, "taken", by)).rejects.toMatchObject({
      code: "client_file_exists",
    });
    for (const name of ["../out", "a/b", "", ".hidden", "a b", `${"x".repeat(200)}`]) {
      await expect(files.rename({ uri, project }, name, by)).rejects.toMatchObject({
        code: "client_file_name",
      });
    }
    expect(readdirSync(dir).sort()).not.toContain("out.md");
    expect(readFileSync(at("taken.md"), "utf8")).toBe("x");
  });

  test("a link out of the folder is neither read nor written", async () => {
    const { files, project, at, dir, store } = await open();
    writeFileSync(join(dir, "outside.md"), "private words");
    symlinkSync(join(dir, "outside.md"), at("linked.md"));
    symlinkSync(dir, at("up"));
    await files.scan(project);
    expect(await memoriesIn(store).memory({ uri: "client://linked", project })).toBeUndefined();
    await expect(files.read("client://linked", project)).rejects.toMatchObject({
      code: "client_file_unknown",
    });
    expect((await searchIn(store).search({ text: "private words", limit: 5 })).length).toBe(0);
  });

  test("secrets are taken out of Pawl's copy and never out of the file", async () => {
    const { files, project, at, store, read } = await open();
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    writeFileSync(at("token.md"), `The token is ${secret}.\n`);
    await files.scan(project);
    expect((await memoriesIn(store).memory({ uri: "client://token", project }))?.content).not.toContain(
      secret,
    );
    expect((await files.read("client://token", project)).text).toContain(secret);
    expect(read("token.md")).toContain(secret);
  });
});

test("a file that was taken away is deleted in Pawl too, and back when it is back; its versions stay", async () => {
  const { files, project, at, store } = await open();
  rmSync(at("rounding.md"));
  await files.scan(project);
  expect((await memoriesIn(store).memory({ uri, project }))?.status).toBe("deleted");
  writeFileSync(at("rounding.md"), NOTE);
  await files.scan(project);
  expect((await memoriesIn(store).memory({ uri, project }))?.status).toBe("active");
  rmSync(at(""), { recursive: true });
  await files.scan(project);
  // The whole folder is gone: that is not the model's decision about one fact.
  expect((await memoriesIn(store).memory({ uri, project }))?.status).toBe("active");
});

describe("where the client keeps its memory", () => {
  test("the user's setting makes one folder for all projects, the project's own is the project's", async () => {
    const { project, claudeDir, memory, dir } = await open();
    const env = { HOME: dir };
    const place = { claudeDir, project, env };
    expect(memoryFolders(place)).toEqual([{ dir: memory, project }]);
    writeFileSync(join(claudeDir, "settings.json"), '{"autoMemoryDirectory": "~/mem"}');
    expect(memoryFolders(place)).toEqual([{ dir: join(dir, "mem"), project: "" }]);
    mkdirSync(join(project, ".claude"));
    writeFileSync(join(project, ".claude", "settings.json"), '{"autoMemoryDirectory": "~/shared"}');
    expect(memoryFolders(place)).toEqual([{ dir: join(dir, "mem"), project: "" }]);
    mkdirSync(join(dir, "shared"));
    writeFileSync(join(dir, "shared", "MEMORY.md"), "x");
    expect(memoryFolders(place)).toEqual([{ dir: join(dir, "shared"), project }]);
    writeFileSync(join(project, ".claude", "settings.local.json"), '{"autoMemoryDirectory": "~/own"}');
    expect(memoryFolders(place)).toEqual([{ dir: join(dir, "own"), project }]);
    writeFileSync(join(project, ".claude", "settings.local.json"), '{"autoMemoryEnabled": false}');
    expect(memoryFolders(place)).toEqual([]);
  });

  test("a session's transcript names its configuration folder, and its own folder counts too", async () => {
    const { project, claudeDir, memory } = await open();
    const found = memoryFolders({
      claudeDir,
      project,
      cwd: join(project, "web"),
      transcriptPath: "/other/config/projects/-x/s.jsonl",
    });
    expect(found.map(({ dir }) => dir)).toEqual([
      memory,
      join(claudeDir, "projects", slugOf(join(project, "web")), "memory"),
      join("/other/config/projects", slugOf(project), "memory"),
      join("/other/config/projects", slugOf(join(project, "web")), "memory"),
    ]);
  });
});

test("what no longer exists is listed with its reason, and contradictions stand side by side", async () => {
  const { files, project, at, store } = await open();
  mkdirSync(join(project, "src"));
  mkdirSync(join(project, "scripts"));
  writeFileSync(join(project, "src", "kept.ts"), "");
  writeFileSync(join(project, "scripts", "seed.js"), "const { fast } = parseArgs();");
  writeFileSync(join(project, "package.json"), '{"scripts": {"test": "x"}, "dependencies": {"zod": "1"}}');
  writeFileSync(
    at("old.md"),
    "See src/gone.ts, `src/kept.ts`, `lost.yml`, http://example.com/src/no.ts and [[nowhere]] [[rounding]].",
  );
  writeFileSync(
    at("commands.md"),
    "Run `npm run lint`, `npm test`, `node scripts/seed.js --fast --slow`, then `./scripts/gone.sh x`.",
  );
  writeFileSync(at("a.md"), "---\ndescription: The API times out after 8 seconds\n---\nx");
  writeFileSync(at("b.md"), "---\ndescription: The API times out after 30 seconds\n---\ny");
  await files.scan(project);
  const report = await reportOn([project], store);
  const of = (name: string) =>
    report.problems
      .find((one) => one.uri === name)
      ?.problems.map(({ kind, name: what }) => `${kind} ${what}`);
  expect(of("client://old")).toEqual(["file lost.yml", "file src/gone.ts", "link nowhere"]);
  expect(of("client://commands")).toEqual(["command npm run lint", "command ./scripts/gone.sh x"]);
  expect(of("client://rounding")).toBeUndefined();
  expect(report.contradictions.map(({ why, a, b }) => [why, a.uri, b.uri].sort())).toEqual([
    ["client://a", "client://b", "number"],
  ]);
});

test("Pawl's own memories become the client's files, and none is overwritten", async () => {
  const { files, project, read, store } = await open();
  const save = (name: string, content: string) =>
    memoriesIn(store).saveMemory({
      uri: name,
      project: name.startsWith("user") ? "" : project,
      content,
      origin: "user",
      redaction: 1,
      author: "t",
      at: 1,
    });
  await save("project://patterns/errors", "Errors carry a code: and a hint.");
  await save("user://tone", "Short sentences.");
  await save("project://rounding", "Another thing.");
  const result = await exportToClient({ uris: undefined, project, author: "test" }, { store, files });
  expect(result.written.sort()).toEqual(["project://patterns/errors", "user://tone"]);
  expect(result.skipped).toEqual(["project://rounding"]);
  expect(read("patterns-errors.md")).toBe(
    '---\nname: patterns-errors\ndescription: "Errors carry a code: and a hint."\nmetadata:\n  type: project\n---\n\nErrors carry a code: and a hint.\n',
  );
  expect(read("MEMORY.md")).toContain("- [Short sentences.](user-tone.md) — Short sentences.\n");
  expect(read("rounding.md")).toBe(NOTE);
});
