/** The questions of a conversation: may this project's hooks run, may Claude use this tool. */
import { systemClock } from "../../platform/clock.ts";
import { processEnv } from "../../platform/env.ts";
import { pawlHome } from "../../platform/paths.ts";
import type { CanUseTool, PermissionResult, ProjectConfig } from "../../sdk/index.ts";
import { bold, plain } from "../output.ts";
import { words } from "../words.ts";
import type { Terminal } from "./terminal.ts";
import { chatTrust } from "./trust.ts";

interface HookAnswer {
  run: boolean;
  /** What the user typed instead of an answer: their first prompt. */
  instead?: string;
}

export async function askAboutHooks(config: ProjectConfig, terminal: Terminal): Promise<HookAnswer> {
  const { trusted, lines, accept } = chatTrust(config, pawlHome(), processEnv);
  if (trusted) return { run: true };
  terminal.write(`${words.chat.hooks}\n`);
  for (const line of lines) terminal.write(`  ${oneLine(line)}\n`);
  const answer = (await terminal.ask(`${bold(`${words.chat.askHooks} [y/N]`)} `))?.trim() ?? "";
  if (/^y(es)?$/i.test(answer)) {
    accept(systemClock());
    return { run: true };
  }
  terminal.write(`${words.chat.hooksOff}\n`);
  return /^(no?)?$/i.test(answer) ? { run: false } : { run: false, instead: answer };
}

type Call = Parameters<CanUseTool>;

export async function askAboutTool(
  name: Call[0],
  input: Call[1],
  options: Call[2],
  terminal: Terminal,
): Promise<PermissionResult> {
  const { title, suggestions = [], suppressAlwaysAllowRule, signal } = options;
  const always = suggestions.length > 0 && suppressAlwaysAllowRule !== true;
  const what = title ?? words.chat.wants(name, JSON.stringify(input));
  const choices = always ? words.chat.choicesAlways : words.chat.choices;
  const answer = await terminal.ask(`${oneLine(what)}\n${bold(`${words.chat.allow} ${choices}:`)} `, signal);
  if (always && /^a(lways)?$/i.test(answer?.trim() ?? "")) {
    // For this session only: Pawl does not write the client's permission settings.
    const updatedPermissions = suggestions.map((one) => ({ ...one, destination: "session" as const }));
    return { behavior: "allow", updatedInput: input, updatedPermissions };
  }
  if (/^y(es)?$/i.test(answer?.trim() ?? "")) return { behavior: "allow", updatedInput: input };
  return { behavior: "deny", message: "The user said no." };
}

export function oneLine(text: string, most = 200): string {
  const line = plain(text).replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
