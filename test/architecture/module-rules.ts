/**
 * Which module of `src/` may import which, and why. The table in docs/architecture.md is checked against this file, not
 * the other way round: to widen a rule, change it here and give the reason.
 */

export interface ModuleRule {
  /** Modules of `src/`, and packages. */
  imports: readonly string[];
  /** Modules of which only types may be imported. */
  types?: readonly string[];
  /** May it use `node:` and Bun's own modules? */
  runtime?: true;
  /** What the module promises. */
  rule: string;
}

/** A single import that the rules forbid, with the reason why it is there. */
export interface Exception {
  file: string;
  imports: string;
  reason: string;
}

export const MODULES: Readonly<Record<string, ModuleRule>> = {
  platform: {
    imports: [],
    runtime: true,
    rule: "environment, clock, paths, files, processes; knows nothing of the domain",
  },
  locale: {
    imports: ["platform"],
    rule: "every sentence that Pawl says, once per language",
  },
  protocol: {
    imports: ["zod"],
    rule: "what the clients say and accept; the only module that knows a client's field names",
  },
  memory: {
    imports: ["wink-porter2-stemmer"],
    types: ["protocol", "locale"],
    rule: "the domain, pure: no clock, no I/O, no environment; each type is defined once",
  },
  workflow: {
    imports: ["memory", "zod"],
    types: ["protocol", "locale"],
    rule: "stages, state, timeline, tasks; pure, like memory",
  },
  store: {
    imports: ["memory"],
    runtime: true,
    rule: "SQL never leaves; other modules open it with `store/open.ts` and see only the `Store` type",
  },
  model: {
    imports: ["platform", "zod", "@anthropic-ai/claude-agent-sdk"],
    runtime: true,
    rule: "Pawl's own calls to models: the Agent SDK and an endpoint for embeddings",
  },
  hooks: {
    imports: ["protocol", "platform", "model", "memory", "workflow", "locale", "zod", "jsonc-parser"],
    runtime: true,
    rule: "the user's own hooks and settings; a hook that fails never breaks the session, unless it is a gate",
  },
  transcripts: {
    imports: ["protocol", "memory"],
    types: ["store"],
    runtime: true,
    rule: "the clients' own records; idempotent: twice is once",
  },
  services: {
    imports: ["protocol", "memory", "workflow", "transcripts", "platform", "model", "locale"],
    types: ["store", "hooks"],
    runtime: true,
    rule: "what events, commands, tools and routes share; each with a test beside it",
  },
  events: {
    imports: ["protocol", "memory", "workflow", "services"],
    rule: "one event, one file, one function that returns a `Reply`",
  },
  pipeline: {
    imports: ["protocol", "memory", "locale", "platform", "events", "services"],
    types: ["store", "hooks"],
    rule: "the life of one event; the only place that catches an event's error; one catch, one deadline",
  },
  team: {
    // The shape of a handoff is the workflow's.
    imports: ["memory", "workflow", "platform", "zod"],
    types: ["store"],
    runtime: true,
    rule: "sharing through PostgreSQL; never on a hook's way; SQL of the network stays in `team/server`",
  },
  mcp: {
    imports: ["memory", "services", "store", "locale", "zod", "@modelcontextprotocol/sdk"],
    rule: "the tools that the model can call; translates, does not decide",
  },
  daemon: {
    imports: [
      "protocol",
      "memory",
      "workflow",
      "locale",
      "hooks",
      "model",
      "pipeline",
      "services",
      "store",
      "platform",
      "team",
      "mcp",
      "hono",
      "zod",
      "@modelcontextprotocol/sdk",
    ],
    runtime: true,
    rule: "the HTTP app and the process; translates, does not decide",
  },
  keeper: {
    imports: ["platform", "protocol"],
    runtime: true,
    rule: "a small process that holds the public port and answers without the daemon; knows nothing of memory",
  },
  sdk: {
    imports: [
      "protocol",
      "memory",
      "hooks",
      "model",
      "platform",
      "jsonc-parser",
      "zod",
      "@anthropic-ai/claude-agent-sdk",
    ],
    runtime: true,
    rule: "Pawl as a library for the Agent SDK, which is loaded only when it is needed",
  },
  cli: {
    imports: [
      "protocol",
      "memory",
      "workflow",
      "locale",
      "hooks",
      "model",
      "transcripts",
      "services",
      "store",
      "platform",
      "team",
      "zod",
      "jsonc-parser",
      "@clack/core",
      "diff",
      "@modelcontextprotocol/sdk",
    ],
    runtime: true,
    rule: "one file or folder per command; translates, does not decide",
  },
};

export const EXCEPTIONS: readonly Exception[] = [
  {
    file: "src/cli/run-daemon.ts",
    imports: "daemon",
    reason: "`pawl serve` is the daemon in the foreground",
  },
  {
    file: "src/cli/replay/",
    imports: "daemon",
    reason: "`pawl replay` plays past sessions through the whole service",
  },
  { file: "src/cli/mcp.ts", imports: "mcp", reason: "`pawl mcp` is the MCP server on stdio" },
  { file: "src/cli/chat/", imports: "sdk", reason: "`pawl chat` is a conversation on the library" },
  {
    file: "src/services/work/work.ts",
    imports: "store",
    reason: "reads old records again with new rules",
  },
  {
    file: "src/services/work/program.ts",
    imports: "store",
    reason: "a thread's own program: it opens a connection of its own",
  },
  {
    file: "src/services/work/program.ts",
    imports: "hooks",
    reason: "as `transcripts/worker.ts`: the user's redaction patterns cannot be sent as functions",
  },
  {
    file: "src/keeper/gates.ts",
    imports: "hooks",
    reason: "reads the index of gates, which is made for programs that run no hooks",
  },
  {
    file: "src/transcripts/worker.ts",
    imports: "hooks",
    reason:
      "a thread's own program: it compiles the user's redaction patterns, which cannot be sent as functions",
  },
  {
    file: "src/team/worker.ts",
    imports: "hooks",
    reason: "a thread's own program: it compiles the user's redaction patterns",
  },
  {
    file: "src/team/worker.ts",
    imports: "store",
    reason: "a thread's own program: it has a connection to the database of its own",
  },
];

/** Every module may import the files directly in `src/`: errors with a code, and small data structures. */
export const ROOT = "root";
