/** Operations on memories and solutions, and forgetting. */

import { z } from "zod";
import { MEMORY_STATUSES, RELATION_KINDS } from "../../../memory/records/memory.ts";
import { limit, operation } from "../request.ts";
import { clientFile, counts, memory, memoryProblem, memoryVersion, relation, solution } from "./shapes.ts";

const text = z.string().min(1).max(1000);
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

export const listMemories = operation({
  method: "get",
  path: "/api/memories",
  summary: "Memories, by priority",
  query: z.looseObject({
    limit,
    project: z.string().max(4000).optional(),
    status: z
      .string()
      .max(200)
      .optional()
      .describe(`One or more of ${MEMORY_STATUSES.join(", ")}, with commas`),
  }),
  answer: z.object({ memories: z.array(memory) }),
});

export const checkMemories = operation({
  method: "get",
  path: "/api/memories/check",
  summary: "Memories of a project that are out of date, or that contradict each other",
  query: z.looseObject({ project: text.describe("A folder of the project") }),
  answer: z.object({
    memories: z.number().describe("How many were looked at"),
    problems: z.array(z.object({ uri: z.string(), project: z.string(), problems: z.array(memoryProblem) })),
    contradictions: z.array(z.object({ why: z.string(), a: side, b: side })),
  }),
});

export const getMemory = operation({
  method: "get",
  path: "/api/memories/one",
  summary: "One memory with its versions and relations",
  query: z.looseObject({ uri: text, project }),
  answer: z.object({
    memory,
    versions: z.array(memoryVersion),
    relations: z.array(relation),
    raw: clientFile.optional().describe("Of a client:// memory: its file"),
    problems: z.array(memoryProblem).optional().describe("Of a client:// memory: what is out of date in it"),
  }),
  canMiss: true,
});

export const addMemory = operation({
  method: "post",
  path: "/api/memories",
  summary: "Remember something",
  description:
    "With the URI of an existing memory: a new version of it. Without a URI one is made from the words.",
  body: z.looseObject({ content: z.string(), uri: text.optional(), project, ...fields }),
  answer: z.object({ uri: z.string(), project: z.string() }),
});

export const editMemory = operation({
  method: "patch",
  path: "/api/memories",
  summary: "Change a memory; its old text stays as a version",
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
});

export const deleteMemory = operation({
  method: "delete",
  path: "/api/memories",
  summary: "Mark a memory as deleted; forget removes it for good",
  description: "A client:// memory is deleted with its file and its line in MEMORY.md.",
  query: z.looseObject({ uri: text, project, hash }),
  answer: z.object({ uri: z.string() }),
  canMiss: true,
});

export const rollbackMemory = operation({
  method: "post",
  path: "/api/memories/rollback",
  summary: "Make an earlier version of a memory the current one",
  body: z.looseObject({ uri: text, project, version: z.int().min(1) }),
  answer: z.object({ memory }),
  canMiss: true,
});

export const relateMemories = operation({
  method: "post",
  path: "/api/memories/relate",
  summary: "Connect two memories",
  body: z.looseObject({ from: text, to: text, kind: z.enum(RELATION_KINDS), project }),
  answer: relation,
  canMiss: true,
});

export const listSolutions = operation({
  method: "get",
  path: "/api/solutions",
  summary: "Solutions to past errors, best first",
  query: z.looseObject({ limit, project: z.string().max(4000).optional() }),
  answer: z.object({ solutions: z.array(solution) }),
});

export const deleteSolution = operation({
  method: "delete",
  path: "/api/solutions",
  summary: "Delete a solution",
  query: z.looseObject({ id: text }),
  answer: z.object({ id: z.string() }),
  canMiss: true,
});

export const forget = operation({
  method: "post",
  path: "/api/forget",
  summary: "Delete records for good",
  description: "With preview, which is the default, it only counts and lists them.",
  body: z.looseObject({
    preview: z.boolean().default(true),
    selector: z
      .strictObject({
        session: text.optional(),
        project: text.optional(),
        uri: text.optional(),
        match: text.optional(),
        before: z.number().optional().describe("Milliseconds since 1970"),
      })
      .describe("Exactly one of them; uri may have a project"),
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
});
