/** What a new user does, literally: the README's first command in a fresh copy, and the package from npm without scripts. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createScratch, type Scratch } from "../e2e/harness/scratch.ts";
import { freePort } from "../e2e/pawl.ts";

const repository = resolve(import.meta.dir, "..", "..");
const LIMIT = 600_000;

let scratch: Scratch;
let copy: string;
beforeAll(async () => {
  scratch = await createScratch();
  copy = join(scratch.root, "pawl");
  // The working tree and not the last commit, so that a change is tried before it is committed.
  const listed = Bun.spawnSync(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repository,
  });
  for (const file of listed.stdout.toString().split("\0")) {
    if (file === "" || !existsSync(join(repository, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(repository, file), join(copy, file));
  }
}, LIMIT);
afterAll(() => scratch.dispose(), LIMIT);

/** How this machine reaches the registry (settings of npm, proxy, certificates) stays; everything else is a new user's. */
const registryAccess = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
    ),
  ),
  ...Object.fromEntries(
    ["cache", "userconfig", "registry"].map((name) => [`npm_config_${name}`, npmConfig(name)]),
  ),
  npm_config_prefer_offline: "true",
};

function npmConfig(name: string): string {
  return Bun.spawnSync(["npm", "config", "get", name], { cwd: repository }).stdout.toString().trim();
}

function newUser(port: number, home: string) {
  // Without the folders of this checkout's programs, so that nothing is found there by accident.
  const path = (process.env.PATH ?? "").split(":").filter((dir) => !dir.includes("node_modules"));
  return { PATH: path.join(":"), HOME: home, PAWL_PORT: String(port), ...registryAccess };
}

async function run(
  command: string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<string> {
  const child = Bun.spawn(command, { ...options, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${out}\n${err}`);
  return out;
}

/** Follows the printed link as a browser does, and reads the page's files. */
async function openPage(printed: string, port: number): Promise<void> {
  const link = printed.match(/http:\/\/127\.0\.0\.1:\d+\S*/)?.[0] ?? "no link";
  const headers = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  const first = await fetch(link, { redirect: "manual", headers });
  const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(cookie).not.toBe("");
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await read("/")).text).toContain('src="/app.js"');
  const parts = (await read("/app.js")).text.match(/part-[a-z0-9]+\.js/g) ?? [];
  expect(parts.length).toBeGreaterThan(2);
  for (const file of ["/app.js", "/app.css", "/icon.svg", ...parts.map((part) => `/${part}`)]) {
    const { status, text } = await read(file);
    expect([file, status]).toEqual([file, 200]);
    expect(text.length).toBeGreaterThan(file.includes("part-") ? 20 : 100);
  }
}

/** Bytes of all files below it; a file with several names counts once. */
function sizeOf(folder: string): number {
  const seen = new Set<number>();
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { ino, size } = lstatSync(join(entry.parentPath, entry.name));
    if (!seen.has(ino)) bytes += size;
    seen.add(ino);
  }
  return bytes;
}

test(
  "README's first command installs only what a user needs, and starts Pawl with its page",
  async () => {
    const readme = readFileSync(join(copy, "README.md"), "utf8");
    const command = readme.match(/```sh\n(.*)\n```/)?.[1] ?? "";
    expect(command).toBe("npm install --omit=dev && npm start");
    const port = await freePort();
    const env = newUser(port, scratch.home);
    const printed = await run(["sh", "-c", command], { cwd: copy, env });
    try {
      await openPage(printed, port);
    } finally {
      await run(["node", join(copy, "bin", "pawl"), "down"], { cwd: scratch.project, env });
    }
    const { devDependencies } = JSON.parse(readFileSync(join(copy, "package.json"), "utf8"));
    const installed = Object.keys(devDependencies).filter((name) =>
      existsSync(join(copy, "node_modules", name)),
    );
    // ajv comes with the MCP SDK.
    expect(installed.filter((name) => name !== "ajv")).toEqual([]);
    expect(sizeOf(join(copy, "node_modules"))).toBeLessThan(200_000_000);
  },
  LIMIT,
);

test(
  "the package, installed without scripts, runs: version, start, page, stop",
  async () => {
    const port = await freePort();
    const home = join(scratch.root, "second home");
    mkdirSync(home);
    const env = newUser(port, home);
    await run(["npm", "pack", "--silent"], { cwd: copy, env });
    const { version } = JSON.parse(readFileSync(join(copy, "package.json"), "utf8"));
    const prefix = join(scratch.root, "prefix");
    const tarball = join(copy, `pawl-${version}.tgz`);
    await run(["npm", "install", "--global", "--prefix", prefix, "--ignore-scripts", tarball], {
      cwd: scratch.project,
      env,
    });
    const pawl = process.platform === "win32" ? join(prefix, "pawl.cmd") : join(prefix, "bin", "pawl");
    const inProject = { cwd: scratch.project, env };
    expect(await run([pawl, "--version"], inProject)).toBe(`${version}\n`);
    const printed = await run([pawl, "up"], inProject);
    try {
      await openPage(printed, port);
    } finally {
      await run([pawl, "down"], inProject);
    }
  },
  LIMIT,
);
