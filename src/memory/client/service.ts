/** The client's own memory in the daemon: locates it, keeps it in sync with its files, and loads it for recall. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Background } from "../../platform/background.ts";
import { branchOf, mainlinesOf } from "../../platform/git.ts";
import { Lru } from "../../platform/lru.ts";
import type { SameProject } from "../../platform/same-project.ts";
import { memoriesIn } from "../sql/index.ts";

import { type FoundFile, listFiles, readText } from "./files.ts";
import { type MemoryFolder, memoryFolders, type SessionFolders } from "./folders.ts";
import { loadSet, type MemorySet, type SetMember } from "./memory-set.ts";
import { type FolderStamps, indexOf, NEVER, type SyncDeps, saveFile, scanFolder, syncFile } from "./sync.ts";
import { clientUri } from "./uri.ts";

/** The location of a session. */
type Where = Omit<SessionFolders, "claudeDir">;

export type ClientMemory = ReturnType<typeof createClientMemory>;

interface Deps extends SyncDeps {
  claudeDir: string;
  same: SameProject;
  background: Pick<Background, "add">;
  /** During a replay of past sessions, because today's files do not belong to them. */
  isOff?: boolean;
}

const LIMITS = {
  projects: 30,
  sessions: 200,
  /** Maximum time a prompt waits for a scan. */
  waitMs: 250,
};

export function createClientMemory(deps: Deps) {
  const { store, same, background, claudeDir } = deps;
  const sets = new Lru<string, MemorySet>(LIMITS.projects);
  const folders = new Lru<string, MemoryFolder[]>(LIMITS.projects);
  const places = new Lru<string, Where>(LIMITS.projects);
  const scans = new Map<string, Promise<void>>();
  /** The session has started but its scan has not: the first caller that needs the result starts it. */
  const due = new Set<string>();
  const seen = new Lru<string, Set<string>>(LIMITS.sessions);
  const noteStamps = new Map<string, string>();
  const stamps: FolderStamps = new Map();
  const loadedFor = new Lru<string, string>(LIMITS.projects);

  /** Incremented with every change, so that sets loaded before are loaded again. */
  let generation = 0;

  const foldersOf = (place: Where): MemoryFolder[] => {
    const found = memoryFolders({ ...place, claudeDir });
    folders.set(place.project, found);
    places.set(place.project, place);
    return found;
  };

  async function load(project: string): Promise<void> {
    // No folder: the user switched the client's memory off.
    const projects = (folders.get(project) ?? []).length === 0 ? [] : same.folders(project);
    const indexes: string[] = [];
    for (const folder of folders.get(project) ?? []) indexes.push(await indexOf(folder));
    const notes: string[] = [];
    for (const { path } of await noteFiles(project)) notes.push((await readText(path))?.text ?? "");
    const stamp = Bun.hash(JSON.stringify([generation, projects, indexes, notes])).toString(36);
    if (sets.get(project) !== undefined && loadedFor.get(project) === stamp) return;
    sets.set(project, await loadSet(projects, indexes, notes.join("\n"), store));
    loadedFor.set(project, stamp);
  }

  async function scan(place: Where): Promise<void> {
    await same.settle(place.project);
    for (const folder of foldersOf(place)) generation += await scanFolder(folder, deps, stamps);
    // Files that a clone's session wrote while no daemon ran, or before its first session here.
    for (const other of same.folders(place.project).slice(1)) {
      const { cwd: _, transcriptPath: __, ...rest } = place;
      for (const folder of memoryFolders({ ...rest, project: other, claudeDir }))
        generation += await scanFolder(folder, deps, stamps);
    }
    await scanNotes(place.project, noteStamps, deps);
    await load(place.project);
  }

  function scanOnce(place: Where): Promise<void> {
    due.delete(place.project);
    const running = scans.get(place.project) ?? scan(place).finally(() => scans.delete(place.project));
    scans.set(place.project, running);
    return running;
  }

  return {
    /** A session begins: its project's folders are scanned in the background. */
    started(place: Where): void {
      if (deps.isOff === true || place.project === "") return;
      // The client has never run here, so its memory is located when needed.
      if (place.transcriptPath === undefined && !existsSync(join(claudeDir, "projects"))) return;
      places.set(place.project, place);
      due.add(place.project);
      background.add(async () => {
        if (due.has(place.project)) await scanOnce(place);
      });
    },
    /** Called when a tool has read or written this file. True if it belongs to the client's memory. */
    async touched(path: string, tool: "read" | "write", place: Where, sessionId: string): Promise<boolean> {
      if (deps.isOff === true || place.project === "" || !/\.(?:md|markdown)$/i.test(path)) return false;
      const own = (folders.get(place.project) ?? foldersOf(place)).find(
        ({ dir }) => path.startsWith(`${dir}/`) || path.startsWith(`${dir}\\`),
      );
      if (own === undefined) return false;
      const files = seen.get(sessionId) ?? new Set();
      seen.set(sessionId, files.add(path));
      if (tool === "read") return true;
      const branch = branchOf(place.cwd ?? place.project);
      const isOwnBranch = branch !== undefined && !mainlinesOf(place.cwd ?? place.project).has(branch);
      const isChanged = await syncFile(own, path, { sessionId, ...(isOwnBranch ? { branch } : {}) }, deps);
      if (isChanged) generation++;
      await load(place.project);
      return true;
    },
    /** The loaded set, if any; never waits. */
    loaded: (project: string) => sets.get(project),
    /** Waits a moment for a running scan. */
    async ready(project: string): Promise<MemorySet | undefined> {
      if (deps.isOff === true) return undefined;
      const known = sets.get(project);
      const running = scans.get(project);
      if (known !== undefined && running === undefined && !due.has(project)) return known;
      const place = places.get(project) ?? { project };
      const work = running ?? scanOnce(place);
      // Owned by the background from here on: it reports a failure.
      background.add(() => work, 0);
      await Promise.race([work.catch(() => undefined), Bun.sleep(LIMITS.waitMs)]);
      return sets.get(project);
    },
    /** The model has read or written the file in this session. */
    hasSeen: (sessionId: string, path: string): boolean =>
      path !== "" && seen.get(sessionId)?.has(path) === true,
    /** Its current state in the store; undefined if it was forgotten or deleted. */
    async fresh(member: SetMember): Promise<SetMember | undefined> {
      const memory = await memoriesIn(store).memory({ uri: member.uri, project: member.project });
      if (memory === undefined || memory.status !== "active") return undefined;
      return { ...member, body: memory.content, description: memory.disclosure ?? "" };
    },
    branch: (project: string) => branchOf(places.get(project)?.cwd ?? project),
    /** All folders of this project, this one first. */
    foldersOf: same.folders,
  };
}

// Other notes that clients load on their own: CLAUDE.md, CLAUDE.local.md, `.claude/rules`, AGENTS.md. Search finds them. They
// are not injected again, because the model already has them.

const NAMES = ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"];
const RULES = ".claude/rules";
const LARGEST = 1 << 20;

async function noteFiles(project: string): Promise<FoundFile[]> {
  const single = NAMES.flatMap((file): FoundFile[] => {
    const path = join(project, file);
    try {
      const stats = statSync(path);
      return stats.isFile() && stats.size <= LARGEST
        ? [{ file, path, mtimeMs: stats.mtimeMs, size: stats.size }]
        : [];
    } catch {
      // Most projects have at most one of them.
      return [];
    }
  });
  const rules = (await listFiles(join(project, RULES))) ?? [];
  return [...single, ...rules.map((found) => ({ ...found, file: `${RULES}/${found.file}` }))];
}

function noteUri(file: string): string {
  return clientUri(`notes/${file}`);
}

/** Saves the notes to the store, for search. `seen`: file times of the last scan, updated here. */
async function scanNotes(project: string, seen: Map<string, string>, deps: SyncDeps): Promise<number> {
  let changed = 0;
  for (const file of await noteFiles(project)) {
    const stamp = `${file.mtimeMs} ${file.size}`;
    if (seen.get(file.path) === stamp) continue;
    seen.set(file.path, stamp);
    if (await saveFile(project, { file, uri: noteUri(file.file), priority: NEVER }, deps)) changed++;
  }
  return changed;
}
