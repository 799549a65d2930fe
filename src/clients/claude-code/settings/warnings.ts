/** Settings that keep Claude Code from running correctly installed hooks. */
import { type ParseError, parseTree } from "jsonc-parser";
import { words } from "../../../cli/words.ts";
import { isObject } from "../../fields.ts";
import { parseRoot, place, toValue } from "../../settings/document.ts";
import type { SettingsWarning } from "../../settings/edit.ts";
import type { InstalledEntry } from "../../settings/entries.ts";

export function settingsWarnings(doc: string, entries: readonly InstalledEntry[]): SettingsWarning[] {
  const settings = toValue(parseRoot(doc));
  if (!isObject(settings)) return [];
  return [strictness(doc), disabled(settings), blockedUrls(settings, entries)].flat();
}

/** The client reads strict JSON: with a comment or a trailing comma it ignores the whole file, silently. */
function strictness(doc: string): SettingsWarning[] {
  const errors: ParseError[] = [];
  parseTree(doc, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (first === undefined) return [];
  const message = words.install.ignored(place(doc, first.offset));
  return [{ code: "settings_ignored", message }];
}

function disabled(settings: Record<string, unknown>): SettingsWarning[] {
  if (settings.disableAllHooks !== true) return [];
  const message = words.install.disabled;
  return [{ code: "hooks_disabled", message }];
}

function blockedUrls(
  settings: Record<string, unknown>,
  entries: readonly InstalledEntry[],
): SettingsWarning[] {
  const allowed = settings.allowedHttpHookUrls;
  const url = entries.map(({ hook }) => hook).find((hook) => hook.type === "http")?.url;
  if (!Array.isArray(allowed) || url === undefined) return [];
  if (allowed.some((pattern) => typeof pattern === "string" && matches(pattern, url))) return [];
  const message = words.install.blocked(url);
  return [{ code: "http_hooks_blocked", message }];
}

function matches(pattern: string, url: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(url);
}
