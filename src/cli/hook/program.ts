/**
 * `pawl hook` sends one event from the client to the daemon and returns the answer. It runs on every prompt, so it is a
 * separate program that loads only what the usual path needs; rarely.ts has the rest. It always prints JSON and exits with 0.
 */

import { textOf } from "../../platform/connection.ts";
import { isOff, processEnv } from "../../platform/env.ts";
import { BODY_LIMIT } from "../../platform/hook-request.ts";
import { packageFolder } from "../../platform/runtime.ts";
import { mayBeOthers, NOTHING, type ProgramCall, toCall } from "./call.ts";
import { ask } from "./find-daemon.ts";
import { belongsToOthers, readInput, textIfThere } from "./read-file.ts";

/** The pause between two attempts while a daemon starts. */
const RETRY_MS = 15;
/** If the last hook got no answer, this one waits less. */
const SHORT_PATIENCE_MS = 200;

// Not awaited, because a file with top-level await cannot be compiled to bytecode (bin/bundle.ts). Not called at once either:
// with work pending, Bun collects garbage for half a millisecond. `beforeExit` fires right after.
process.once("beforeExit", () => void main());

async function main(): Promise<void> {
  const call = toCall(process.argv.slice(2), Date.now());
  let output = call.nothing;
  try {
    const answered = await answer(call);
    output = answered ?? (call.isGate ? await (await rare()).refusal(call) : call.nothing);
  } catch (error) {
    await note(call, "the hook failed", error);
  }
  try {
    await Bun.write(Bun.stdout, output);
  } catch {
    // The client has ended, so no process reads the answer.
  }
  process.exit(0);
}

const rare = () => import("./rarely.ts");

/** Undefined if no daemon answered. */
async function answer(call: ProgramCall): Promise<string | undefined> {
  try {
    call.body = await readInput(call.isSocketInput);
  } catch (error) {
    // A closed terminal has no standard input.
    await note(call, "cannot read standard input", error);
  }
  // Another user's folder: trust neither its token nor its spool.
  if (!call.isOwnHome && (await belongsToOthers(call.home.dir))) return NOTHING;
  const mayBeOff = processEnv.PAWL_GUARD !== undefined || isOff(processEnv) || mayBeOthers(call);
  if (mayBeOff && (await (await rare()).isLeftOut(call))) return NOTHING;
  if (call.body.length > BODY_LIMIT) {
    await note(call, `an event of ${call.body.length} bytes is over the limit of ${BODY_LIMIT}`);
    return undefined;
  }
  call.hasTrouble = (await textIfThere(call.home.trouble)) !== undefined;
  const trouble = call.hasTrouble ? (await rare()).knownTrouble(call) : undefined;
  if (trouble === "silent") {
    call.deadline = Math.min(call.deadline, Date.now() + SHORT_PATIENCE_MS);
    call.answerBy = call.deadline;
  }
  const answered = trouble === "taken" ? undefined : await tryDaemon(call);
  if (answered !== undefined) {
    if (trouble !== undefined) (await rare()).clearTrouble(call.home);
    return answered === "" ? undefined : answered;
  }
  if (call.isGatesOnly === true) return undefined;
  // It records nothing: `context`, the other hook of the pair, records the event.
  if (call.name === "user-message") return NOTHING;
  await (await rare()).keep(call);
  return undefined;
}

/** Undefined if no daemon is available in time; empty if the daemon will never accept this event. */
async function tryDaemon(call: ProgramCall): Promise<string | undefined> {
  if (textOf(call.body).includes('"SessionStart"') && (await isOlder(call)))
    await (await rare()).replaceOlder(call);
  let isStarted = false;
  while (Date.now() < call.deadline) {
    const reply = await ask(call);
    if (reply.kind === "answered") return reply.body;
    if (reply.kind === "refused") {
      await note(call, `the daemon refused an event (${reply.status})`);
      return "";
    }
    const { knownTrouble, noteSilence, start } = await rare();
    if (reply.kind === "silent") {
      noteSilence(call, reply.port);
      return undefined;
    }
    if (!isStarted) {
      if (!start(call)) return NOTHING;
      isStarted = true;
      // The daemon that was just started found the port taken. Another one would fail too.
    } else if (knownTrouble(call) === "taken") return undefined;
    await Bun.sleep(RETRY_MS);
  }
  return undefined;
}

/** After an upgrade the old daemon would run until it is idle; it is replaced when a session starts. */
async function isOlder({ home }: ProgramCall): Promise<boolean> {
  const info = await textIfThere(home.daemon);
  const manifest = info === undefined ? undefined : await textIfThere(`${packageFolder()}/package.json`);
  const version = /"version": *"[^"]+"/.exec(manifest ?? "")?.[0].replace(" ", "");
  return version !== undefined && info?.includes(version) === false;
}

async function note(call: ProgramCall, message: string, error?: unknown): Promise<void> {
  try {
    (await rare()).noteInLog(call.home, message, error);
  } catch {
    // The package was deleted a moment ago. Exit code 0 matters more than the log.
  }
}
