/** The two forms of the runtime, Bun's and node's, do the same with real programs and files. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { eventually } from "../../test/e2e/pawl.ts";
import { packageDir } from "./paths.ts";
import * as onBun from "./runtime.ts";
import * as onNode from "./runtime-node.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-runtime-")));
  // The build sets it to the folder of the built library.
  Object.assign(globalThis, { PAWL_LIBRARY_FOLDER: join(packageDir, "dist", "lib") });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const sh = (code: string) => ["/bin/sh", "-c", code];
const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const env = { PATH: process.env.PATH ?? "", MARK: "of the test" };

describe.each([
  ["Bun", onBun],
  ["node", onNode],
])("on %s", (name, runtime) => {
  test("a child has its folder, its variables only, its input, and both outputs", async () => {
    const stdin = new TextEncoder().encode("the input");
    const code = 'pwd; echo "$MARK"; echo "${HOME-none}"; cat; echo wrong >&2; exit 7';
    const child = runtime.startChild(sh(code), { cwd: dir, env, stdin });
    const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
    await child.exited;
    expect([out, err]).toEqual([`${dir}\nof the test\nnone\nthe input`, "wrong\n"]);
    expect([child.exitCode, child.signalCode, child.pid > 0]).toEqual([7, null, true]);
  });

  test("without an input it has none, and an input that nobody reads is no error", async () => {
    const child = runtime.startChild(sh("cat; echo end"), { cwd: dir, env });
    expect(await textOf(child.stdout)).toBe("end\n");
    const deaf = runtime.startChild(sh("exec 0<&-; exit 3"), {
      cwd: dir,
      env,
      stdin: new Uint8Array(1_000_000),
    });
    await deaf.exited;
    expect(deaf.exitCode).toBe(3);
  });

  test("it leads a group of its own, so that its end is the end of what it started", async () => {
    const child = runtime.startChild(sh("sleep 60 & echo ready; wait"), { cwd: dir, env });
    await child.stdout.getReader().read();
    process.kill(-child.pid, "SIGKILL");
    await child.exited;
    expect([child.exitCode, child.signalCode]).toEqual([null, "SIGKILL"]);
  });

  test("messages go both ways as JSON; without a listener there is no channel", async () => {
    const code = 'process.on("message", (m) => { process.send({ got: m }); process.disconnect(); })';
    const told = Promise.withResolvers<unknown>();
    const child = runtime.startChild([process.execPath, "-e", code], {
      cwd: dir,
      env,
      onMessage: told.resolve,
    });
    child.send({ n: 1, list: ["a"] });
    expect(await told.promise).toEqual({ got: { n: 1, list: ["a"] } });
    await child.exited;
    const alone = runtime.startChild([process.execPath, "-e", "console.log(typeof process.send)"], {
      cwd: dir,
      env,
    });
    expect(await textOf(alone.stdout)).toBe("undefined\n");
  });

  test("a program that is not there throws", () => {
    expect(() => runtime.startChild([join(dir, "missing")], { cwd: dir, env })).toThrow();
  });

  test("a detached process writes both outputs to the file", async () => {
    const file = join(dir, "out");
    const output = openSync(file, "w");
    runtime.startDetached(sh('read x; echo "$x|$MARK"; pwd >&2; ps -o pgid= -p $$ | tr -d " "; echo $$'), {
      cwd: dir,
      env,
      output,
    });
    closeSync(output);
    await eventually(() => readFileSync(file, "utf8").split("\n").length === 5);
    const [line, folder, group, pid] = readFileSync(file, "utf8").split("\n");
    expect([line, folder]).toEqual(["|of the test", dir]);
    expect(group).toBe(pid);
  });

  test("whoever starts a process and lets go of it can end before it", async () => {
    const file = JSON.stringify(join(import.meta.dir, name === "Bun" ? "runtime.ts" : "runtime-node.ts"));
    const code = `const { startChild, startDetached } = await import(${file});
      const options = { cwd: ${JSON.stringify(dir)}, env: process.env };
      const child = startChild(["sleep", "60"], options);
      child.unref();
      const output = require("node:fs").openSync("pid", "w");
      startDetached(["/bin/sh", "-c", "echo $$; exec sleep 60"], { ...options, output });
      console.log(child.pid);`;
    const starter = Bun.spawn([process.execPath, "-e", code], { cwd: dir, stdout: "pipe" });
    const child = Number(await new Response(starter.stdout).text());
    expect(await starter.exited).toBe(0);
    await eventually(() => readFileSync(join(dir, "pid"), "utf8").endsWith("\n"));
    for (const pid of [child, Number(readFileSync(join(dir, "pid"), "utf8"))]) process.kill(pid, "SIGKILL");
  });

  test("a program of the system is run to its end, in its folder, without a word", async () => {
    await runtime.runSilently(sh("echo out; echo err >&2; pwd > where; sleep 0.01; echo done > end"), dir);
    expect([readFileSync(join(dir, "where"), "utf8"), readFileSync(join(dir, "end"), "utf8")]).toEqual([
      `${dir}\n`,
      "done\n",
    ]);
    await runtime.runSilently(sh(`pwd > ${dir}/where; exit 1`));
    expect(readFileSync(join(dir, "where"), "utf8")).toBe(`${process.cwd()}\n`);
    expect((async () => runtime.runSilently([join(dir, "missing")]))()).rejects.toThrow();
  });

  test("the package's folder and a Bun that runs are known", () => {
    expect(runtime.packageFolder()).toBe(packageDir);
    expect(statSync(runtime.bunProgram()).size).toBeGreaterThan(1_000_000);
    expect(Bun.spawnSync([runtime.bunProgram(), "--version"]).stdout.toString().trim()).toBe(Bun.version);
  });

  test("the names that a source imports are found", () => {
    const source = `import a from "./a.ts";\nimport "./b.ts";\nexport { c } from './c.ts';\nconst d = require("./d.ts");\nawait import("./e.ts");\na; d; "./not.ts";`;
    expect(runtime.importsIn(source, "ts").sort()).toEqual([
      "./a.ts",
      "./b.ts",
      "./c.ts",
      "./d.ts",
      "./e.ts",
    ]);
    expect(runtime.importsIn("const x = 1;", "ts")).toEqual([]);
  });

  test("an import is the file beside it, whatever its ending", () => {
    mkdirSync(join(dir, "lib"));
    for (const file of ["a.ts", "b.js", "lib/index.ts", "c.mts", "d.json"])
      writeFileSync(join(dir, file), "1");
    const found = (path: string) => runtime.resolveImport(path, dir);
    expect(
      ["./a", "./a.ts", "./a.js", "./b", "./lib", "./c.mjs", "./d.json", join(dir, "a")].map(found),
    ).toEqual(
      ["a.ts", "a.ts", "a.ts", "b.js", "lib/index.ts", "c.mts", "d.json", "a.ts"].map((file) =>
        join(dir, file),
      ),
    );
    expect(runtime.resolveImport("../a", join(dir, "lib"))).toBe(join(dir, "a.ts"));
    for (const path of ["./none", "./lib/none", "../a.ts", "no-such-package-at-all"])
      expect(() => found(path)).toThrow();
    if (name === "node") expect(() => found("a")).toThrow("a is not a file");
  });
});

test("on node a detached program that is not there is nobody's error", async () => {
  const output = openSync(join(dir, "out"), "w");
  onNode.startDetached([join(dir, "missing")], { cwd: dir, env, output });
  closeSync(output);
  for (let n = 0; n < 20; n++) await new Promise((done) => setImmediate(done));
  expect(readFileSync(join(dir, "out"), "utf8")).toBe("");
});

describe("the Bun of npm's package", () => {
  const write = (file: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), content);
  };
  const large = new Uint8Array(1_000_001);
  beforeEach(() => {
    Object.assign(globalThis, { PAWL_LIBRARY_FOLDER: join(dir, "dist", "lib") });
    write("package.json", "{}");
    write(
      "node_modules/bun/package.json",
      JSON.stringify({ optionalDependencies: { "@oven/bun-other": "1", "@oven/bun-this": "1" } }),
    );
  });

  test("is the package's own program once its install script has run", () => {
    write("node_modules/bun/bin/bun.exe", large);
    expect(onNode.bunProgram()).toBe(join(dir, "node_modules/bun/bin/bun.exe"));
  });

  test("is the platform's while the package holds a placeholder", () => {
    write("node_modules/bun/bin/bun.exe", new Uint8Array(1_000_000));
    write("node_modules/@oven/bun-this/bin/bun", large);
    expect(onNode.bunProgram()).toBe(join(dir, "node_modules/@oven/bun-this/bin/bun"));
  });

  test("is said to be missing where there is none", () => {
    write("node_modules/@oven/bun-this/bin/bun", "a placeholder");
    expect(() => onNode.bunProgram()).toThrow(`Bun is missing: run npm install in ${dir}`);
    write("node_modules/bun/package.json", "{}");
    expect(() => onNode.bunProgram()).toThrow("Bun is missing");
  });
});
