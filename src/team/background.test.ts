/** The thread is the real one. No server answers: test/team has the rounds that reach one. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../test/e2e/pawl.ts";
import { homeAt } from "../platform/paths.ts";
import { startTeamBackground } from "./background.ts";
import { type TeamConfig, writeTeam } from "./config.ts";

function openBackground() {
  const dir = mkdtempSync(join(tmpdir(), "pawl-team-background-"));
  const home = homeAt(dir);
  mkdirSync(home.dir, { recursive: true });
  const said: [string, string, object | undefined][] = [];
  let rounds = 0;
  let looks = 0;
  let pulls = 0;
  let onChange = (): void => undefined;
  const background = startTeamBackground({
    home,
    // A round that failed is tried again after minutes: only `soon` brings one earlier.
    now: () => 1_000_000,
    lastWork: () => {
      looks++;
      onChange();
      return 1_000_000;
    },
    onRound: () => {
      rounds++;
      onChange();
    },
    onNews: () => undefined,
    onPulled: () => {
      pulls++;
    },
    log: {
      info: (message, about) => said.push(["info", message, about]),
      warn: (message, about) => said.push(["warn", message, about]),
    },
    lookMs: 5,
  });
  const until = async (isThere: () => boolean) => {
    while (!isThere()) {
      const changed = Promise.withResolvers<void>();
      onChange = changed.resolve;
      await changed.promise;
    }
  };
  return {
    home,
    said,
    background,
    counts: () => ({ rounds, pulls }),
    rounds: (count: number) => until(() => rounds >= count),
    moreLooks: (count: number) => {
      const wanted = looks + count;
      return until(() => looks >= wanted);
    },
    async [Symbol.asyncDispose]() {
      await background.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function unreachableTeam(): Promise<TeamConfig> {
  return {
    team: "t",
    member: { id: 1, name: "Ann" },
    device: "d",
    address: { host: "127.0.0.1", port: await freePort(), database: "shop", user: "ann", password: "p" },
    encrypted: false,
  };
}

test("a team that is away is told once, and tried again when asked, not before its time", async () => {
  await using at = openBackground();
  writeTeam(at.home.team, await unreachableTeam());
  await at.rounds(1);
  // Its next try is due later.
  await at.moreLooks(3);
  expect(at.counts()).toEqual({ rounds: 1, pulls: 0 });
  at.background.soon();
  await at.rounds(2);
  // Asked once is tried once.
  await at.moreLooks(3);
  expect(at.counts()).toEqual({ rounds: 2, pulls: 0 });
  expect(at.said).toMatchObject([["warn", "the team could not be reached", { code: "team_unreachable" }]]);
});

test("a team's file that is damaged is told with its code", async () => {
  await using at = openBackground();
  writeFileSync(at.home.team, "{");
  await at.rounds(1);
  expect(at.said).toMatchObject([
    ["warn", "the team could not be reached", { code: "team_file", message: `${at.home.team} is damaged.` }],
  ]);
});

test("without a team nothing starts, and closing is at once", async () => {
  const at = openBackground();
  at.background.soon();
  await Bun.sleep(0);
  await at[Symbol.asyncDispose]();
  expect([at.said, at.counts()]).toEqual([[], { rounds: 0, pulls: 0 }]);
});
