import { isClientUri } from "../../memory/client/uri.ts";
import { MEMORY_STATUSES, RELATION_KINDS } from "../../memory/records/memory.ts";
import { checkMayChange, inScope } from "../../memory/remember/remember.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { systemClock } from "../../platform/clock.ts";
import { ANY_NUMBER, actionOf, type Command, flag, json, UsageError, value } from "../command.ts";
import { withStore } from "../open-store.ts";
import { words } from "../words.ts";
import { type Action, change, commandAuthor, named, priorityIn } from "./action.ts";
import { check, editClient, exportMemories, renameClient } from "./client.ts";
import { drop, history, keep, list, rm, rollback, show } from "./show.ts";

export const command: Command = {
  usage:
    "memory list|show|keep|drop|edit|history|rollback|relate|rm|rename|check|export [URI] […] [--project DIR] [--json]",
  values: { STATUSES: MEMORY_STATUSES.join(", ") },
  example: "pawl memory list --why",
  options: {
    ...json,
    ...{ all: flag, why: flag, raw: flag, yes: flag, "to-client": flag },
    ...{ by: value, project: value, status: value, limit: value, if: value },
    ...{ priority: value, disclosure: value, reason: value },
  },
  positionals: ANY_NUMBER,
  async run(input) {
    const [name = "list", ...rest] = input.positionals;
    const act = actionOf("memory", ACTIONS, name);
    const project = input.project();
    return withStore((store) => act({ store, project, rest, input }));
  },
};

const ACTIONS: Readonly<Record<string, (action: Action) => Promise<number>>> = {
  list,
  show,
  keep,
  drop,
  edit,
  history,
  rollback,
  relate,
  rm,
  rename: renameClient,
  check,
  export: exportMemories,
};

async function edit(action: Action): Promise<number> {
  const { rest, input } = action;
  const uri = named(rest, "edit");
  if (isClientUri(uri)) return editClient(action, uri);
  const wanted = {
    content: rest.slice(1).join(" ") || undefined,
    priority: priorityIn(input),
    disclosure: input.text("disclosure"),
    status: input.oneOf("status", MEMORY_STATUSES),
    reason: input.text("reason"),
  };
  if (Object.values(wanted).every((field) => field === undefined)) {
    const usage = "memory edit URI [TEXT] [--priority N] [--disclosure D] [--status S]";
    throw new UsageError(words.errors.missingChange, usage);
  }
  const memory = await change(action, uri, wanted);
  return input.answer(memory, words.memory.changed(uri, memory.version));
}

async function relate({ store, project, rest, input }: Action): Promise<number> {
  const [from, kindText, to] = rest;
  const kind = RELATION_KINDS.find((known) => known === kindText);
  if (from === undefined || to === undefined || kind === undefined) {
    const problem = words.errors.missingRelation(RELATION_KINDS.join(", "));
    throw new UsageError(problem, "memory relate URI KIND URI");
  }
  await checkMayChange(store, inScope({ uri: from, project }), { ...commandAuthor(project), project });
  await memoriesIn(store).relate(project, { from, to, kind }, systemClock());
  return input.answer({ from, kind, to }, `${from} ${kind} ${to}`);
}
