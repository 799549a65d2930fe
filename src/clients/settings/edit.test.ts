import { expect, test } from "bun:test";
import { parse } from "jsonc-parser";
import { PawlError } from "../../platform/errors.ts";
import { isOwnHook } from "../../platform/own-hook.ts";
import { installedHooks } from "../claude-code/settings/hooks.ts";
import { settingsWarnings } from "../claude-code/settings/warnings.ts";
import { notStrict } from "./document.ts";
import { jsonHooks } from "./edit.ts";

const { remove: removeHooks, own: ownEvents } = jsonHooks;

function addHooks(text: string | undefined, wanted: typeof entries) {
  const { report, ...added } = jsonHooks.add(text, wanted);
  return { ...report, ...added };
}

const warningsOf = (text: string) => [...notStrict(text, "It"), ...settingsWarnings(text, entries)];

const options = { launcher: "/home/me/.pawl/hook", hookToken: "t0ken" };
const entries = installedHooks({ ...options, port: 47_100, scope: "user" });
const events = entries.map((entry) => entry.event);
const few = entries.filter(
  ({ event }) => event === "SessionStart" || event === "PreCompact" || event === "Stop",
);

/** What others wrote, told apart from ours by value and not by text. */
function withoutOurs(settings: { hooks?: Record<string, { hooks: unknown[] }[]> }): unknown {
  const { hooks, ...rest } = settings;
  const theirs = Object.entries(hooks ?? {}).flatMap(([event, groups]) => {
    const left = groups.filter((group) => !group.hooks.some(isOwnHook));
    return left.length === 0 ? [] : [[event, left] as const];
  });
  return theirs.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(theirs) };
}

test("with no file the text is a whole one and holds nothing else", () => {
  const { text, added, unchanged } = addHooks(undefined, entries);
  expect(text.startsWith('{\n  "hooks": {\n    "SessionStart": [\n')).toBe(true);
  expect(text.endsWith("}\n")).toBe(true);
  expect(Object.keys(JSON.parse(text))).toEqual(["hooks"]);
  expect(Object.keys(JSON.parse(text).hooks)).toEqual(events);
  expect({ added, unchanged }).toEqual({ added: events, unchanged: [] });
  expect(removeHooks(text).text).toBeUndefined();
});

test("adding twice changes nothing", () => {
  const once = addHooks('{"model":"x"}', entries);
  const twice = addHooks(once.text, entries);
  expect(twice.text).toBe(once.text);
  expect(twice).toMatchObject({ added: [], updated: [], removed: [], unchanged: events });
});

test.each([
  ["two spaces", '{\n  "model": "x"\n}\n'],
  ["three spaces", '{\n   "env": {\n      "A": "b"\n   }\n}\n'],
  ["tabs", '{\n\t"model": "x",\n\t"env": {}\n}\n'],
  ["one line", '{"model":"x","env":{"A":"b"}}'],
  ["one line with spaces", '{ "model": "x", "env": { "A": "b" } }\n'],
  ["CRLF", '{\r\n  "model": "x"\r\n}\r\n'],
  ["no newline at the end", '{\n  "model": "x"\n}'],
  ["comments", '// mine\n{\n  "model": "x", // fast\n  "env": {} /* last */ // one\n  // end\n}\n// after'],
  ["a trailing comma", '{\n  "model": "x",\n}\n'],
  [
    "hooks of others",
    '{\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", "command": "say"}]}]\n  }\n}\n',
  ],
  ["hooks on one line", '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say"}]}],"Setup":[]}}'],
  ["a comment after the bracket", '{ // mine\n  "hooks": { // h\n    "Setup": [] // s\n  }\n}\n'],
])("a file with %s is the same again after removal, and keeps its style meanwhile", (_, text) => {
  const added = addHooks(text, entries).text;
  expect(ownEvents(added).sort()).toEqual([...events].sort());
  expect(removeHooks(added).text).toBe(text);
  expect(added.includes("\r\n")).toBe(text.includes("\r\n"));
  if (text.includes("\r\n")) expect(/[^\r]\n/.test(added)).toBe(false);
  if (!text.includes("\n")) expect(added).not.toContain("\n");
  if (text.includes("\n\t")) expect(/\n /.test(added)).toBe(false);
});

test("indentation follows the file's own step", () => {
  const { text } = addHooks('{\n   "model": "x"\n}\n', few);
  expect(text).toContain('\n   "hooks": {\n      "SessionStart": [\n         {\n            "hooks"');
});

test("hooks of others in the same event stay, also those that have pawl in them", () => {
  const theirs = {
    Stop: [
      { hooks: [{ type: "command", command: "/home/me/pawl/bin/pawl hook --installed-by=pawl" }] },
      { matcher: "x", hooks: [{ type: "http", url: "http://127.0.0.1:47100/hook?pawl=X-Pawl-Hook" }] },
    ],
    PostToolUse: [{ matcher: "Edit", hooks: [{ type: "command", command: "pawl", args: ["lint"] }] }],
  };
  const text = JSON.stringify({ hooks: theirs }, null, 2);
  const added = addHooks(text, entries);
  expect(added.added).toEqual(events);
  expect(JSON.parse(added.text).hooks.Stop.slice(0, 2)).toEqual(theirs.Stop);
  expect(removeHooks(added.text).text).toBe(text);
});

test("S3.14 SessionStart and PreCompact come first also where hooks of others stand already", () => {
  const { text } = addHooks('{"hooks":{"Setup":[],"Stop":[]}}', entries);
  expect(Object.keys(JSON.parse(text).hooks).slice(0, 2)).toEqual(["SessionStart", "PreCompact"]);
});

test("another port or token is put in place of the old one, without moving anything", () => {
  const before = addHooks('{"hooks":{"Stop":[{"hooks":[]}]}}', entries).text;
  const moved = installedHooks({ ...options, port: 50_000, scope: "user" });
  const after = addHooks(before, moved);
  expect(after.text).toBe(before.replaceAll(":47100/", ":50000/"));
  expect(after.added).toEqual([]);
  expect(after.unchanged).toEqual(["SessionStart", "UserPromptSubmit", "SessionEnd"]);
  expect(after.updated.length).toBe(events.length - 3);
});

test("an event that is no longer wanted is taken out, a doubled entry becomes one", () => {
  const doubled = JSON.parse(addHooks(undefined, entries).text);
  doubled.hooks.Stop.push(...doubled.hooks.Stop);
  const { text, removed, unchanged } = addHooks(JSON.stringify(doubled), few);
  expect(Object.keys(JSON.parse(text).hooks)).toEqual(["SessionStart", "PreCompact", "Stop"]);
  expect(JSON.parse(text).hooks.Stop.length).toBe(1);
  expect(removed).toContain("PostToolUse");
  expect(unchanged).toEqual(["SessionStart", "PreCompact", "Stop"]);
});

test("a group to which somebody added a hook keeps it and its matcher", () => {
  const settings = JSON.parse(addHooks(undefined, entries).text);
  settings.hooks.PreToolUse[0].matcher = "Bash";
  settings.hooks.PreToolUse[0].hooks.push({ type: "command", command: "mine" });
  const text = JSON.stringify(settings, null, 2);
  expect(addHooks(text, entries).text).toBe(text);
  expect(JSON.parse(removeHooks(text).text ?? "").hooks).toEqual({
    PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "mine" }] }],
  });
});

test("of a key that stands twice the last one counts, as for the client", () => {
  const { text } = addHooks('{"hooks":{"Stop":[]},"hooks":{}}', few);
  expect(Object.keys(JSON.parse(text).hooks)).toEqual(["SessionStart", "PreCompact", "Stop"]);
});

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"],
  ["{", "line 1, column 2"],
  ["[]", "line 1, column 1"],
  ['"text"', "line 1, column 1"],
  ['{"hooks": []}', "line 1, column 11"],
  ['{"hooks": "x"}', "line 1, column 11"],
  ['{"hooks": null}', "line 1, column 11"],
  ['{\n "hooks": {"Stop": {}}}', "line 2, column 20"],
])("%j is refused with its place", (text, where) => {
  const error = thrownBy(() => addHooks(text, entries));
  expect(error).toBeInstanceOf(PawlError);
  expect(error).toMatchObject({ code: "settings_unreadable" });
  expect((error as PawlError).message).toContain(where);
});

test.each([
  ['{"disableAllHooks":true}', "hooks_disabled"],
  ['{\n  // mine\n  "model": "x"\n}', "settings_ignored"],
  ['{"model":"x",}', "settings_ignored"],
  ['{"allowedHttpHookUrls":["https://hooks.example.com/*"]}', "http_hooks_blocked"],
])("%j is edited with a warning that the client will not run the hooks", (text, code) => {
  expect(addHooks(text, entries).added).toEqual(events);
  expect(warningsOf(text).map((warning) => warning.code)).toEqual([code]);
});

test("an address list that has ours gives no warning", () => {
  expect(warningsOf('{"allowedHttpHookUrls":["http://127.0.0.1:*"]}')).toEqual([]);
});

test("a hook of a type the client does not know is left alone: the client skips just that one", () => {
  const text = '{"hooks":{"Stop":[{"hooks":[{"type":"script","path":"a.ts"}]}]}}';
  const added = addHooks(text, entries);
  expect(warningsOf(added.text)).toEqual([]);
  expect(removeHooks(added.text).text).toBe(text);
});

test("removing from a text without our hooks leaves it as it is", () => {
  for (const text of ["", " \n", "{ }", '{"hooks":{"Stop":[]}}', '{"hooks":"odd"}']) {
    expect(removeHooks(text)).toEqual({ text, removed: [] });
  }
});

test("for many generated texts the result parses, keeps all that others wrote, and comes back byte for byte", () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
  for (let i = 0; i < 40; i++) {
    const text = generate(random);
    const added = addHooks(text, entries);
    const again = addHooks(added.text, entries);
    expect(again.text).toBe(added.text);
    expect(ownEvents(added.text).length).toBe(events.length);
    expect(withoutOurs(parse(added.text))).toEqual(parse(text));
    expect(removeHooks(added.text).text).toBe(text);
  }
});

function generate(random: (n: number) => number): string {
  const pick = <T>(...options: T[]): T => options[random(options.length)] as T;
  const eol = pick("\n", "\r\n");
  const step = pick("  ", "    ", "\t", "   ");
  const inline = random(4) === 0;
  const note = () => (!inline && random(5) === 0 ? pick(" // note: {", " /* { , */", " // a, b") : "");
  const list = (open: string, close: string, items: string[], level: number): string => {
    if (items.length === 0) return open + close;
    if (inline) return open + items.join(",") + close;
    const pad = eol + step.repeat(level + 1);
    const body = items.map((item, i) => `${pad}${item}${i < items.length - 1 ? "," : ""}${note()}`).join("");
    return `${open}${note()}${body}${random(6) === 0 ? `${pad}// end` : ""}${eol}${step.repeat(level)}${close}`;
  };
  const colon = inline ? ":" : ": ";
  const hook = (level: number) =>
    list("{", "}", [`"type"${colon}"command"`, `"command"${colon}"pawl ${random(9)}"`], level);
  const group = (level: number) =>
    list("{", "}", [`"hooks"${colon}${list("[", "]", [hook(level + 2)], level + 1)}`], level);
  const names = ["Stop", "PreCompact", "SessionStart", "PostToolUse", "Setup"].filter(() => random(2) === 0);
  const ofEvent = (name: string) => {
    const groups = Array.from({ length: 1 + random(2) }, () => group(3));
    return `"${name}"${colon}${list("[", "]", groups, 2)}`;
  };
  const hooks = names.length > 0 ? [`"hooks"${colon}${list("{", "}", names.map(ofEvent), 1)}`] : [];
  const rest = [`"model"${colon}"x"`, `"env"${colon}${list("{", "}", [`"A"${colon}"b"`], 1)}`];
  const all = random(2) === 0 ? [...rest, ...hooks] : [...hooks, ...rest];
  return `${list("{", "}", all, 0)}${pick("", eol)}`;
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

test("two entries of one event are put, kept, changed and taken back to one", () => {
  const needs = new Map([["PreToolUse", { seconds: 0, gate: true, gateTools: ["Bash"] }]] as const);
  const narrow = installedHooks({ ...options, port: 47_100, scope: "user", needs });
  const theirs = '{"hooks":{"PreToolUse":[{"matcher":"Read","hooks":[{"type":"command","command":"x"}]}]}}';
  const matchers = (text: string) =>
    (JSON.parse(text).hooks.PreToolUse as { matcher: string }[]).map(({ matcher }) => matcher);
  for (const before of [undefined, theirs]) {
    const own = before === undefined ? [] : ["Read"];
    const one = addHooks(before, entries);
    const two = addHooks(one.text, narrow);
    expect(matchers(two.text)).toEqual([...own, "Bash", "^(?!(?:Bash)$).*$"]);
    expect(addHooks(before, narrow).text).toBe(two.text);
    expect(addHooks(two.text, narrow).text).toBe(two.text);
    expect(addHooks(two.text, entries).text).toBe(one.text);
    expect(removeHooks(two.text).text).toBe(before);
  }
});
