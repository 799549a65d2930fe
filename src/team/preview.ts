/** Shows what would leave this machine: for a shared folder the outbox, for another the records that sharing would send. */

import { MOST_SESSIONS } from "../memory/digest/types.ts";
import { BY_HAND } from "../memory/records/knowledge.ts";
import { digestsIn, knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import type { Store } from "../store/store.ts";
import type { Handoff } from "../work/workflow/handoff.ts";
import { clean, type Redact, toSharedMemory, toWrittenSolution } from "./bodies.ts";
import { derive } from "./derive.ts";
import type { SharedBody } from "./records/record.ts";
import { teamIn } from "./sql/index.ts";

const MOST = 100_000;

interface Leaving {
  op: "put" | "forget";
  id: string;
  kind: string;
  /** One line of it. */
  text: string;
  body?: SharedBody;
}

export async function waitingToLeave(store: Store, project: string | undefined): Promise<Leaving[]> {
  const of = project === undefined ? {} : { project };
  const leaving: Leaving[] = [];
  for (const { op, id, body: json } of await teamIn(store).teamOutbox({ limit: MOST, ...of })) {
    if (op === "forget") leaving.push({ op, id, kind: "", text: "" });
    else if (json !== undefined) {
      const body = JSON.parse(json) as SharedBody;
      leaving.push({ op, id, kind: body.kind, text: lineOf(body), body });
    }
  }
  const handoffs = await teamIn(store).teamHandoffs({ untold: true });
  for (const { id, state, name, body, project: of } of handoffs) {
    if (state !== "leaving" || body === undefined || (project !== undefined && of !== project)) continue;
    const { request, state: last } = JSON.parse(body) as Handoff;
    leaving.push({ op: "put", id, kind: "handoff", text: [name, request ?? last ?? ""].join(": ") });
  }
  return leaving;
}

export async function wouldLeave(store: Store, folder: string, redact: Redact): Promise<Leaving[]> {
  const memories = (await memoriesIn(store).memories({ project: folder, limit: MOST }))
    .filter((memory) => memory.project === folder && memory.provenance?.team === undefined)
    .flatMap((memory) => toSharedMemory(memory, redact, { isKnown: false }) ?? []);
  const solutions = (await knowledgeIn(store).solutions({ project: folder, kind: BY_HAND, limit: MOST }))
    .filter(({ project }) => project === folder)
    .map((solution) => toWrittenSolution(solution, redact));
  const digests = await digestsIn(store).digests({ project: folder, limit: MOST_SESSIONS });
  const learned = derive(digests).map(({ body }) => clean(body, redact));
  return [...memories, ...solutions, ...learned].map((body) => ({
    op: "put",
    id: "",
    kind: body.kind,
    text: lineOf(body),
    body,
  }));
}

/** Shared records in readable form: text, author and location on this machine. */
export async function shownRecords(
  store: Store,
  filter: Parameters<ReturnType<typeof teamIn>["listTeamHeads"]>[0],
) {
  const heads = (await teamIn(store).listTeamHeads(filter)).filter(({ body }) => body !== undefined);
  return Promise.all(
    heads.map(async ({ project, id, rev, kind, author, at, state, body }) => {
      const link = (await teamIn(store).teamLinks({ project, id })).find((one) => one.kind === "memory");
      const text = lineOf(JSON.parse(body ?? "{}") as SharedBody);
      const place = link === undefined ? {} : { uri: link.key, folder: link.folder };
      return { project, id, rev, kind, author, at, state, text, ...place };
    }),
  );
}

export function lineOf(body: SharedBody): string {
  switch (body.kind) {
    case "memory":
      return `${body.uri}: ${body.content}`;
    case "solution":
      return `${body.failure.error}`;
    case "written-solution":
      return `${body.errorSample}: ${body.text}`;
    case "pitfall":
      return body.text;
    case "command":
      return body.command;
  }
}
