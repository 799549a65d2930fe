/** Pawl's hooks in the JSON of a settings file. A function from text to text. */
import type { Node } from "jsonc-parser";
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
import type { Edit } from "./install.ts";

/** Events, grouped by the change to their entries. */
export interface HooksReport {
  added: string[];
  /** Had an outdated entry of Pawl: another port, token or path. */
  updated: string[];
  /** Had an entry of Pawl that is no longer needed. */
  removed: string[];
  unchanged: string[];
}

/** The format of Pawl's hooks in a client's file. */
export interface HooksEdit extends Edit<readonly InstalledEntry[], HooksReport> {
  /** By the file's name. */
  isFor(file: string): boolean;
}

interface OwnHook {
  event: string;
  hooks: Property;
  eventProperty: Property;
  group: Node;
  groupHooks: Node;
  hook: Node;
}

export const jsonHooks: HooksEdit = {
  isFor: (file) => file.endsWith(".json"),
  add(text = "", entries) {
    let doc = text.trim() === "" ? "{}\n" : text;
    checkShape(doc);
    const wanted = Map.groupBy(entries, (entry): string => entry.event);
    const surplus = takeOut(doc, (own, nth) => nth >= (wanted.get(own.event)?.length ?? 0));
    doc = surplus.doc;
    const removed = surplus.events.filter((event) => !wanted.has(event));
    const report: HooksReport = { added: [], updated: [], removed, unchanged: [] };
    const root = parseRoot(doc);
    if (property(root, "hooks") === undefined) {
      const value = Object.fromEntries([...wanted].map(([event, all]) => [event, all.map(groupOf)]));
      report.added = entries.map((entry) => entry.event);
      return { text: insertChild(doc, root, root.children?.at(-1), { key: "hooks", value }), report };
    }
    for (const entry of entries) {
      const next = putEntry(doc, entry, wanted.get(entry.event)?.indexOf(entry) ?? 0);
      doc = next.doc;
      report[next.outcome].push(entry.event);
    }
    return { text: doc, report };
  },
  remove(text) {
    if (text.trim() === "") return { text, removed: [] };
    const { doc, events } = takeOut(text, () => true);
    return {
      text: events.length > 0 && doc.trim() === "{}" ? undefined : doc,
      removed: [...new Set(events)],
    };
  },
  own: (text) => [...new Set(ownHooks(text).map(({ event }) => event))],
};

/** Replaces each hook of Pawl that has a new value. */
export function replaceOwnHooks(
  text: string,
  next: (event: string, hook: unknown) => object | undefined,
): string {
  for (const { event, hook } of ownHooks(text)) {
    const value = next(event, toValue(hook));
    // One at a time, because the others have moved.
    if (value !== undefined) return replaceOwnHooks(replaceValue(text, hook, value), next);
  }
  return text;
}

/** The `nth` entry of the event. */
function putEntry(
  doc: string,
  entry: InstalledEntry,
  nth: number,
): { doc: string; outcome: "added" | "updated" | "unchanged" } {
  const group = groupOf(entry);
  const own = ownHooks(doc).filter(({ event }) => event === entry.event)[nth];
  if (own === undefined) return { doc: addEntry(doc, entry.event, group), outcome: "added" };
  // A group with a hook of the user keeps its matcher.
  const [node, value] = holdsMore(own.groupHooks) ? [own.hook, entry.hook] : [own.group, group];
  if (Bun.deepEquals(toValue(node), value)) return { doc, outcome: "unchanged" };
  return { doc: replaceValue(doc, node, value), outcome: "updated" };
}

function addEntry(doc: string, event: string, group: object): string {
  const hooks = property(parseRoot(doc), "hooks")?.value as Node;
  const existing = property(hooks, event)?.value;
  if (existing !== undefined) return insertChild(doc, existing, existing.children?.at(-1), { value: group });
  const previous =
    event === "SessionStart"
      ? undefined
      : event === "PreCompact"
        ? property(hooks, "SessionStart")?.node
        : hooks.children?.at(-1);
  return insertChild(doc, hooks, previous, { key: event, value: [group] });
}

function groupOf({ matcher, hook }: InstalledEntry): object {
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] };
}

/** Removes the hooks of Pawl that `chosen` selects; `nth` counts within the event. */
function takeOut(
  text: string,
  chosen: (own: OwnHook, nth: number) => boolean,
): { doc: string; events: string[] } {
  let doc = text;
  const events: string[] = [];
  for (;;) {
    const all = ownHooks(doc);
    const own = all.find((o, i) => chosen(o, i - all.findIndex((first) => first.event === o.event)));
    if (own === undefined) return { doc, events };
    events.push(own.event);
    doc = removeOne(doc, own);
  }
}

/** If nothing else is in the container, removes the container instead. */
function removeOne(doc: string, { groupHooks, hook, group, eventProperty, hooks }: OwnHook): string {
  if (holdsMore(groupHooks)) return removeChild(doc, groupHooks, hook);
  if (holdsMore(eventProperty.value)) return removeChild(doc, eventProperty.value, group);
  if (holdsMore(hooks.value)) return removeChild(doc, hooks.value, eventProperty.node);
  return removeChild(doc, hooks.node.parent as Node, hooks.node);
}

const holdsMore = (node: Node): boolean => (node.children?.length ?? 0) > 1;

function ownHooks(text: string): OwnHook[] {
  const hooks = text.trim() === "" ? undefined : property(parseRoot(text), "hooks");
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

const elements = (node: Node): Node[] => (node.type === "array" ? (node.children ?? []) : []);

function checkShape(doc: string): void {
  const hooks = property(parseRoot(doc), "hooks")?.value;
  if (hooks === undefined) return;
  if (hooks.type !== "object") throw wrongType(doc, hooks, "hooks", "object");
  for (const { key, value } of properties(hooks))
    if (value.type !== "array") throw wrongType(doc, value, `hooks.${key}`, "list");
}
