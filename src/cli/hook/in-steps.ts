/** The way of quick.ts for a system or a caller that needs steps which have to be waited for. */
import { packageFolder } from "../../platform/runtime.ts";
import { isPlain, type ProgramCall, SILENCE_MS, waitFor } from "./call.ts";
import { type Asked, type FoundDaemon, findDaemon } from "./find-daemon.ts";
import { belongsToOthers, textIfThere, textOf } from "./read-file.ts";
import { toRequest } from "./request.ts";
import { readInput } from "./streams.ts";

export async function answerInSteps(call: ProgramCall): Promise<string> {
  // While the event is still arriving.
  const ahead = findDaemon(call.home).catch(() => undefined);
  await new Promise<void>((done) => {
    const read = (body: Uint8Array) => {
      call.body = body;
      done();
    };
    const failed = (error: unknown) => {
      call.inputError = error;
      done();
    };
    readInput(call.hasSockets, read, failed);
  });
  const found = await ahead;
  const direct = await found?.direct;
  if (found === undefined || direct === undefined || !(await isUsual(call, found))) {
    // A daemon that is replaced would wait for an open connection before it stops.
    direct?.end();
    return otherwise(call);
  }
  const outcome = direct.ask(toRequest(call, found, waitFor(call)));
  const quick = await Promise.race([outcome, Bun.sleep(SILENCE_MS)]);
  return quick?.kind === "answered" ? quick.body : otherwise(call, { found, outcome });
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

async function otherwise(call: ProgramCall, asked?: Asked): Promise<string> {
  const { answerOtherwise } = await import("./otherwise.ts");
  return answerOtherwise(call, asked);
}
