/** The URL contains the state of the view, so that a reload restores what is open, searched and selected. */
import { signal } from "@preact/signals";
import { VIEWS, type View } from "../words/en/views.ts";

type Query = Readonly<Record<string, string>>;

interface Route {
  view: View;
  /** The part after the view's name, such as a session id. */
  id: string;
  query: Query;
}

/** Bookmarks keep working. */
const RENAMED: Readonly<Record<string, string>> = { solutions: "failures" };

/** `#/sessions/29f1af35?at=prompt-3`. Anything else opens the first view. */
export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [name = "", ...rest] = path.split("/");
  const view = VIEWS.find((one) => one === (RENAMED[name] ?? name)) ?? "today";
  const query: Record<string, string> = Object.create(null);
  for (const [key, value] of new URLSearchParams(search)) query[key] = value;
  return { view, id: decode(rest.join("/")), query };
}

export function toHash(view: View, id = "", query: Record<string, string | undefined> = {}): string {
  const kept = Object.entries(query).filter((entry): entry is [string, string] => (entry[1] ?? "") !== "");
  const search = new URLSearchParams(kept).toString();
  return `#/${view}${id === "" ? "" : `/${encodeURIComponent(id)}`}${search === "" ? "" : `?${search}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The URL was cut in the middle of a character.
    return text;
  }
}

export const route = signal<Route>(parseRoute(typeof location === "undefined" ? "" : location.hash));

export function followAddress(): void {
  addEventListener("hashchange", () => {
    route.value = parseRoute(location.hash);
  });
}

/** Changes the query of the open view, without adding a history entry per key press. */
export function setQuery(change: Record<string, string | undefined>): void {
  const { view, id, query } = route.value;
  history.replaceState(null, "", toHash(view, id, { ...query, ...change }));
  route.value = parseRoute(location.hash);
}

export function go(view: View, id = "", query: Record<string, string | undefined> = {}): void {
  location.hash = toHash(view, id, query);
  // Set at once, not with the event that follows: keys typed right away must reach the new view.
  route.value = parseRoute(location.hash);
}
