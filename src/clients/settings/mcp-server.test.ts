import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, uninstall } from "./install.ts";
import { jsonServers, type McpServer, pawlServer } from "./mcp-server.ts";

let dir = "";
let file = "";
let options: { file: string; installsDir: string; edit: ReturnType<typeof jsonServers>; wanted: McpServer };
const installServer = (each: typeof options) => install(each).report;
const uninstallServer = ({ edit, installsDir }: typeof options) =>
  uninstall(file, edit, installsDir).removed.length > 0;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-mcp-"));
  file = join(dir, ".claude.json");
  const wanted = pawlServer({ bun: "/opt/bun", packageDir: "/opt/pawl" });
  const edit = jsonServers((each) => each);
  options = { file, installsDir: join(dir, "installs"), edit, wanted };
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const text = () => readFileSync(file, "utf8");

test.each([
  ['{\n  "numStartups": 3\n}\n'],
  ['{"a":1,"mcpServers":{"other":{"command":"x"}}}'],
  ['{\n\t"mcpServers": {}\n}'],
  ["{}"],
])("what was there comes back byte for byte, and a second install changes nothing: %s", (before) => {
  writeFileSync(file, before);
  expect(installServer(options)).toBe("added");
  const after = text();
  expect(JSON.parse(after).mcpServers.pawl.args.at(-1)).toBe("mcp");
  expect(installServer(options)).toBe("unchanged");
  expect(text()).toBe(after);
  expect(uninstallServer(options)).toBe(true);
  expect(text()).toBe(before);
});

test("a file that was made for it goes with it", () => {
  installServer(options);
  expect(uninstallServer(options)).toBe(true);
  expect(existsSync(file)).toBe(false);
});

test("what the client has written since stays; only our entry goes", () => {
  writeFileSync(file, '{ "numStartups": 3 }');
  installServer(options);
  const since = { ...JSON.parse(text()), numStartups: 4 };
  since.mcpServers.theirs = { command: "x" };
  writeFileSync(file, JSON.stringify(since, null, 2));
  expect(uninstallServer(options)).toBe(true);
  expect(JSON.parse(text())).toEqual({ numStartups: 4, mcpServers: { theirs: { command: "x" } } });
});

test("another path is brought up to date; a server of that name that is not ours stays", () => {
  installServer(options);
  const moved = { ...options, wanted: pawlServer({ bun: "/new/bun", packageDir: "/new", home: "/h" }) };
  expect(installServer(moved)).toBe("updated");
  expect(JSON.parse(text()).mcpServers.pawl).toMatchObject({ command: "/new/bun", env: { PAWL_HOME: "/h" } });
  expect(uninstallServer(options)).toBe(true);
  expect(existsSync(file)).toBe(false);
  const theirs = '{"mcpServers":{"pawl":{"command":"mine"}}}';
  writeFileSync(file, theirs);
  expect(installServer(options)).toBe("foreign");
  expect(uninstallServer(options)).toBe(false);
  expect(text()).toBe(theirs);
});
