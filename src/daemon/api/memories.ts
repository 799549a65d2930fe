/** Memories, solutions and forgetting over HTTP. */

import { Hono } from "hono";
import type { z } from "zod";
import { affectedFiles } from "../../memory/client/affected.ts";
import { openForgottenFiles } from "../../memory/client/forgotten.ts";
import { isClientUri } from "../../memory/client/uri.ts";
import { MEMORY_STATUSES } from "../../memory/records/memory.ts";
import { changeMemory, inScope, remember, wholeMemory } from "../../memory/remember/remember.ts";
import { knowledgeIn, memoriesIn } from "../../memory/sql/index.ts";
import { redactor } from "../../redact/redactor.ts";
import type { ForgetSelector } from "../../store/forget/types.ts";
import { forgettingIn } from "../../team/sql/forget.ts";
import { forgetEverywhere } from "../forget.ts";
import type { Service } from "../service.ts";
import { clientMemoryApi } from "./client-memories.ts";
import * as operations from "./operations/memories.ts";
import { ApiError, serveOperation } from "./request.ts";

const AUTHOR = "page";

/** Of what would be deleted; the counts say how much there is. */
const MOST_ITEMS = 200;

export function memoryRoutes(service: Service): Hono {
  const { store, now, projectOf } = service;
  const app = new Hono();
  const client = clientMemoryApi(service);

  serveOperation(app, operations.listMemories, async ({ query }) => {
    const wanted =
      query.status === undefined ? undefined : query.status.split(",").map((one) => toStatus(one));
    const memories = await memoriesIn(store).memories({
      limit: query.limit,
      ...(query.project === undefined ? {} : { project: projectOf(query.project) }),
      ...(wanted === undefined ? {} : { status: wanted }),
    });
    const all =
      query.project === undefined || wanted !== undefined
        ? memories
        : await client.list(projectOf(query.project), memories);
    return { memories: all };
  });

  serveOperation(app, operations.checkMemories, ({ query }) => client.check(projectOf(query.project)));

  serveOperation(app, operations.getMemory, async ({ query }) => {
    if (isClientUri(query.uri)) {
      return client.one({ ...query, project: projectOf(query.project) });
    }
    const whole = await wholeMemory(store, { uri: query.uri, project: projectOf(query.project) });
    if (whole === undefined) throw new ApiError(404, "Memory not found.");
    return whole;
  });

  serveOperation(app, operations.addMemory, async ({ body }) => {
    const input = { ...body, project: projectOf(body.project), author: AUTHOR, at: now() };
    const { uri, project } = await remember(store, input, redactor);
    return { uri, project };
  });

  serveOperation(app, operations.editMemory, async ({ body }) => {
    const name = { uri: body.uri, project: projectOf(body.project) };
    if (isClientUri(body.uri)) return { file: await client.change({ ...body, ...name }) };
    return { memory: await changeMemory(store, name, body, { author: AUTHOR, at: now() }, redactor) };
  });

  serveOperation(app, operations.deleteMemory, async ({ query }) => {
    const name = { uri: query.uri, project: projectOf(query.project) };
    if (isClientUri(query.uri)) {
      await client.remove({ ...name, hash: query.hash });
      return { uri: query.uri };
    }
    const edit = { status: "deleted" } as const;
    await changeMemory(store, name, edit, { author: AUTHOR, at: now() }, redactor);
    return { uri: query.uri };
  });

  serveOperation(app, operations.rollbackMemory, async ({ body }) => {
    const name = inScope({ uri: body.uri, project: projectOf(body.project) });
    const change = { author: AUTHOR, at: now(), reason: `back to version ${body.version}` };
    return { memory: await memoriesIn(store).rollbackMemory(name, body.version, change) };
  });

  serveOperation(app, operations.relateMemories, async ({ body: { from, to, kind, project } }) => {
    await memoriesIn(store).relate(projectOf(project), { from, to, kind }, now());
    return { from, to, kind };
  });

  serveOperation(app, operations.listSolutions, async ({ query }) => {
    const filter = query.project === undefined ? {} : { project: projectOf(query.project) };
    const solutions = await knowledgeIn(store).solutions({ limit: query.limit, ...filter });
    return {
      solutions: solutions.map((solution) => ({
        ...solution,
        tool: solution.toolName,
        error: solution.errorSample,
        solution: solution.text,
        lastAt: solution.lastSeenAt,
      })),
    };
  });

  serveOperation(app, operations.deleteSolution, async ({ query: { id } }) => {
    if (!(await knowledgeIn(store).removeSolution(id))) throw new ApiError(404, "Solution not found.");
    return { id };
  });

  serveOperation(app, operations.forget, async ({ body }) => {
    const selector = toSelector(body.selector, projectOf);
    const clientFiles = await affectedFiles(selector, store);
    if (body.preview) {
      const counts = { ...(await forgettingIn(store).previewForget(selector)) };
      return { counts, items: await forgettingIn(store).forgetItems(selector, MOST_ITEMS), clientFiles };
    }
    // The files stay: each is deleted by its own name, with DELETE /api/memories.
    const { counts } = await forgetEverywhere({ store, home: service.home }, selector, now());
    openForgottenFiles(service.home.clientForgotten).add(clientFiles);
    return { deleted: { ...counts }, clientFiles };
  });

  return app;
}

function toStatus(value: string): (typeof MEMORY_STATUSES)[number] {
  const known = MEMORY_STATUSES.find((one) => one === value);
  if (known === undefined) throw new ApiError(400, `status: one of ${MEMORY_STATUSES.join(", ")}`);
  return known;
}

function toSelector(
  given: z.output<NonNullable<typeof operations.forget.body>>["selector"],
  projectOf: Service["projectOf"],
): ForgetSelector {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const project = projectOf(given.project ?? "");
  // A folder that is none would select everything that belongs to no project.
  if (given.project !== undefined && project === "")
    throw new ApiError(400, "project: the folder's whole path");
  if (given.uri !== undefined && given.project !== undefined && named.length === 2) {
    return { uri: given.uri, project };
  }
  if (named.length !== 1)
    throw new ApiError(400, "selector: exactly one of session, project, uri, match, before");
  if (given.session !== undefined) return { sessionId: given.session };
  if (given.project !== undefined) return { project };
  if (given.uri !== undefined) return { uri: given.uri };
  if (given.match !== undefined) return { match: given.match };
  return { before: given.before ?? 0 };
}
