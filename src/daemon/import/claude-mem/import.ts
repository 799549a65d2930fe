/** Imports claude-mem's memories. Every record has its own key, so the import is idempotent. */

import { isAbsolute } from "node:path";
import { inProject } from "../../../memory/records/summary.ts";
import { memoriesIn } from "../../../memory/sql/index.ts";
import type { Redactor } from "../../../redact/redactor.ts";
import { promptKey } from "../../../store/records/keys.ts";
import { recordsIn } from "../../../store/records/queries.ts";
import type { Store } from "../../../store/store.ts";
import { promptText } from "../../../text/prompt.ts";
import { UNKNOWN_FOLDER } from "./projects.ts";
import type { PeerData, PeerObservation, PeerSession } from "./read.ts";

interface ImportDeps {
  store: Store;
  redact: Redactor;
  /** Folders of its projects, by name. */
  projects: ReadonlyMap<string, string>;
}

interface PeerImport {
  sessions: number;
  prompts: number;
  summaries: number;
  observations: number;
}

/** On demand; what was learned does not go out of date by itself. */
const PRIORITY = 3;
const AUTHOR = "claude-mem";
const CONTENT_CHARACTERS = 16_000;

export async function importClaudeMem(data: PeerData, deps: ImportDeps): Promise<PeerImport> {
  const added: PeerImport = { sessions: 0, prompts: 0, summaries: 0, observations: 0 };
  for (const session of data.sessions) await addSession(session, data, deps, added);
  for (const observation of data.observations)
    if (await addObservation(observation, deps)) added.observations++;
  return added;
}

function folderOf(name: string, projects: ReadonlyMap<string, string>): string {
  return projects.get(name) ?? strayFolder(name);
}

async function addSession(
  session: PeerSession,
  data: PeerData,
  deps: ImportDeps,
  added: PeerImport,
): Promise<void> {
  const { store, redact, projects } = deps;
  const known = await recordsIn(store).session(session.id);
  const project = known?.session.project ?? folderOf(session.project, projects);
  const asked = data.prompts.filter(({ sessionId }) => sessionId === session.id);
  const summary = data.summaries.filter(({ sessionId }) => sessionId === session.id).at(-1);
  if (known === undefined && asked.length === 0 && summary === undefined) return;
  // Pawl has read the session's own transcript, so its prompts exist already under other keys.
  const isOurs = known?.prompts.some(({ key }) => !key.includes(KEY_MARK));
  const prompts = isOurs
    ? []
    : asked.flatMap(({ id, text, at }) => {
        const plain = promptText(text);
        if (plain === undefined || plain.trim() === "") return [];
        const key = promptKey(session.id, undefined, plain, `${KEY_MARK}${id}`);
        return [{ key, sessionId: session.id, at, text: redact.text(plain), redaction: redact.version }];
      });
  const batch = { session: { id: session.id, project, cwd: project, at: session.startedAt }, prompts };
  const result = await recordsIn(store).record(batch);
  added.prompts += result.prompts;
  if (known === undefined) added.sessions++;
  if (known === undefined && session.endedAt !== undefined)
    await recordsIn(store).endSession(session.id, session.endedAt, "imported");
  if (summary === undefined || known?.summary !== undefined) return;
  const { at, text } = summary;
  await recordsIn(store).saveSummary({
    sessionId: session.id,
    at,
    text: redact.text(text),
    redaction: redact.version,
  });
  added.summaries++;
}

const strayFolder = (name: string) => `${UNKNOWN_FOLDER}${name === "" ? "unknown" : name}`;

const KEY_MARK = "claude-mem-";

async function addObservation(observation: PeerObservation, deps: ImportDeps): Promise<boolean> {
  const { store, redact, projects } = deps;
  const { at, sessionId } = observation;
  const project = folderOf(observation.project, projects);
  const file = observation.files.map((one) => inProject(one, project)).find((one) => !isAbsolute(one));
  const { outcome } = await memoriesIn(store).saveMemory({
    uri: uriOf(observation),
    project,
    content: redact.text(observation.text).slice(0, CONTENT_CHARACTERS).toWellFormed(),
    priority: PRIORITY,
    status: "active",
    origin: "model",
    redaction: redact.version,
    provenance: {
      ...(sessionId === "" ? {} : { sessionId }),
      ...(file === undefined ? {} : { file: redact.text(file) }),
    },
    author: AUTHOR,
    at,
  });
  if (outcome === "created") await dropStray(observation, deps);
  return outcome === "created";
}

const uriOf = ({ id, at }: PeerObservation) => `project://claude-mem/${at.toString(36)}-${id}`;

/** An earlier import did not know the folder yet. */
async function dropStray(observation: PeerObservation, { store, projects }: ImportDeps): Promise<void> {
  if (!projects.has(observation.project)) return;
  const name = { uri: uriOf(observation), project: strayFolder(observation.project) };
  const stray = await memoriesIn(store).memory(name);
  if (stray === undefined || stray.status === "deleted") return;
  const change = { at: stray.updatedAt, author: AUTHOR, reason: "its folder is known now" };
  await memoriesIn(store).changeMemory(name, { status: "deleted" }, change);
}
