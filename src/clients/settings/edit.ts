/** Adds Pawl's hooks to the text of a settings file and removes them. Text in, text out. */
import type { Node } from "jsonc-parser";
import { words } from "../../cli/words.ts";
import { isOwnHook } from "../../platform/own-hook.ts";
import {
  insertChild,
  type Property,
  parseRoot,
  properties,
  property,
  removeChild,
  replaceValue,
  toValue,
  wrongType,
} from "./document.ts";
import type { InstalledEntry } from "./entries.ts";

export interface AddResult {
  text: string;
  added: string[];
  /** Had an outdated entry of Pawl: another port, token or path. */
  updated: string[];
  /** Had an entry of Pawl that is no longer needed. */
  removed: string[];
  unchanged: string[];
  warnings: SettingsWarning[];
}

/** What keeps a client from running correctly installed hooks. */
export interface SettingsWarning {
  code: "hooks_disabled" | "settings_ignored" | "http_hooks_blocked";
  message: string;
}

export type Warn = (doc: string, entries: readonly InstalledEntry[]) => SettingsWarning[];

/** How Pawl's entries stand in a file of the client. */
export interface SettingsEdit {
  /** By the file's name. */
  isFor(file: string): boolean;
  add(text: string | undefined, entries: readonly InstalledEntry[], warn?: Warn): AddResult;
  remove(text: string): RemoveResult;
  /** The events with an entry of Pawl. */
  own(text: string): string[];
}

interface RemoveResult {
  /** Undefined if nothing else is left in the file. */
  text: string | undefined;
  removed: string[];
}

interface OwnHook {
  event: string;
  hooks: Property;
  eventProperty: Property;
  group: Node;
  groupHooks: Node;
  hook: Node;
}

const BOM = "\uFEFF";

function addHooks(
  text: string | undefined,
  entries: readonly InstalledEntry[],
  warn: Warn = () => [],
): AddResult {
  const { bom, body } = splitBom(text ?? "");
  const result: AddResult = { text: "", added: [], updated: [], removed: [], unchanged: [], warnings: [] };
  let doc = body.trim() === "" ? "{}\n" : body;
  checkShape(doc);
  result.warnings = warn(doc, entries);

  const wanted = Map.groupBy(entries, (entry): string => entry.event);
  const surplus = takeOut(doc, (own, nth) => nth >= (wanted.get(own.event)?.length ?? 0));
  doc = surplus.doc;
  result.removed = surplus.events.filter((event) => !wanted.has(event));

  const hooks = property(parseRoot(doc), "hooks");
  if (hooks === undefined) {
    const root = parseRoot(doc);
    const value = Object.fromEntries([...wanted].map(([event, all]) => [event, all.map(groupOf)]));
    doc = insertChild(doc, root, root.children?.at(-1), { key: "hooks", value });
    result.added = entries.map((entry) => entry.event);
  } else {
    for (const entry of entries) {
      const next = putEntry(doc, entry, wanted.get(entry.event)?.indexOf(entry) ?? 0);
      doc = next.doc;
      result[next.outcome].push(entry.event);
    }
  }
  result.text = bom + doc;
  return result;
}

function removeHooks(text: string): RemoveResult {
  const { bom, body } = splitBom(text);
  if (body.trim() === "") return { text, removed: [] };
  const { doc, events } = takeOut(body, () => true);
  if (events.length === 0) return { text, removed: [] };
  return { text: doc.trim() === "{}" ? undefined : bom + doc, removed: [...new Set(events)] };
}

/** Replaces each hook of Pawl for which there is another value. */
export function replaceOwnHooks(
  text: string,
  next: (event: string, hook: unknown) => object | undefined,
): string {
  const { bom, body } = splitBom(text);
  let doc = body;
  for (;;) {
    const [change] = ownHooks(doc).flatMap(({ event, hook }) => {
      const value = next(event, toValue(hook));
      return value === undefined ? [] : [{ hook, value }];
    });
    if (change === undefined) return bom + doc;
    doc = replaceValue(doc, change.hook, change.value);
  }
}

/** The events with a hook of Pawl. */
export function ownEvents(text: string): string[] {
  return [...new Set(ownHooks(splitBom(text).body).map(({ event }) => event))];
}

function ownHooks(doc: string): OwnHook[] {
  return doc.trim() === "" ? [] : findOwn(parseRoot(doc));
}

/** The `nth` entry of the event. */
function putEntry(
  doc: string,
  entry: InstalledEntry,
  nth: number,
): { doc: string; outcome: "added" | "updated" | "unchanged" } {
  const root = parseRoot(doc);
  const group = groupOf(entry);
  const own = findOwn(root).filter((candidate) => candidate.event === entry.event)[nth];
  if (own === undefined) return { doc: addEntry(doc, root, entry, group), outcome: "added" };
  // A group with a hook of the user keeps its matcher.
  const shared = (own.groupHooks.children?.length ?? 0) > 1;
  const [node, value] = shared ? [own.hook, entry.hook] : [own.group, group];
  if (Bun.deepEquals(toValue(node), value)) return { doc, outcome: "unchanged" };
  return { doc: replaceValue(doc, node, value), outcome: "updated" };
}

function addEntry(doc: string, root: Node, { event }: InstalledEntry, group: object): string {
  const hooks = property(root, "hooks")?.value;
  if (hooks === undefined)
    return insertChild(doc, root, root.children?.at(-1), { key: "hooks", value: { [event]: [group] } });
  const existing = property(hooks, event)?.value;
  if (existing !== undefined) return insertChild(doc, existing, existing.children?.at(-1), { value: group });
  return insertChild(doc, hooks, previousOf(hooks, event), { key: event, value: [group] });
}

function previousOf(hooks: Node, event: string): Node | undefined {
  if (event === "SessionStart") return undefined;
  if (event === "PreCompact") return property(hooks, "SessionStart")?.node;
  return hooks.children?.at(-1);
}

function groupOf({ matcher, hook }: InstalledEntry): object {
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] };
}

/** Removes the hooks of Pawl that `chosen` selects; `nth` counts within the event. */
function takeOut(
  doc: string,
  chosen: (own: OwnHook, nth: number) => boolean,
): { doc: string; events: string[] } {
  const events: string[] = [];
  for (;;) {
    const root = parseRoot(doc);
    const all = findOwn(root);
    const own = all.find((o, i) => chosen(o, i - all.findIndex((first) => first.event === o.event)));
    if (own === undefined) return { doc, events };
    events.push(own.event);
    doc = removeOne(doc, root, own);
  }
}

/** Removes the container instead if nothing else is in it. */
function removeOne(
  doc: string,
  root: Node,
  { groupHooks, hook, group, eventProperty, hooks }: OwnHook,
): string {
  const holdsMore = (node: Node) => (node.children?.length ?? 0) > 1;
  if (holdsMore(groupHooks)) return removeChild(doc, groupHooks, hook);
  if (holdsMore(eventProperty.value)) return removeChild(doc, eventProperty.value, group);
  if (holdsMore(hooks.value)) return removeChild(doc, hooks.value, eventProperty.node);
  return removeChild(doc, root, hooks.node);
}

function findOwn(root: Node): OwnHook[] {
  const hooks = property(root, "hooks");
  if (hooks?.value.type !== "object") return [];
  return properties(hooks.value).flatMap((eventProperty) =>
    elements(eventProperty.value).flatMap((group) => {
      const groupHooks = group.type === "object" ? property(group, "hooks")?.value : undefined;
      if (groupHooks === undefined) return [];
      return elements(groupHooks)
        .filter((hook) => isOwnHook(toValue(hook)))
        .map((hook) => ({ event: eventProperty.key, hooks, eventProperty, group, groupHooks, hook }));
    }),
  );
}

function elements(node: Node): Node[] {
  return node.type === "array" ? (node.children ?? []) : [];
}

function checkShape(doc: string): void {
  const hooks = property(parseRoot(doc), "hooks")?.value;
  if (hooks === undefined) return;
  if (hooks.type !== "object") throw wrongType(doc, hooks, "hooks", words.errors.anObject);
  for (const { key, value } of properties(hooks)) {
    if (value.type !== "array") throw wrongType(doc, value, `hooks.${key}`, words.errors.aList);
  }
}

function splitBom(text: string): { bom: string; body: string } {
  return text.startsWith(BOM) ? { bom: BOM, body: text.slice(1) } : { bom: "", body: text };
}

export const jsonHooks: SettingsEdit = {
  isFor: (file) => file.endsWith(".json"),
  add: addHooks,
  remove: removeHooks,
  own: ownEvents,
};
