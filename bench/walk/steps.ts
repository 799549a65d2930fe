/** One step in an app that runs already, for `bench/walk.ts`: it is run with coverage, with and without the step. */
import { expect, jest, test } from "bun:test";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { playing } from "../../test/memory-session.ts";

const { PAWL_WALK: step = "", PAWL_WALK_PROJECT: dir = "" } = process.env;
const UNKNOWN_SCRIPT = 'error: Script not found "unit"';
const QUESTION = "Why are invoice totals rounded with rounding.ts in billing?";

test("the step", async () => {
  // It is not closed: what it does then is not part of the walk either.
  const app = await openTestApp({ dir });
  await app.request("/api/health");
  // What is done later, such as indexing, is not part of the walk: on a busy machine it would begin meanwhile.
  if (step !== "search") jest.useFakeTimers();
  if (step === "toolResult") {
    const context = await answered(playing(app, "next").fail("bun run unit", UNKNOWN_SCRIPT));
    expect(context).toContain("bun run test:unit");
  }
  if (step === "sessionStart") {
    const { hookSpecificOutput } = await answered(playing(app, "next").start());
    expect(hookSpecificOutput?.additionalContext).toContain("Round invoice totals half to even.");
    expect(hookSpecificOutput?.additionalContext).toContain("src/billing/address.ts");
  }
  if (step === "prompt") {
    const context = await answered(playing(app, "next").ask(QUESTION));
    expect(context).toContain("rounded wrongly");
  }
  if (step === "search") {
    process.env.PAWL_HOME = app.home.dir;
    const { command } = await import("../../src/cli/search.ts");
    const { CommandInput } = await import("../../src/cli/command.ts");
    await command.run(new CommandInput({ json: true }, ["rounding"]));
  }
  jest.useRealTimers();
});

/** Meanwhile no timer fires but those that are due at once: an answer that takes turns needs them. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  let isPending = true;
  const end = () => {
    isPending = false;
  };
  answer.then(end, end);
  while (isPending) {
    jest.advanceTimersByTime(0);
    await new Promise(setImmediate);
  }
  return answer;
}
