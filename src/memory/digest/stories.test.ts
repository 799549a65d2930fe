/** What is learned from a failure that was cured, and offered when it comes up again. */
import { describe, expect, test } from "bun:test";
import { CORRECTED, IRREVERSIBLE } from "../../../test/fixtures/stories/corrected.ts";
import { EDITED, WRITTEN } from "../../../test/fixtures/stories/edited.ts";
import { ENVIRONMENT, FOLDERS } from "../../../test/fixtures/stories/environment.ts";
import { INSTALLED } from "../../../test/fixtures/stories/installed.ts";
import type { Story } from "../../../test/fixtures/stories/story.ts";
import { BYSTANDERS, VARIANTS } from "../../../test/fixtures/stories/variants.ts";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { cureFor } from "../learn/failure-cures.ts";
import { openFailures, toDigest } from "./build.ts";
import { toFailure } from "./calls.ts";

/** The next session, in which the failure comes up again. */
const NEXT = Date.UTC(2026, 2, 2);

function offerOf(story: Story): string | undefined {
  const first = createSession("first");
  const [command, output, code] = story.fails;
  const hasPipe = command.includes("|");
  if (hasPipe) first.run(command, output);
  else first.fail(command, output, code);
  story.cured(first);
  const second = createSession("second", NEXT);
  const again = hasPipe ? second.run(command, output) : second.fail(command, output, code);
  const failure = toFailure(again, PROJECT);
  expect(failure).toBeDefined();
  return failure === undefined ? undefined : cureFor(failure, [toDigest(first.session)])?.text;
}

const STORIES = [
  ...INSTALLED,
  ...EDITED,
  ...WRITTEN,
  ...ENVIRONMENT,
  ...FOLDERS,
  ...CORRECTED,
  ...IRREVERSIBLE,
];

describe("a cure that was seen is offered at the same failure in the next session", () => {
  for (const story of STORIES) {
    test(story.offers === undefined ? `${story.name}: nothing is offered` : story.name, () => {
      const offer = offerOf(story);
      if (story.offers === undefined) expect(offer).toBeUndefined();
      else expect(offer ?? "nothing").toMatch(story.offers);
    });
  }

  test("51 stories: 47 are learned and offered rightly, 4 stay silent, 0 are offered wrongly", () => {
    const right = STORIES.filter((story) => story.offers?.test(offerOf(story) ?? "")).length;
    const wrong = STORIES.filter((story) => {
      const offer = offerOf(story);
      return offer !== undefined && story.offers?.test(offer) !== true;
    }).length;
    expect({ stories: STORIES.length, right, wrong }).toEqual({ stories: 51, right: 47, wrong: 0 });
  });

  test("an offer is at most 70 tokens long", () => {
    for (const story of STORIES) expect(estimateTokens(offerOf(story) ?? "")).toBeLessThanOrEqual(70);
  });
});

describe("the same cures in other words, and what is none", () => {
  for (const story of VARIANTS) {
    test(story.offers === undefined ? `${story.name}: nothing is offered` : story.name, () => {
      const offer = offerOf(story);
      if (story.offers === undefined) expect(offer).toBeUndefined();
      else expect(offer ?? "nothing").toMatch(story.offers);
    });
  }
});

describe("what stands beside the cure gets no credit", () => {
  for (const story of BYSTANDERS) {
    test(story.name, () => expect(offerOf(story) ?? "nothing").toMatch(story.offers ?? /^$/));
  }
});

describe("a failure stays open until a later session of the project cures it", () => {
  const missing =
    "Traceback (most recent call last):\n  File \"/home/ada/shop/app.py\", line 3, in <module>\nFileNotFoundError: [Errno 2] No such file or directory: 'config.json'";
  const one = createSession("one", Date.UTC(2026, 1, 1));
  one.fail("python3 app.py", missing);
  const past = [toDigest(one.session)];
  const two = createSession("two", Date.UTC(2026, 1, 2));
  two.edit("README.md", "a", "b");
  two.run("cp config.example.json config.json");
  two.run("python3 app.py", "ok");

  test("the cure of the second session is offered in the third", () => {
    const digest = toDigest(two.session, { openFailures: openFailures(past) });
    const three = createSession("three", NEXT);
    const failure = toFailure(three.fail("python3 app.py", missing), PROJECT);
    expect(failure).toBeDefined();
    if (failure === undefined) return;
    const item = cureFor(failure, [digest, ...past]);
    expect(item?.text).toContain("`cp config.example.json config.json` cured it");
    expect(item?.sessionId).toBe("two");
    expect(openFailures([digest, ...past])).toEqual([]);
  });

  test("a session that does not run the command closes nothing", () => {
    const idle = createSession("idle");
    idle.run("cp config.example.json config.json");
    expect(toDigest(idle.session, { openFailures: openFailures(past) }).failures).toEqual([]);
  });

  test("a good run without anything that the failure points at teaches nothing", () => {
    const idle = createSession("idle");
    idle.run("npm install", "up to date");
    idle.run("python3 app.py", "ok");
    expect(toDigest(idle.session, { openFailures: openFailures(past) }).failures).toEqual([]);
  });
});

describe("one mistake is one failure", () => {
  test("a wrong npm script that was called three times", () => {
    const session = createSession("one");
    const output = 'npm error Missing script: "unit"';
    session.fail("npm run unit", output);
    session.fail("npm run unit 2>&1 | tail -5", output);
    session.fail("npm run unit", output);
    session.run("npm run test:unit", "ℹ fail 0");
    const { failures } = toDigest(session.session);
    expect(failures).toHaveLength(1);
    expect(failures[0]?.cure).toEqual({
      kind: "command",
      instead: "npm run test:unit",
      removed: ["unit"],
      added: ["test:unit"],
    });
  });
});

describe("a cure fits only where the names in the error fit", () => {
  const missing = (file: string): string =>
    `Traceback (most recent call last):\n  File "/home/ada/shop/app.py", line 3, in <module>\nFileNotFoundError: [Errno 2] No such file or directory: '${file}'`;

  test("another file is missing", () => {
    const first = createSession("first");
    first.fail("python3 app.py", missing("config.json"));
    first.run("cp config.example.json config.json");
    first.run("python3 app.py", "ok");
    const failure = toFailure(
      createSession("second").fail("python3 app.py", missing("/var/data/prices-2026.csv")),
      PROJECT,
    );
    expect(failure).toBeDefined();
    if (failure !== undefined) expect(cureFor(failure, [toDigest(first.session)])).toBeUndefined();
  });

  test("another key is missing", () => {
    const keyError = (key: string): string =>
      `Traceback (most recent call last):\n  File "/home/ada/shop/a.py", line 2, in <module>\n    print(d['${key}'])\nKeyError: '${key}'`;
    const first = createSession("first");
    first.fail("python3 a.py", keyError("price"));
    first.edit("a.py", "d={}", 'd={"price":1}');
    first.run("python3 a.py", "1");
    const past = [toDigest(first.session)];
    const second = createSession("second");
    const other = toFailure(second.fail("python3 a.py", keyError("customer")), PROJECT);
    const same = toFailure(second.fail("python3 a.py", keyError("price")), PROJECT);
    expect(other).toBeDefined();
    expect(same).toBeDefined();
    if (other === undefined || same === undefined) return;
    expect(cureFor(other, past)).toBeUndefined();
    expect(cureFor(same, past)?.text).toContain("`a.py` was changed");
  });
});

describe("a failure without a visible cause teaches nothing", () => {
  const assertion =
    "> shop@1.0.0 test\n> node test.js\n\nAssertionError [ERR_ASSERTION]: total is 3\n    at Object.<anonymous> (/home/ada/shop/cart.test.js:3:8)";

  test("a flaky run that went well at the second try", () => {
    const session = createSession("one");
    session.fail("npm test", assertion);
    session.run("npm test", "ok");
    expect(toDigest(session.session).failures.map(({ cure }) => cure)).toEqual([undefined]);
  });

  test("an edit of a file that the error does not name", () => {
    const session = createSession("one");
    session.fail("npm test", assertion);
    session.edit("src/user.js", "a", "b");
    session.run("npm test", "ok");
    expect(toDigest(session.session).failures.map(({ cure }) => cure)).toEqual([undefined]);
  });

  test("an idle npm install is not offered after one session", () => {
    const session = createSession("one");
    session.fail("npm test", assertion);
    session.run("npm install", "up to date");
    session.run("npm test", "ok");
    const failure = toFailure(createSession("two").fail("npm test", assertion), PROJECT);
    expect(failure).toBeDefined();
    if (failure !== undefined) expect(cureFor(failure, [toDigest(session.session)])).toBeUndefined();
  });
});
