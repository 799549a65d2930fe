/** `pawl chat`: runs the SDK room's Application, for one answer or for a conversation. The only command that imports it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { HookLoader, loadAgentSDK, TrustBook, trustFile } from "../engine/index.ts";
import { PawlError } from "../errors.ts";
import { redactText } from "../memory/redact/index.ts";
import { systemClock } from "../platform/clock.ts";
import { processEnv } from "../platform/env.ts";
import { openLog } from "../platform/log.ts";
import { claudeConfigDir, pawlHome } from "../platform/paths.ts";
import type { HookEventName } from "../protocol/index.ts";
import { Application, type ApplicationOptions } from "../sdk/index.ts";
import { projectsDir } from "../transcript/find.ts";
import { Conversation } from "./chat/conversation.ts";
import { answerOnce } from "./chat/once.ts";
import { type Command, toText, UsageError } from "./command.ts";

export const command: Command = {
  summary: "Talk with Claude on the Agent SDK, with this project's hooks and memory",
  usage: "chat [PROMPT] [--resume ID] [--model NAME] [--cwd DIR]",
  details: `With PROMPT (or text on standard input) it prints the answer and ends. Without, it is a conversation: /exit or Ctrl-D
leaves, Ctrl-C stops Claude's turn, and twice at the prompt leaves.
The hooks of the project's .claude/settings.json run. In a terminal you are asked first; without one they run as they
do in claude -p, so use it in folders that you trust.`,
  example: 'pawl chat "What did we do last time?"',
  options: { resume: { type: "string" }, model: { type: "string" }, cwd: { type: "string" } },
  positionals: 1,
  async run({ values, positionals }) {
    const cwd = resolve(toText(values.cwd) ?? ".");
    if (!existsSync(cwd)) throw new UsageError(`There is no folder ${cwd}.`);
    // Before anything is recorded: without it there is nothing to record.
    await loadAgentSDK();
    const resume = toText(values.resume);
    if (resume !== undefined) checkSession(resume);
    const options = await toOptions(cwd, resume, toText(values.model));
    const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
    const prompt = positionals[0] ?? (terminal ? undefined : await Bun.stdin.text());
    if (prompt === undefined) return new Conversation(options).run();
    if (prompt.trim() === "") throw new UsageError("There is nothing to ask: pawl chat PROMPT");
    return terminal ? new Conversation(options).run(prompt) : answerOnce(new Application(options), prompt);
  },
};

async function toOptions(
  cwd: string,
  resume: string | undefined,
  model: string | undefined,
): Promise<ApplicationOptions> {
  const home = pawlHome();
  const log = openLog({ path: home.log, now: systemClock, redact: redactText });
  const { hooks } = await new HookLoader(home, new TrustBook(trustFile(home.dir))).load(cwd);
  const extraEvents: HookEventName[] = hooks.map(({ event }) => event);
  return {
    cwd,
    resume,
    model,
    env: processEnv,
    extraEvents,
    log: (level, message, fields) => {
      if (level !== "debug") log[level](message, fields);
    },
  };
}

/** A wrong id must not become a session in memory that never was. */
function checkSession(id: string): void {
  const cwd = projectsDir(claudeConfigDir());
  if (/^[\w-]+$/.test(id) && existsSync(cwd)) {
    for (const _ of new Bun.Glob(`*/${id}.jsonl`).scanSync({ cwd, dot: true })) return;
  }
  throw new PawlError("no_such_session", `There is no session ${id} to go on with`, {
    hint: "pawl sessions lists those that Pawl knows.",
  });
}
