/** Sentences that differ by a number or a name, in all four languages. */
import { expect, test } from "bun:test";
import { LOCALES } from "../messages.ts";
import { loadCliMessages } from "./index.ts";
import { plural } from "./plural.ts";

test.each(LOCALES)("%s says what is there, and that nothing is", async (locale) => {
  const { clientMemory, team, handoff, errors } = await loadCliMessages(locale);
  // Without problems no number of them is named; with one it is, and with two another.
  const checked = [0, 1, 2].map((problems) => clientMemory.checked(7, problems));
  expect(checked[0]).not.toMatch(/\b0\b/);
  expect(checked[0]).not.toContain("1");
  expect(checked[1]).toContain("1");
  expect(checked[2]).toContain("2");
  // What is added for an encrypted team stands only there.
  for (const say of [team.created, team.removed] as const)
    expect(say("mia", true).length).toBeGreaterThan(say("mia", false).length);
  expect(team.left(false)).toContain("pawl team remove");
  expect(team.left(true)).not.toContain("pawl team remove");
  for (const say of [handoff.askTeam, handoff.sent, handoff.to] as const) {
    expect(say("mia")).toContain("mia");
    expect(say("")).not.toBe(say("mia").replace("mia", ""));
    expect(say("").trim()).not.toBe("");
  }
  expect(errors.argumentCount("day", 1)).toContain("1");
  expect(errors.argumentCount("day", 2)).toContain("2");
});

test("English has a form for one and another for more", async () => {
  const { errors, clientMemory, doctor } = await loadCliMessages("en");
  expect(errors.restoreUnconfirmed(1)).toBe("There is data: 1 session.");
  expect(errors.restoreUnconfirmed(2)).toBe("There is data: 2 sessions.");
  expect(doctor.secrets.found(5, 1)).toBe("scanned 5 records: 1 contains secrets");
  expect(doctor.secrets.found(5, 2)).toBe("scanned 5 records: 2 contain secrets");
  expect(errors.argumentCount("day", 1)).toBe("pawl day takes 1 argument.");
  expect(errors.argumentCount("day", 2)).toBe("pawl day takes 2 arguments.");
  expect(clientMemory.checked(1, 1)).toBe("Checked 1 memory: 1 problem.");
  expect(clientMemory.checked(2, 2)).toBe("Checked 2 memories: 2 problems.");
  expect([0, 1, 2].map((n) => plural(n, "day"))).toEqual(["0 days", "1 day", "2 days"]);
  expect(plural(2, "memory", "memories")).toBe("2 memories");
});
