/** The team over HTTP. What talks to the server or knows of records is loaded when the page first asks. */

import { existsSync } from "node:fs";
import { Hono } from "hono";
import { knowledgeIn, memoriesIn } from "../../memory/sql/index.ts";
import { redactor } from "../../redact/redactor.ts";
import type { OpenTeam } from "../../team/open.ts";
import type { Shareable } from "../../team/sharing.ts";
import { teamIn } from "../../team/sql/index.ts";
import type { Service } from "../service.ts";
import * as operations from "./operations/team.ts";
import { ApiError, serveOperation } from "./request.ts";

const MOST_HANDOFFS = 100;
const MOST_SOLUTIONS = 1000;
/** The page waits no longer for a server that does not answer. */
const LIMITS = { connectMs: 5000, queryMs: 8000 };

export function teamRoutes(service: Service): Hono {
  const app = new Hono();
  const open = teamOpener(service);
  stateRoutes(app, service);
  decisionRoutes(app, service, open);
  sharingRoutes(app, service, open);
  return app;
}

type Opener = <T>(use: (team: OpenTeam) => Promise<T>) => Promise<T>;

/** The team for one request. */
function teamOpener({ home, store, now, exclusion }: Service): Opener {
  return async (use) => {
    const { openTeam } = await import("../../team/open.ts");
    await using opened = openTeam({
      file: home.team,
      store,
      redact: redactor,
      now,
      warn: () => undefined,
      isExcluded: (folder) => exclusion.folder(folder, folder),
      connection: LIMITS,
    });
    return await use(opened);
  };
}

/** Of this machine alone. */
function stateRoutes(app: Hono, { store, home, team }: Service): void {
  serveOperation(app, operations.getTeam, async () => {
    const { readTeam } = await import("../../team/config.ts");
    const { readTeamState } = await import("../../team/state.ts");
    const { toPlace } = await import("../../team/server/address.ts");
    const found = readTeam(home.team);
    const { failures: _, ...state } = found === undefined ? {} : readTeamState(home.teamState);
    const shown =
      found === undefined
        ? null
        : { member: found.member.name, server: toPlace(found.address), encrypted: found.encrypted };
    const handoffs = await teamIn(store).teamHandoffs({ limit: MOST_HANDOFFS });
    return {
      team: shown,
      sync: { ...state, ...(await teamIn(store).teamCounts()) },
      shared: (await teamIn(store).teamFolders()).map(({ folder, project }) => ({ folder, project })),
      authors: await teamIn(store).teamAuthors(),
      handoffs: handoffs.map(({ body: _body, session: _session, ...handoff }) => handoff),
    };
  });

  serveOperation(app, operations.listTeamRecords, async ({ query }) => {
    const { shownRecords } = await import("../../team/shown-records.ts");
    const author = query.mine === "true" ? "" : query.author;
    const filter = { ...(author === undefined ? {} : { author }), limit: query.limit };
    const named = query.project === undefined ? filter : { ...filter, project: query.project };
    return { records: await shownRecords(store, named) };
  });

  serveOperation(app, operations.syncTeam, async () => {
    team.soon();
    return { asked: team.isInTeam() };
  });

  serveOperation(app, operations.withdrawHandoff, async ({ body: { project, id } }) => {
    const to = { state: "withdrawn", untold: true } as const;
    const isDone =
      (await teamIn(store).changeTeamHandoff({ project, id }, "sent", to)) ||
      (await teamIn(store).changeTeamHandoff({ project, id }, "leaving", to));
    if (!isDone) throw new ApiError(404, "There is nothing to take back.");
    team.soon();
    return { id };
  });
}

/** What waits for somebody, and who they are. */
function decisionRoutes(app: Hono, { store, team }: Service, withTeam: Opener): void {
  serveOperation(app, operations.listTeamMembers, () =>
    withTeam(async (opened) => {
      const hello = await opened.hello();
      const all = (await opened.server.members()).filter(({ isRemoved }) => !isRemoved);
      const members = all.map(({ name, rank: role, projects, joinedAt, invitedUntil }) => ({
        name,
        role,
        projects: projects.length,
        ...(joinedAt === undefined ? {} : { joinedAt }),
        ...(invitedUntil === undefined ? {} : { invitedUntil }),
      }));
      return { members, review: hello.review, role: hello.member.rank };
    }),
  );

  serveOperation(app, operations.listTeamReview, () =>
    withTeam(async (opened) => {
      const { listWaiting } = await import("../../team/review.ts");
      const own = opened.config.member.name;
      const waiting = (await listWaiting(opened, redactor)).map(({ body: _, ...record }) => record);
      return { waiting: waiting.map((record) => ({ ...record, mine: record.author === own })) };
    }),
  );

  serveOperation(app, operations.judgeTeamRecord, async ({ body: { accepted, ...record } }) => {
    const done = await withTeam(({ server }) => server.judge(record, accepted));
    team.soon();
    return { done };
  });

  serveOperation(app, operations.listTeamConflicts, async () => {
    const { listConflicts } = await import("../../team/conflicts.ts");
    return { conflicts: await listConflicts({ store }) };
  });

  serveOperation(app, operations.chooseTeamVersion, async ({ body: { rev, ...record } }) => {
    const { chooseVersion } = await import("../../team/conflicts.ts");
    await withTeam((opened) => chooseVersion(record, rev, opened.parts()));
    team.soon();
    return { id: record.id };
  });
}

function sharingRoutes(app: Hono, { store, home, team, projectOf }: Service, withTeam: Opener): void {
  async function shareables(
    kind: "memory" | "solution",
    project: string,
    key: string | undefined,
  ): Promise<Shareable[]> {
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

  serveOperation(app, operations.getTeamSharing, async ({ query: { kind, project, key } }) => {
    if (!existsSync(home.team)) return { team: false, records: [] };
    const records = await shareables(kind, projectOf(project), key);
    const { sharingOf } = await import("../../team/sharing.ts");
    return { team: true, records: await withTeam((opened) => sharingOf(records, opened.parts())) };
  });

  serveOperation(app, operations.setTeamSharing, async ({ body: { kind, project, key, shared } }) => {
    const [found] = await shareables(kind, projectOf(project), key);
    if (found === undefined) throw new ApiError(404, "There is no such record.");
    const { setSharing } = await import("../../team/sharing.ts");
    await withTeam((opened) => setSharing(found, shared, opened.parts()));
    team.soon();
    return { key, shared };
  });
}
