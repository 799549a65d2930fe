/**
 * Operations on the client's own memory files for the terminal, the page and the model: show, edit, rename, delete, add. They
 * show and write the raw file; redaction applies to Pawl's copy only.
 */

import { mkdir } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { PawlError } from "../../platform/errors.ts";
import type { SameProject } from "../../platform/same-project.ts";
import { present } from "../../store/values.ts";
import type { Memory } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { toClientFile, withBody, withField } from "./edit.ts";
import { parseClientFile } from "./file.ts";
import { fileIn, readText } from "./files.ts";
import { type MemoryFolder, memoryFolders } from "./folders.ts";
import { INDEX_FILE, toIndexLine } from "./index-file.ts";
import { indexOf, linesByFile, type SyncDeps, scanFolder, syncFile } from "./sync.ts";
import { clientUri } from "./uri.ts";
import { removeIfSame, writeIfSame, writeIndexLine, writeNew } from "./write-file.ts";

export interface MemoryFileText {
  uri: string;
  project: string;
  path: string;
  text: string;
  hash: string;
}

interface FileName {
  uri: string;
  project: string;
  /** The hash of the file as read; default: as it is now. A different file is refused: `client_file_changed`. */
  hash?: string | undefined;
}

interface By {
  author: string;
  reason?: string | undefined;
}

export type ClientFileEdit = Partial<Record<"raw" | "content" | "disclosure", string | undefined>>;

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

export type ClientFiles = ReturnType<typeof createClientFiles>;

export function createClientFiles(deps: Deps) {
  const { store, same, claudeDir, now } = deps;

  /** In this project or another folder of the same one. */
  async function find(uri: string, project: string): Promise<Memory | undefined> {
    for (const folder of [...same.folders(project), ""]) {
      const memory = await memoriesIn(store).memory({ uri, project: folder });
      if (memory !== undefined && memory.status !== "deleted") return memory;
    }
    return undefined;
  }

  async function open({ uri, project: asked }: FileName) {
    const { provenance, project = "" } = (await find(uri, asked)) ?? {};
    const at = provenance?.client?.path;
    const folder = at === undefined ? undefined : folderOf(claudeDir, project, at);
    const found = folder === undefined || at === undefined ? undefined : fileIn(folder.dir, at);
    const read = found === undefined ? undefined : await readText(found.path);
    if (folder === undefined || found === undefined || read === undefined || read.isCut) {
      throw new PawlError("client_file_unknown", `There is no file of the client's memory for ${uri} here.`, {
        hint: "Run pawl memory list to see which there are.",
        params: { uri },
      });
    }
    const raw: MemoryFileText = { uri, project, path: found.path, text: read.text, hash: read.hash };
    return { raw, folder, file: found.file };
  }

  async function edit(name: FileName, to: ClientFileEdit, by: By): Promise<MemoryFileText> {
    const { raw, folder, file } = await open(name);
    const whole = to.raw ?? (to.content === undefined ? raw.text : withBody(raw.text, to.content));
    const text = to.disclosure === undefined ? whole : withField(whole, "description", to.disclosure);
    await writeIfSame(raw.path, text, name.hash ?? raw.hash);
    if (file !== INDEX_FILE) await followInIndex(folder, file, raw.text, text);
    await syncFile(folder, raw.path, present(by), deps);
    return { ...raw, text, hash: (await readText(raw.path))?.hash ?? "" };
  }

  async function rename(name: FileName, to: string, by: By): Promise<MemoryFileText> {
    const { raw, folder, file } = await open(name);
    if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,100}$/u.test(to) || file === INDEX_FILE) {
      const shown = JSON.stringify(to);
      throw new PawlError("client_file_name", `${shown} is no name for a file of the client's memory.`, {
        hint: "Use letters, digits and dashes, such as invoice-rounding.",
        params: { name: shown },
      });
    }
    const stem = stemOf(to);
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
    const newFile = fileIn(folder.dir, target)?.file ?? relative(folder.dir, target).split(sep).join("/");
    const hook = line?.hook ?? parseClientFile(text).description ?? "";
    await writeIndexLine(folder.dir, file, toIndexLine(line?.title ?? stem, newFile, hook));
    await syncFile(folder, target, present(by), deps);
    await markDeleted(raw, `renamed to ${stem}`, by);
    const hash = (await readText(target))?.hash ?? "";
    return { uri: clientUri(newFile), project: raw.project, path: target, text, hash };
  }

  async function remove(name: FileName, by: By): Promise<void> {
    const { raw, folder, file } = await open(name);
    await removeIfSame(raw.path, name.hash ?? raw.hash);
    if (file !== INDEX_FILE) await writeIndexLine(folder.dir, file, undefined);
    await markDeleted(raw, by.reason, by);
  }

  async function markDeleted({ uri, project }: FileName, reason: string | undefined, { author }: By) {
    const change = present({ at: now(), author, reason });
    await memoriesIn(store).changeMemory({ uri, project }, { status: "deleted" }, change);
  }

  async function add(file: NewFile, project: string, by: By): Promise<string> {
    const [folder] = memoryFolders({ claudeDir, project });
    if (folder === undefined) {
      throw new PawlError("client_memory_off", "The client's own memory is switched off in its settings.", {
        hint: 'Remove "autoMemoryEnabled": false from Claude Code\'s settings first.',
      });
    }
    await mkdir(folder.dir, { recursive: true });
    const name = `${file.name}.md`;
    const path = join(folder.dir, name);
    await writeNew(path, toClientFile(file));
    await writeIndexLine(folder.dir, name, toIndexLine(file.title, name, file.description));
    await syncFile(folder, path, present(by), deps);
    return path;
  }

  return {
    find,
    read: async (uri: string, project: string) => (await open({ uri, project })).raw,
    edit,
    rename,
    remove,
    add,
    /** All folders that are this project, this one first. */
    folders: same.folders,
    /** Updates the store from the files. */
    async scan(project: string): Promise<void> {
      await same.settle(project);
      for (const one of same.folders(project)) {
        for (const folder of memoryFolders({ claudeDir, project: one })) await scanFolder(folder, deps);
      }
    },
  };
}

/** Only a folder that is the client's memory is ever written to. */
function folderOf(claudeDir: string, project: string, path: string): MemoryFolder | undefined {
  const dirs = memoryFolders({ claudeDir, project: project === "" ? dirname(path) : project });
  const own = dirs.find(({ dir }) => fileIn(dir, path) !== undefined);
  if (own !== undefined) return { dir: own.dir, project };
  // A session with another configuration folder: <config>/projects/<slug>/memory.
  const dir = dirname(path);
  const isUsual = basename(dir) === "memory" && basename(dirname(dirname(dir))) === "projects";
  return isUsual ? { dir, project } : undefined;
}

const stemOf = (file: string) => basename(file).replace(/\.(?:md|markdown)$/i, "");

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
  const title = line?.title ?? name ?? stemOf(file);
  const hook = description ?? line?.hook ?? "";
  await writeIndexLine(folder.dir, file, toIndexLine(title, file, hook));
}
