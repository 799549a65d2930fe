/** What single calls cost under a member's role, with all records in place. */
import type { TeamConfig } from "../../src/team/config.ts";
import { openConnection } from "../../src/team/server/connection.ts";
import { createTeamServer } from "../../src/team/server/team-server.ts";
import { median } from "../statistics.ts";

const TURNS = 15;

export interface Call {
  what: string;
  ms: number;
}

export async function measureCalls(config: TeamConfig): Promise<Call[]> {
  await using connection = openConnection(config.address);
  const team = createTeamServer(connection);
  const { projects } = await team.hello();
  const [large, small] = [projects[0], projects.at(-1)];
  const calls: [string, () => Promise<unknown>][] = [
    ["hello: who am I, what changed", () => team.hello()],
    ["pull: 500 records of the large project", () => team.pull(large?.id ?? 0, 0, 500)],
    ["push: one record", () => team.push(small?.id ?? 0, [change()])],
    ["push: 200 records", () => team.push(small?.id ?? 0, Array.from({ length: 200 }, change))],
    ["members", () => team.members()],
  ];
  const results: Call[] = [];
  for (const [what, call] of calls) {
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const at = performance.now();
      await call();
      times.push(performance.now() - at);
    }
    results.push({ what, ms: median(times) });
  }
  return results;
}

const BODY = Buffer.from(
  JSON.stringify({ kind: "pitfall", key: "bench", text: "A line of what was learned. ".repeat(25) }),
).toString("base64");

function change() {
  const id = crypto.randomUUID().replaceAll("-", "");
  return { op: "put", id, rev: id, seen: { bench: 1 }, at: Date.now(), body: BODY } as const;
}
