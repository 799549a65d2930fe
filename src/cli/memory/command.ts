import { resolve } from "node:path";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { isClientUri } from "../../memory/client/uri.ts";
import { isBy } from "../../memory/records/authorship.ts";
import { explainMemory, fateOf, loadingOf } from "../../memory/records/lifecycle.ts";
import {
  MEMORY_STATUSES,
  type Memory,
  type MemoryStatus,
  RELATION_KINDS,
} from "../../memory/records/memory.ts";
import {
  changeMemory,
  checkMayChange,
  inScope,
  whenInjected,
  wholeMemory,
} from "../../memory/remember/remember.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { formatTime, systemClock } from "../../platform/clock.ts";
import { pawlHome } from "../../platform/paths.ts";
import { projectRoot } from "../../platform/project.ts";
import { readMuted } from "../../recall/muted.ts";
import { coreBlock } from "../../recall/start/core-memories.ts";
import { claudeMdOf } from "../../recall/start/project-files.ts";
import { systemView } from "../../recall/start/system-views.ts";
import { redactor } from "../../redact/redactor.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { ANY_NUMBER, type Command, json, toLimit, toText, UsageError } from "../command.ts";
import { withStore } from "../open-store.ts";
import { bold, dim, plain, print, printJson, tilde } from "../output.ts";
import { words } from "../words.ts";
import {
  type Action,
  authorLine,
  commandAuthor,
  named,
  placeOf,
  toPriority,
  unknownMemory,
} from "./action.ts";
import {
  check,
  clientMemories,
  editClient,
  exportMemories,
  removeClient,
  renameClient,
  showRaw,
} from "./client.ts";
import { drop, history, keep, rollback } from "./versions.ts";

export const command: Command = {
  usage:
    "memory list|show|keep|drop|edit|history|rollback|relate|rm|rename|check|export [URI] […] [--project DIR] [--json]",
  values: { STATUSES: MEMORY_STATUSES.join(", ") },
  example: "pawl memory list --why",
  options: {
    ...json,
    all: { type: "boolean" },
    why: { type: "boolean" },
    by: { type: "string" },
    project: { type: "string" },
    status: { type: "string" },
    limit: { type: "string" },
    priority: { type: "string" },
    disclosure: { type: "string" },
    reason: { type: "string" },
    raw: { type: "boolean" },
    if: { type: "string" },
    yes: { type: "boolean" },
    "to-client": { type: "boolean" },
  },
  positionals: ANY_NUMBER,
  async run(input) {
    const [action, ...rest] = input.positionals;
    const name = action ?? "list";
    const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (act === undefined)
      throw new UsageError(words.errors.unknownAction("memory", name, Object.keys(ACTIONS).join(", ")));
    const project = projectRoot(resolve(toText(input.values.project) ?? "."));
    await withStore((store) => act({ store, project, rest, values: input.values }));
    return 0;
  },
};

const ACTIONS: Readonly<Record<string, (action: Action) => Promise<void>>> = {
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

async function list(action: Action): Promise<void> {
  const { store, project, values } = action;
  const status = toStatus(toText(values.status));
  const own = await memoriesIn(store).memories({
    limit: toLimit(values.limit, 200),
    ...(values.all === true ? {} : { project }),
    status: status === undefined ? ["active", "proposed"] : [status],
  });
  const isUsual = values.all !== true && status === undefined;
  const who = toText(values.by);
  const all = isUsual ? await clientMemories(action, own) : own;
  const memories = who === undefined ? all : all.filter((memory) => isBy(memory, who));
  const now = systemClock();
  const left = values.why === true ? await notFitting(store, memories) : new Set<string>();
  const why = (memory: Memory) =>
    values.why === true ? { why: explainMemory(memory, now), fits: !left.has(memory.id) } : {};
  if (values.json === true) {
    printJson({ memories: memories.map((memory) => ({ ...memory, ...why(memory) })) });
    return;
  }
  if (memories.length === 0) print(words.memory.none);
  for (const memory of memories) {
    const mark = memory.status === "active" ? "" : ` (${memory.status})`;
    const about = [
      authorLine(memory),
      ...(values.all === true && memory.project !== "" ? [tilde(memory.project)] : []),
      whenWords(memory),
      memory.uri,
    ];
    print(`${bold(quote(memory.content, 160))}${mark}\n  ${dim(about.join(" · "))}`);
    if (values.why === true) print(dim(`  ${explain(memory, now, left)}`));
  }
}

/** "every session", "with src/pay/". */
function whenWords(memory: Memory): string {
  const when = whenInjected(memory);
  const say = words.memory.when;
  return when.at === "files" || when.at === "prompts" ? say.with(quote(when.condition, 80)) : say[when.at];
}

/** Ids of core memories that do not fit into their budget: "loaded in every session" would be untrue of them. */
async function notFitting(store: Store, memories: readonly Memory[]): Promise<Set<string>> {
  const { coreTokens: budget } = readUserSettings(pawlHome()).settings.context;
  const muted = readMuted(pawlHome().muted);
  const isMuted = (uri: string) => muted.has(uri);
  const left = new Set<string>();
  for (const project of new Set(memories.map((memory) => memory.project))) {
    const block = await coreBlock({ store, project, claudeMd: claudeMdOf(project), budget, isMuted });
    for (const { id, uri, project: own } of memories) {
      if (own === project && block?.left.includes(uri) === true) left.add(id);
    }
  }
  return left;
}

function explain(memory: Memory, now: number, left: ReadonlySet<string>): string {
  if (memory.status === "proposed") return words.memory.proposal(memory.uri);
  const { why, days = 0 } = fateOf(memory, { now });
  const loading = left.has(memory.id)
    ? words.memory.notFitting
    : words.memory.loading[loadingOf(memory.priority)];
  const fate = words.memory.fate[why];
  return `${loading} ${typeof fate === "string" ? fate : fate(days)}`;
}

async function show(action: Action): Promise<void> {
  const { store, project, rest, values } = action;
  const uri = named(rest, "show");
  if (values.raw === true) return showRaw(action, uri);
  const view = await systemView(store, uri, project);
  if (view !== undefined) {
    if (values.json === true) printJson({ uri, content: view });
    else print(plain(view));
    return;
  }
  const whole = await wholeMemory(store, { uri, project: await placeOf(uri, action) });
  if (whole === undefined) throw unknownMemory(uri);
  if (values.json === true) {
    printJson({ ...whole.memory, versions: whole.versions, relations: whole.relations });
    return;
  }
  const { memory, relations } = whole;
  const { priority, version } = words.memory;
  print(`${bold(memory.uri)}  ${memory.status}, ${priority(memory.priority)}, ${version(memory.version)}`);
  if (memory.disclosure !== undefined) print(dim(memory.disclosure));
  print(`\n${plain(memory.content)}\n`);
  for (const { from, kind, to } of relations) print(`${from} ${kind} ${to}`);
  const from =
    memory.provenance?.sessionId === undefined
      ? memory.origin
      : words.memory.fromSession(memory.provenance.sessionId.slice(0, 8));
  print(dim(authorLine(memory)));
  print(dim(words.memory.origin(from, formatTime(memory.updatedAt), memory.accessCount)));
  if (memory.status === "proposed") print(words.memory.proposal(memory.uri));
  if (memory.provenance?.evidence !== undefined)
    print(dim(words.memory.evidence(quote(memory.provenance.evidence, 300))));
}

async function edit(action: Action): Promise<void> {
  const { store, project, rest, values } = action;
  const uri = named(rest, "edit");
  if (isClientUri(uri)) return editClient(action, uri);
  const content = rest.slice(1).join(" ");
  const change = {
    content: content === "" ? undefined : content,
    priority: toPriority(toText(values.priority)),
    disclosure: toText(values.disclosure),
    status: toStatus(toText(values.status)),
    reason: toText(values.reason),
  };
  if (Object.values(change).every((value) => value === undefined)) {
    throw new UsageError(
      words.errors.missingChange,
      "memory edit URI [TEXT] [--priority N] [--disclosure D] [--status S]",
    );
  }
  const by = { ...commandAuthor(project), at: systemClock() };
  const memory = await changeMemory(store, { uri, project }, change, by, redactor);
  if (values.json === true) printJson(memory);
  else print(words.memory.changed(uri, memory.version));
}

async function relate({ store, project, rest, values }: Action): Promise<void> {
  const [from, kindText, to] = rest;
  const kind = RELATION_KINDS.find((known) => known === kindText);
  if (from === undefined || to === undefined || kind === undefined) {
    throw new UsageError(
      words.errors.missingRelation(RELATION_KINDS.join(", ")),
      "memory relate URI KIND URI",
    );
  }
  await checkMayChange(store, inScope({ uri: from, project }), { ...commandAuthor(project), project });
  await memoriesIn(store).relate(project, { from, to, kind }, systemClock());
  if (values.json === true) printJson({ from, kind, to });
  else print(`${from} ${kind} ${to}`);
}

async function rm(action: Action): Promise<void> {
  const { store, project, rest, values } = action;
  const uri = named(rest, "rm");
  if (isClientUri(uri)) return removeClient(action, uri);
  const by = { ...commandAuthor(project), at: systemClock() };
  await changeMemory(store, { uri, project }, { status: "deleted" }, by, redactor);
  if (values.json === true) printJson({ uri });
  else print(words.memory.removed(uri));
}

function toStatus(value: string | undefined): MemoryStatus | undefined {
  const status = MEMORY_STATUSES.find((known) => known === value);
  if (value !== undefined && status === undefined) {
    throw new UsageError(words.errors.optionValues("--status", MEMORY_STATUSES.join(", "), value));
  }
  return status;
}
