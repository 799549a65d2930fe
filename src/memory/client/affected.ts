/** The client's files that contain something the user wants to forget. The user decides about each of them. */

import type { ForgetSelector } from "../../store/forget/types.ts";
import { isBy } from "../../store/records/authorship.ts";
import type { Store } from "../../store/store.ts";
import { MEMORY_STATUSES, type Memory } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { readText } from "./files.ts";
import { INDEX_FILE } from "./index-file.ts";
import { isNoteUri } from "./uri.ts";

export interface AffectedFile {
  uri: string;
  project: string;
  path: string;
  hash: string;
  /** The user edits the index and notes such as CLAUDE.md. */
  isDeletable: boolean;
}

const MOST = 20_000;

export async function affectedFiles(selector: ForgetSelector, store: Store): Promise<AffectedFile[]> {
  const all = await memoriesIn(store).memories({ namespace: "client", status: MEMORY_STATUSES, limit: MOST });
  const found: AffectedFile[] = [];
  for (const memory of all) {
    const path = memory.provenance?.client?.path;
    if (path === undefined) continue;
    const read = await readText(path);
    if (read === undefined || !isSelected(memory, read.text, selector)) continue;
    const isDeletable = !isNoteUri(memory.uri) && !path.endsWith(INDEX_FILE);
    found.push({ uri: memory.uri, project: memory.project, path, hash: read.hash, isDeletable });
  }
  return found;
}

/** Like the store's selection of memories, but with the file's own text, because redaction may have removed the words. */
function isSelected(memory: Memory, text: string, selector: ForgetSelector): boolean {
  if ("uri" in selector)
    return (
      memory.uri === selector.uri && (selector.project === undefined || selector.project === memory.project)
    );
  if ("project" in selector) return memory.project === selector.project;
  if ("sessionId" in selector) return memory.provenance?.sessionId === selector.sessionId;
  if ("before" in selector) return memory.updatedAt < selector.before;
  if ("by" in selector) return isBy(memory, selector.by);
  const wanted = selector.match.toLowerCase();
  return `${text}\n${memory.content}`.toLowerCase().includes(wanted);
}
