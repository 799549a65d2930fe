/**
 * Every way of the corpora (`test/fixtures/hooks/ways*.json`; the second is by another hand) past a trusted gate on `secrets/**`, played in the real Claude Code
 * (permissions bypassed, and default mode with Bash allowed) and in the real Codex. Nothing may pass, in the session and in the
 * next one. The four that docs/security.md names as open are shown to be open.
 */
import { describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { bash, buildGated, passed, type World } from "../e2e/gated-world.ts";
import { runClaude } from "../e2e/harness/client.ts";
import { lastText, say, startModel } from "../e2e/harness/model.ts";
import firstHand from "../fixtures/hooks/ways.json";
import secondHand from "../fixtures/hooks/ways-second-hand.json";
import shell from "../fixtures/hooks/ways-shell.json";
import { codexForTests, runCodex } from "./codex/client.ts";
import { startCodexModel } from "./codex/model.ts";
import { exec, homeFor } from "./codex/play.ts";

const LIMIT = 600_000;
const BIN = resolve(import.meta.dir, "..", "..", "bin", "pawl");
const codex = await codexForTests();

type Play = (world: World, commands: readonly string[]) => Promise<string[]>;

const inClaude =
  (...args: string[]): Play =>
  async ({ scratch, env }, commands) => {
    await using model = startModel([...commands.map(bash), say("Done.")]);
    const { home, project: cwd } = scratch;
    const run = await runClaude({ home, cwd, model, prompt: "Go", args, env, timeoutMs: 300_000 });
    expect([run.exitCode, model.unplayed()]).toEqual([0, []]);
    return model
      .mainRequests()
      .slice(1)
      .map((request) => lastText(request));
  };

const inCodex: Play = async ({ scratch, env }, commands) => {
  await using model = startCodexModel([...commands.map((command) => exec(command)), { text: "Done." }]);
  const home = await homeFor(scratch, model.url);
  const { exitCode } = await runCodex(codex ?? "", home, { cwd: scratch.project, prompt: "Go", env });
  expect(exitCode).toBe(0);
  return model.requests.at(-1)?.outputs ?? [];
};

const PLAYERS: [string, Play, boolean][] = [
  ["Claude Code, permissions bypassed", inClaude("--permission-mode", "bypassPermissions"), true],
  ["Claude Code, default mode", inClaude("--allowedTools", "Bash,Write"), true],
  ["Codex", inCodex, codex !== undefined],
];

async function world(): Promise<World & AsyncDisposable> {
  const built = await buildGated();
  const { pawl, env, scratch } = built;
  Object.assign(env, { PAWL_HOME: pawl.home, PAWL_PORT: String(pawl.port) });
  await homeFor(scratch, "http://127.0.0.1:9/v1");
  expect((await pawl.run(["install", "--client", "all"])).exitCode).toBe(0);
  return {
    ...built,
    async [Symbol.asyncDispose]() {
      await pawl[Symbol.asyncDispose]();
      await scratch.dispose();
    },
  };
}

const GATED = "touch secrets/k";
const ways = [
  ...firstHand,
  // `pawl` is not on the path of the test's clients.
  ...secondHand.map((way) => ({
    ...way,
    calls: way.calls.map((call) => call.replaceAll(/\bpawl (?=\w)/g, "$PAWL ")),
  })),
];
/** Named as open (code of another language), and one that changes the gate's own file. */
const APART = ["awk-program-file", "config-loosened-with-sed-i"];
const FILES = [
  ...ways.filter(({ kind, name }) => /^(?:script|patch|unknown)$/.test(kind) && !APART.includes(name)),
  // Those about a file that is there already are in test/security/shell-ways.test.ts.
  ...shell.filter(({ calls }) => !calls.join("\n").includes("seed")),
];
/** By its path: a program that only the shell knows would be refused by the file gate itself. */
const OTHERS = ways
  .filter(({ kind, name }) => /^(?:place|person|answer|orphan)$/.test(kind) || name === APART[1])
  // A fixed few in CI; `npm run test:long` plays all of them.
  .filter((_, at) => process.env.PAWL_WAYS === "all" || at % 8 === 0)
  .map((way) => ({ ...way, calls: way.calls.map((call) => call.replaceAll(/\$PAWL(?!_)/g, BIN)) }));

describe.each(PLAYERS)("%s", (_, play, isThere) => {
  test.skipIf(!isThere)(
    "nothing gets into the gated folder by scripts, patches and built words",
    async () => {
      await using own = await world();
      await play(
        own,
        FILES.flatMap(({ calls }) => calls),
      );
      expect(await passed(own)).toEqual([]);
    },
    LIMIT,
  );

  test.skipIf(!isThere).each(OTHERS.map(({ kind, name, calls }) => [`${kind}: ${name}`, calls] as const))(
    "%s",
    async (_way, calls) => {
      await using own = await world();
      await play(own, [...calls, GATED]);
      expect(await passed(own)).toEqual([]);
      await play(own, [GATED]);
      expect(await passed(own)).toEqual([]);
    },
    LIMIT,
  );
});

/** Named in docs/security.md, each with what closes it. (Code of another language: test/security/gate-ways.test.ts.) */
describe("open", () => {
  const bypassed = inClaude("--permission-mode", "bypassPermissions");
  test.each([
    ["deleting ~/.pawl", 'rm -rf "$PAWL_HOME"'],
    ["editing the client's own settings", 'echo "{}" > "$HOME/.claude/settings.json"'],
  ])(
    "%s opens the gate for the next session",
    async (_, command) => {
      await using own = await world();
      await bypassed(own, [command]);
      await bypassed(own, [GATED]);
      expect(await passed(own)).toEqual(["k"]);
    },
    LIMIT,
  );

  test(
    "reading the token file gives the page's rights",
    async () => {
      await using own = await world();
      const [said] = await bypassed(own, [
        'curl -s -H "Authorization: Bearer $(cat "$PAWL_HOME/token")" "http://127.0.0.1:$PAWL_PORT/api/page/settings" | head -c 300',
      ]);
      expect(said).toContain(join(own.pawl.home, "config.json"));
    },
    LIMIT,
  );
});
