/**
 * Pawl's settings: one schema for `<PAWL_HOME>/config.json` (the user's) and `.claude/pawl.json` (a project's). A module that
 * needs a setting adds a section here; the JSON schema and the checks are derived from it.
 */

import { z } from "zod";
import { CORE_TOKENS, RECALL_DEFAULTS, START_TOKENS } from "../../recall/blocks/defaults.ts";
import { INFERRED_KINDS } from "../../recall/past/item.ts";
import { isRedactPattern } from "../../redact/settings.ts";
import { compileMatcher } from "../matcher/matcher.ts";
import { hooksSchema } from "./hook-schema.ts";

export const DEFAULT_SCRIPT_PATHS = ["./.claude/hooks", "./hooks"];

type Range = readonly [least: number, most: number];
const number = ([least, most]: Range, standard: number, meaning: string) =>
  z.number().min(least).max(most).default(standard).describe(meaning);
const tokens = (standard: number, meaning: string, most = 20_000) =>
  z.int().min(0).max(most).default(standard).describe(meaning);
const flag = (isOn: boolean, meaning: string) => z.boolean().default(isOn).describe(meaning);
const texts = (meaning: string) => z.array(z.string().min(1)).default([]).describe(meaning);
const matchers = (meaning: string) =>
  z.array(z.string().min(1).refine(isMatcher, "not a matcher expression")).default([]).describe(meaning);
const atLeastOne = (meaning: string) => z.int().min(1).optional().describe(meaning);
const section = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape).prefault({} as never);

function isMatcher(text: string): boolean {
  try {
    compileMatcher(text);
    return true;
  } catch {
    // `pawl hooks validate` reports the exact mistake of a hook. A permission rule is short enough to see it.
    return false;
  }
}

const PATTERN_RULE =
  "a regular expression without look-around and back references that does not match an empty text";
const pattern = z.string().min(1).max(1000).refine(isRedactPattern, PATTERN_RULE);

const dollars = z.number().min(0);
const price = z.strictObject({
  input: dollars,
  output: dollars,
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
  cacheWriteHour: dollars.optional(),
});

export const SECTIONS = {
  port: z.int().min(1).max(65_535).optional().describe("The daemon's port. Default: one per user."),
  locale: z.enum(["en", "zh-TW", "zh-CN", "ko"]).optional().describe("Language of Pawl's messages."),
  stateFiles: flag(true, "Write a state file per session into .claude/sessions of the project."),
  exclude: texts("Folders that are never recorded, as globs: ~/private, /srv/clients/*."),
  retention: section({
    days: atLeastOne("What is older is deleted. Default: nothing is."),
    megabytes: atLeastOne("Above this size the oldest sessions are deleted."),
  }),
  context: section({
    tokens: tokens(
      START_TOKENS,
      "The most that a session gets at its start, core memories not counted.",
      50_000,
    ),
    coreTokens: tokens(
      CORE_TOKENS,
      "The most that core memories (priority 0 to 2) take at a session's start. What does not fit is named.",
    ),
    userImports: texts(
      "Folders of projects whose CLAUDE.md may import your user:// memories (@pawl:user://…).",
    ),
  }),
  daemon: section({
    idleHours: z
      .number()
      .positive()
      .max(8760)
      .default(8)
      .describe("Without work for so long, the daemon ends."),
  }),
  memory: section({
    askToSave: flag(false, "Stop asks once to save what was learned."),
    askToSaveAfter: z.int().min(1).default(5).describe("Unsaved operations before it asks."),
  }),
  sameProject: z
    .array(z.array(z.string().min(1)).min(2))
    .default([])
    .describe("Folders or git remotes that are one project, such as a fork and its original."),
  recall: section({
    promptTokens: tokens(RECALL_DEFAULTS.promptTokens, "The most that a prompt brings back; 0: nothing."),
    fileTokens: tokens(
      RECALL_DEFAULTS.fileTokens,
      "The most that is told about a file before it is read or changed.",
    ),
    failureTokens: tokens(RECALL_DEFAULTS.failureTokens, "The most that a failed command brings back."),
    subagentTokens: tokens(RECALL_DEFAULTS.subagentTokens, "The most that a subagent is told at its start."),
    threshold: number(
      [0, 100],
      RECALL_DEFAULTS.threshold,
      "How much evidence a past session needs. Higher: less is injected, and fewer mistakes.",
    ),
    holdout: number(
      [0, 1],
      0,
      "The share of sessions that get nothing inferred, to measure what memory is worth: 0 none, 0.1 suggested.",
    ),
    kinds: z
      // "companion" was a kind of version 0.2: accepted, without effect.
      .partialRecord(z.enum([...INFERRED_KINDS, "companion"]), z.boolean())
      .default({})
      .describe("Kinds of inferred items to switch off (false) or on (true); see docs/memory.md."),
    acrossProjects: flag(
      false,
      "Whether a model may read other projects than its own; only in the user's config.json.",
    ),
  }),
  permissions: section({
    deny: matchers("Tool calls that are refused: matcher expressions over PreToolUse."),
    ask: matchers("Tool calls that the user is asked about."),
  }),
  redact: section({
    patterns: z
      .array(pattern)
      .max(100)
      .default([])
      .describe("Regular expressions for what is removed besides the known secrets. Matched in linear time."),
    values: z
      .array(z.string().min(4).max(4096))
      .max(1000)
      .default([])
      .describe("Texts that are never stored, wherever they stand."),
  }),
  prices: z
    .record(z.string().min(1), price)
    .default({})
    .describe(
      "US dollars per million tokens, by model: completes and overrides Pawl's table for `pawl cost`.",
    ),
  workflow: section({
    root: z
      .string()
      .min(1)
      .optional()
      .describe("Folder with sessions/<id>/workflow.json, such as ~/.overtone. Default: Pawl's home."),
  }),
};

/** What a repository's own file may set. The rest applies in the user's file only. */
const FOR_PROJECTS = ["locale", "context", "memory", "recall"];

const settings = z.object(SECTIONS);
export type Settings = z.output<typeof settings>;

export const scriptPathsSchema = z
  .array(z.string().min(1))
  .describe(`Folders that script hooks may lie in. Default: ${DEFAULT_SCRIPT_PATHS.join(", ")}.`);

const schemaField = { $schema: z.string().optional() };

export const configSchema = z.strictObject({
  ...schemaField,
  ...SECTIONS,
  hookScriptPaths: scriptPathsSchema.optional(),
  hooks: hooksSchema.optional(),
});

/** A `hooks.json`: nothing but hooks. */
export const hooksFileSchema = z.strictObject({
  ...schemaField,
  description: z.string().optional(),
  hooks: hooksSchema,
});

/** Merges the user's file with the project's, which wins, and adds defaults. */
export function toSettings(user: Partial<Settings>, project: Partial<Settings> = {}): Settings {
  const over = Object.entries(project).filter(([name]) => FOR_PROJECTS.includes(name));
  return settings.parse({ ...user, ...Object.fromEntries(over) });
}
