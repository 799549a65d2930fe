/** Problems of a project's client memories: for `pawl memory check`, the page and the model. */

import type { Store } from "../../store/store.ts";
import { type Memory, parseUri } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { type Problem, problemsOf } from "./check.ts";
import { type Contradiction, contradictionsIn } from "./contradict.ts";
import { linksIn } from "./file.ts";
import { realOf } from "./files.ts";
import { CLIENT_PREFIX, clientUri, isNoteUri } from "./uri.ts";

/** Two memories that contradict each other. */
interface SideBySide {
  why: Contradiction["why"] | "said";
  a: Side;
  b: Side;
}

interface Side {
  uri: string;
  content: string;
}

const MOST = 20_000;

/** `folders`: all folders of this project. */
export async function reportOn(folders: readonly string[], store: Store) {
  const found = new Map<string, Memory>();
  for (const project of folders) {
    for (const memory of await memoriesIn(store).memories({ project, limit: MOST }))
      found.set(memory.id, memory);
  }
  const memories = [...found.values()].filter(({ uri }) => isChecked(uri));
  const names = new Set(memories.map(({ uri }) => uri));
  const problems = memories.flatMap((memory) => {
    const all = problemsIn(memory, folders, names);
    return all.length === 0 ? [] : [{ uri: memory.uri, project: memory.project, problems: all }];
  });
  return { memories: memories.length, problems, contradictions: await contradictions(memories, store) };
}

/** Views and copies of the client's other notes are not checked. */
function isChecked(uri: string): boolean {
  return parseUri(uri).namespace !== "system" && !isNoteUri(uri) && uri !== `${CLIENT_PREFIX}MEMORY`;
}

export function problemsIn(
  memory: Memory,
  folders: readonly string[],
  names?: ReadonlySet<string>,
): Problem[] {
  const text = `${memory.disclosure ?? ""}\n${memory.content}`;
  const source = memory.provenance?.client?.path;
  const isGone = source !== undefined && realOf(source) === undefined;
  const dangling =
    names === undefined || source === undefined
      ? []
      : linksIn(memory.content).filter((name) => !names.has(clientUri(name)));
  return [
    ...problemsOf(text, folders),
    ...dangling.map((name): Problem => ({ kind: "link", name })),
    ...(isGone ? [{ kind: "source", name: source } as const] : []),
  ];
}

async function contradictions(memories: readonly Memory[], store: Store): Promise<SideBySide[]> {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const toSide = ({ uri, content }: Memory): Side => ({ uri, content });
  const guessed = contradictionsIn(
    memories.map(({ id, disclosure = "", content }) => ({ id, head: disclosure, body: content })),
  ).flatMap(({ a, b, why }) => {
    const [one, other] = [byId.get(a), byId.get(b)];
    return one === undefined || other === undefined ? [] : [{ why, a: toSide(one), b: toSide(other) }];
  });
  const said: SideBySide[] = [];
  for (const memory of memories) {
    for (const { from, to, kind } of await memoriesIn(store).relations(memory)) {
      if (kind !== "contradicts" || from !== memory.uri) continue;
      const other = memories.find(({ uri }) => uri === to);
      if (other !== undefined) said.push({ why: "said", a: toSide(memory), b: toSide(other) });
    }
  }
  return [...said, ...guessed];
}
