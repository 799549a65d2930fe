/** Plays one session of the real client per variant, all open at once, alternating tool call by tool call. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type RunResult, runClaude, type Scratch } from "../test/e2e/harness/client.ts";
import { callTool, say } from "../test/e2e/harness/turn.ts";
import { type HeldModel, startHeldModel } from "./held-model.ts";
import { sampleText } from "./sample.ts";
import { interleave } from "./statistics.ts";

export interface Session {
  name: string;
  scratch: Scratch;
}

export interface Played {
  /** Milliseconds of each call's turn, by session name, without warm-up calls. */
  turns: Map<string, number[]>;
  /** Calls that each session made, warm-up included. */
  played: number;
}

/** The first calls of a session pay for connections and cold code, with or without hooks. */
const WARM_UP = 3;

interface Open {
  name: string;
  model: HeldModel;
  files: string[];
  run: Promise<RunResult>;
}

export async function playInTurn(
  sessions: Session[],
  { calls, round }: { calls: number; round: number },
): Promise<Played> {
  await using stack = new AsyncDisposableStack();
  const count = calls + WARM_UP;
  const open: Open[] = [];
  for (const session of sessions) {
    const model = stack.use(startHeldModel());
    const opened = await openSession(session, model, count);
    open.push(opened);
    // One after another, so that no start slows down another.
    await nextRequest(opened);
  }
  const turns = new Map<string, number[]>(sessions.map(({ name }) => [name, []]));
  for (let call = 0; call < count; call++) {
    for (const session of interleave(open, round + call)) {
      const took = await playCall(session, session.files[call] ?? "");
      if (call >= WARM_UP) turns.get(session.name)?.push(took);
    }
  }
  for (const { name, model, run } of open) {
    model.answer(say("Read."));
    const { exitCode, stderr, stdout } = await run;
    if (exitCode !== 0) throw new Error(`The session with ${name} failed: ${stderr || stdout}`);
  }
  return { turns, played: count };
}

async function openSession({ name, scratch }: Session, model: HeldModel, count: number): Promise<Open> {
  const { home, project } = scratch;
  const files = Array.from({ length: count }, (_, i) => join(project, `sample-${i}.ts`));
  for (const [i, file] of files.entries()) await writeFile(file, sampleText(i));
  const run = runClaude({ home, cwd: project, model, prompt: "Read the samples", allowedTools: ["Read"] });
  return { name, model, files, run };
}

/** A different file each time: the client does not read an unchanged file twice. */
async function playCall(session: Open, file: string): Promise<number> {
  const from = performance.now();
  session.model.answer(callTool("Read", { file_path: file }, `toolu_${Bun.randomUUIDv7()}`));
  return (await nextRequest(session)) - from;
}

async function nextRequest({ name, model, run }: Open): Promise<number> {
  const ended = run.then(({ stderr, stdout }): never => {
    throw new Error(`The session with ${name} ended early: ${stderr || stdout}`);
  });
  return Promise.race([model.nextRequest(), ended]);
}
