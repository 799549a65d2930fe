/**
 * Which module of `src/` may import which. The modules stand in one order: a module may import those before it, never one
 * after it. docs/architecture.md repeats this table, and a test compares the two.
 */

export interface ModuleRule {
  /** Packages that it may import. */
  packages?: readonly string[];
  /** May it use `node:` and Bun's own modules? */
  runtime?: true;
  /** Imports nothing but these modules, although more come before it. */
  only?: readonly string[];
  /** What the module is. */
  rule: string;
}

/** In order: each may import those above it. */
export const MODULES: Readonly<Record<string, ModuleRule>> = {
  platform: {
    runtime: true,
    rule: "environment, paths, files, processes, clock, git; knows nothing of the domain",
  },
  locale: { rule: "every sentence that Pawl says, once per language" },
  text: {
    packages: ["wink-porter2-stemmer"],
    rule: "words, stems, tokens, quotes and shell lines; pure",
  },
  model: {
    packages: ["zod", "@anthropic-ai/claude-agent-sdk"],
    runtime: true,
    rule: "Pawl's own calls to models: the Agent SDK",
  },
  redact: { rule: "finds and removes secrets; pure" },
  store: {
    runtime: true,
    rule: "the database: schema, connection, records, index, backup, forgetting, integrity",
  },
  clients: {
    packages: ["zod", "jsonc-parser", "diff"],
    runtime: true,
    rule: "one folder per client: wire format, settings file, transcripts; the only module that knows a client's field names",
  },
  memory: {
    runtime: true,
    rule: "what is kept: memories, digests, rules, decisions, cures; learning them; the clients' own memory files",
  },
  search: { runtime: true, rule: "search for people and models: words, filters, ranking" },
  recall: {
    runtime: true,
    rule: "what is injected: start, prompt, file, failure, subagent, compaction; the ledger; replay and its judge",
  },
  history: {
    packages: ["zod"],
    runtime: true,
    rule: "what page and terminal show: sessions, days, files, failures, cost, the live feed",
  },
  work: { packages: ["zod"], runtime: true, rule: "workflow, stages, tasks, handoff, state files" },
  hooks: {
    packages: ["zod", "jsonc-parser"],
    runtime: true,
    rule: "the user's own hooks and settings; a hook that fails never breaks the session, unless it is a gate",
  },
  team: {
    packages: ["zod"],
    runtime: true,
    rule: "sharing through PostgreSQL; never on a hook's way; SQL of the network is in `team/server`",
  },
  pipeline: {
    rule: "the life of one event; the only place that catches an event's error; `pipeline/events` has one file per event",
  },
  mcp: {
    packages: ["zod", "@modelcontextprotocol/sdk"],
    rule: "the tools that the model can call; translates, does not decide",
  },
  keeper: {
    only: ["platform", "clients", "hooks", "pipeline"],
    runtime: true,
    rule: "`daemon/keeper`: a small process that holds the public port and answers without the daemon",
  },
  daemon: {
    packages: ["hono", "zod", "@modelcontextprotocol/sdk"],
    runtime: true,
    rule: "the process: HTTP app and API, page, background work, import",
  },
  sdk: {
    packages: ["jsonc-parser", "zod", "@anthropic-ai/claude-agent-sdk"],
    runtime: true,
    only: ["platform", "locale", "text", "model", "redact", "store", "clients", "memory", "hooks"],
    rule: "Pawl as a library for the Agent SDK, which is loaded only when it is needed",
  },
  cli: {
    packages: ["zod", "jsonc-parser", "@clack/core", "diff", "@modelcontextprotocol/sdk"],
    runtime: true,
    rule: "one file or folder per command: reads arguments, calls a feature, prints",
  },
};

/** The files directly in `src/`: the package's own entry. */
export const ROOT = "root";

/** No clock, no file, no environment, no process: what they are given is all they know. */
export const PURE: readonly string[] = [
  "src/text/",
  "src/redact/",
  "src/locale/",
  "src/memory/records/",
  "src/memory/digest/",
  "src/memory/learn/",
  "src/recall/blocks/",
  "src/recall/past/",
  "src/recall/used/",
  "src/search/rank/",
  "src/history/day/",
  "src/work/workflow/",
];

/**
 * Imports against the order, as `file > module`. They are left from the layout before this one: each goes when its module
 * is simplified. The list only ever gets shorter.
 */
export const EXCEPTIONS: readonly string[] = [];
