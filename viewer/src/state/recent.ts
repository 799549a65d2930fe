/** The last searches of this browser. */
import { signal } from "@preact/signals";
import { readPref, writePref } from "./prefs.ts";

const NAME = "searches";
const MOST = 8;

export const recentSearches = signal<readonly string[]>(parse(readPref(NAME)));

export function noteSearch(text: string): void {
  if (text === "") return;
  // A longer text that begins like the last one replaces it: it was typed on.
  const others = recentSearches.value.filter((one) => one !== text && !text.startsWith(one));
  recentSearches.value = [text, ...others].slice(0, MOST);
  writePref(NAME, JSON.stringify(recentSearches.value));
}

export function clearSearches(): void {
  recentSearches.value = [];
  writePref(NAME, "[]");
}

function parse(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter((one) => typeof one === "string").slice(0, MOST) : [];
  } catch {
    // Written by another version, so start empty.
    return [];
  }
}
