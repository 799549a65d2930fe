/** Sentences that differ by a number or a name, in all four languages. */
import { expect, test } from "bun:test";
import { LOCALES } from "../messages.ts";
import { loadCliMessages } from "./index.ts";

test.each(LOCALES)("%s says what is there, and that nothing is", async (locale) => {
  const { clientMemory, team, handoff, errors } = await loadCliMessages(locale);
  // Without problems no number of them is named; with one it is, and with two another.
  const checked = [clientMemory.checkedClean(7), clientMemory.checked(7, 1), clientMemory.checked(7, 2)];
  expect(checked[0]).not.toMatch(/\b0\b/);
  expect(checked[0]).not.toContain("1");
  expect(checked[1]).toContain("1");
  expect(checked[2]).toContain("2");
  // What is added for an encrypted team stands only there.
  expect(team.createdEncrypted("mia").length).toBeGreaterThan(team.created("mia").length);
  expect(team.removedEncrypted("mia").length).toBeGreaterThan(team.removed("mia").length);
  expect(team.leftUnlisted).toContain("pawl team remove");
  expect(team.left).not.toContain("pawl team remove");
  for (const [toOne, toAll] of [
    [handoff.askTeam, handoff.askAll],
    [handoff.sent, handoff.sentAll],
    [handoff.to, handoff.toAll],
  ] as const) {
    expect(toOne("mia")).toContain("mia");
    expect(toAll).not.toBe(toOne("mia").replace("mia", ""));
    expect(toAll.trim()).not.toBe("");
  }
  expect(errors.argumentCount("day", 1)).toContain("1");
  expect(errors.argumentCount("day", 2)).toContain("2");
});

test("English has a form for one and another for more", async () => {
  const { errors, clientMemory, doctor } = await loadCliMessages("en");
  expect(errors.restoreUnconfirmed(1)).toBe("This would replace 1 session.");
  expect(errors.restoreUnconfirmed(2)).toBe("This would replace 2 sessions.");
  expect(doctor.secrets.found(5, 1)).toBe("scanned 5 records: 1 contains secrets");
  expect(doctor.secrets.found(5, 2)).toBe("scanned 5 records: 2 contain secrets");
  expect(errors.argumentCount("day", 1)).toBe("pawl day takes 1 argument.");
  expect(errors.argumentCount("day", 2)).toBe("pawl day takes 2 arguments.");
  expect(clientMemory.checked(1, 1)).toBe("Checked 1 memory: 1 problem.");
  expect(clientMemory.checked(2, 2)).toBe("Checked 2 memories: 2 problems.");
});
