/** Which events programs without a hook loader must ask about. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Home, homeAt } from "../platform/paths.ts";
import { projectSource, readConfig } from "./config/read.ts";
import { readGateIndex } from "./gate-index.ts";
import { saveHookLists } from "./project-hooks.ts";
import { TrustStore, trustFile } from "./trust.ts";

let root: string;
let home: Home;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-lists-")));
  home = homeAt(join(root, "home"));
  mkdirSync(home.dir);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const prompt = { hooks: [{ type: "prompt", prompt: "Done?" }] };
function project(name: string, event: string): string {
  const dir = join(root, name);
  mkdirSync(join(dir, ".claude"), { recursive: true });
  writeFileSync(join(dir, ".claude", "pawl.json"), JSON.stringify({ hooks: { [event]: [prompt] } }));
  return dir;
}
async function trust(dir: string): Promise<void> {
  const book = new TrustStore(trustFile(home.dir));
  const { config, text } = readConfig(projectSource(dir));
  book.trust(dir, book.pins(dir, text ?? "", config.hooks), 1, text);
}
const hooked = async () => {
  await saveHookLists(home);
  return JSON.parse(readFileSync(home.hooked, "utf8")) as unknown;
};

test("the user's events and those of trusted projects are listed, in order, also when a project has changed since", async () => {
  expect(await hooked()).toEqual([]);
  writeFileSync(home.config, JSON.stringify({ hooks: { Stop: [prompt] } }));
  await trust(project("a", "PreCompact"));
  project("never-trusted", "Notification");
  expect(await hooked()).toEqual(["PreCompact", "Stop"]);
  project("a", "SessionEnd");
  expect(await hooked()).toEqual(["SessionEnd", "Stop"]);
});

test("rules of the user's settings are gates that hold everywhere", async () => {
  writeFileSync(home.config, JSON.stringify({ permissions: { deny: ["Bash(git push *)"] } }));
  await saveHookLists(home);
  expect(readGateIndex(home.dir)).toMatchObject([{ project: null, event: "PreToolUse" }]);
});
