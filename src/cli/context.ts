import { resolve } from "node:path";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { chooseMessages } from "../locale/index.ts";
import { formatTime } from "../platform/clock.ts";
import { processEnv } from "../platform/env.ts";
import { findProgram } from "../platform/find-program.ts";
import { pawlHome } from "../platform/paths.ts";
import { pawlCommand } from "../platform/pawl-command.ts";
import { projectRoot } from "../platform/project.ts";
import type { ContextBlock } from "../recall/blocks/start-block.ts";
import type { Considered } from "../recall/blocks/types.ts";
import { readMuted } from "../recall/muted.ts";
import { missingImports } from "../recall/start/core-memories.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import { nextContext } from "../work/next-context.ts";
import { type Command, type CommandInput, json, toText } from "./command.ts";
import { recallFor } from "./context-recall.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, plain, print, printJson } from "./output.ts";
import { findSession } from "./session.ts";
import { words } from "./words.ts";

const MOST_INJECTIONS = 10_000;

type Block = Pick<ContextBlock, "text" | "tokens" | "sources">;

function printBlock(block: Block | undefined, nothing: string, values: CommandInput["values"]): void {
  if (values.json === true) {
    printJson({ text: block?.text ?? "", tokens: block?.tokens ?? 0, sources: block?.sources ?? [] });
    return;
  }
  print(block === undefined ? nothing : plain(block.text));
  if (values.why !== true || block === undefined) return;
  print(`\n${words.context.tokensFrom(block.tokens)}`);
  for (const { uri, reason, tokens } of block.sources)
    print(`  ${uri}  ${dim(`${reason} · ${words.context.tokens(tokens)}`)}`);
}

function printConsidered(considered: readonly Considered[]): void {
  if (considered.length > 0) print(`\n${words.context.considered}`);
  for (const { uri, outcome, evidence } of considered)
    print(`  ${outcome.padEnd(14)} ${evidence.toFixed(2)}  ${uri}`);
}

/** Everything that was injected into one session, oldest first. */
async function printInjections(named: string, store: Store, values: CommandInput["values"]): Promise<number> {
  const { id: sessionId } = (await findSession(store, named)).session;
  const injections = (await recordsIn(store).injections({ sessionId, limit: MOST_INJECTIONS })).reverse();
  if (values.json === true) {
    printJson({ sessionId, injections });
    return 0;
  }
  if (injections.length === 0) print(words.context.nothingInjected);
  for (const { event, at, text, tokens, sources } of injections) {
    print(`${bold(event)}  ${formatTime(at)} · ${words.context.tokens(tokens)}\n${plain(text)}`);
    for (const { uri, reason, score } of values.why === true ? sources : []) {
      const scored = score === undefined ? "" : ` · ${score.toFixed(2)}`;
      print(`  ${plain(uri)}  ${dim(`${plain(reason)}${scored}`)}`);
    }
    print("");
  }
  return 0;
}

export const command: Command = {
  usage: "context [--prompt TEXT | --session ID] [--why] [--project DIR] [--json]",
  example: 'pawl context --prompt "why is the total rounded" --why',
  options: {
    ...json,
    project: { type: "string" },
    prompt: { type: "string" },
    session: { type: "string" },
    why: { type: "boolean" },
  },
  async run({ values }) {
    const folder = resolve(toText(values.project) ?? ".");
    const project = projectRoot(folder);
    const home = pawlHome();
    const { settings } = readUserSettings(home);
    const messages = chooseMessages(processEnv, settings.locale);
    const muted = readMuted(home.muted);
    const isMuted = (uri: string) => muted.has(uri);
    const session = toText(values.session);
    if (session !== undefined) return withStore((store) => printInjections(session, store, values));
    const prompt = toText(values.prompt);
    if (prompt !== undefined) {
      const recall = await withStore((store) => recallFor(prompt, { store, project, isMuted }, settings));
      printBlock(recall.block, words.context.nothingForPrompt, values);
      if (values.why === true && values.json !== true) printConsidered(recall.considered);
      return 0;
    }
    const pawl = findProgram("pawl") === null ? pawlCommand(home.dir) : "pawl";
    const { block, left, missing } = await withStore(async (store) => {
      const query = { store, folder, home: home.dir, settings, messages, isMuted, pawl, now: Date.now() };
      const next = await nextContext(query);
      const isAsked = values.why === true;
      return {
        ...next,
        missing: isAsked ? await missingImports(next.claudeMd, { store, project, isMuted }) : [],
      };
    });
    printBlock(block, words.context.nothing(project), values);
    if (left.length > 0 && values.why === true && values.json !== true) {
      const { coreTokens } = settings.context;
      print(`\n${words.context.left(left.length, coreTokens, plain(left.join(", ")))}`);
    }
    if (missing.length > 0 && values.json !== true) {
      print(`\n${words.context.missingImports(plain(missing.join(", ")))}`);
    }
    return 0;
  },
};
