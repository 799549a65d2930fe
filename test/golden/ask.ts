/** Asks one question of the played store, each on a copy of its own: no answer depends on what was asked before. */

import { rmSync } from "node:fs";
import type { HookOutput } from "../../src/clients/index.ts";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { searchIn } from "../../src/search/sql/index.ts";
import type { SearchHit } from "../../src/search/types.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import {
  type FailureQuestion,
  type FileQuestion,
  type Marks,
  type Questions,
  rootOf,
  type SearchQuestion,
  type StartQuestion,
} from "./dsl.ts";
import { type App, copyOf, createPlayer, expectInTime, type Played } from "./play.ts";

/** When questions are asked, unless they say when. */
const ASKED_AT = "2026-03-02T09:00:00Z";
const ASKING = "asking-session";
export const SILENT = "(silent)";

export interface Case {
  section: "prompts" | "silent" | "files" | "failures" | "searches" | "starts" | "subagents";
  /** Unique within the project. */
  title: string;
  wrong?: string;
  answer(played: Played): Promise<string>;
}

export function casesOf({ project: { name }, ...questions }: Questions): Case[] {
  const prompts = (section: "prompts" | "silent") =>
    questions[section].map((one) =>
      toCase(section, one.prompt, one, (played) => injectedAt(played, name, one, toPrompt(one.prompt))),
    );
  return [
    ...prompts("prompts"),
    ...prompts("silent"),
    ...questions.files.map((one) =>
      toCase("files", fileTitle(one), one, (played) => injectedAt(played, name, one, toFileEvent(name, one))),
    ),
    ...questions.failures.map((one) =>
      toCase("failures", `${one.command} · ${one.error}`, one, (played) => failureAnswer(played, name, one)),
    ),
    ...questions.searches.map((one) =>
      toCase("searches", searchTitle(one), one, (played) => searchAnswer(played, name, one)),
    ),
    ...questions.starts.map((one) =>
      toCase("starts", one.start, one, (played) => startAnswer(played, name, one)),
    ),
    ...questions.subagents.map((one) =>
      toCase("subagents", one.prompt, one, (played) => subagentAnswer(played, name, one)),
    ),
  ];
}

function toCase(section: Case["section"], title: string, { wrong }: Marks, answer: Case["answer"]): Case {
  const oneLine = title.replace(/\s+/g, " ").trim();
  return { section, title: oneLine, answer, ...(wrong === undefined ? {} : { wrong }) };
}

interface HookEvent {
  event: string;
  fields: object;
}

const toPrompt = (prompt: string): HookEvent => ({ event: "UserPromptSubmit", fields: { prompt } });

function toFileEvent(project: string, { read, edit }: FileQuestion): HookEvent {
  const file_path = `${rootOf(project)}/${read ?? edit}`;
  const input = read === undefined ? { file_path, old_string: "a", new_string: "b" } : { file_path };
  const tool = { tool_name: read === undefined ? "Edit" : "Read", tool_input: input, tool_use_id: "asked" };
  return { event: "PreToolUse", fields: tool };
}

function injectedAt(played: Played, project: string, marks: Marks, { event, fields }: HookEvent) {
  return withCopy(played, ASKED_AT, project, async (app, player) =>
    toText(await player.fire(event, fields), marks, app),
  );
}

function failureAnswer(played: Played, project: string, question: FailureQuestion): Promise<string> {
  const { command, error, exit = 1 } = question;
  const call = { tool_name: "Bash", tool_input: { command }, tool_use_id: "asked" };
  return injectedAt(played, project, question, {
    event: "PostToolUseFailure",
    fields: { ...call, error: `Exit code ${exit}\n${error}` },
  });
}

function startAnswer(played: Played, project: string, question: StartQuestion): Promise<string> {
  const { at, source = "startup", resumes = ASKING } = question;
  return withCopy(
    played,
    at,
    project,
    async (app, player) => toText(await player.fire("SessionStart", { source }), question, app),
    resumes,
  );
}

function subagentAnswer(played: Played, project: string, question: Marks & { prompt: string }) {
  return withCopy(played, ASKED_AT, project, async (app, player) => {
    await player.fire("UserPromptSubmit", { prompt: question.prompt });
    const agent = { agent_id: "asked", agent_type: "Explore" };
    return toText(await player.fire("SubagentStart", agent), question, app);
  });
}

async function withCopy<T>(
  played: Played,
  at: string,
  project: string,
  use: (app: App, player: ReturnType<typeof createPlayer>) => Promise<T>,
  session = ASKING,
): Promise<T> {
  const dir = copyOf(played.dir);
  try {
    const clock = { at: Date.parse(at) };
    await using app = await openTestApp({ dir, now: () => clock.at });
    const answer = await use(app, createPlayer(app, clock, project, session));
    expectInTime(app);
    return answer;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** What is injected, and why: the evidence and its parts, as they were written down with it. */
async function toText(output: HookOutput, { whole }: Marks, app: App): Promise<string> {
  const context = String(output.hookSpecificOutput?.additionalContext ?? "");
  if (context === "") return SILENT;
  const text = whole === true ? context : itemsOf(context).join("\n");
  const [injection] = await recordsIn(app.store).injections({ limit: 1 });
  // What is about the very file was not weighed: its evidence always is 1.
  const weighed = (injection?.sources ?? []).flatMap(({ uri, score, parts = {} }) =>
    score === undefined || score === 1
      ? []
      : [`  ${nameOf(uri)}: evidence ${coarse(score)}${partsOf(parts)}`],
  );
  return [text, ...(weighed.length === 0 ? [] : ["why:", ...weighed])].join("\n");
}

/** A solution's number says how many were learned before it, which is no matter of this answer. */
const nameOf = (uri: string): string => uri.replace(/^solution:.*/, "solution");

/** Without the frame, whose wording is no matter of recall. */
function itemsOf(context: string): string[] {
  return context.split("\n").filter((line) => /^(?:- |## )/.test(line));
}

/** So coarse that an even change elsewhere passes, and half a weight does not. */
const coarse = (value: number): string => (Math.round(value * 10) / 10).toString();

function partsOf(parts: Readonly<Record<string, number>>): string {
  const shown = Object.entries(parts)
    .filter(([, value]) => coarse(value) !== "0")
    .map(([name, value]) => ` ${name} ${coarse(value)}`);
  return shown.length === 0 ? "" : ` =${shown.join("")}`;
}

function fileTitle({ read, edit }: FileQuestion): string {
  return read === undefined ? `Edit ${edit}` : `Read ${read}`;
}

function searchTitle({ wrong: _, whole: __, for: text, ...filters }: SearchQuestion): string {
  const said = Object.entries(filters).map(([name, value]) => `${name} ${value}`);
  return [text, ...said].join(" · ");
}

const SHOWN = 3;

/** Through the API. */
async function searchAnswer(played: Played, project: string, question: SearchQuestion): Promise<string> {
  const { for: text, type, since, everywhere, limit = 10 } = question;
  const scope = {
    ...(everywhere === true ? {} : { project: rootOf(project) }),
    ...(type === undefined ? {} : { type }),
    ...(since === undefined ? {} : { since: Date.parse(since) }),
  };
  const hits = await searchByApi(played.reader, { query: text, limit, ...scope });
  return hitsToText(hits);
}

async function searchByApi(app: App, body: object): Promise<SearchHit[]> {
  const answer = await app.post("/api/search", body);
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { results: SearchHit[] }).results;
}

function hitsToText(hits: readonly SearchHit[]): string {
  const [first] = hits;
  if (first === undefined) return "(nothing)";
  const lines = hits
    .slice(0, SHOWN)
    .map(({ type, sessionId, uri, title }, n) => `${n + 1}. ${type} ${uri ?? sessionId}: ${title}`);
  // Two decimals: the smallest weights are 0.03.
  const score = first.score.toFixed(2);
  return [...lines, `score ${score}${partsOf({ ...first.parts })} · ${hits.length} found`].join("\n");
}
