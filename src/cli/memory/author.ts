/** Who speaks in a command, and how an author is shown. Inside an agent's session a model may have typed it. */
import { agentSession } from "../../clients/agent-session.ts";
import type { Authorship } from "../../memory/records/authorship.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { quote } from "../../text/quote.ts";
import { words } from "../words.ts";

/** The author of what a command writes about this project, and the name that its history shows. */
export function commandAuthor(project: string): { author: string; by: Authorship } {
  const agent = agentSession({ project })?.replace(/-(?:code|cli)$/, "");
  if (agent === undefined) return { author: "terminal", by: { author: "user", place: "command" } };
  return { author: agent, by: { author: "model", authorName: agent, place: "command" } };
}

/** "noted by claude, over MCP" */
export function authorLine({
  author,
  authorName,
  place,
}: Pick<Memory, "author" | "authorName" | "place">): string {
  const name = quote(authorName ?? "?", 40);
  const by = words.memory.by;
  const who = author === "model" || author === "team" ? by[author](name) : by[author];
  return place === undefined ? who : `${who}, ${words.memory.places[place]}`;
}

/** `--by`: a kind of author, or a name. */
export function isBy({ author, authorName }: Pick<Memory, "author" | "authorName">, who: string): boolean {
  return author === who || authorName?.toLowerCase() === who.toLowerCase();
}
