/** The client's own memory files over HTTP: the raw file, its problems, and changes that never overwrite another's. */

import type { MemoryFileText } from "../../memory/client/client-files.ts";
import { withBody, withField } from "../../memory/client/edit.ts";
import { type MemoryReport, problemsIn, reportOn } from "../../memory/client/report.ts";
import { isNoteUri } from "../../memory/client/uri.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { wholeMemory } from "../../memory/remember/remember.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { Service } from "../service.ts";
import { ApiError } from "./request.ts";

interface Name {
  uri: string;
  project: string;
}

interface ClientChange extends Name {
  /** The whole file. */
  raw?: string | undefined;
  /** Only the text below the frontmatter. */
  content?: string | undefined;
  disclosure?: string | undefined;
  renameTo?: string | undefined;
  /** The hash of the file that the caller read. */
  hash?: string | undefined;
  reason?: string | undefined;
}

const AUTHOR = "page";
const MOST = 1_000;

export function clientMemoryApi({ store, sameProject, clientFiles, clientMemory }: Service) {
  return {
    /** Lists the memories of this project, from all its folders. */
    async list(project: string, known: readonly Memory[]): Promise<Memory[]> {
      const all = new Map(known.map((memory) => [memory.id, memory]));
      for (const folder of sameProject.folders(project).slice(1)) {
        const found = await memoriesIn(store).memories({ project: folder, namespace: "client", limit: MOST });
        for (const memory of found) all.set(memory.id, memory);
      }
      return [...all.values()];
    },

    async one({ uri, project }: Name) {
      const memory = await clientFiles.find(uri, project);
      const whole = await wholeMemory(store, { uri, project: memory?.project ?? project });
      if (whole === undefined) throw new ApiError(404, "Memory not found.");
      const raw = isNoteUri(uri) || memory === undefined ? undefined : await readQuietly({ uri, project });
      const problems = problemsIn(whole.memory, sameProject.folders(project));
      return { ...whole, problems, ...(raw === undefined ? {} : { raw }) };
    },

    async change({ uri, project, hash, reason, ...to }: ClientChange): Promise<MemoryFileText> {
      const by = { author: AUTHOR, reason };
      if (to.renameTo !== undefined)
        return done(await clientFiles.rename({ uri, project, hash }, to.renameTo, by));
      const before = await clientFiles.read(uri, project);
      const text = to.raw ?? (to.content === undefined ? before.text : withBody(before.text, to.content));
      const whole = to.disclosure === undefined ? text : withField(text, "description", to.disclosure);
      return done(await clientFiles.edit({ uri, project, hash: hash ?? before.hash }, whole, by));

      function done(file: MemoryFileText): MemoryFileText {
        clientMemory.started({ project });
        return file;
      }
    },

    async remove({ uri, project, hash }: Name & { hash?: string | undefined }): Promise<void> {
      await clientFiles.remove({ uri, project, hash }, { author: AUTHOR });
      clientMemory.started({ project });
    },

    check: (project: string): Promise<MemoryReport> => reportOn(sameProject.folders(project), store),
  };

  async function readQuietly({ uri, project }: Name): Promise<MemoryFileText | undefined> {
    try {
      return await clientFiles.read(uri, project);
    } catch {
      // The file is gone or too large: Pawl's copy is all that can be shown.
      return undefined;
    }
  }
}
