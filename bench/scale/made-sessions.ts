/**
 * Sessions as people have them with a coding agent: a request, files read, searches, a failing test, edits, the test
 * again, an answer. Tools, their shares and the sizes of inputs and outputs follow 120 real sessions.
 */

import { REDACTION_VERSION } from "../../src/redact/index.ts";
import type { Observation, RecordBatch } from "../../src/store/records/records.ts";
import { createProject, type MadeProject } from "./made-project.ts";
import { capital, createRandom, pick } from "./made-words.ts";

export const CALLS_A_SESSION = 70;
const TURNS = 7;
const STEP_MS = 9_000;
/** Over which time the sessions are spread, up to `until`. */
const SPAN_MS = 2 * 365 * 86_400_000;
/** The largest project's share; the others share the rest evenly. */
const LARGEST = 0.4;

export interface Wanted {
  observations: number;
  projects: number;
  until: number;
  /** The number of the first session: others have other ids. */
  first?: number;
}

export const projectRoot = (i: number) => `/home/dev/work/project-${i}`;

export function* madeSessions({ observations, projects, until, first = 0 }: Wanted): Generator<RecordBatch> {
  const random = createRandom(projects * 7 + 1);
  const made = new Map<number, MadeProject>();
  const sessions = Math.ceil(observations / CALLS_A_SESSION);
  for (let i = 0; i < sessions; i++) {
    const place = projects === 1 || random() < LARGEST ? 0 : 1 + Math.floor(random() * (projects - 1));
    const project = made.get(place) ?? createProject(projectRoot(place), createRandom(place + 100));
    made.set(place, project);
    const startedAt = Math.floor(until - ((sessions - i) / sessions) * SPAN_MS);
    yield madeSession(project, first + i, Math.min(startedAt, until - CALLS_A_SESSION * STEP_MS * 2));
  }
}

function madeSession(project: MadeProject, number: number, startedAt: number): RecordBatch {
  const { random, words, root } = project;
  const id = toUuid(number, random);
  for (let i = 0; i < 12; i++) words.add();
  if (random() < 0.6) project.addFile();
  const batch = {
    session: {
      id,
      project: root,
      cwd: root,
      at: startedAt,
      branch: random() < 0.7 ? "main" : `feature/${words.own()}`,
      transcriptPath: `${root}/.sessions/${id}.jsonl`,
      model: "made-up",
    },
    prompts: [] as NonNullable<RecordBatch["prompts"]>,
    observations: [] as Observation[],
    responses: [] as NonNullable<RecordBatch["responses"]>,
  };
  let at = startedAt;
  const entry = (kind: string, name: string) => {
    at += Math.floor(STEP_MS * (0.3 + random()));
    return { key: `${id}/${kind}/${name}`, sessionId: id, at, redaction: REDACTION_VERSION };
  };
  const about = Array.from({ length: 3 }, () => pick(random, project.files));
  for (let turn = 0; turn < TURNS; turn++) {
    const promptId = `prompt-${number}-${turn}`;
    batch.prompts.push({ ...entry("prompt", promptId), promptId, text: toPrompt(project, about) });
    const calls = Math.floor(CALLS_A_SESSION / TURNS);
    for (const call of callsOfTurn(project, about, calls)) {
      const toolUseId = `toolu_${number}_${batch.observations.length}_${Math.floor(random() * 1e9).toString(36)}`;
      batch.observations.push({ ...entry("tool", toolUseId), promptId, toolUseId, ...call });
    }
    batch.responses.push({ ...entry("response", promptId), promptId, text: toAnswer(project, about) });
  }
  return batch;
}

type Call = Omit<Observation, "key" | "sessionId" | "at" | "redaction" | "toolUseId" | "promptId">;
type About = MadeProject["files"];

function callsOfTurn(project: MadeProject, about: About, count: number): Call[] {
  const { random } = project;
  const file = pick(random, about);
  const calls: Call[] = [read(project, file), search(project)];
  if (random() < 0.5) {
    calls.push(failingTest(project, file), edit(project, file), run(project, "npm test"));
  }
  while (calls.length < count) {
    const dice = random();
    if (dice < 0.35) calls.push(run(project, pick(random, COMMANDS)));
    else if (dice < 0.65) calls.push(read(project, pick(random, random() < 0.7 ? about : project.files)));
    else if (dice < 0.85) calls.push(edit(project, pick(random, about)));
    else calls.push(search(project));
  }
  return calls;
}

const COMMANDS = ["git status", "git diff", "npm run lint", "npx tsc --noEmit", "ls -la src", "npm test"];

function read({ root, random }: MadeProject, { path, lines }: About[number]): Call {
  const filePath = `${root}/${path}`;
  const from = Math.floor(random() * Math.max(1, lines.length - 40));
  const content = lines.slice(from, from + 30 + Math.floor(random() * 120)).join("\n");
  const file = { filePath, content, numLines: lines.length, startLine: from + 1, totalLines: lines.length };
  return ok("Read", { file_path: filePath, offset: from }, { type: "text", file }, [filePath], random);
}

function edit({ root, random, line, words }: MadeProject, { path, lines }: About[number]): Call {
  const filePath = `${root}/${path}`;
  const at = Math.floor(random() * lines.length);
  const old = lines.slice(at, at + 1 + Math.floor(random() * 6));
  const fresh = [...old.map(() => line()), `  ${words.name()}(${words.own()}); // ${words.add()}`];
  const original = lines.slice(0, 120).join("\n");
  lines.splice(at, old.length, ...fresh);
  if (lines.length > 260) lines.splice(0, 60);
  const input = { file_path: filePath, old_string: old.join("\n"), new_string: fresh.join("\n") };
  const response = {
    filePath,
    oldString: input.old_string,
    newString: input.new_string,
    originalFile: original,
  };
  return ok("Edit", input, response, [filePath], random);
}

function search({ root, random, words, files }: MadeProject): Call {
  const pattern = words.name();
  const found = Array.from({ length: 3 + Math.floor(random() * 25) }, () => {
    const { path, lines } = pick(random, files);
    const at = Math.floor(random() * lines.length);
    return `${root}/${path}:${at + 1}:${lines[at]}`;
  });
  return ok("Grep", { pattern, output_mode: "content" }, { content: found.join("\n") }, [], random);
}

function run({ random, words, line, files }: MadeProject, command: string): Call {
  const size = 2 + Math.floor(30 * random() ** 2);
  const stdout = Array.from({ length: size }, () =>
    random() < 0.5
      ? `ok  ${pick(random, files).path}\t${random().toFixed(3)}s (${words.own()})`
      : line().trim(),
  ).join("\n");
  return ok("Bash", { command, description: `Run ${command}` }, { stdout, stderr: "" }, [], random);
}

/** Fails as it would with a real compiler: a code, a name, a file and a line. */
function failingTest({ random, words }: MadeProject, { path }: About[number]): Call {
  const stderr = [
    `${path}:${1 + Math.floor(random() * 200)}:7 - error TS2304: Cannot find name '${capital(words.own())}'.`,
    `  FAIL ${path.replace(".ts", ".test.ts")} > ${words.own()} ${words.common()} is ${words.common()}`,
    `  expected ${Math.floor(random() * 900)} to be ${Math.floor(random() * 900)}`,
  ].join("\n");
  return {
    ...ok("Bash", { command: "npm test", description: "Run the tests" }, stderr, [], random),
    ok: false,
  };
}

function ok(toolName: string, input: object, response: unknown, files: string[], random: () => number): Call {
  return {
    toolName,
    ok: true,
    input: JSON.stringify(input),
    response: typeof response === "string" ? response : JSON.stringify(response),
    files,
    durationMs: Math.floor(random() * 2000),
  };
}

function toPrompt({ words, random }: MadeProject, about: About): string {
  const { path } = pick(random, about);
  const ask = pick(random, ["Fix", "Change", "Add", "Why does", "Move", "Test"]);
  const detail = random() < 0.5 ? ` It should ${words.common()} the ${words.own()} first.` : "";
  return `${ask} the ${words.own()} ${words.common()} in ${path}: the ${words.name()} ${words.own()} is wrong.${detail}`;
}

function toAnswer({ words, random, line }: MadeProject, about: About): string {
  const sentences = Array.from(
    { length: 2 + Math.floor(random() * 6) },
    () => `The ${words.own()} ${words.common()} now uses ${words.name()} for every ${words.own()}.`,
  );
  return `Done in ${pick(random, about).path}.\n\n${sentences.join(" ")}\n\n${line()}\n`;
}

function toUuid(number: number, random: () => number): string {
  const hex = (size: number) =>
    Math.floor(random() * 16 ** size)
      .toString(16)
      .padStart(size, "0");
  return `${number.toString(16).padStart(8, "0")}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
