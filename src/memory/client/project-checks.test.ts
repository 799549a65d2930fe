/** What a memory names, the client's folders and their files: looked up on a real disk. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { problemsOf } from "./check.ts";
import { fileIn, listFiles, readText } from "./files.ts";
import { memoryFolders, slugOf } from "./folders.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-checks-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, text = "x"): string {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
const problems = (text: string, folders = [dir]) => problemsOf(text, folders);

test("a file that is named and not there is a problem, if its first folder is this project's", () => {
  write("src/tax.ts");
  write("deep/er/here.ts");
  expect(problems("See `src/tax.ts` and `src/gone.ts`.")).toEqual([{ kind: "file", name: "src/gone.ts" }]);
  expect(problems("See `lib/other.ts` of the other project.")).toEqual([]);
  expect(problems("See `here.ts` and `gone.ts`.")).toEqual([{ kind: "file", name: "gone.ts" }]);
  expect(problems("See `src/*.ts` and `../src/gone.ts`.")).toEqual([]);
  // A whole path may be another machine's.
  expect(problems(`See \`${dir}/src/gone.ts\`, /nowhere/gone.ts and \`~/gone.ts\`.`)).toEqual([]);
  expect(problems("See `src/gone.ts`.", [join(dir, "gone"), ""])).toEqual([]);
  // What one of the folders has is there.
  const other = join(dir, "other");
  mkdirSync(join(other, "src"), { recursive: true });
  expect(problems("See `src/tax.ts`.", [other, dir])).toEqual([]);
});

test("folders of other people's files are not searched for a bare name", () => {
  for (const folder of ["node_modules", ".git", "dist", "build", "target", "vendor", ".venv"])
    write(`${folder}/only.ts`);
  expect(problems("See `only.ts`.")).toEqual([{ kind: "file", name: "only.ts" }]);
  write(".github/only.ts");
  expect(problems("See `only.ts`.")).toEqual([{ kind: "file", name: "only.ts" }]);
  write("a/only.ts");
  expect(problems("See `only.ts`.")).toEqual([]);
});

test("a script or a target that the project no longer has is a problem", () => {
  const command = (name: string) => [{ kind: "command", name }] as never;
  expect(problems("Run `npm run build`.")).toEqual([]);
  write("package.json", JSON.stringify({ scripts: { build: "x" } }));
  expect(problems("Run `npm run build`, `yarn build`, `yarn add left-pad`.")).toEqual([]);
  for (const gone of ["npm run gone", "pnpm run gone", "bun run gone", "yarn run gone", "npm test"])
    expect(problems(`Run \`${gone}\`.`)).toEqual(command(gone));
  write("gone", "a file");
  expect(problems("Run `npm run gone`.")).toEqual([]);
  write("package.json", "{ broken");
  expect(problems("Run `npm test`.")).toEqual([]);
  expect(problems("Run `make all`.")).toEqual([]);
  write("Makefile", "all: x\nx.y:\n");
  expect(problems("Run `make all` and `make x.y`.")).toEqual([]);
  expect(problems("Run `make xzy`.")).toEqual(command("make xzy"));
});

test("a program that the project no longer has is a problem", () => {
  write("bin/tool.sh", "");
  expect(problems("Run `bash bin/tool.sh --all`.")).toEqual([]);
  expect(problems("Run `bin/gone.sh --all`.")).toContainEqual({ kind: "command", name: "bin/gone.sh --all" });
});

test("a folder's Markdown files are listed by name, three folders deep, and nothing outside is opened", async () => {
  const root = join(dir, "memory");
  expect(await listFiles(root)).toBeUndefined();
  expect(fileIn(root, join(root, "a.md"))).toBeUndefined();
  for (const name of [
    "b.md",
    "a.markdown",
    ".hidden.md",
    "note.txt",
    "one/two/deep.md",
    "one/two/three/no.md",
  ])
    write(`memory/${name}`, name);
  write("memory/.dot/x.md");
  const outside = write("outside.md");
  symlinkSync(outside, join(root, "link-out.md"));
  symlinkSync(join(root, "b.md"), join(root, "link-in.md"));
  symlinkSync(root, join(root, "loop"));
  const names = (await listFiles(root))?.map(({ file }) => file);
  expect(names).toEqual(["a.markdown", "b.md", "link-in.md", "one/two/deep.md"]);
  const found = (path: string) => fileIn(root, path)?.file;
  expect(found(join(root, "b.md"))).toBe("b.md");
  expect(found(join(root, "one/two/deep.md"))).toBe("one/two/deep.md");
  for (const path of [
    root,
    outside,
    join(root, "one"),
    join(root, "gone.md"),
    join(root, "note.txt"),
    join(root, ".hidden.md"),
    join(root, "one/two/three/no.md"),
    join(root, "link-out.md"),
    join(root, "..", "outside.md"),
  ])
    expect(found(path)).toBeUndefined();
  expect(fileIn(root, join(root, "b.md"))).toMatchObject({ path: join(root, "b.md"), size: 4 });
});

test("text is read as UTF-8, up to 256 KB, and a cut file has another hash with another size", async () => {
  const read = async (bytes: Uint8Array) => {
    writeFileSync(join(dir, "t.md"), bytes);
    return (await readText(join(dir, "t.md")))?.text;
  };
  expect(await read(Buffer.from("Grüße"))).toBe("Grüße");
  expect(await read(Buffer.from([0xfc, 0x20, 0xfc]))).toBe("\ufffd \ufffd");
  const path = write("large.md", "x".repeat(256 * 1024));
  const whole = await readText(path);
  expect([whole?.text.length, whole?.isCut]).toEqual([256 * 1024, false]);
  truncateSync(path, 256 * 1024 + 1);
  const cut = await readText(path);
  expect([cut?.text.length, cut?.isCut, cut?.hash === whole?.hash]).toEqual([256 * 1024, true, false]);
  expect(cut?.hash).toMatch(/^[0-9a-f]{32}$/);
  truncateSync(path, 256 * 1024 + 2);
  expect((await readText(path))?.hash).not.toBe(cut?.hash ?? "");
  expect(await readText(dir)).toBeUndefined();
  expect(await readText(join(dir, "gone"))).toBeUndefined();
});

test("the client's folder of a project, for the session's folder too, and in the config that its transcript names", () => {
  const claudeDir = join(dir, "claude");
  const project = join(dir, "shop");
  const at = (config: string, folder: string) => ({
    dir: join(config, "projects", slugOf(folder), "memory"),
    project,
  });
  expect(memoryFolders({ claudeDir, project: "" })).toEqual([]);
  expect(memoryFolders({ claudeDir, project })).toEqual([at(claudeDir, project)]);
  expect(memoryFolders({ claudeDir, project, cwd: project })).toEqual([at(claudeDir, project)]);
  expect(memoryFolders({ claudeDir, project, cwd: join(project, "src") })).toEqual([
    at(claudeDir, project),
    at(claudeDir, join(project, "src")),
  ]);
  const other = join(dir, "other");
  expect(
    memoryFolders({ claudeDir, project, transcriptPath: join(other, "projects", "x", "s.jsonl") }),
  ).toEqual([at(claudeDir, project), at(other, project)]);
  expect(
    memoryFolders({ claudeDir, project, transcriptPath: join(other, "x", "y", "s.jsonl") }),
  ).toHaveLength(1);
  const transcriptPath = join(claudeDir, "projects", "x", "s.jsonl");
  expect(memoryFolders({ claudeDir, project, transcriptPath })).toHaveLength(1);
});

test("a long name is cut by the client, which adds a hash of its own", () => {
  const claudeDir = join(dir, "claude");
  const fits = `/${"a".repeat(199)}`;
  const folderOf = (project: string) => memoryFolders({ claudeDir, project })[0]?.dir;
  expect(folderOf(fits)).toBe(join(claudeDir, "projects", slugOf(fits), "memory"));
  const long = `/${"a".repeat(200)}`;
  const start = slugOf(long).slice(0, 200);
  expect(folderOf(long)).toBe(join(claudeDir, "projects", start, "memory"));
  mkdirSync(join(claudeDir, "projects", `${start}-h4sh`), { recursive: true });
  expect(folderOf(long)).toBe(join(claudeDir, "projects", `${start}-h4sh`, "memory"));
});

test("the client's settings switch its memory off or move it; a project's shared setting needs an index there", () => {
  const claudeDir = join(dir, "claude");
  const project = join(dir, "shop");
  const moved = join(dir, "moved");
  const folders = () => memoryFolders({ claudeDir, project, env: { HOME: join(dir, "home") } });
  const usual = folders();
  const set = (name: string, value: unknown) => write(name, JSON.stringify(value));
  set("claude/settings.json", { autoMemoryEnabled: false });
  expect(folders()).toEqual([]);
  set("shop/.claude/settings.json", { autoMemoryEnabled: true });
  expect(folders()).toEqual(usual);
  set("shop/.claude/settings.local.json", { autoMemoryEnabled: false });
  expect(folders()).toEqual([]);
  set("shop/.claude/settings.local.json", { autoMemoryEnabled: "no" });
  expect(folders()).toEqual(usual);

  set("claude/settings.json", { autoMemoryDirectory: moved });
  expect(folders()).toEqual([{ dir: moved, project: "" }]);
  set("claude/settings.json", { autoMemoryDirectory: "~/notes" });
  expect(folders()).toEqual([{ dir: join(dir, "home", "notes"), project: "" }]);
  for (const wrong of ["relative", "/", "/a\0b", 7]) {
    set("claude/settings.json", { autoMemoryDirectory: wrong });
    expect(folders()).toEqual(usual);
  }
  write("claude/settings.json", "{ broken");
  set("shop/.claude/settings.json", { autoMemoryDirectory: moved });
  expect(folders()).toEqual(usual);
  write("moved/MEMORY.md", "- index");
  expect(folders()).toEqual([{ dir: moved, project }]);
  set("shop/.claude/settings.local.json", { autoMemoryDirectory: join(dir, "own") });
  expect(folders()).toEqual([{ dir: join(dir, "own"), project }]);
});
