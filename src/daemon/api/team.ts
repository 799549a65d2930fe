/** Operations on what a team shares. What talks to the server or knows of records is loaded when the page first asks. */

import { existsSync } from "node:fs";
import { z } from "zod";
import { knowledgeIn, memoriesIn } from "../../memory/sql/index.ts";
import { redactor } from "../../redact/redactor.ts";
import type { OpenTeam } from "../../team/open.ts";
import type { Shareable } from "../../team/sharing.ts";
import { teamIn } from "../../team/sql/index.ts";
import type { Service } from "../service.ts";
import { ApiError, get, given, limit, post } from "./request.ts";

const MOST_HANDOFFS = 100;
const MOST_SOLUTIONS = 1000;
/** The page waits no longer for a server that does not answer. */
const LIMITS = { connectMs: 5000, queryMs: 8000 };

/** The team for one request. */
async function withTeam<T>(
  { home, store, now, exclusion }: Service,
  use: (team: OpenTeam) => Promise<T>,
): Promise<T> {
  const { openTeam } = await import("../../team/open.ts");
  await using opened = openTeam({
    file: home.team,
    store,
    redact: redactor,
    now,
    isExcluded: (folder) => exclusion.folder(folder, folder),
    connection: LIMITS,
  });
  return await use(opened);
}

const text = z.string().min(1).max(1000);
const time = z.number().describe("Milliseconds since 1970");
const project = z.string().describe("The project's name in the team");
const rank = z.enum(["reader", "writer", "maintainer"]);
const author = z.string().describe("Empty: this member");

const handoff = z.object({
  project,
  id: z.string(),
  way: z.enum(["out", "in"]).describe("Handed over by this member, or for them"),
  name: z.string().describe("The other member; empty: every member of the project"),
  at: time,
  state: z.enum(["leaving", "sent", "refused", "withdrawn", "waiting", "taken", "dropped"]),
  taken: z.array(z.object({ name: z.string(), at: time })).describe("By whom, and when"),
});

export const getTeam = get(
  "/api/team",
  "This machine's team, as far as it is known without asking the server",
  {
    answer: z.object({
      team: z
        .object({ member: z.string(), server: z.string(), encrypted: z.boolean() })
        .nullable()
        .describe("Null: this machine belongs to no team"),
      sync: z.object({
        lastSyncAt: time.optional(),
        lastPushAt: time.optional().describe("When something last went out"),
        lastPullAt: time.optional().describe("When something last came in"),
        error: z.string().optional().describe("Why the last round failed"),
        code: z.string().optional().describe("Of the error"),
        pending: z.number().describe("Waiting to go out"),
        conflicts: z.number(),
        records: z.number(),
      }),
      shared: z.array(z.object({ folder: z.string(), project })),
      authors: z.array(z.object({ author, records: z.number() })).describe("Who shared how much"),
      handoffs: z.array(handoff),
    }),
    async run(_, { home, store }) {
      const { readTeam } = await import("../../team/config.ts");
      const { readTeamState } = await import("../../team/run-sync.ts");
      const { toPlace } = await import("../../team/server/address.ts");
      const found = readTeam(home.team);
      const state = found === undefined ? {} : readTeamState(home.teamState);
      const team =
        found === undefined
          ? null
          : { member: found.member.name, server: toPlace(found.address), encrypted: found.encrypted };
      const handoffs = (await teamIn(store).teamHandoffs()).slice(0, MOST_HANDOFFS);
      return {
        team,
        sync: { ...state, ...(await teamIn(store).teamCounts()) },
        shared: (await teamIn(store).teamFolders()).map(({ folder, project }) => ({ folder, project })),
        authors: await teamIn(store).teamAuthors(),
        handoffs: handoffs.map(({ body: _body, session: _session, ...handoff }) => handoff),
      };
    },
  },
);

export const listTeamMembers = get("/api/team/members", "The team's members; asks the server", {
  answer: z.object({
    members: z.array(
      z.object({
        name: z.string(),
        role: rank,
        projects: z.number().describe("In common with this member"),
        joinedAt: time.optional(),
        invitedUntil: time.optional(),
      }),
    ),
    review: z.boolean().describe("What is shared waits for a second person"),
    role: rank.describe("This member's"),
  }),
  run: (_, service) =>
    withTeam(service, async (team) => {
      const hello = await team.hello();
      const { listMembers } = await import("../../team/readers.ts");
      const members = (await listMembers(team.server)).map(given);
      return { members, review: hello.review, role: hello.member.rank };
    }),
});

export const listTeamRecords = get(
  "/api/team/records",
  "Shared records that this machine has, newest first",
  {
    query: z.looseObject({
      limit,
      author: z.string().max(200).optional().describe("A member's name; with mine=true: this member"),
      mine: z.enum(["true", "false"]).optional(),
      project: z.string().max(1000).optional().describe("The project's name in the team"),
    }),
    answer: z.object({
      records: z.array(
        z.object({
          project,
          id: z.string(),
          rev: z.string(),
          kind: z.string(),
          author,
          at: time,
          state: z.enum(["shared", "waiting"]),
          text: z.string(),
          uri: z.string().optional(),
          folder: z.string().optional().describe("Where it stands on this machine"),
        }),
      ),
    }),
    async run({ query: { limit, mine, author: named, project } }, { store }) {
      const { shownRecords } = await import("../../team/preview.ts");
      const author = mine === "true" ? "" : named;
      const by = author === undefined ? {} : { author };
      const of = project === undefined ? {} : { project };
      return { records: await shownRecords(store, { limit, ...by, ...of }) };
    },
  },
);

export const listTeamReview = get(
  "/api/team/review",
  "Records that wait for a second person; asks the server",
  {
    answer: z.object({
      waiting: z.array(
        z.object({
          project: z.number().describe("On the server"),
          id: z.string(),
          rev: z.string(),
          author: z.string(),
          mine: z.boolean(),
          at: time,
          kind: z.string(),
          text: z.string(),
        }),
      ),
    }),
    run: (_, service) =>
      withTeam(service, async (team) => {
        const { listWaiting } = await import("../../team/review.ts");
        const own = team.config.member.name;
        const waiting = (await listWaiting(team, redactor)).map(({ body: _body, ...record }) => record);
        return { waiting: waiting.map((record) => ({ ...record, mine: record.author === own })) };
      }),
  },
);

export const judgeTeamRecord = post("/api/team/review", "Accept or refuse a record that waits", {
  body: z.looseObject({ project: z.int(), id: text, rev: text, accepted: z.boolean() }),
  answer: z.object({ done: z.boolean().describe("False: somebody decided meanwhile") }),
  async run({ body: { accepted, ...record } }, service) {
    const done = await withTeam(service, ({ server }) => server.judge(record, accepted));
    service.team.soon();
    return { done };
  },
});

export const listTeamConflicts = get(
  "/api/team/conflicts",
  "Records that people changed at the same time, with all versions",
  {
    answer: z.object({
      conflicts: z.array(
        z.object({
          project,
          id: z.string(),
          uri: z.string().optional(),
          folder: z.string().optional(),
          versions: z.array(z.object({ rev: z.string(), author, at: time, text: z.string() })),
        }),
      ),
    }),
    async run(_, { store }) {
      const { listConflicts } = await import("../../team/conflicts.ts");
      return { conflicts: await listConflicts({ store }) };
    },
  },
);

export const chooseTeamVersion = post("/api/team/conflicts", "Choose the version that replaces all others", {
  body: z.looseObject({ project: text, id: text, rev: text }),
  answer: z.object({ id: z.string() }),
  canMiss: true,
  async run({ body: { rev, ...record } }, service) {
    const { chooseVersion } = await import("../../team/conflicts.ts");
    await withTeam(service, (team) => chooseVersion(record, rev, team.parts()));
    service.team.soon();
    return { id: record.id };
  },
});

const shareable = {
  kind: z.enum(["memory", "solution"]),
  project: z.string().max(4000).default("").describe("A folder of the project"),
};

async function shareables(
  named: { kind: "memory" | "solution"; project: string; key?: string | undefined },
  { store, projectOf }: Service,
): Promise<Shareable[]> {
  const { kind, key } = named;
  const project = projectOf(named.project);
  if (kind === "memory") {
    const record = key === undefined ? undefined : await memoriesIn(store).memory({ uri: key, project });
    return record === undefined ? [] : [{ kind, record }];
  }
  const filter = project === "" ? {} : { project };
  const solutions = await knowledgeIn(store).solutions({ ...filter, limit: MOST_SOLUTIONS });
  return solutions
    .filter(({ id }) => key === undefined || id === key)
    .map((record): Shareable => ({ kind, record }));
}

export const getTeamSharing = get("/api/team/sharing", "Whether records are shared with the team", {
  query: z.looseObject({
    ...shareable,
    key: z.string().max(1000).optional().describe("A URI; not needed for solutions"),
  }),
  answer: z.object({
    team: z.boolean().describe("Whether this machine belongs to a team"),
    records: z.array(
      z.object({
        key: z.string(),
        state: z
          .enum(["off", "never", "private", "leaving", "waiting", "shared", "theirs"])
          .describe(
            "off: its project is not shared; never: of a kind that never leaves; theirs: another member's",
          ),
        author: z.string().optional(),
      }),
    ),
  }),
  async run({ query }, service) {
    if (!existsSync(service.home.team)) return { team: false, records: [] };
    const records = await shareables(query, service);
    const { sharingOf } = await import("../../team/sharing.ts");
    return { team: true, records: await withTeam(service, (team) => sharingOf(records, team.parts())) };
  },
});

export const setTeamSharing = post(
  "/api/team/sharing",
  "Take a record back from the team, or share it again",
  {
    body: z.looseObject({ ...shareable, key: text, shared: z.boolean() }),
    answer: z.object({ key: z.string(), shared: z.boolean() }),
    canMiss: true,
    async run({ body }, service) {
      const { key, shared } = body;
      const [found] = await shareables(body, service);
      if (found === undefined) throw new ApiError(404, "There is no such record.");
      const { setSharing } = await import("../../team/sharing.ts");
      await withTeam(service, (team) => setSharing(found, shared, team.parts()));
      service.team.soon();
      return { key, shared };
    },
  },
);

export const syncTeam = post(
  "/api/team/sync",
  "Synchronise within seconds; GET /api/team shows what came of it",
  {
    answer: z.object({ asked: z.boolean() }),
    run(_, { team }) {
      team.soon();
      return { asked: team.isInTeam() };
    },
  },
);

export const withdrawHandoff = post("/api/team/handoffs/withdraw", "Take back a handoff", {
  body: z.looseObject({ project: text, id: text }),
  answer: z.object({ id: z.string() }),
  canMiss: true,
  async run({ body: { project, id } }, { store, team }) {
    const to = { state: "withdrawn", untold: true } as const;
    const isDone =
      (await teamIn(store).changeTeamHandoff({ project, id }, "sent", to)) ||
      (await teamIn(store).changeTeamHandoff({ project, id }, "leaving", to));
    if (!isDone) throw new ApiError(404, "There is nothing to take back.");
    team.soon();
    return { id };
  },
});
