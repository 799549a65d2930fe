/**
 * `pawl hook`: one event from the client to the daemon and the answer back. It runs on every prompt, so it is
 * a separate program that imports almost nothing (`node:fs` alone takes nearly as long as the start of the runtime) and
 * speaks HTTP over a bare socket. Here is the usual way: a daemon answers at once. Everything else is in otherwise.ts, and
 * loaded only then, because each kilobyte of code takes time. Whatever happens, it prints JSON and exits 0.
 */
import { packageFolder } from "../../platform/runtime.ts";
import { isPlain, type ProgramCall, SILENCE_MS, toCall, waitFor } from "./call.ts";
import { type FoundDaemon, findDaemon } from "./find-daemon.ts";
import { belongsToOthers, textIfThere, textOf } from "./read-file.ts";
import { toRequest } from "./request.ts";
import { readInput, writeOutput } from "./streams.ts";

// Not awaited: a file with top-level await cannot be compiled to bytecode (bin/bundle.ts). And not at once: Bun collects
// garbage, half a millisecond, if something goes on when the file has been run. `beforeExit` comes right after that.
process.once("beforeExit", () => void main());

async function main(): Promise<void> {
  const call = toCall(process.argv.slice(2), Date.now());
  try {
    await finish(call, await answer(call));
  } catch (error) {
    await noteFailure(call, error);
    await finish(call, call.nothing);
  }
}

async function answer(call: ProgramCall): Promise<string> {
  // While the event is still arriving.
  const ahead = findDaemon(call.home).catch(() => undefined);
  try {
    call.body = await readInput(call.hasSockets);
  } catch (error) {
    call.inputError = error;
  }
  const found = await ahead;
  const direct = await found?.direct;
  if (found === undefined || direct === undefined || !(await isUsual(call, found))) {
    // A daemon that is replaced would wait for an open connection before it stops.
    direct?.end();
    const { answerOtherwise } = await import("./otherwise.ts");
    return answerOtherwise(call);
  }
  const outcome = direct.ask(toRequest(call, found, waitFor(call)));
  const quick = await Promise.race([outcome, Bun.sleep(SILENCE_MS)]);
  if (quick?.kind === "answered") return quick.body;
  const { answerOtherwise } = await import("./otherwise.ts");
  return answerOtherwise(call, { found, outcome });
}

async function isUsual(call: ProgramCall, { daemon }: FoundDaemon): Promise<boolean> {
  return (
    isPlain(call) &&
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

async function noteFailure(call: ProgramCall, error: unknown): Promise<void> {
  try {
    const { note } = await import("./otherwise.ts");
    await note(call, "the hook failed", error);
  } catch {
    // The package was deleted a moment ago. Exit code 0 matters more than the log.
  }
}

async function finish(call: ProgramCall, output: string): Promise<never> {
  try {
    await writeOutput(output, call.hasSockets);
  } catch {
    // The client has ended: nobody reads the answer.
  }
  process.exit(0);
}
