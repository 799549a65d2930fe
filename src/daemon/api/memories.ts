/** Memories, solutions and forgetting over HTTP. */
import { isAbsolute, join } from "node:path";
import { Hono } from "hono";
import { z } from "zod";
import { PawlError } from "../../errors.ts";
import { MEMORY_STATUSES, type Memory, RELATION_KINDS } from "../../memory/records/memory.ts";
import { redactor } from "../../memory/redact/redactor.ts";
import { projectRoot } from "../../platform/project.ts";
import { hashOf } from "../../services/recall/knowledge.ts";
import { changeMemory, inScope, remember, wholeMemory } from "../../services/remember/remember.ts";
import type { ForgetSelector } from "../../store/store.ts";
import type { Service } from "../service.ts";
import { ApiError, limit, readBody, readQuery } from "./request.ts";

const text = z.string().min(1).max(1000);
const project = z.string().max(4000).default("");
const status = z.enum(MEMORY_STATUSES);
const fields = { priority: z.number().optional(), disclosure: z.string().optional() };

const listQuery = z.looseObject({ limit, project: z.string().optional(), status: z.string().optional() });
const nameQuery = z.looseObject({ uri: text, project });
const added = z.looseObject({ content: z.string(), uri: text.optional(), project, ...fields });
const changed = z.looseObject({
  uri: text,
  project,
  content: z.string().optional(),
  status: status.optional(),
  reason: z.string().max(1000).optional(),
  ...fields,
});
const rolledBack = z.looseObject({ uri: text, project, version: z.int().min(1) });
const related = z.looseObject({ from: text, to: text, kind: z.enum(RELATION_KINDS), project });
const solutionsQuery = z.looseObject({ limit, project: z.string().optional() });
const forgotten = z.looseObject({
  preview: z.boolean().default(true),
  selector: z.strictObject({
    session: text.optional(),
    project: text.optional(),
    uri: text.optional(),
    match: text.optional(),
    before: z.number().optional(),
  }),
});

const AUTHOR = "page";

/** Of what would be deleted; the counts say how much there is. */
const MOST_ITEMS = 200;

export function memoryRoutes(service: Service): Hono {
  const { store, now } = service;
  const app = new Hono();
  const rootOf = (folder: string) => (folder === "" ? "" : projectRoot(folder));

  app.get("/memories", async (c) => {
    const query = readQuery(c, listQuery);
    const wanted =
      query.status === undefined ? undefined : query.status.split(",").map((one) => toStatus(one));
    const memories = await store.memories({
      limit: query.limit,
      ...(query.project === undefined ? {} : { project: rootOf(query.project) }),
      ...(wanted === undefined ? {} : { status: wanted }),
    });
    return c.json({ memories: memories.map(marked) });
  });

  app.get("/memories/one", async (c) => {
    const query = readQuery(c, nameQuery);
    const whole = await refusing(() =>
      wholeMemory(store, { uri: query.uri, project: rootOf(query.project) }),
    );
    if (whole === undefined) throw new ApiError(404, "Memory not found.");
    return c.json({ ...whole, memory: marked(whole.memory) });
  });

  app.post("/memories", async (c) => {
    const body = await readBody(c, added);
    const input = { ...body, project: rootOf(body.project), author: AUTHOR, at: now() };
    const { uri, project: scope } = await refusing(() => remember(store, input, redactor));
    return c.json({ uri, project: scope });
  });

  app.patch("/memories", async (c) => {
    const body = await readBody(c, changed);
    const name = { uri: body.uri, project: rootOf(body.project) };
    const memory = await refusing(() =>
      changeMemory(store, name, body, { author: AUTHOR, at: now() }, redactor),
    );
    return c.json({ memory });
  });

  app.delete("/memories", async (c) => {
    const query = readQuery(c, nameQuery);
    const name = { uri: query.uri, project: rootOf(query.project) };
    const edit = { status: "deleted" } as const;
    await refusing(() => changeMemory(store, name, edit, { author: AUTHOR, at: now() }, redactor));
    return c.json({ uri: query.uri });
  });

  app.post("/memories/rollback", async (c) => {
    const body = await readBody(c, rolledBack);
    const name = inScope({ uri: body.uri, project: rootOf(body.project) });
    const change = { author: AUTHOR, at: now(), reason: `back to version ${body.version}` };
    return c.json({ memory: await refusing(() => store.rollbackMemory(name, body.version, change)) });
  });

  app.post("/memories/relate", async (c) => {
    const { from, to, kind, project: folder } = await readBody(c, related);
    await refusing(() => store.relate(rootOf(folder), { from, to, kind }, now()));
    return c.json({ from, to, kind });
  });

  app.get("/solutions", async (c) => {
    const query = readQuery(c, solutionsQuery);
    const filter = query.project === undefined ? {} : { project: rootOf(query.project) };
    const solutions = await store.solutions({ limit: query.limit, ...filter });
    return c.json({
      solutions: solutions.map((solution) => ({
        ...solution,
        tool: solution.toolName,
        error: solution.errorSample,
        solution: solution.text,
        lastAt: solution.lastSeenAt,
      })),
    });
  });

  app.delete("/solutions", async (c) => {
    const { id } = readQuery(c, z.looseObject({ id: text }));
    if (!(await store.removeSolution(id))) throw new ApiError(404, "Solution not found.");
    return c.json({ id });
  });

  app.post("/forget", async (c) => {
    const body = await readBody(c, forgotten);
    const selector = toSelector(body.selector, rootOf);
    if (body.preview) {
      const counts = await refusing(() => store.previewForget(selector));
      return c.json({ counts, items: await store.forgetItems(selector, MOST_ITEMS) });
    }
    return c.json({ deleted: await refusing(() => store.forget(selector, now())) });
  });

  return app;
}

/** Stale: the file it refers to has changed since. Unknown if the file no longer exists. */
function marked(memory: Memory): Memory & { stale: boolean } {
  const { file, fileHash } = memory.provenance ?? {};
  if (file === undefined || fileHash === undefined) return { ...memory, stale: false };
  const now = hashOf(isAbsolute(file) ? file : join(memory.project, file));
  return { ...memory, stale: now !== undefined && now !== fileHash };
}

function toStatus(value: string): (typeof MEMORY_STATUSES)[number] {
  const known = MEMORY_STATUSES.find((one) => one === value);
  if (known === undefined) throw new ApiError(400, `status: one of ${MEMORY_STATUSES.join(", ")}`);
  return known;
}

function toSelector(
  given: z.output<typeof forgotten>["selector"],
  rootOf: (folder: string) => string,
): ForgetSelector {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  if (given.uri !== undefined && given.project !== undefined && named.length === 2) {
    return { uri: given.uri, project: rootOf(given.project) };
  }
  if (named.length !== 1)
    throw new ApiError(400, "selector: exactly one of session, project, uri, match, before");
  if (given.session !== undefined) return { sessionId: given.session };
  if (given.project !== undefined) return { project: rootOf(given.project) };
  if (given.uri !== undefined) return { uri: given.uri };
  if (given.match !== undefined) return { match: given.match };
  return { before: given.before ?? 0 };
}

/** A refusal by the store is the caller's error; the store's message explains it. */
async function refusing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    const unknown = error.code === "memory_unknown" || error.code === "version_unknown";
    throw new ApiError(
      unknown ? 404 : 400,
      `${error.message}${error.hint === undefined ? "" : ` ${error.hint}`}`,
    );
  }
}
