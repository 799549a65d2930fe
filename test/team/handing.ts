/** Handing over in tests: into the outbox, out of what waits. */
import { teamIn } from "../../src/team/sql/index.ts";
import { emptyHandoff, type Handoff } from "../../src/work/workflow/handoff.ts";
import type { Postgres } from "../postgres.ts";
import { PROJECT, type TeamHome } from "./team-home.ts";

export const STATE = "The totals are rounded, the Zwiebelkuchen taxes are not.";

export const packed = (from: string, change: Partial<Handoff> = {}): Handoff => ({
  ...emptyHandoff,
  session: "s-1",
  from,
  to: null,
  at: Date.now() - 3_600_000,
  project: PROJECT,
  branch: "totals",
  workflow: null,
  request: "Round the totals",
  state: STATE,
  open: ["Round the taxes"],
  decisions: [],
  files: ["src/totals.ts"],
  ...change,
});

/** Into the outbox, as `pawl handoff` puts it. */
export async function handOver(
  home: TeamHome,
  name: string,
  change: Partial<Handoff> = {},
  project = PROJECT,
): Promise<string> {
  const id = crypto.randomUUID();
  const handoff = packed("Somebody else", change);
  const made = { project, id, way: "out", name, session: handoff.session } as const;
  const body = JSON.stringify(handoff);
  await teamIn(home.store).addTeamHandoff({ ...made, at: handoff.at, state: "leaving", taken: [], body });
  return id;
}

export const take = async ({ store, folder }: TeamHome) =>
  (await teamIn(store).takeTeamHandoffs(folder, Date.now())).map(
    ({ body }) => JSON.parse(body ?? "{}") as Handoff,
  );

export const one = async ({ store }: TeamHome, id: string) =>
  (await teamIn(store).teamHandoffs()).find((handoff) => handoff.id === id);

export async function superQuery<Row>(server: Postgres, text: string): Promise<Row[]> {
  const sql = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
  const rows = [...(await sql.unsafe(text))] as Row[];
  await sql.close();
  return rows;
}
