/** `pawl doctor` on Codex: connected, trusted, and written as Pawl reads it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rollout } from "../../../test/fixtures/rollout-lines.ts";
import { CLIENT_ARGUMENT, OWN_ARGUMENT } from "../../platform/own-hook.ts";
import { openDoctor } from "./test-doctor.ts";

let place: Awaited<ReturnType<typeof openDoctor>>;
let cli: (typeof place)["cli"];
let check: (typeof place)["check"];
let repair: (typeof place)["repair"];
beforeEach(async () => {
  place = await openDoctor();
  ({ cli, check, repair } = place);
});
afterEach(() => place[Symbol.dispose]());

const home = () => join(cli.root, "home", ".codex");
const hook = (more: object = {}) => ({
  eventName: "stop",
  command: `/x/hook ${OWN_ARGUMENT} ${CLIENT_ARGUMENT}codex`,
  enabled: true,
  trustStatus: "trusted",
  ...more,
});
/** What Codex's own server answers: a script in its place. */
const answers = (hooks: object[] | undefined) => {
  const file = join(place.programs, "codex");
  const line = JSON.stringify({ id: 2, result: { data: [{ hooks }] } });
  const notice = JSON.stringify({ id: 1, result: {} });
  const script = `#!/bin/sh\nread a; read b; read c\necho 'a line for people'\necho '${notice}'\n${hooks === undefined ? "" : `echo '${line}'\n`}`;
  writeFileSync(file, script, { mode: 0o755 });
};
const write = (text: string, n = 1) => {
  const thread = `01a1e000-0000-7000-8000-00000000000${n}`;
  const file = join(home(), "sessions", "2026", "06", "20", `rollout-2026-06-20T10-00-00-${thread}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const at = new Date(Date.now() - 1000 * (10 - n));
  utimesSync(file, at, at);
};
const played = (cli_version: string) =>
  rollout("new", { meta: { cli_version } }).meta().start("t").ask("Round it").say("Done.").done("Done.");

test("not connected, connected, and trusted, as Codex says", async () => {
  mkdirSync(home());
  // A client that is not connected is not mentioned.
  expect(await check("codex")).toContain("undefined");
  await cli.run("install", "--client", "codex");
  expect(await check("codex")).toMatchInlineSnapshot(
    `"✓ 11 hooks in ~/home/.codex/hooks.json; Codex does not say whether they are trusted; tested with Codex 0.166.0"`,
  );
  answers([hook(), hook({ trustStatus: "managed" }), hook({ command: "other" }), hook({ command: null })]);
  expect(await check("codex")).toMatchInlineSnapshot(`"✓ 2 hooks, all trusted; tested with Codex 0.166.0"`);
  answers([hook(), hook({ trustStatus: "untrusted" }), hook({ trustStatus: 7 })]);
  expect(await check("codex")).toMatchInlineSnapshot(`
    "✗ Codex skips 2 of 3 hooks: not trusted yet
    → Codex runs new hooks only after you trust them. Start codex, type /hooks, and trust Pawl's."
  `);
  answers([hook({ enabled: false }), hook({ eventName: "start", enabled: false }), hook()]);
  expect(await check("codex")).toMatchInlineSnapshot(`
    "✗ switched off in Codex: stop, start
    → Codex runs new hooks only after you trust them. Start codex, type /hooks, and trust Pawl's."
  `);
  answers([]);
  expect(await check("codex")).toMatchInlineSnapshot(`
    "✗ Codex does not load Pawl's hooks
    → Codex runs new hooks only after you trust them. Start codex, type /hooks, and trust Pawl's."
  `);
  // An older one does not know the question.
  answers(undefined);
  expect(await check("codex")).toContain("does not say whether");
});

test("hooks of an older Pawl are outdated, and --fix writes them again", async () => {
  mkdirSync(home());
  await cli.run("install", "--client", "codex");
  const file = join(home(), "hooks.json");
  const text = await Bun.file(file).text();
  writeFileSync(file, text.replace(/"timeout": \d+/, '"timeout": 999'));
  expect(await check("codex")).toMatchInlineSnapshot(`
      "✗ the hooks in ~/home/.codex/hooks.json are out of date
      → Run pawl doctor --fix."
    `);
  await repair("codex");
  expect(await Bun.file(file).text()).toBe(text);
});

test("the version is the newest rollout's, and what Pawl does not know of it is named", async () => {
  mkdirSync(home());
  await cli.run("install", "--client", "codex");
  write(played("0.1.0").text(), 1);
  write(played("0.2.0").text(), 2);
  expect(await check("codex")).toMatchInlineSnapshot(
    `"✓ 0.2.0: 11 hooks in ~/home/.codex/hooks.json; Codex does not say whether they are trusted; tested with Codex 0.166.0"`,
  );
  const odd = played("0.3.0");
  for (const type of ["a", "a", "b", "b", "b", "c", "d"]) odd.line(type, {});
  write(`${odd.text()}not json\n`, 3);
  expect(await check("codex")).toMatchInlineSnapshot(`
      "✗ Codex 0.3.0 differs from what Pawl knows: 8 unknown lines in its records (b, a, c, …)
      → Update Pawl. Nothing is lost: unknown lines and events are kept as they are."
    `);
  writeFileSync(cli.home.counters, '{"client_field_missing":2}');
  expect(await check("codex")).toContain("; 2 events without the usual fields");
});

test("events without their fields and commands without an exit code", async () => {
  mkdirSync(home());
  await cli.run("install", "--client", "codex");
  writeFileSync(cli.home.counters, '{"client_field_missing":1}');
  expect(await check("codex")).toMatchInlineSnapshot(`
      "✗ Codex differs from what Pawl knows: 1 event without the usual fields
      → Update Pawl. Nothing is lost: unknown lines and events are kept as they are."
    `);
  writeFileSync(cli.home.counters, '{"exit_code":2,"exit_code_unknown":3}');
  expect(await check("codex")).toMatchInlineSnapshot(`
      "✗ this version of Codex does not record how commands ended: 3 commands
      → Update Pawl. Nothing is lost, but failed commands count as successful until then."
    `);
  writeFileSync(cli.home.counters, '{"exit_code":3,"exit_code_unknown":3}');
  expect(await check("codex")).toStartWith("✓");
});
