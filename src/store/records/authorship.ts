/** Who said a memory or a solution, under which name, and the way in. */

export type Author = "user" | "model" | "import" | "repository" | "team";
export type WayIn =
  | "command"
  | "page"
  | "api"
  | "prompt"
  | "mcp"
  | "client-file"
  | "commit"
  | "summary"
  | "transcript"
  | "pull";

export interface Authorship {
  author: Author;
  /** A client or a teammate: claude, codex, a name. */
  authorName?: string;
  place?: WayIn;
}

/** `--by`: a kind of author, or a name. */
export function isBy({ author, authorName }: Authorship, who: string): boolean {
  return author === who || authorName?.toLowerCase() === who.toLowerCase();
}

/** By the program that writes it, where that alone decides. */
const BY_WRITER: Readonly<Record<string, Authorship>> = {
  terminal: { author: "user", place: "command" },
  user: { author: "user", place: "command" },
  page: { author: "user", place: "page" },
  claude: { author: "model", authorName: "claude", place: "mcp" },
  client: { author: "model", place: "client-file" },
  "claude-mem": { author: "import", authorName: "claude-mem" },
  import: { author: "import" },
};

/** The parts of a provenance that identify the author of the words. */
interface Source {
  team?: { author: string } | undefined;
  client?: object | undefined;
}

export interface AuthorEvidence {
  /** The program that writes it; a teammate's name in a shared record. */
  writer: string;
  origin: string;
  provenance?: Source | undefined;
}

export function authorshipOf({ writer, origin, provenance }: AuthorEvidence): Authorship {
  const known = Object.hasOwn(BY_WRITER, writer) ? BY_WRITER[writer] : undefined;
  const team = provenance?.team;
  // A teammate may have the same name as one of Pawl's own writers.
  if (team !== undefined && (known === undefined || team.author === writer))
    return { author: "team", authorName: team.author, place: "pull" };
  if (known !== undefined) return known;
  if (provenance?.client !== undefined) return { author: "model", place: "client-file" };
  // What Pawl itself takes up: a model's summary, or a sentence of a prompt.
  return origin === "model" ? { author: "model", place: "summary" } : { author: "user", place: "prompt" };
}

/** A solution that was not written by hand was seen in a session's calls. */
export function solutionAuthorship(source: string, provenance: Source | undefined): Authorship {
  if (source === "derived" && provenance?.team === undefined) return { author: "model", place: "transcript" };
  return authorshipOf({ writer: source === "user" ? "terminal" : "claude", origin: source, provenance });
}

/** The three columns of every table that has them. */
export function authorshipColumns({ author, authorName, place }: Authorship) {
  return { author, author_name: authorName ?? null, place: place ?? null };
}
