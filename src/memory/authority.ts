/**
 * Decides what may be done with a record, only by its author and its entry point. It is the table of docs/memory.md as one
 * function.
 */
import type { Author, WayIn } from "../store/records/authorship.ts";
import { CORE_PRIORITY } from "./records/lifecycle.ts";
import { DEFAULT_PRIORITY, type MemoryStatus, parseUri } from "./records/memory.ts";

export interface Spoken {
  author: Author;
  place?: WayIn | undefined;
  /** For words of a prompt: an explicit request or clear rule, a likely rule, or pasted text. */
  certainty?: "clear" | "likely" | "pasted" | undefined;
}

export interface Authority {
  /** The section of the context for its injection. `never`: it is not injected automatically. */
  section: "rules" | "said" | "noted" | "team" | "never";
  /** Priority 0 to 2, in every session. `confirmed`: once the user has kept it. */
  core: "yes" | "confirmed" | "never";
  /** `anywhere`: includes `user://`. `project`: only the author's own project. */
  scope: "anywhere" | "project" | "none";
  /** It is a proposal until the user keeps it. */
  needsConfirmation: boolean;
}

export function authorityOf({ author, place, certainty }: Spoken): Authority {
  switch (author) {
    case "user":
      if (place !== "prompt")
        return { section: "rules", core: "yes", scope: "anywhere", needsConfirmation: false };
      if (certainty === "pasted")
        return { section: "never", core: "never", scope: "none", needsConfirmation: true };
      return {
        section: "said",
        core: certainty === "likely" ? "confirmed" : "yes",
        scope: "project",
        needsConfirmation: certainty === "likely",
      };
    case "model":
      return { section: "noted", core: "confirmed", scope: "project", needsConfirmation: false };
    case "repository":
      return { section: "never", core: "never", scope: "project", needsConfirmation: false };
    case "import":
      return { section: "noted", core: "confirmed", scope: "project", needsConfirmation: true };
    case "team":
      return { section: "team", core: "confirmed", scope: "project", needsConfirmation: false };
  }
}

interface Wanted {
  uri: string;
  /** The project it is for, and the project in which its author works. */
  project: string;
  ownProject: string;
  priority?: number | undefined;
}

/** Why it is only a proposal: its priority, its scope, or its entry point. */
export type WhyProposed = "core" | "scope" | "confirmation";

/** How to store a record with a requested URI and priority: as requested, or as a proposal. */
export function grantedTo(
  spoken: Spoken,
  { uri, project, ownProject, priority }: Wanted,
): { status: "active" | "proposed"; why?: WhyProposed } {
  const { core, scope, needsConfirmation } = authorityOf(spoken);
  const isEverywhere = parseUri(uri).namespace === "user";
  if (scope !== "anywhere" && (isEverywhere || project !== ownProject))
    return { status: "proposed", why: "scope" };
  if (core !== "yes" && (priority ?? DEFAULT_PRIORITY) <= CORE_PRIORITY)
    return { status: "proposed", why: "core" };
  return needsConfirmation ? { status: "proposed", why: "confirmation" } : { status: "active" };
}

/** Inside an agent's session, only the model's own records of its project can be changed or archived. */
export function mayChange(
  who: { author: Author; project: string },
  record: { author: Author; project: string; status: MemoryStatus; priority?: number },
): boolean {
  if (who.author === "user") return true;
  if (record.author !== who.author) return false;
  // It is in every session only because the user kept it. The user has not confirmed a new wording.
  if (record.status === "active" && (record.priority ?? DEFAULT_PRIORITY) <= CORE_PRIORITY) return false;
  // A proposal for all projects belongs to none of them.
  return record.project === who.project || (record.project === "" && record.status === "proposed");
}
