/** Memories, solutions and forgetting over HTTP. */
import { isAbsolute, join } from "node:path";
import { Hono } from "hono";
import { z } from "zod";
import { PawlError } from "../../errors.ts";
import { isClientUri } from "../../memory/client/uri.ts";
import { MEMORY_STATUSES, type Memory, RELATION_KINDS } from "../../memory/records/memory.ts";
import { redactor } from "../../memory/redact/redactor.ts";
import { projectRoot } from "../../platform/project.ts";
import { affectedFiles } from "../../services/client-memory/affected.ts";
import { openForgottenFiles } from "../../services/client-memory/forgotten.ts";
import { hashOf } from "../../services/recall/knowledge.ts";
import { changeMemory, inScope, remember, wholeMemory } from "../../services/remember/remember.ts";
import type { ForgetSelector } from "../../store/store.ts";
import type { Service } from "../service.ts";
import { clientMemoryApi } from "./client-memories.ts";
import { ApiError, limit, readBody, readQuery } from "./request.ts";

const text = z.string().min(1).max(1000);
const project = z.string().max(4000).default("");
const status = z.enum(MEMORY_STATUSES);
const fields = { priority: z.number().optional(), disclosure: z.string().optional() };

const listQuery = z.looseObject({ limit, project: z.string().optional(), status: z.string().optional() });
const nameQuery = z.looseObject({ uri: text, project, hash: text.optional() });
const added = z.looseObject({ content: z.string(), uri: text.optional(), project, ...fields });
const changed = z.looseObject({
  uri: text,
  project,
  content: z.string().optional(),
  status: status.optional(),
  reason: z.string().max(1000).optional(),
  ...fields,
  // Of a file of the client's own memory.
  raw: z
    .string()
    .max(1 << 20)
    .optional(),
  renameTo: text.optional(),
  hash: text.optional(),
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

export function memoryRoutes(service: Service): Hono {
  const { store, now } = service;
  const app = new Hono();
  const client = clientMemoryApi(service);
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
    const all =
      query.project === undefined || wanted !== undefined
        ? memories
        : await client.list(rootOf(query.project), memories);
    return c.json({ memories: all.map(marked) });
  });

  app.get("/memories/check", async (c) => {
    const query = readQuery(c, z.looseObject({ project: text }));
    return c.json(await client.check(rootOf(query.project)));
  });

  app.get("/memories/one", async (c) => {
    const query = readQuery(c, nameQuery);
    if (isClientUri(query.uri)) {
      const found = await refusing(() => client.one({ ...query, project: rootOf(query.project) }));
      return c.json({ ...found, memory: marked(found.memory) });
    }
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
    if (isClientUri(body.uri))
      return c.json({ file: await refusing(() => client.change({ ...body, ...name })) });
    const memory = await refusing(() =>
      changeMemory(store, name, body, { author: AUTHOR, at: now() }, redactor),
    );
    return c.json({ memory });
  });

  app.delete("/memories", async (c) => {
    const query = readQuery(c, nameQuery);
    const name = { uri: query.uri, project: rootOf(query.project) };
    if (isClientUri(query.uri)) {
      await refusing(() => client.remove({ ...name, hash: query.hash }));
      return c.json({ uri: query.uri });
    }
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
    const clientFiles = await affectedFiles(selector, store);
    if (body.preview)
      return c.json({ counts: await refusing(() => store.previewForget(selector)), clientFiles });
    // The files stay: each is deleted by its own name, with DELETE /api/memories.
    const deleted = await refusing(() => store.forget(selector, now()));
    openForgottenFiles(service.home.clientForgotten).add(clientFiles);
    return c.json({ deleted, clientFiles });
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

const STATUSES: Readonly<Record<string, 404 | 409>> = {
  memory_unknown: 404,
  version_unknown: 404,
  client_file_unknown: 404,
  client_file_changed: 409,
  client_file_exists: 409,
};

/** A refusal by the store is the caller's error; the store's message explains it. */
async function refusing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    throw new ApiError(
      STATUSES[error.code] ?? 400,
      `${error.message}${error.hint === undefined ? "" : ` ${error.hint}`}`,
    );
  }
}
