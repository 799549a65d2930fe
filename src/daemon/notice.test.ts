import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesFor } from "../locale/index.ts";
import { homeAt } from "../platform/paths.ts";
import { createNotices, leaveNotice, readerLines } from "./notice.ts";

const words = messagesFor("en");

function withHome(work: (home: ReturnType<typeof homeAt>, take: () => string | undefined) => void): void {
  const dir = mkdtempSync(join(tmpdir(), "pawl-notice-"));
  try {
    const home = homeAt(join(dir, "home"));
    work(home, () => createNotices(home).take(words));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test("a notice is taken once", () =>
  withHome((home, take) => {
    expect(take()).toBeUndefined();
    leaveNotice(home, "The store was rebuilt.");
    expect(take()).toBe("The store was rebuilt.");
    expect(take()).toBeUndefined();
  }));

test("two notices are told one after the other", () =>
  withHome((home, take) => {
    leaveNotice(home, "one");
    leaveNotice(home, "two");
    expect(take()).toBe("one two");
  }));

test("who can read a shared project now and who no longer can is said in one line", () => {
  const line = readerLines([{ at: 1, project: "shop", added: ["Zoe", "Ben"], gone: ["Mia"] }], words);
  expect(line).toBe(
    "Pawl: Zoe, Ben can now read shop, which you share with your team. Pawl: Mia can no longer read shop.",
  );
});

test.each(["not json", "{}", '{"text":7}', '"text"'])(
  "%s in its place is no notice, and is removed",
  (text) =>
    withHome((home, take) => {
      leaveNotice(home, "");
      writeFileSync(home.notice, text);
      expect(take()).toBeUndefined();
      expect(existsSync(home.notice)).toBe(false);
    }),
);

test("events that a full disk has cost are reported once, after a notice that was left", () =>
  withHome((home) => {
    const notices = createNotices(home);
    expect(notices.take(words)).toBeUndefined();
    notices.diskWasFull();
    notices.diskWasFull();
    leaveNotice(home, "Left.");
    expect(notices.take(words)).toBe(`Left. ${words.notices.diskWasFull(2)}`);
    expect(notices.take(words)).toBeUndefined();
  }));

test("a home that is gone is not taken for a full disk", () => {
  expect(createNotices(homeAt("/nowhere/at/all")).take(words)).toBeUndefined();
});
