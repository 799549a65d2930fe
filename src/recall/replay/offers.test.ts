/** When an offered solution was what cured a failure. */
import { expect, test } from "bun:test";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import type { Injection, Observation } from "../../store/records/records.ts";
import { createTimeline } from "../used/timeline.ts";
import { offersIn } from "./solutions.ts";

const offer = (call: Observation, text: string, kind = "solution"): Injection => ({
  ...{ sessionId: "now", event: "PostToolUseFailure", at: call.at, tokens: 10 },
  text: `<pawl-memory>\nF\nH:\n- ${text}\n</pawl-memory>`,
  sources: [{ uri: "x://1", type: kind, reason: "", tokens: 4 }],
});

type Made = ReturnType<typeof createSession>;
function outcome(text: string, play: (made: Made) => Observation): [boolean, boolean] | undefined {
  const made = createSession("now", 1_000_000);
  const failed = play(made);
  const [found] = offersIn([offer(failed, text)], made.session.observations, createTimeline(made.session));
  return found === undefined ? undefined : [found.known, found.cured];
}

test("the first two words say that it is the same command, whatever follows", () => {
  const with_ = (second: string) =>
    outcome("went away after: running `bun install`", (made) => {
      const failed = made.fail("bun run lint --all", "no such thing");
      made.run("bun install");
      made.run(second, "fine");
      return failed;
    });
  expect(with_("bun run lint --all")).toEqual([true, true]);
  expect(with_("bun run check")).toEqual([true, true]);
  expect(with_("bun test")).toEqual([false, false]);
});

test("a call of another tool is not the same call, and of files only one about the same file is", () => {
  const with_ = (name: string, file: string) =>
    outcome("went away after: running `bun install`", (made) => {
      const failed = made.call("Edit", {}, false, "String to replace not found", [`${PROJECT}/src/a.ts`]);
      made.call(name, {}, true, "done", [`${PROJECT}/${file}`]);
      return failed;
    });
  expect(with_("Edit", "src/a.ts")).toEqual([true, false]);
  expect(with_("Edit", "src/b.ts")).toEqual([false, false]);
  expect(with_("Write", "src/a.ts")).toEqual([false, false]);
});

test("a change was the offered one when at least half of its words are in it", () => {
  const with_ = (content: string) =>
    outcome("went away after: in src/a.ts: gone → deleted rounding helper quantum", (made) => {
      const failed = made.fail("bun run lint", "no such thing");
      made.call("Write", { content }, true, "done", [`${PROJECT}/src/a.ts`]);
      made.run("bun run lint", "fine");
      return failed;
    });
  expect(with_("deleted rounding helper quantum")).toEqual([true, true]);
  expect(with_("deleted rounding")).toEqual([true, true]);
  expect(with_("deleted")).toEqual([true, false]);
});

test("a command that is offered in place of the failed one cures it by running", () => {
  const with_ = (text: string) =>
    outcome(text, (made) => {
      const failed = made.fail("npm run lint", "no such script");
      made.run("bun lint", "fine");
      return failed;
    });
  expect(with_("use `bun lint` instead")).toEqual([true, true]);
  expect(with_("see `bun lint`")).toEqual([false, false]);
});

test("what happened before the failure, and the failure itself, is no outcome", () => {
  expect(
    outcome("went away after: running `bun install`", (made) => {
      made.run("bun install");
      made.run("bun run lint", "fine");
      return made.fail("bun run lint", "no such thing");
    }),
  ).toEqual([false, false]);
});

test("where the run went well there was nothing to cure; other kinds of items are no offers", () => {
  const made = createSession("now", 1_000_000);
  const ran = made.run("bun run lint", "fine");
  made.run("bun run lint", "fine");
  const offers = (kind: string) =>
    offersIn(
      [offer(ran, "running `bun run lint`", kind)],
      made.session.observations,
      createTimeline(made.session),
    );
  expect(offers("cure")).toMatchObject([
    { known: false, cured: false, atPassingRun: true, sessionId: "now" },
  ]);
  expect(offers("file")).toEqual([]);
});
