/** What the conversation asks its user: may this project's hooks run, may Claude do this. */
import { systemClock } from "../../platform/clock.ts";
import { processEnv } from "../../platform/env.ts";
import { pawlHome } from "../../platform/paths.ts";
import type { CanUseTool, PermissionResult, ProjectConfig } from "../../sdk/index.ts";
import { bold, plain } from "../output.ts";
import type { Terminal } from "./terminal.ts";
import { chatTrust } from "./trust.ts";

interface HookAnswer {
  run: boolean;
  /** The user did not answer but went ahead: this is what they said. */
  instead?: string;
}

export async function askAboutHooks(config: ProjectConfig, terminal: Terminal): Promise<HookAnswer> {
  const { trusted, lines, accept } = chatTrust(config, pawlHome(), processEnv);
  if (trusted) return { run: true };
  terminal.write(`This project brings hooks (.claude/settings.json):\n`);
  for (const line of lines) terminal.write(`  ${oneLine(line)}\n`);
  const answer =
    (await terminal.ask(`${bold("Let them run, now and until they change? [y/N]")} `))?.trim() ?? "";
  if (/^y(es)?$/i.test(answer)) {
    accept(systemClock());
    return { run: true };
  }
  terminal.write("They stay off.\n");
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
  const what = title ?? `Claude wants to use ${name}: ${JSON.stringify(input)}`;
  const choices = always ? "[y]es, [a]lways in this session, [N]o" : "[y]es, [N]o";
  const answer = await terminal.ask(`${oneLine(what)}\n${bold(`Allow it? ${choices}:`)} `, signal);
  if (always && /^a(lways)?$/i.test(answer?.trim() ?? "")) {
    // For this session, whatever the client would have offered: settings files are not ours to write.
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
