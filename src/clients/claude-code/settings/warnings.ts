/** Settings that keep Claude Code from running correctly installed hooks. */
import { PawlError } from "../../../platform/errors.ts";
import { isObject } from "../../fields.ts";
import { parseRoot, toValue } from "../../settings/document.ts";
import type { InstalledEntry } from "../../settings/entries.ts";

export function settingsWarnings(doc: string, entries: readonly InstalledEntry[]): PawlError[] {
  const settings = toValue(parseRoot(doc));
  return isObject(settings) ? [...disabled(settings), ...blockedUrls(settings, entries)] : [];
}

function disabled(settings: Record<string, unknown>): PawlError[] {
  if (settings.disableAllHooks !== true) return [];
  const message = 'Hooks are disabled in this file. Remove "disableAllHooks" to use Pawl.';
  return [new PawlError("hooks_disabled", message)];
}

function blockedUrls(settings: Record<string, unknown>, entries: readonly InstalledEntry[]): PawlError[] {
  const allowed = settings.allowedHttpHookUrls;
  const url = entries.map(({ hook }) => hook).find((hook) => hook.type === "http")?.url;
  if (!Array.isArray(allowed) || url === undefined) return [];
  if (allowed.some((pattern) => typeof pattern === "string" && matches(pattern, url))) return [];
  const message = `"allowedHttpHookUrls" blocks Pawl. Add "${url}".`;
  return [new PawlError("http_hooks_blocked", message, { params: { url } })];
}

function matches(pattern: string, url: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(url);
}
