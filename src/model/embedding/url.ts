/** The embeddings URL, derived from what the user entered. */

/** Describes a valid URL, for a message that starts with "Expected". */
export const EXPECTED_URL = "an http or https address without a name and password in it";

/**
 * The complete URL, or undefined if it is invalid. A URL that ends in `/embeddings` is unchanged. After a version
 * (`/v1`, `/v1beta/openai`) `/embeddings` is added, otherwise `/v1/embeddings`. A query string is kept.
 */
export function toEmbeddingsUrl(given: string): string | undefined {
  if (!URL.canParse(given.trim())) return undefined;
  const url = new URL(given.trim());
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.username !== "" || url.password !== "" || url.hostname === "") return undefined;
  const path = url.pathname.replace(/\/+$/, "");
  if (!path.endsWith("/embeddings")) {
    const isVersioned = /\/v\d+[a-z0-9]*(\/|$)/.test(path);
    url.pathname = `${path}${isVersioned ? "" : "/v1"}/embeddings`;
  } else url.pathname = path;
  url.hash = "";
  return url.href;
}

/** For people and logs: without the query string, which may contain a key. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
