/** How `bin/pawl` finds Bun after each way of installing. The package around it is small; node and Bun are the real ones. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const NAME = process.platform === "win32" ? "bun.exe" : "bun";
const PLATFORM = "@oven/bun-this-machine";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-bin-")));
  cpSync(import.meta.dir, join(root, "bin"), { recursive: true });
  write("package.json", "{}");
  write("src/cli/main.ts", 'console.log("started", process.execPath, process.argv.slice(2).join(" "));');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** The npm package `bun`, in which the install script did its work or did not. */
function addBun(folder: string, hasProgram: boolean): void {
  const others = { "@oven/bun-other-machine": "1.0.0", [PLATFORM]: "1.0.0" };
  write(join(folder, "package.json"), JSON.stringify({ name: "bun", optionalDependencies: others }));
  const program = join(folder, "bin", "bun.exe");
  write(program, 'echo "placeholder" >&2\nexit 1\n');
  chmodSync(join(root, program), 0o755);
  if (hasProgram) addProgram(program);
}

function addProgram(file: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  rmSync(join(root, file), { force: true });
  symlinkSync(process.execPath, join(root, file));
}

async function run() {
  const child = Bun.spawn(["node", join(root, "bin", "pawl"), "status", "two words"], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

const STARTED = { code: 0, err: "", out: expect.stringMatching(/^started .* status two words\n$/) };

test("after a usual installation Bun is started from its package", async () => {
  addBun("node_modules/bun", true);
  expect(await run()).toEqual(STARTED);
});

test("after an installation without scripts Bun is started from the package of this platform", async () => {
  addBun("node_modules/bun", false);
  write(`node_modules/${PLATFORM}/package.json`, "{}");
  addProgram(`node_modules/${PLATFORM}/bin/${NAME}`);
  expect(await run()).toEqual(STARTED);
});

test("in pnpm's layout the platform's package is found beside Bun's own, not beside Pawl", async () => {
  const store = "node_modules/.pnpm/bun@1.0.0/node_modules";
  addBun(`${store}/bun`, false);
  write(`${store}/${PLATFORM}/package.json`, "{}");
  addProgram(`${store}/${PLATFORM}/bin/${NAME}`);
  symlinkSync(join(root, store, "bun"), join(root, "node_modules", "bun"), "junction");
  expect(await run()).toEqual(STARTED);
});

test.each([
  ["only Bun's placeholder is there", () => addBun("node_modules/bun", false)],
  ["Bun's package is missing", () => undefined],
])("where %s, one sentence says what to do", async (_, install) => {
  install();
  const said = `Pawl is not installed completely: Bun is missing. Run npm install in ${root}.\n`;
  expect(await run()).toEqual({ code: 1, out: "", err: said });
});
