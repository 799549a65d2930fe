import { describe, expect, test } from "bun:test";
import type { WayIn } from "../store/records/authorship.ts";
import { type Authority, authorityOf, grantedTo, mayChange, type Spoken } from "./authority.ts";

const row = (
  section: Authority["section"],
  core: Authority["core"],
  scope: Authority["scope"],
  needsConfirmation: boolean,
): Authority => ({ section, core, scope, needsConfirmation });

describe("the table: who said it decides what may be done with it", () => {
  test.each<[string, Spoken, Authority]>([
    ["user, command", { author: "user", place: "command" }, row("rules", "yes", "anywhere", false)],
    ["user, page", { author: "user", place: "page" }, row("rules", "yes", "anywhere", false)],
    ["user, API", { author: "user", place: "api" }, row("rules", "yes", "anywhere", false)],
    ["user, client file", { author: "user", place: "client-file" }, row("rules", "yes", "anywhere", false)],
    [
      "user, clear in a prompt",
      { author: "user", place: "prompt", certainty: "clear" },
      row("said", "yes", "project", false),
    ],
    [
      "user, likely in a prompt",
      { author: "user", place: "prompt", certainty: "likely" },
      row("said", "confirmed", "project", true),
    ],
    [
      "user, pasted",
      { author: "user", place: "prompt", certainty: "pasted" },
      row("never", "never", "none", true),
    ],
    ["repository", { author: "repository" }, row("never", "never", "project", false)],
    ["import", { author: "import", place: "transcript" }, row("noted", "confirmed", "project", true)],
    ["teammate", { author: "team", place: "pull" }, row("team", "confirmed", "project", false)],
  ])("%s", (_name, spoken, expected) => expect(authorityOf(spoken)).toEqual(expected));

  test.each<WayIn>(["mcp", "command", "client-file", "commit", "summary"])("model, %s", (place) => {
    expect(authorityOf({ author: "model", place })).toEqual(row("noted", "confirmed", "project", false));
  });
});

describe("what is more than the author may lay down is a proposal", () => {
  const own = { uri: "project://a", project: "/shop", ownProject: "/shop" };
  test.each([
    [{ author: "user", place: "command" }, { ...own, uri: "user://a", priority: 0 }, "active", undefined],
    [{ author: "user", place: "prompt", certainty: "clear" }, { ...own, priority: 2 }, "active", undefined],
    [{ author: "user", place: "prompt", certainty: "likely" }, own, "proposed", "confirmation"],
    [
      { author: "user", place: "prompt", certainty: "clear" },
      { ...own, uri: "user://a" },
      "proposed",
      "scope",
    ],
    [{ author: "model" }, own, "active", undefined],
    [{ author: "model" }, { ...own, priority: 3 }, "active", undefined],
    [{ author: "model" }, { ...own, priority: 2 }, "proposed", "core"],
    [{ author: "model" }, { ...own, uri: "user://a" }, "proposed", "scope"],
    [{ author: "model" }, { ...own, project: "/blog" }, "proposed", "scope"],
    [{ author: "team" }, { ...own, priority: 1 }, "proposed", "core"],
    [{ author: "import" }, own, "proposed", "confirmation"],
  ] as const)("%o with %o", (spoken, wanted, status, why) => {
    expect(grantedTo(spoken, wanted)).toEqual(why === undefined ? { status } : { status, why });
  });
});

test("in an agent's session only the model's own records of this project can be changed", () => {
  const model = { author: "model", project: "/shop" } as const;
  const status = "active" as const;
  expect(mayChange(model, { ...model, status })).toBe(true);
  expect(mayChange(model, { author: "user", project: "/shop", status })).toBe(false);
  expect(mayChange(model, { author: "team", project: "/shop", status })).toBe(false);
  expect(mayChange(model, { author: "model", project: "/blog", status })).toBe(false);
  expect(mayChange(model, { author: "model", project: "", status })).toBe(false);
  expect(mayChange(model, { author: "model", project: "", status: "proposed" })).toBe(true);
  expect(mayChange({ author: "user", project: "" }, { ...model, status })).toBe(true);
});

test("what the user kept for every session is not the model's to reword", () => {
  const own = { author: "model", project: "/p" } as const;
  expect(mayChange(own, { ...own, status: "active", priority: 2 })).toBe(false);
  expect(mayChange(own, { ...own, status: "active", priority: 3 })).toBe(true);
  expect(mayChange(own, { ...own, status: "proposed", priority: 0 })).toBe(true);
});
