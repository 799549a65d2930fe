/** Finds a memory of the client's, its folder and its file, and reads it. Only files in a memory folder are ever opened. */

import { basename, dirname } from "node:path";
import { PawlError } from "../../platform/errors.ts";
import type { SameProject } from "../../platform/same-project.ts";
import type { Store } from "../../store/store.ts";
import type { Memory } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { fileIn, readText } from "./files.ts";
import { type MemoryFolder, memoryFolders } from "./folders.ts";

export interface MemoryFileText {
  uri: string;
  project: string;
  path: string;
  text: string;
  hash: string;
}

export interface MemoryFileName {
  uri: string;
  project: string;
  hash?: string | undefined;
}

interface OpenDeps {
  store: Store;
  claudeDir: string;
  same: SameProject;
}

export function createOpenFile({ store, same, claudeDir }: OpenDeps) {
  async function find(uri: string, project: string): Promise<Memory | undefined> {
    for (const folder of [...same.folders(project), ""]) {
      const memory = await memoriesIn(store).memory({ uri, project: folder });
      if (memory !== undefined && memory.status !== "deleted") return memory;
    }
    return undefined;
  }

  /** Only a folder that is the client's memory is ever written to. */
  function folderOf({ project, provenance }: Memory): MemoryFolder | undefined {
    const path = provenance?.client?.path;
    if (path === undefined) return undefined;
    const known = memoryFolders({ claudeDir, project: project === "" ? dirname(path) : project });
    const own = known.find(({ dir }) => fileIn(dir, path) !== undefined);
    if (own !== undefined) return { dir: own.dir, project };
    // Of a session with another configuration folder: <config>/projects/<slug>/memory.
    const dir = dirname(path);
    const isUsual = basename(dir) === "memory" && basename(dirname(dirname(dir))) === "projects";
    return isUsual && fileIn(dir, path) !== undefined ? { dir, project } : undefined;
  }

  async function open({ uri, project }: MemoryFileName) {
    const memory = await find(uri, project);
    const folder = memory === undefined ? undefined : folderOf(memory);
    const path = memory?.provenance?.client?.path;
    const found = folder === undefined || path === undefined ? undefined : fileIn(folder.dir, path);
    const read = found === undefined ? undefined : await readText(found.path);
    if (
      memory === undefined ||
      folder === undefined ||
      found === undefined ||
      read === undefined ||
      read.isCut
    ) {
      throw new PawlError("client_file_unknown", `There is no file of the client's memory for ${uri} here.`, {
        hint: "Run pawl memory list to see which there are.",
        params: { uri },
      });
    }
    const raw: MemoryFileText = {
      uri,
      project: memory.project,
      path: found.path,
      text: read.text,
      hash: read.hash,
    };
    return { raw, folder, file: found.file };
  }

  return { find, open };
}
