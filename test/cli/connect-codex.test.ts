/** `pawl install` and `uninstall` with files that people really have: restored byte for byte. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createScratch, type Scratch } from "../e2e/harness/scratch.ts";
import { createPawl, type Pawl } from "../e2e/pawl.ts";

let scratch: Scratch;
let pawl: Pawl;
let codex: string;
beforeEach(async () => {
  scratch = await createScratch();
  pawl = await createPawl(scratch);
  codex = join(scratch.home, ".codex");
});
afterEach(async () => {
  await scratch.dispose();
});

const install = (...more: string[]) => pawl.json(["install", "--client", "codex", ...more]);
const uninstall = (...more: string[]) => pawl.json(["uninstall", ...more]);
const MINE = { type: "command", command: "echo 'pawl --installed-by=pawl'", timeout: 9 };

const HOOKS = [
  undefined,
  "",
  "{}",
  '{"hooks":{}}\n',
  `\uFEFF{\r\n\t"hooks": {\r\n\t\t"Stop": [{"matcher": "", "hooks": [${JSON.stringify(MINE)}]}]\r\n\t}\r\n}`,
  `{ "description" : "mine",\n\n  "hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[ ${JSON.stringify(MINE)} ]}], "Unknown": []} }\n\n`,
];
const CONFIGS = [
  undefined,
  "",
  'model = "x"',
  '# mine\r\n[mcp_servers.other]\r\ncommand = "o"\r\n\r\n',
  '[projects."/a b"]\ntrust_level = "trusted"\n\n\n',
];

const bytesOf = (file: string) => (existsSync(file) ? readFileSync(file) : undefined);

test("install, install, uninstall: both files are byte for byte what they were, or gone if they were not there", async () => {
  for (const [i, before] of HOOKS.entries()) {
    const config = CONFIGS[i % CONFIGS.length];
    mkdirSync(codex, { recursive: true });
    const files = { hooks: join(codex, "hooks.json"), config: join(codex, "config.toml") };
    if (before !== undefined) writeFileSync(files.hooks, before);
    if (config !== undefined) writeFileSync(files.config, config, { mode: 0o640 });
    const was = [bytesOf(files.hooks), bytesOf(files.config)];

    expect(await install()).toMatchObject({ client: "codex", file: files.hooks, mcp: { outcome: "added" } });
    const installed = [bytesOf(files.hooks), bytesOf(files.config)];
    expect(await install()).toMatchObject({
      added: [],
      updated: [],
      removed: [],
      mcp: { outcome: "unchanged" },
    });
    expect([bytesOf(files.hooks), bytesOf(files.config)]).toEqual(installed);

    // The only connected client.
    const { removed } = (await uninstall()) as { removed: string[] };
    expect(removed).toHaveLength(11);
    expect([bytesOf(files.hooks), bytesOf(files.config)]).toEqual(was);
    for (const file of Object.values(files)) if (existsSync(file)) chmodSync(file, 0o600);
    for (const name of readdirSync(codex)) rmSync(join(codex, name));
  }
}, 120_000);

test("what others wrote in the meantime stays, and only Pawl's entries go", async () => {
  mkdirSync(codex, { recursive: true });
  writeFileSync(join(codex, "hooks.json"), JSON.stringify({ hooks: { Stop: [{ hooks: [MINE] }] } }));
  await install();
  const file = join(codex, "config.toml");
  const trust = '\n[hooks.state."x:stop:0:0"]\ntrusted_hash = "sha256:1"\n';
  writeFileSync(file, readFileSync(file, "utf8") + trust);
  const hooks = JSON.parse(readFileSync(join(codex, "hooks.json"), "utf8"));
  hooks.hooks.Interrupt = [{ hooks: [MINE] }];
  writeFileSync(join(codex, "hooks.json"), JSON.stringify(hooks, null, 1));
  await uninstall("--client", "codex");
  expect(JSON.parse(readFileSync(join(codex, "hooks.json"), "utf8"))).toEqual({
    hooks: { Stop: [{ hooks: [MINE] }], Interrupt: [{ hooks: [MINE] }] },
  });
  expect(Bun.TOML.parse(readFileSync(file, "utf8"))).toEqual(Bun.TOML.parse(trust) as object);
});

test("Pawl never writes trust, a link stays a link, and both clients are connected with one command", async () => {
  const dotfiles = join(scratch.root, "dotfiles");
  mkdirSync(dotfiles);
  mkdirSync(codex);
  writeFileSync(join(dotfiles, "config.toml"), "a = 1\n");
  symlinkSync(join(dotfiles, "config.toml"), join(codex, "config.toml"));
  const { clients } = await pawl.json<{ clients: { client: string }[] }>(["install", "--client", "all"]);
  expect(clients.map(({ client }) => client)).toEqual(["claude-code", "codex"]);
  const text =
    readFileSync(join(codex, "config.toml"), "utf8") + readFileSync(join(codex, "hooks.json"), "utf8");
  expect(text).not.toContain("trust");
  expect(statSync(join(dotfiles, "config.toml")).isFile()).toBe(true);
  await uninstall("--client", "all");
  expect(readFileSync(join(dotfiles, "config.toml"), "utf8")).toBe("a = 1\n");
  expect(existsSync(join(codex, "hooks.json"))).toBe(false);
});

test("a file that Codex cannot read is reported; wrong usage says what is possible; a preview writes nothing", async () => {
  mkdirSync(codex);
  writeFileSync(join(codex, "hooks.json"), '{ "hooks": {} } // mine\n');
  const { warnings } = (await install("--dry-run")) as { warnings: string[] };
  expect(warnings[0]).toContain("Codex");
  expect(readFileSync(join(codex, "hooks.json"), "utf8")).toBe('{ "hooks": {} } // mine\n');
  expect(existsSync(join(codex, "config.toml"))).toBe(false);
  expect((await pawl.run(["install", "--client", "codex", "--scope", "local"])).exitCode).toBe(2);
  expect((await pawl.run(["install", "--client", "nobody"])).exitCode).toBe(2);
  const project = await install("--scope", "project", "--dry-run");
  expect(project).toMatchObject({ file: join(scratch.project, ".codex", "hooks.json") });
});
