/**
 * `pawl hook`: one event from the client to the daemon and the answer back. It runs on every prompt, so it is
 * a separate program that imports almost nothing (`node:fs` alone takes nearly as long as the start of the runtime) and
 * speaks HTTP over a bare socket. The usual way is in quick.ts; step by step (in-steps.ts) goes what no launcher has looked
 * at, as on Windows and from the plugin. Without a quick answer otherwise.ts goes on, loaded only then, because each kilobyte of
 * code takes time. Whatever happens, it prints JSON and exits 0.
 */
import { type ProgramCall, toCall } from "./call.ts";
import type { Asked } from "./find-daemon.ts";
import { answerInSteps } from "./in-steps.ts";
import { answerQuickly, isQuick } from "./quick.ts";
import { openOutput } from "./streams.ts";

// Not awaited: a file with top-level await cannot be compiled to bytecode (bin/bundle.ts). And not at once: Bun collects
// garbage, half a millisecond, if something goes on when the file has been run. `beforeExit` comes right after that.
process.once("beforeExit", main);

function main(): void {
  const call = toCall(process.argv.slice(2), Date.now());
  if (!isQuick(call)) {
    void settle(call, answerInSteps(call));
    return;
  }
  answerQuickly(call, {
    finish: (output) => finish(call, output),
    otherwise: (asked) => void settle(call, answerOtherwise(call, asked)),
    failed: (error) => void settle(call, Promise.reject(error)),
  });
}

async function settle(call: ProgramCall, answered: Promise<string>): Promise<void> {
  try {
    finish(call, await answered);
  } catch (error) {
    await noteFailure(call, error);
    finish(call, call.nothing);
  }
}

async function answerOtherwise(call: ProgramCall, asked?: Asked): Promise<string> {
  const otherwise = await import("./otherwise.ts");
  return otherwise.answerOtherwise(call, asked);
}

async function noteFailure(call: ProgramCall, error: unknown): Promise<void> {
  try {
    const { note } = await import("./otherwise.ts");
    await note(call, "the hook failed", error);
  } catch {
    // The package was deleted a moment ago. Exit code 0 matters more than the log.
  }
}

function finish(call: ProgramCall, text: string): void {
  const output = call.output ?? openOutput(call.hasSockets);
  output.write(text, () => process.exit(0));
}
