/**
 * Works on the client's own memory files for the terminal, the page and the model: show, edit, rename, delete, add. The
 * raw file is what is shown and written; redaction applies to Pawl's copy only.
 */

import { dirname, join, relative, sep } from "node:path";
import { PawlError } from "../../platform/errors.ts";
import type { SameProject } from "../../platform/same-project.ts";
import type { Memory } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { toClientFile, withField } from "./edit.ts";
import { parseClientFile } from "./file.ts";
import { fileIn, readText } from "./files.ts";
import { type MemoryFolder, memoryFolders } from "./folders.ts";
import { INDEX_FILE, toIndexLine } from "./index-file.ts";
import { createOpenFile, type MemoryFileName, type MemoryFileText } from "./open-file.ts";
import { indexOf, linesByFile, type SyncDeps, scanFolder, syncFile } from "./sync.ts";
import { CLIENT_PREFIX, clientUri } from "./uri.ts";
import { removeIfSame, writeIfSame, writeIndexLine, writeNew } from "./write-file.ts";

export interface ClientFiles {
  /** In this project or another folder of the same one. */
  find(uri: string, project: string): Promise<Memory | undefined>;
  /** `client_file_unknown` where there is none to be edited. */
  read(uri: string, project: string): Promise<MemoryFileText>;
  /** `hash`: of the file as it was read; without it, as it is now. `client_file_changed`. */
  edit(name: MemoryFileName, text: string, by: By): Promise<MemoryFileText>;
  rename(name: MemoryFileName, to: string, by: By): Promise<MemoryFileText>;
  remove(name: MemoryFileName, by: By): Promise<void>;
  add(file: NewFile, project: string, by: By): Promise<string>;
  /** All folders that are this project, this one first. */
  folders(project: string): string[];
  /** Brings the store up to date with the files. */
  scan(project: string): Promise<void>;
}

interface By {
  author: string;
  reason?: string | undefined;
}

interface NewFile {
  name: string;
  title: string;
  description: string;
  type: string;
  body: string;
}

interface Deps extends SyncDeps {
  claudeDir: string;
  same: SameProject;
}

export function createClientFiles(deps: Deps): ClientFiles {
  const { store, same, claudeDir, now } = deps;

  const { find, open } = createOpenFile(deps);

  const toWriter = ({ author, reason }: By) => ({ author, ...(reason === undefined ? {} : { reason }) });

  async function edit(name: MemoryFileName, text: string, by: By): Promise<MemoryFileText> {
    const { raw, folder, file } = await open(name);
    await writeIfSame(raw.path, text, name.hash ?? raw.hash);
    if (file !== INDEX_FILE) await followInIndex(folder, file, raw.text, text);
    await syncFile(folder, raw.path, toWriter(by), deps);
    return { ...raw, text, hash: (await readText(raw.path))?.hash ?? "" };
  }

  async function rename(name: MemoryFileName, to: string, by: By): Promise<MemoryFileText> {
    const { raw, folder, file } = await open(name);
    if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,100}$/u.test(to) || file === INDEX_FILE) {
      throw new PawlError(
        "client_file_name",
        `${JSON.stringify(to)} is no name for a file of the client's memory.`,
        {
          hint: "Use letters, digits and dashes, such as invoice-rounding.",
          params: { name: JSON.stringify(to) },
        },
      );
    }
    const stem = to.replace(/\.(?:md|markdown)$/i, "");
    const target = join(dirname(raw.path), `${stem}.md`);
    const text = parseClientFile(raw.text).name === undefined ? raw.text : withField(raw.text, "name", stem);
    await writeNew(target, text);
    try {
      await removeIfSame(raw.path, name.hash ?? raw.hash);
    } catch (error) {
      await removeIfSame(target, (await readText(target))?.hash ?? "");
      throw error;
    }
    const line = linesByFile(await indexOf(folder)).get(file);
    const moved = relative(folder.dir, target).split(sep).join("/");
    const newFile = fileIn(folder.dir, target)?.file ?? moved;
    const { description } = parseClientFile(text);
    const title = line?.title ?? stem;
    const hook = line?.hook ?? description ?? "";
    await writeIndexLine(folder.dir, file, toIndexLine(title, newFile, hook));
    await syncFile(folder, target, toWriter(by), deps);
    await markDeleted(raw, `renamed to ${stem}`, by);
    const uri = clientUri(newFile);
    return { uri, project: raw.project, path: target, text, hash: (await readText(target))?.hash ?? "" };
  }

  async function remove(name: MemoryFileName, by: By): Promise<void> {
    const { raw, folder, file } = await open(name);
    await removeIfSame(raw.path, name.hash ?? raw.hash);
    if (file !== INDEX_FILE) await writeIndexLine(folder.dir, file, undefined);
    await markDeleted(raw, by.reason, by);
  }

  async function markDeleted(
    { uri, project }: MemoryFileText,
    reason: string | undefined,
    { author }: By,
  ): Promise<void> {
    const change = { at: now(), author, ...(reason === undefined ? {} : { reason }) };
    await memoriesIn(store).changeMemory({ uri, project }, { status: "deleted" }, change);
  }

  async function add(file: NewFile, project: string, by: By): Promise<string> {
    const [folder] = memoryFolders({ claudeDir, project });
    if (folder === undefined) {
      throw new PawlError("client_memory_off", "The client's own memory is switched off in its settings.", {
        hint: 'Remove "autoMemoryEnabled": false from Claude Code\'s settings first.',
      });
    }
    await makeFolder(folder.dir);
    const path = join(folder.dir, `${file.name}.md`);
    await writeNew(path, toClientFile(file));
    await writeIndexLine(
      folder.dir,
      `${file.name}.md`,
      toIndexLine(file.title, `${file.name}.md`, file.description),
    );
    await syncFile(folder, path, toWriter(by), deps);
    return path;
  }

  return {
    find,
    read: async (uri, project) => (await open({ uri, project })).raw,
    edit,
    rename,
    remove,
    add,
    folders: same.folders,
    async scan(project) {
      await same.settle(project);
      for (const one of same.folders(project)) {
        for (const folder of memoryFolders({ claudeDir, project: one })) await scanFolder(folder, deps);
      }
    },
  };
}

/** A new description is the line's new hook; a file without a line gets one. */
async function followInIndex(
  folder: MemoryFolder,
  file: string,
  before: string,
  after: string,
): Promise<void> {
  const line = linesByFile(await indexOf(folder)).get(file);
  const old = parseClientFile(before);
  const { name, description } = parseClientFile(after);
  const isSame = old.description === description && old.name === name;
  if (line !== undefined && isSame) return;
  const stem = file.slice(file.lastIndexOf("/") + 1).replace(/\.(?:md|markdown)$/i, "");
  const title = line?.title ?? name ?? stem;
  const hook = description ?? line?.hook ?? "";
  await writeIndexLine(folder.dir, file, toIndexLine(title, file, hook));
}

async function makeFolder(dir: string): Promise<void> {
  const { mkdir } = await import("node:fs/promises");
  await mkdir(dir, { recursive: true });
}

export const isNoteUri = (uri: string) => uri.startsWith(`${CLIENT_PREFIX}notes/`);
