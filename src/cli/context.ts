import { resolve } from "node:path";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { chooseMessages } from "../locale/index.ts";
import { formatTime, systemClock } from "../platform/clock.ts";
import { findProgram, processEnv } from "../platform/env.ts";
import { branchOf } from "../platform/git.ts";
import { pawlHome } from "../platform/paths.ts";
import { pawlCommand } from "../platform/programs.ts";
import { projectRoot } from "../platform/project.ts";
import type { ContextBlock } from "../recall/blocks/start-block.ts";
import { createKnowledgeService } from "../recall/knowledge.ts";
import { readMuted } from "../recall/muted.ts";
import { createPasts } from "../recall/pasts.ts";
import { promptRecall } from "../recall/prompt.ts";
import { missingImports } from "../recall/start/core-memories.ts";
import { recordsIn } from "../store/records/queries.ts";
import { nextContext } from "../work/next-context.ts";
import { type Command, type CommandInput, flag, json, value } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, plain, print } from "./output.ts";
import { findSession } from "./session.ts";
import { words } from "./words.ts";

const MOST_INJECTIONS = 10_000;

export const command: Command = {
  usage: "context [--prompt TEXT | --session ID] [--why] [--project DIR] [--json]",
  example: 'pawl context --prompt "why is the total rounded" --why',
  options: { ...json, project: value, prompt: value, session: value, why: flag },
  async run(input) {
    const session = input.text("session");
    if (session !== undefined) return printInjections(session, input);
    const prompt = input.text("prompt");
    return prompt === undefined ? startContext(input) : promptContext(prompt, input);
  },
};

/** Shows the context of a new session. */
async function startContext(input: CommandInput): Promise<number> {
  const folder = resolve(input.text("project") ?? ".");
  const { home, settings, isMuted, project } = surroundings(input);
  const messages = chooseMessages(processEnv, settings.locale);
  const pawl = findProgram("pawl") === null ? pawlCommand(home.dir) : "pawl";
  return withStore(async (store) => {
    const query = { store, folder, home: home.dir, settings, messages, isMuted, pawl, now: Date.now() };
    const { block, left, claudeMd } = await nextContext(query);
    printBlock(block, words.context.nothing(project), input);
    if (input.isJson || !input.has("why")) return 0;
    const { coreTokens } = settings.context;
    if (left.length > 0) print(`\n${words.context.left(left.length, coreTokens, plain(left.join(", ")))}`);
    const missing = await missingImports(claudeMd, { store, project, isMuted });
    if (missing.length > 0) print(`\n${words.context.missingImports(plain(missing.join(", ")))}`);
    return 0;
  });
}

/** Shows what recall would inject for a prompt in a session without earlier injections. */
async function promptContext(prompt: string, input: CommandInput): Promise<number> {
  const { settings, isMuted, project } = surroundings(input);
  const nothing = { sessions: new Set<string>(), uris: new Set<string>(), texts: new Set<string>() };
  const { block, considered } = await withStore((store) => {
    const knowledge = createKnowledgeService({ settings, pasts: createPasts(store) })(project);
    const place = { store, project, root: project, branch: branchOf(project), knowledge, isMuted };
    const query = { ...place, sessionId: "", except: [], at: systemClock() };
    return promptRecall(prompt, query, async () => nothing);
  });
  printBlock(block, words.context.nothingForPrompt, input);
  if (input.isJson || !input.has("why") || considered.length === 0) return 0;
  print(`\n${words.context.considered}`);
  for (const { uri, outcome, evidence } of considered)
    print(`  ${outcome.padEnd(14)} ${evidence.toFixed(2)}  ${uri}`);
  return 0;
}

function surroundings(input: CommandInput) {
  const home = pawlHome();
  const muted = readMuted(home.muted);
  const { settings } = readUserSettings(home);
  const project = projectRoot(resolve(input.text("project") ?? "."));
  return { home, settings, project, isMuted: (uri: string) => muted.has(uri) };
}

type Block = Pick<ContextBlock, "text" | "tokens" | "sources">;

function printBlock(block: Block | undefined, nothing: string, input: CommandInput): void {
  const { text, tokens, sources } = block ?? { text: "", tokens: 0, sources: [] };
  input.answer({ text, tokens, sources }, () => {
    print(block === undefined ? nothing : plain(text));
    if (!input.has("why") || block === undefined) return;
    print(`\n${words.context.tokensFrom(tokens)}`);
    for (const { uri, reason, tokens: own } of sources)
      print(`  ${uri}  ${dim(`${reason} · ${words.context.tokens(own)}`)}`);
  });
}

/** Everything that was injected into one session, oldest first. */
async function printInjections(named: string, input: CommandInput): Promise<number> {
  return withStore(async (store) => {
    const { id: sessionId } = (await findSession(store, named)).session;
    const newest = await recordsIn(store).injections({ sessionId, limit: MOST_INJECTIONS });
    const injections = newest.reverse();
    return input.answer({ sessionId, injections }, () => {
      if (injections.length === 0) print(words.context.nothingInjected);
      for (const { event, at, text, tokens, sources } of injections) {
        print(`${bold(event)}  ${formatTime(at)} · ${words.context.tokens(tokens)}\n${plain(text)}`);
        for (const { uri, reason, score } of input.has("why") ? sources : []) {
          const scored = score === undefined ? "" : ` · ${score.toFixed(2)}`;
          print(`  ${plain(uri)}  ${dim(`${plain(reason)}${scored}`)}`);
        }
        print("");
      }
    });
  });
}
