/** A team whose file and store are real, and whose database answers what a test gives. */
import { join } from "node:path";
import { type TeamConfig, writeTeam } from "../../src/team/config.ts";
import { openTeam } from "../../src/team/open.ts";
import type { ServerConnection } from "../../src/team/server/connection.ts";
import { TEAM_SCHEMA } from "../../src/team/server/team-functions.ts";
import { openTempStore } from "../temp-store.ts";

export const TEAM: TeamConfig = {
  ...{ team: "t", member: { id: 1, name: "Ann" }, device: "d", encrypted: false },
  address: { host: "db", port: 5432, database: "shop", user: "ann", password: "p" },
};
export const HELLO = {
  ...{ version: TEAM_SCHEMA, minClient: 1, team: "t", encrypted: false, review: false, keyVersion: 0 },
  ...{
    now: 1_000_000,
    member: { id: 1, name: "Ann", rank: "writer", joined: true },
    projects: [] as object[],
    ...{ handoffs: "", hasLeft: false, wishes: 0, waiting: 0 },
  },
};

export async function openGiven(answers: Record<string, unknown>, config = TEAM) {
  const at = await openTempStore();
  const file = join(at.dir, "team.json");
  writeTeam(file, config);
  const server = answering(answers);
  const team = openTeam({
    ...{ file, store: at.store, redact: { text: (text) => text.replaceAll("secret", "[x]"), version: 1 } },
    ...{ now: () => 1_000_000, isExcluded: () => false },
    connect: () => server.connection,
  });
  return { ...server, team, file, store: at.store, [Symbol.asyncDispose]: at[Symbol.asyncDispose] };
}

/**
 * Answers by the first word that stands in the question: rows, or what a function of the schema returns. A function is
 * called, an error thrown.
 */
export function answering(answers: Record<string, unknown>) {
  const asked: { text: string; values: readonly unknown[] }[] = [];
  const ran: unknown[] = [];
  const query = async (text: string, values: readonly unknown[] = []) => {
    asked.push({ text, values });
    const found = Object.entries(answers).find(([word]) => text.includes(word))?.[1];
    const answer = typeof found === "function" ? found() : found;
    if (answer instanceof Error) throw answer;
    return (text.endsWith(" as answer") ? [{ answer: answer ?? null }] : (answer ?? [])) as never[];
  };
  const close = async () => undefined;
  const run = async (steps: readonly unknown[]) => void ran.push(...steps);
  const connection = {
    query,
    run,
    close,
    [Symbol.asyncDispose]: close,
  } as ServerConnection;
  const count = (word: string) => asked.filter(({ text }) => text.includes(word)).length;
  return { asked, ran, answers, connection, count };
}
