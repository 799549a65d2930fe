/** Operations on memories and solutions, and forgetting. */

import { z } from "zod";
import { affectedFiles } from "../../memory/client/affected.ts";
import { openForgottenFiles } from "../../memory/client/forgotten.ts";
import { reportOn } from "../../memory/client/report.ts";
import { isClientUri } from "../../memory/client/uri.ts";
import { MEMORY_STATUSES, RELATION_KINDS } from "../../memory/records/memory.ts";
import { changeMemory, inScope, remember, wholeMemory, withWhen } from "../../memory/remember/remember.ts";
import { knowledgeIn, memoriesIn } from "../../memory/sql/index.ts";
import { redactor } from "../../redact/redactor.ts";
import type { ForgetSelector } from "../../store/forget/types.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { forgettingIn } from "../../team/sql/forget.ts";
import { forgetEverywhere } from "../forget.ts";
import type { Service } from "../service.ts";
import { changeClientMemory, clientMemory, withClientMemories } from "./client-memories.ts";
import { ApiError, get, limit, patch, post, remove } from "./request.ts";
import { clientFile, counts, memory, memoryProblem, memoryVersion, relation, solution } from "./shapes.ts";

const AUTHOR = "page";
/** Maximum items listed for deletion; the counts give the total. */
const MOST_ITEMS = 200;

const text = z.string().min(1).max(1000);
const anyProject = z.string().max(4000).optional();
const project = z
  .string()
  .max(4000)
  .default("")
  .describe("A folder of the project; not needed for user:// URIs");
const fields = {
  priority: z.number().optional().describe("0 to 10; 0 to 2 are in every session"),
  disclosure: z.string().optional().describe("When it helps"),
};
const hash = text
  .optional()
  .describe("Of a client:// memory's file as it was read; refused with 409 if it has changed since");
const side = z.object({ uri: z.string(), content: z.string() });

export const listMemories = get("/api/memories", "Memories, by priority", {
  query: z.looseObject({
    limit,
    project: anyProject,
    status: z
      .string()
      .max(200)
      .optional()
      .describe(`One or more of ${MEMORY_STATUSES.join(", ")}, with commas`),
  }),
  answer: z.object({ memories: z.array(memory.extend({ whenInjected: z.looseObject({ at: z.string() }) })) }),
  async run({ query }, service) {
    const project = query.project === undefined ? undefined : service.projectOf(query.project);
    const status = query.status?.split(",").map(toStatus);
    const memories = await memoriesIn(service.store).memories({
      limit: query.limit,
      ...(project === undefined ? {} : { project }),
      ...(status === undefined ? {} : { status }),
    });
    const isOwn = project === undefined || status !== undefined;
    const all = isOwn ? memories : await withClientMemories(project, memories, service);
    return { memories: all.map(withWhen) };
  },
});

export const checkMemories = get(
  "/api/memories/check",
  "Memories of a project that are out of date, or that contradict each other",
  {
    query: z.looseObject({ project: text.describe("A folder of the project") }),
    answer: z.object({
      memories: z.number().describe("How many were looked at"),
      problems: z.array(z.object({ uri: z.string(), project: z.string(), problems: z.array(memoryProblem) })),
      contradictions: z.array(z.object({ why: z.string(), a: side, b: side })),
    }),
    run: ({ query }, { sameProject, projectOf, store }) =>
      reportOn(sameProject.folders(projectOf(query.project)), store),
  },
);

export const getMemory = get("/api/memories/one", "One memory with its versions and relations", {
  query: z.looseObject({ uri: text, project }),
  answer: z.object({
    memory,
    versions: z.array(memoryVersion),
    relations: z.array(relation),
    raw: clientFile.optional().describe("Of a client:// memory: its file"),
    problems: z.array(memoryProblem).optional().describe("Of a client:// memory: what is out of date in it"),
  }),
  canMiss: true,
  async run({ query }, service) {
    const name = toName(query, service);
    if (isClientUri(name.uri)) return clientMemory(name, service);
    const whole = await wholeMemory(service.store, name);
    if (whole === undefined) throw new ApiError(404, "Memory not found.");
    return whole;
  },
});

export const addMemory = post("/api/memories", "Remember something", {
  description:
    "With the URI of an existing memory: a new version of it. Without a URI one is made from the words.",
  body: z.looseObject({ content: z.string(), uri: text.optional(), project, ...fields }),
  answer: z.object({ uri: z.string(), project: z.string() }),
  async run({ body }, { store, now, projectOf }) {
    const input = { ...body, project: projectOf(body.project), author: AUTHOR, at: now() };
    const { uri, project } = await remember(store, input, redactor);
    return { uri, project };
  },
});

export const editMemory = patch("/api/memories", "Change a memory; its old text stays as a version", {
  body: z.looseObject({
    uri: text,
    project,
    content: z.string().optional(),
    status: z.enum(MEMORY_STATUSES).optional(),
    reason: z.string().max(1000).optional(),
    ...fields,
    raw: z
      .string()
      .max(1 << 20)
      .optional()
      .describe("Of a client:// memory: its whole file"),
    renameTo: text.optional().describe("Of a client:// memory: its file's new name"),
    hash,
  }),
  answer: z.object({
    memory: memory.optional(),
    file: clientFile.optional().describe("Of a client:// memory, instead of memory"),
  }),
  canMiss: true,
  async run({ body }, service) {
    const name = toName(body, service);
    if (isClientUri(name.uri))
      return { file: await changeClientMemory({ ...body, ...name }, AUTHOR, service) };
    return { memory: await changeMemory(service.store, name, body, byPage(service), redactor) };
  },
});

export const deleteMemory = remove("/api/memories", "Mark a memory as deleted; forget removes it for good", {
  description: "A client:// memory is deleted with its file and its line in MEMORY.md.",
  query: z.looseObject({ uri: text, project, hash }),
  answer: z.object({ uri: z.string() }),
  canMiss: true,
  async run({ query }, service) {
    const name = toName(query, service);
    if (isClientUri(name.uri)) {
      await service.clientFiles.remove({ ...name, hash: query.hash }, { author: AUTHOR });
      service.clientMemory.started({ project: name.project });
    } else await changeMemory(service.store, name, { status: "deleted" }, byPage(service), redactor);
    return { uri: query.uri };
  },
});

export const rollbackMemory = post(
  "/api/memories/rollback",
  "Make an earlier version of a memory the current one",
  {
    body: z.looseObject({ uri: text, project, version: z.int().min(1) }),
    answer: z.object({ memory }),
    canMiss: true,
    async run({ body }, service) {
      const name = inScope(toName(body, service));
      const change = { ...byPage(service), reason: `back to version ${body.version}` };
      return { memory: await memoriesIn(service.store).rollbackMemory(name, body.version, change) };
    },
  },
);

export const relateMemories = post("/api/memories/relate", "Connect two memories", {
  body: z.looseObject({ from: text, to: text, kind: z.enum(RELATION_KINDS), project }),
  answer: relation,
  canMiss: true,
  async run({ body: { from, to, kind, project } }, { store, now, projectOf }) {
    await memoriesIn(store).relate(projectOf(project), { from, to, kind }, now());
    return { from, to, kind };
  },
});

export const listSolutions = get("/api/solutions", "Solutions to past errors, best first", {
  query: z.looseObject({ limit, project: anyProject }),
  answer: z.object({ solutions: z.array(solution) }),
  async run({ query }, { store, projectOf }) {
    const filter = query.project === undefined ? {} : { project: projectOf(query.project) };
    const solutions = await knowledgeIn(store).solutions({ limit: query.limit, ...filter });
    return {
      solutions: solutions.map((one) => ({
        ...one,
        tool: one.toolName,
        error: one.errorSample,
        solution: one.text,
        lastAt: one.lastSeenAt,
      })),
    };
  },
});

export const deleteSolution = remove("/api/solutions", "Delete a solution", {
  query: z.looseObject({ id: text }),
  answer: z.object({ id: z.string() }),
  canMiss: true,
  async run({ query: { id } }, { store }) {
    if (!(await knowledgeIn(store).removeSolution(id))) throw new ApiError(404, "Solution not found.");
    return { id };
  },
});

const selector = z.union(
  [
    z.strictObject({ session: text }),
    z.strictObject({ project: text }),
    z.strictObject({ uri: text, project: text.optional() }),
    z.strictObject({ match: text }),
    z.strictObject({ before: z.number().describe("Milliseconds since 1970") }),
  ],
  { error: "exactly one of session, project, uri, match, before" },
);

export const forget = post("/api/forget", "Delete records for good", {
  description: "With preview, which is the default, it only counts and lists them.",
  body: z.looseObject({
    preview: z.boolean().default(true),
    selector: selector.describe("Exactly one of them; uri may have a project"),
  }),
  answer: z.object({
    counts: counts.optional(),
    items: z
      .array(z.object({ kind: z.string(), id: z.string(), title: z.string(), at: z.number() }))
      .optional()
      .describe("With preview: the first 200 of them"),
    deleted: counts.optional(),
    clientFiles: z
      .array(clientFile.omit({ text: true }).extend({ isDeletable: z.boolean() }))
      .describe("The client's own memory files that have it; they stay"),
  }),
  async run({ body }, { store, home, now, projectOf }) {
    const selected = await wholeSession(toSelector(body.selector, projectOf), store);
    const clientFiles = await affectedFiles(selected, store);
    if (body.preview) {
      const counts = { ...(await forgettingIn(store).previewForget(selected)) };
      return { counts, items: await forgettingIn(store).forgetItems(selected, MOST_ITEMS), clientFiles };
    }
    // The files stay: each is deleted by its own name, with DELETE /api/memories.
    const { counts } = await forgetEverywhere({ store, home }, selected, now());
    openForgottenFiles(home.clientForgotten).add(clientFiles);
    return { deleted: { ...counts }, clientFiles };
  },
});

function toName({ uri, project }: { uri: string; project: string }, { projectOf }: Service) {
  return { uri, project: projectOf(project) };
}

const byPage = ({ now }: Service) => ({ author: AUTHOR, at: now() });

function toStatus(value: string): (typeof MEMORY_STATUSES)[number] {
  const known = MEMORY_STATUSES.find((one) => one === value);
  if (known === undefined) throw new ApiError(400, `status: one of ${MEMORY_STATUSES.join(", ")}`);
  return known;
}

function toSelector(named: z.output<typeof selector>, projectOf: Service["projectOf"]): ForgetSelector {
  if ("session" in named) return { sessionId: named.session };
  if (!("project" in named) || named.project === undefined) return named as ForgetSelector;
  const project = projectOf(named.project);
  // An empty folder would select everything without a project.
  if (project === "") throw new ApiError(400, "project: the folder's whole path");
  return { ...named, project };
}

const SHORTEST_ID = 4;

/** People type only the first characters of an id; they count if only one session's begins with them. */
async function wholeSession(selected: ForgetSelector, store: Store): Promise<ForgetSelector> {
  if (!("sessionId" in selected) || selected.sessionId.length < SHORTEST_ID) return selected;
  const [first, second] = await recordsIn(store).sessionIdsLike(selected.sessionId, 2);
  return first === undefined || second !== undefined ? selected : { sessionId: first };
}
