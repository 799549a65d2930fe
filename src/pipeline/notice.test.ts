import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeAt } from "../platform/paths.ts";
import { leaveNotice, takeNotice } from "./notice.ts";

function withHome(work: (home: ReturnType<typeof homeAt>) => void): void {
  const dir = mkdtempSync(join(tmpdir(), "pawl-notice-"));
  try {
    work(homeAt(join(dir, "home")));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test("a notice is taken once", () =>
  withHome((home) => {
    expect(takeNotice(home)).toBeUndefined();
    leaveNotice(home, { at: 1, text: "The store was rebuilt." });
    expect(takeNotice(home)).toBe("The store was rebuilt.");
    expect(takeNotice(home)).toBeUndefined();
  }));

test("of two notices the later one is told", () =>
  withHome((home) => {
    leaveNotice(home, { at: 1, text: "one" });
    leaveNotice(home, { at: 2, text: "two" });
    expect(takeNotice(home)).toBe("two");
  }));

test.each(["not json", "{}", '{"text":7}', '"text"'])(
  "%s in its place is no notice, and is removed",
  (text) =>
    withHome((home) => {
      leaveNotice(home, { at: 1, text: "" });
      writeFileSync(home.notice, text);
      expect(takeNotice(home)).toBeUndefined();
      expect(existsSync(home.notice)).toBe(false);
    }),
);
