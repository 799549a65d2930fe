import { afterEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ko from "../locale/cli/ko.json";
import korean from "../locale/thrown/ko.json";
import { packageDir } from "./paths.ts";
import { daemonProgram, ensurePrograms } from "./programs.ts";

let root = "";
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A package of a few files, with modification time 100 s and the given code as its bundler. */
function createPackage(bundler: string): void {
  root = mkdtempSync(join(tmpdir(), "pawl-programs-"));
  for (const file of ["package.json", "bin/bundle.ts", "src/cli/hook/program.ts", "src/cli/daemon.ts"]) {
    write(file, file === "bin/bundle.ts" ? bundler : "{}", 100);
  }
}

function write(file: string, text: string, seconds: number): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, seconds, seconds);
}

const BUNDLES = ["hook.js", "work.js", "team-worker.js", "daemon.js", "keeper.js", "uninstall.js"];
const BUNDLER = `for (const name of ${JSON.stringify([...BUNDLES, "hook.js.jsc"])}) await Bun.write("dist/" + name, "");`;
const relative = (path: string) => path.slice(root.length + 1).replaceAll("\\", "/");
const program = () => relative(daemonProgram(root));

test("without bundles the sources run; bundles are built once and then run", async () => {
  createPackage(BUNDLER);
  expect(program()).toBe("src/cli/daemon.ts");
  expect(relative(await ensurePrograms(root))).toBe("dist/daemon.js");
  expect(program()).toBe("dist/daemon.js");
  write("dist/hook.js", "marked", 200);
  expect(relative(await ensurePrograms(root))).toBe("dist/daemon.js");
  expect(readFileSync(join(root, "dist/hook.js"), "utf8")).toBe("marked");
});

test("in a packed Pawl all files have one time: its bundles are current, and bytecode is built here", async () => {
  createPackage(BUNDLER);
  for (const name of BUNDLES) write(`dist/${name}`, "", 100);
  expect(program()).toBe("dist/daemon.js");
  await ensurePrograms(root);
  expect(existsSync(join(root, "dist", "hook.js.jsc"))).toBe(true);
  expect(program()).toBe("dist/daemon.js");
});

test("after a source change a daemon starts from the sources until the bundles are rebuilt", async () => {
  createPackage(BUNDLER);
  for (const name of BUNDLES) write(`dist/${name}`, "", 150);
  write("src/cli/daemon.test.ts", "", 200);
  expect(program()).toBe("dist/daemon.js");
  write("src/cli/other.ts", "", 200);
  expect(program()).toBe("src/cli/daemon.ts");
  await ensurePrograms(root);
  expect(program()).toBe("dist/daemon.js");
});

test("if no bundle can be built, the sources run", async () => {
  createPackage("process.exit(1)");
  expect(relative(await ensurePrograms(root))).toBe("src/cli/daemon.ts");
  expect(program()).toBe("src/cli/daemon.ts");
});

test("a program that runs from a bundle starts the others of its build, without a look at the sources", async () => {
  createPackage(BUNDLER);
  write(
    "asks.ts",
    `import { daemonProgram, keeperProgram } from ${JSON.stringify(join(import.meta.dir, "programs.ts"))};
    console.log(JSON.stringify([daemonProgram(), keeperProgram()]));`,
    100,
  );
  const built = await Bun.build({
    entrypoints: [join(root, "asks.ts")],
    target: "bun",
    define: { "import.meta.dir": '""' },
  });
  await Bun.write(join(root, "dist", "asks.js"), (await built.outputs[0]?.text()) ?? "");
  const asked = () => {
    const ran = Bun.spawnSync([process.execPath, "--no-env-file", join(root, "dist", "asks.js")]);
    return (JSON.parse(ran.stdout.toString()) as string[]).map(relative);
  };
  // No build, or half of one: as from the sources.
  write("dist/keeper.js", "", 150);
  expect(asked()).toEqual(["src/cli/daemon.ts", "dist/keeper.js"]);
  write("dist/daemon.js", "", 150);
  write("src/cli/other.ts", "", 200);
  expect(asked()).toEqual(["dist/daemon.js", "dist/keeper.js"]);
});

test("the daemon's bundle has the sentences of errors, and none of the commands'", async () => {
  await ensurePrograms();
  const code = readFileSync(join(packageDir, "dist", "daemon.js"), "utf8");
  expect(code).toContain(escaped(korean.port_taken.message));
  const listens = ko.serve.listens.replace("{url}", "").trim();
  expect(code).not.toContain(listens);
  expect(code).not.toContain(escaped(listens));
});

/** As Bun writes it. */
const escaped = (text: string) =>
  text.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);

test("the bundled hook finds the modules that it loads only after an error", async () => {
  await ensurePrograms();
  const bundle = join(packageDir, "dist", "hook.js");
  const loaded = [...readFileSync(bundle, "utf8").matchAll(/import\("([^"]+)"\)/g)].map(
    ([, path]) => path ?? "",
  );
  expect(loaded).toContain("../src/cli/hook/rarely.ts");
  expect(loaded.filter((path) => !existsSync(join(dirname(bundle), path)))).toEqual([]);
});

test("bundles contain nothing about the machine that built them", async () => {
  await ensurePrograms();
  const files = readdirSync(join(packageDir, "dist")).filter((name) => name !== "lib");
  expect(files.sort()).toEqual([...BUNDLES, "hook.js.jsc"].sort());
  const naming = files.filter((file) => readFileSync(join(packageDir, "dist", file)).includes(packageDir));
  expect(naming).toEqual([]);
});

test("a hook with wrong or partial bytecode runs its code", async () => {
  await ensurePrograms();
  root = mkdtempSync(join(tmpdir(), "pawl-programs-"));
  for (const name of ["src", "package.json", "node_modules"]) {
    symlinkSync(join(packageDir, name), join(root, name), "junction");
  }
  const bytecode = readFileSync(join(packageDir, "dist", "hook.js.jsc"));
  const code = readFileSync(join(packageDir, "dist", "hook.js"), "utf8");
  mkdirSync(join(root, "dist"));
  writeFileSync(join(root, "dist", "hook.js"), code.replace('"{}"', '"{ }"'));
  for (const size of [bytecode.length, 5000, 0]) {
    writeFileSync(join(root, "dist", "hook.js.jsc"), bytecode.subarray(0, size));
    const command = [
      process.execPath,
      "--no-env-file",
      join(root, "dist", "hook.js"),
      "--home",
      join(root, "home"),
    ];
    const env = { ...process.env, PAWL_OFF: "1" };
    const ran = Bun.spawnSync(command, { env, stdin: Buffer.from("not json") });
    expect(`${size} ${ran.exitCode} ${ran.stdout}${ran.stderr}`).toBe(`${size} 0 { }`);
  }
});
