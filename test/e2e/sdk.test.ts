// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this file tests shell text
/**
 * Hooks of `.claude/settings.json` on the real Agent SDK: through the library's classes, and through Application.
 */
import { expect, test } from "bun:test";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type HookEvent, query } from "@anthropic-ai/claude-agent-sdk";
import { HOOK_EVENTS } from "../../src/clients/index.ts";
import { Application, ConfigManager, HookManager, MessageRouter, Session } from "../../src/sdk/index.ts";
import { bareEnv, claudeBinary, createScratch, type Scratch, writeSettings } from "./harness/client.ts";
import {
  asSummary,
  callTool,
  callTools,
  inSubagent,
  lastText,
  type Model,
  say,
  startModel,
  when,
} from "./harness/model.ts";

const LIMIT = 180_000;
const quiet = () => undefined;

async function clientEnv(scratch: Scratch, model: Model): Promise<Record<string, string>> {
  const env = bareEnv(scratch.home, model.url);
  await mkdir(env.TMPDIR ?? scratch.home, { recursive: true });
  return env;
}

/** Every event once per kind, in the order in which the SDK delivered them. */
function listening(seen: string[]) {
  const events = HOOK_EVENTS.filter((event) => event !== "WorktreeCreate" && event !== "MessageDisplay");
  const entries = events.map((event) => [
    event,
    [
      {
        hooks: [
          async (input: object) => {
            const { source, reason } = input as { source?: string; reason?: string };
            seen.push([event, source ?? reason].filter((part) => part !== undefined).join(" "));
            return {};
          },
        ],
      },
    ],
  ]);
  return Object.fromEntries(entries);
}

test(
  "S2.1 S2.2 S2.3 S2.6 S2.18 all three types of settings.json work on query(), and their context reaches the model",
  async () => {
    await using scratch = await createScratch();
    const { project } = scratch;
    const odd = join(project, "$(touch pwned).ts");
    await writeFile(odd, "export {};\n");
    await using model = startModel([
      callTool("Read", { file_path: odd }),
      callTool("Bash", { command: "rm -rf build", description: "Clean" }),
      callTool("Bash", { command: "echo fine", description: "Greet" }),
      say("Done."),
    ]);
    await mkdir(join(project, "hooks"));
    await writeFile(
      join(project, "hooks", "note.ts"),
      `export default (input) => ({ hookSpecificOutput: {
        hookEventName: "PostToolUse", additionalContext: "NOTE-FROM-SCRIPT " + input.tool_input.file_path,
      } });`,
    );
    await writeSettings(project, {
      hooks: {
        UserPromptSubmit: [{ hooks: [{ type: "prompt", prompt: "PROMPT-HOOK saw: $PROMPT" }] }],
        PostToolUse: [
          {
            matcher: 'tool == "Read" && tool_input.file_path matches "*.ts"',
            hooks: [
              { type: "script", script: "./hooks/note.ts" },
              { type: "command", command: 'printf %s "$FILE" > seen-file; : $FILE' },
            ],
          },
        ],
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [
              { type: "command", command: 'case "$COMMAND" in rm*) echo "NOT-BY-HAND" >&2; exit 1;; esac' },
            ],
          },
        ],
        SessionStart: [{ hooks: [{ type: "command", command: "touch session-started" }] }],
        SessionEnd: [{ hooks: [{ type: "command", command: "touch session-ended" }] }],
      },
    });

    const env = await clientEnv(scratch, model);
    const config = await new ConfigManager(project, quiet).loadProjectConfig();
    const hooks = new HookManager({ projectDir: project, log: quiet, env });
    hooks.loadHooks(config.hooks);
    const session = new Session({ cwd: project, config, env });
    const seen: string[] = [];
    const router = new MessageRouter(hooks, {
      env,
      executable: claudeBinary(),
      allowedTools: ["Bash", "Read"],
      extraHooks: listening(seen),
    });
    for await (const _ of await router.open(session, "Look around"));
    await hooks.close();

    const [first, second, third, fourth] = model.mainRequests();
    expect(first?.text).toContain("PROMPT-HOOK saw: Look around");
    expect(second?.text).toContain(`NOTE-FROM-SCRIPT ${odd}`);
    expect(lastText(third ?? { body: { model: "", messages: [] } })).toContain("NOT-BY-HAND");
    expect(fourth?.text).toContain("fine");
    expect(await readFile(join(project, "seen-file"), "utf8")).toBe(odd);
    expect(await Bun.file(join(project, "pwned")).exists()).toBe(false);

    // Measured: with a string prompt the SDK delivers neither start nor end of a session. Application does
    // (below).
    expect(seen).toContain("UserPromptSubmit");
    expect(seen).toContain("Stop");
    expect(seen.filter((event) => event.startsWith("Session"))).toEqual([]);
    expect(await Bun.file(join(project, "session-started")).exists()).toBe(false);
    expect(await Bun.file(join(project, "session-ended")).exists()).toBe(false);
  },
  LIMIT,
);

/** S2.8 and S2.9. */
const TWELVE: readonly HookEvent[] = [
  "PreToolUse",
  "PostToolUse",
  "UserPromptSubmit",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "PostToolUseFailure",
  "SubagentStart",
  "PermissionRequest",
  "SessionStart",
  "SessionEnd",
  "Notification",
];

test(
  "S2.8 S2.9 S2.22 under Application a hook of each of the twelve events runs, and no hook runs twice",
  async () => {
    await using scratch = await createScratch();
    const { project, home } = scratch;
    await using model = startModel([
      callTools([
        { name: "Bash", input: { command: "echo ok", description: "Succeed" } },
        { name: "Bash", input: { command: "exit 3", description: "Fail" } },
      ]),
      callTool("Write", { file_path: join(project, "new.txt"), content: "x" }),
      callTool("Agent", {
        description: "Delegate",
        prompt: "SUBWORK",
        subagent_type: "general-purpose",
        run_in_background: false,
      }),
      inSubagent(say("Sub done.")),
      callTool("Bash", { command: "git push --force", description: "Push" }),
      when(
        (request) => request.kind === "helper" && request.text.includes("No forced pushes"),
        say('{"ok": false, "reason": "JUDGED-NO"}'),
      ),
      say("All done."),
      asSummary(say("<summary>The conversation so far.</summary>")),
      say("After compaction."),
    ]);
    const log = { type: "command", command: 'printf "%s\\n" "$EVENT" >> ../events' };
    const every = Object.fromEntries(TWELVE.map((event) => [event, [{ hooks: [log] }]]));
    const judge = { type: "prompt", mode: "evaluate", prompt: "No forced pushes." };
    const hooks = {
      ...every,
      SessionStart: [{ hooks: [log, { type: "prompt", prompt: "CONTEXT-OF-START $EVENT" }] }],
      PreToolUse: [{ hooks: [log] }, { matcher: 'tool_input.command matches "git push*"', hooks: [judge] }],
      PreCompact: [{ hooks: [log, { type: "prompt", prompt: "KEEP-THE-PLAN" }] }],
    };
    await writeSettings(project, { hooks });
    // The same file in the user's own settings: the client must not load it in addition.
    await writeSettings(home, { hooks: { Stop: [{ hooks: [log] }] } });

    const app = new Application({
      cwd: project,
      memory: false,
      env: await clientEnv(scratch, model),
      executable: claudeBinary(),
      log: quiet,
      allowedTools: ["Bash", "Agent"],
      canUseTool: async (_name, input) => ({ behavior: "allow", updatedInput: input }),
    });
    await app.start();
    const said: string[] = [];
    for (const prompt of ["Do it all", "/compact", "Go on"]) {
      for await (const event of app.send(prompt)) {
        if (event.type === "text") said.push(event.text);
        if (event.type === "end") expect(event).toEqual({ type: "end", ok: true, error: undefined });
      }
    }
    await app.close();

    expect(said.join("")).toContain("All done.\nAfter compaction.\n");
    const main = model.mainRequests();
    expect(main[0]?.text.split("CONTEXT-OF-START SessionStart")).toHaveLength(2);
    expect(main.some((request) => lastText(request).includes("JUDGED-NO"))).toBe(true);
    expect(model.requestsOf("summary")[0]?.text).toContain("KEEP-THE-PLAN");

    const lines = (await readFile(join(scratch.root, "events"), "utf8")).trim().split("\n");
    const count = Object.fromEntries(TWELVE.map((event) => [event, lines.filter((l) => l === event).length]));
    expect(count).toEqual({
      PreToolUse: 5,
      PostToolUse: 3,
      PostToolUseFailure: 1,
      UserPromptSubmit: 2,
      Stop: 2,
      SubagentStart: 1,
      // The subagent, and the summarizer of the compaction.
      SubagentStop: 2,
      PreCompact: 1,
      PermissionRequest: 1,
      // At the start, fired by Application; and after the compaction, which the SDK does deliver.
      SessionStart: 2,
      SessionEnd: 1,
      Notification: 1,
    });
  },
  LIMIT,
);

test(
  "measured: what the SDK delivers by itself when the conversation is streamed, /clear included",
  async () => {
    await using scratch = await createScratch();
    await using model = startModel([say("One."), say("Two.")]);
    const seen: string[] = [];
    const turns = ["First", "/clear", "Second"];
    const done = Promise.withResolvers<void>();
    let next = Promise.withResolvers<void>();
    async function* input() {
      for (const content of turns) {
        yield {
          type: "user" as const,
          message: { role: "user" as const, content },
          parent_tool_use_id: null,
        };
        await next.promise;
        next = Promise.withResolvers();
      }
      await done.promise;
    }
    let results = 0;
    for await (const message of query({
      prompt: input(),
      options: {
        cwd: scratch.project,
        env: await clientEnv(scratch, model),
        pathToClaudeCodeExecutable: claudeBinary(),
        settingSources: [],
        hooks: listening(seen),
      },
    })) {
      if (message.type !== "result") continue;
      next.resolve();
      if (++results === turns.length) done.resolve();
    }
    const sessions = seen.filter((event) => event.startsWith("Session"));
    expect(sessions).toEqual(["SessionEnd clear", "SessionStart clear"]);
  },
  LIMIT,
);
