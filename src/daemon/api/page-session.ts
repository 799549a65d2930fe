/** One session for the page: its card, its outline, its rows, find, and Markdown. */

import { Hono } from "hono";
import { z } from "zod";
import { toClientName } from "../../clients/index.ts";
import { SETUPS } from "../../clients/setups.ts";
import { fixesIn } from "../../history/failures/failures.ts";
import { toSessionMarkdown } from "../../history/session-markdown.ts";
import { sessionCard } from "../../history/sessions/session-card.ts";
import { historyIn } from "../../history/sql/index.ts";
import { formatTime } from "../../platform/clock.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { statusOf } from "../../store/records/running.ts";
import type { Store } from "../../store/store.ts";
import type { Service } from "../service.ts";
import { ApiError, readQuery } from "./request.ts";

const flag = z.enum(["0", "1"]).default("0");
const outlineQuery = z.object({ everything: flag });
const rowsQuery = z.object({ ids: z.string().min(1).max(8000) });
const findQuery = z.object({ text: z.string().min(1).max(500) });

const MOST_ROWS = 200;
/** Records that are read at once; hooks are answered between two such pieces. */
const PIECE = 400;
const MOST_FOUND = 5000;

export function pageSessionRoutes(service: Service): Hono {
  const { store } = service;
  const app = new Hono();

  app.get("/sessions/:id", async (c) => {
    const id = await findSession(c.req.param("id"));
    const [session] = (await historyIn(store).sessionPage({ id, limit: 1 })).items;
    return c.json({
      session: session === undefined ? undefined : { ...session, status: statusOf(session, service.now()) },
      resume: resumeOf(session?.client, id),
      muted: service.muted.has(`session://${id}`),
      excluded: service.settings.exclude.includes(session?.project ?? ""),
    });
  });

  app.get("/sessions/:id/card", async (c) => {
    const card = await sessionCard(store, await findSession(c.req.param("id")));
    if (card === undefined) throw new ApiError(404, "Session not found.");
    return c.json(card);
  });

  app.get("/sessions/:id/outline", async (c) => {
    const { everything } = readQuery(c, outlineQuery);
    return c.json(
      await historyIn(store).sessionOutline(await findSession(c.req.param("id")), everything === "1"),
    );
  });

  app.get("/rows", async (c) => {
    const ids = readQuery(c, rowsQuery).ids.split(",");
    if (ids.length > MOST_ROWS) throw new ApiError(400, `ids: at most ${MOST_ROWS}`);
    const rows = await historyIn(store).readableRows(ids);
    const fixOf = createFixOf(store);
    const fixed = await Promise.all(
      rows.map(async (row) => (row.ok === false ? { ...row, fixedBy: await fixOf(row.id) } : row)),
    );
    return c.json({ rows: fixed });
  });

  app.get("/sessions/:id/find", async (c) => {
    const { text } = readQuery(c, findQuery);
    const sessionId = await findSession(c.req.param("id"));
    const found: string[] = [];
    for (let after: number | undefined = 0; after !== undefined && found.length < MOST_FOUND; ) {
      const piece = await historyIn(store).findInSession({ sessionId, text, after, limit: PIECE });
      found.push(...piece.ids);
      after = piece.next;
      await Bun.sleep(0);
      if (c.req.raw.signal.aborted) break;
    }
    return c.json({ ids: found });
  });

  app.get("/sessions/:id/markdown", async (c) => {
    const records = await recordsIn(store).session(c.req.param("id"));
    if (records === undefined) throw new ApiError(404, "Session not found.");
    const injections = await recordsIn(store).injections({ sessionId: records.session.id, limit: 1000 });
    return c.text(toSessionMarkdown({ ...records, injections, formatTime }));
  });

  /** People copy the first eight characters of an id. */
  async function findSession(id: string): Promise<string> {
    const [first] = await recordsIn(store).sessionIdsLike(id, 1);
    if (id === "" || first === undefined) throw new ApiError(404, "Session not found.");
    return first;
  }

  return app;
}

const MAX_CALLS = 5000;

/** For one request: finds the call that fixed a failed call, as the session's card and the day show it. */
export function createFixOf(store: Store) {
  const known = new Map<string, Promise<ReadonlyMap<string, string>>>();
  const inSession = async (id: string, project: string) =>
    fixesIn(await historyIn(store).sessionCalls(id, MAX_CALLS), project);

  return async (id: string): Promise<string | undefined> => {
    const failed = await historyIn(store).fullRecord(id);
    if (failed?.tool === undefined) return undefined;
    const { sessionId, project } = failed;
    const fixes = known.get(sessionId) ?? inSession(sessionId, project);
    known.set(sessionId, fixes);
    return (await fixes).get(id);
  };
}

/** What continues it in a terminal. Undefined for a session of no client. */
function resumeOf(name: string | undefined, id: string): string | undefined {
  const client = toClientName(name);
  return client === undefined ? undefined : SETUPS[client].resume(id).join(" ");
}
