/** A change of the project's structure, seen in one call. */
import type { Observation } from "../../store/records/records.ts";
import { inProject } from "../records/summary.ts";
import type { StructureChange } from "./types.ts";

/** Files that say what a project is made of. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|tsconfig(?:\.\w+)?\.json|go\.(?:mod|work)|Cargo\.toml|pyproject\.toml|requirements[\w-]*\.txt|setup\.(?:py|cfg)|Gemfile|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|Makefile|justfile|mise\.toml|Dockerfile|(?:docker-)?compose\.ya?ml|CMakeLists\.txt|[\w.-]+\.(?:csproj|sln)|flake\.nix|deno\.jsonc?|biome\.jsonc?|\.golangci\.ya?ml|\.github\/workflows\/[\w.-]+\.ya?ml)$/;

/**
 * `known`: files of the project that earlier calls named, from its root. Nothing is said while too little is known:
 * in a project that Pawl has just met, every folder would be new.
 */
export function structureChange(
  call: Observation,
  project: string,
  known: ReadonlySet<string>,
): StructureChange | undefined {
  const [file] = call.files;
  if (!call.ok || file === undefined || (call.toolName !== "Write" && !call.toolName.endsWith("Edit")))
    return undefined;
  const path = inProject(file, project);
  if (/^(?:\/|[A-Za-z]:|\.\.\/)/.test(path)) return undefined;
  const provenance = { sessionId: call.sessionId, key: call.key, at: call.at, file: path };
  if (MANIFEST.test(path)) return { kind: "manifest", path, at: call.at, provenance };
  if (call.toolName !== "Write" || known.has(path) || known.size < ENOUGH) return undefined;
  const folder = folderOf(path);
  const folders = new Set([...known].flatMap(foldersOf));
  if (folder !== "" && !folders.has(folder))
    return { kind: "new-folder", path: folder, at: call.at, provenance };
  const ending = endingOf(path);
  const endings = new Set([...known].map(endingOf));
  if (ending !== "" && !endings.has(ending))
    return { kind: "new-kind-of-file", path, at: call.at, provenance };
  return undefined;
}

const ENOUGH = 5;

function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}

function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function endingOf(path: string): string {
  return /\.[A-Za-z]\w{0,7}$/.exec(path)?.[0] ?? "";
}
