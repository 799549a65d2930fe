/** Pawl's memories as files of the client's own memory, for people who want to leave. */

import { dirname } from "node:path";
import { PawlError } from "../../platform/errors.ts";
import type { Store } from "../../store/store.ts";
import { toFirstLine } from "../../text/title.ts";
import { type Memory, parseUri } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import type { ClientFiles } from "./client-files.ts";
import { isClientUri } from "./uri.ts";

interface Wanted {
  /** Undefined: all of this project and the user's own. */
  uris: readonly string[] | undefined;
  project: string;
  author: string;
}

interface Exported {
  written: string[];
  /** A file of that name exists already. */
  skipped: string[];
  dir: string;
}

const MOST = 10_000;

export async function exportToClient(
  { uris, project, author }: Wanted,
  { store, files }: { store: Store; files: ClientFiles },
): Promise<Exported> {
  const result: Exported = { written: [], skipped: [], dir: "" };
  for (const memory of await chosen(uris, project, store)) {
    try {
      const path = await files.add(toFile(memory), project, { author });
      result.dir = dirname(path);
      result.written.push(memory.uri);
    } catch (error) {
      if (!(error instanceof PawlError) || error.code !== "client_file_exists") throw error;
      result.skipped.push(memory.uri);
    }
  }
  return result;
}

async function chosen(uris: readonly string[] | undefined, project: string, store: Store): Promise<Memory[]> {
  if (uris === undefined) {
    const all = await memoriesIn(store).memories({ project, limit: MOST });
    return all.filter(({ uri }) => !isClientUri(uri));
  }
  const found: Memory[] = [];
  for (const uri of uris) {
    const { namespace } = parseUri(uri);
    const memory = await memoriesIn(store).memory({ uri, project: namespace === "user" ? "" : project });
    if (memory === undefined || memory.status === "deleted") {
      throw new PawlError("memory_unknown", `There is no memory ${uri} here.`, {
        hint: "Run pawl memory list to see which there are.",
        params: { uri },
      });
    }
    if (!isClientUri(uri)) found.push(memory);
  }
  return found;
}

/** `project://patterns/errors` becomes `patterns-errors.md`. */
function toFile({ uri, content, disclosure }: Memory) {
  const { namespace, path } = parseUri(uri);
  const plain = path.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "");
  const name = `${namespace === "project" ? "" : `${namespace}-`}${plain === "" ? "memory" : plain}`.slice(
    0,
    80,
  );
  const first = toFirstLine(content);
  return {
    name,
    title: first.slice(0, 80),
    description: disclosure ?? first,
    type: namespace === "user" ? "user" : "project",
    body: content,
  };
}
