/** What `pawl install` places in the home for hooks to start. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isLauncherCurrent, placeLauncher } from "./launcher.ts";
import { type Home, homeAt, packageDir } from "./paths.ts";
import { ensurePrograms } from "./programs.ts";

let dir: string;
let home: Home;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-launcher-"));
  home = homeAt(join(dir, "home"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const inodes = () =>
  [home.launcher, home.uninstaller, join(home.bin, "bun")].map((path) => statSync(path).ino);

test("scripts, Bun and the program's places are there, for their owner only", async () => {
  await ensurePrograms();
  placeLauncher(home, 4711);
  expect(readdirSync(home.bin).sort()).toEqual(["bun", "keeper.js", "uninstall.js"]);
  expect([home.bin, home.launcher, home.uninstaller].map(modeOf)).toEqual(["700", "700", "700"]);
  expect(["keeper.js", "uninstall.js"].map((name) => modeOf(join(home.bin, name)))).toEqual(["600", "600"]);
  expect(readFileSync(join(home.bin, "keeper.js"), "utf8")).toBe(
    readFileSync(join(packageDir, "dist", "keeper.js"), "utf8"),
  );
  expect(readFileSync(home.program, "utf8").split("\n").slice(0, 3)).toEqual([
    process.execPath,
    packageDir,
    "4711",
  ]);
  expect(
    Bun.spawnSync([join(home.bin, "bun"), "--version"])
      .stdout.toString()
      .trim(),
  ).toBe(Bun.version);
});

test("placed again, nothing is written that is the same; what was changed is written anew", () => {
  placeLauncher(home, 1);
  const before = inodes();
  placeLauncher(home, 1);
  expect(inodes()).toEqual(before);
  const script = readFileSync(home.launcher, "utf8");
  writeFileSync(home.launcher, "another");
  placeLauncher(home, 1);
  expect(readFileSync(home.launcher, "utf8")).toBe(script);
  expect(inodes()[1]).toBe(before[1] ?? 0);
});

test("the launcher is current while its script is ours and Bun is there", () => {
  expect(isLauncherCurrent(home)).toBe(false);
  placeLauncher(home, 1);
  expect(isLauncherCurrent(home)).toBe(true);
  const script = readFileSync(home.launcher, "utf8");
  writeFileSync(home.launcher, `${script}# changed\n`);
  expect(isLauncherCurrent(home)).toBe(false);
  writeFileSync(home.launcher, script);
  rmSync(join(home.bin, "bun"));
  expect(isLauncherCurrent(home)).toBe(false);
});

test("a Bun of another size or an older one is replaced; a copy that is as new stays", () => {
  placeLauncher(home, 1);
  const bun = join(home.bin, "bun");
  const own = statSync(process.execPath);
  rmSync(bun);
  writeFileSync(bun, "an old one");
  placeLauncher(home, 1);
  expect(statSync(bun).size).toBe(own.size);
  const copy = (seconds: number) => {
    rmSync(bun);
    Bun.spawnSync(["truncate", "-s", String(own.size), bun]);
    utimesSync(bun, seconds, seconds);
    const before = statSync(bun).ino;
    placeLauncher(home, 1);
    return statSync(bun).ino === before ? "stays" : "is replaced";
  };
  expect(copy(own.mtimeMs / 1000 + 60)).toBe("stays");
  expect(copy(own.mtimeMs / 1000 - 60)).toBe("is replaced");
  expect(readdirSync(home.bin).filter((name) => name.includes(".tmp"))).toEqual([]);
});

test("a Bun that cannot be replaced stays, and the rest is placed", () => {
  mkdirSync(join(home.bin, "bun", "in-the-way"), { recursive: true });
  placeLauncher(home, 1);
  expect(readdirSync(home.bin).filter((name) => name.includes(".tmp"))).toEqual([]);
  expect(existsSync(home.launcher)).toBe(true);
});

/** The script, and a package with these files. */
function place(files: Record<string, string>) {
  placeLauncher(home, 1);
  rmSync(join(home.bin, "keeper.js"), { force: true });
  const root = join(dir, "package");
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  writeFileSync(home.program, `${process.execPath}\n${root}\n1\n`);
}

/** With a package whose hook says how it was started. */
function run(args: string[], files: Record<string, string>) {
  place(files);
  const { exitCode, stdout } = Bun.spawnSync([home.launcher, ...args], { stdout: "pipe" });
  return [exitCode, stdout.toString().replaceAll(dir, "").trim()];
}
const SAY =
  "const { BUN_JSC_useJIT, MIMALLOC_PURGE_DELAY } = process.env;" +
  "console.log(JSON.stringify([process.argv.slice(1), process.cwd(), BUN_JSC_useJIT + MIMALLOC_PURGE_DELAY]))";

test.skipIf(process.platform === "win32")(
  "the script runs the package's hook, bundled or not, in its own folder",
  () => {
    const source = { "src/cli/hook/program.ts": SAY };
    expect(run(["hook", "a b"], source)).toEqual([
      0,
      '[["/package/src/cli/hook/program.ts","--own-home","hook","a b"],"/package/src/cli/hook","0-1"]',
    ]);
    expect(run(["x"], { ...source, "dist/hook.js": SAY })).toEqual([
      0,
      '[["/package/dist/hook.js","--own-home","x"],"/package/dist","0-1"]',
    ]);
  },
);

test.skipIf(process.platform === "win32")(
  "without a package the script is silent, and only a gate hears of it",
  () => {
    expect(run(["hook"], {})).toEqual([0, ""]);
    expect(run(["hook", "--gate"], {})).toEqual([1, ""]);
  },
);
