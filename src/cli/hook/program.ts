/**
 * `pawl hook`: one event from the client to the daemon and the answer back. It runs on every prompt, so it is a separate program
 * that loads only what the usual path needs. If no daemon answers at once, otherwise.ts takes over; it is loaded only then. Whatever
 * happens, it prints JSON and exits with 0.
 */

import { textOf } from "../../platform/connection.ts";
import { BODY_LIMIT } from "../../platform/hook-request.ts";
import { packageFolder } from "../../platform/runtime.ts";
import { isPlain, type ProgramCall, SILENCE_MS, toCall, waitFor } from "./call.ts";
import { type Asked, askOver, type FoundDaemon, findDaemon } from "./find-daemon.ts";
import { belongsToOthers, textIfThere } from "./read-file.ts";
import { readInput } from "./read-input.ts";
import { toRequest } from "./request.ts";

// Not awaited: a file with top-level await cannot be compiled to bytecode (bin/bundle.ts). And not at once: Bun collects
// garbage, half a millisecond, if something goes on when the file has been run. `beforeExit` comes right after that.
process.once("beforeExit", () => void main());

async function main(): Promise<void> {
  const call = toCall(process.argv.slice(2), Date.now());
  let output = call.nothing;
  try {
    output = await answer(call);
  } catch (error) {
    await noteFailure(call, error);
  }
  try {
    await Bun.write(Bun.stdout, output);
  } catch {
    // The client has ended: no process reads the answer.
  }
  process.exit(0);
}

async function answer(call: ProgramCall): Promise<string> {
  // While the event is still arriving.
  const ahead = findDaemon(call.home).catch(() => undefined);
  try {
    call.body = await readInput(call);
  } catch (error) {
    call.inputError = error;
  }
  const found = await ahead;
  const direct = await found?.direct;
  if (found === undefined || direct === undefined || !(await isUsual(call, found))) {
    // A daemon that is replaced would wait for an open connection before it stops.
    direct?.end();
    return otherwise(call);
  }
  const outcome = askOver(direct, toRequest(call, found, waitFor(call)));
  const quick = await Promise.race([outcome, Bun.sleep(SILENCE_MS)]);
  return quick?.kind === "answered" ? quick.body : otherwise(call, { found, outcome });
}

async function isUsual(call: ProgramCall, { daemon }: FoundDaemon): Promise<boolean> {
  return (
    isPlain(call) &&
    call.body.length <= BODY_LIMIT &&
    (await textIfThere(call.home.trouble)) === undefined &&
    (call.isOwnHome || !(await belongsToOthers(call.home.dir))) &&
    // After an upgrade the old daemon would run until it is idle; it is replaced when a session starts.
    (!textOf(call.body).includes('"SessionStart"') || (await isOurVersion(daemon.version)))
  );
}

async function isOurVersion(version: string): Promise<boolean> {
  const manifest = await textIfThere(`${packageFolder()}/package.json`);
  return manifest?.includes(`"version": "${version}"`) === true;
}

async function otherwise(call: ProgramCall, asked?: Asked): Promise<string> {
  const { answerOtherwise } = await import("./otherwise.ts");
  return answerOtherwise(call, asked);
}

async function noteFailure(call: ProgramCall, error: unknown): Promise<void> {
  try {
    const { note } = await import("./otherwise.ts");
    await note(call, "the hook failed", error);
  } catch {
    // The package was deleted a moment ago. Exit code 0 matters more than the log.
  }
}
