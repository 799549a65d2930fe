import { expect, test } from "bun:test";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import { toDigest } from "./build.ts";

const BODY =
  "Two partners got the same cent, because the remainder was added before the shares\nwere sorted. The sorting comes first now.";

test("the message of a commit is noted with its reason and the files that it is about, trailers left out", () => {
  const s = createSession("one");
  s.edit("src/shares.ts", "a", "b");
  s.run(
    `git add -A && git commit -m "$(cat <<'EOF'\nSort the shares before rounding\n\n${BODY}\n\nCo-Authored-By: X <x@example.com>\nEOF\n)"`,
  );
  s.edit("src/other.ts", "a", "b");
  s.run(
    `git commit -m "Rename other" -m "The name said nothing of what it does, because the tests have the same one already"`,
  );
  s.run('git commit -m "Fix typo"');
  s.run(
    'git commit -m "Add lists" -m "- a list of the members with their roles in it\n- a list of the orders of every member"',
  );
  expect(toDigest(s.session).notes).toEqual([
    {
      at: expect.any(Number),
      from: "commit",
      text: `Sort the shares before rounding: ${BODY.replace("\n", " ")}`,
      files: ["src/shares.ts"],
    },
    {
      at: expect.any(Number),
      from: "commit",
      text: "Rename other: The name said nothing of what it does, because the tests have the same one already",
      files: ["src/other.ts"],
    },
  ]);
});

test("a commit that failed is no note, nor is a word about committing", () => {
  const s = createSession("one");
  s.fail(`git commit -m "Sort the shares" -m "${BODY.replace("\n", " ")}"`, "hook failed");
  s.run(`echo "commit when the sorting of all the shares is done and every test of them passes"`);
  expect(toDigest(s.session).notes).toBeUndefined();
});

test("errors and open tasks of a compaction's summary are noted point by point", () => {
  const s = createSession("one");
  const text = `Summary:
3. Files:
   - src/a.ts is the entry of the program and nothing else is of interest here at all
4. Errors and fixes:
   - **Rounding**: \`shares.ts\` added the remainder twice because a partner had no share
     - Fixed by leaving out partners without a share
   - **Build**: the import of the decimal package was missing in two of the files, added it there
   - too short
5. Problem Solving:
   - this one belongs to another section and is not noted although it is long enough
7. Pending Tasks:
   - Write the migration for the column of the currency, which the export needs next week
8. Current Work: none`;
  const notes = toDigest({ ...s.session, summaries: [{ at: 5, text }] }).notes;
  expect(notes?.map((note) => [note.from, note.text, note.files])).toEqual([
    [
      "summary",
      "Rounding: `shares.ts` added the remainder twice because a partner had no share Fixed by leaving out partners without a share",
      ["shares.ts"],
    ],
    ["pending", "Write the migration for the column of the currency, which the export needs next week", []],
  ]);
});

test("what a shell writes is named from the folder that the session is in", () => {
  const s = createSession("one");
  s.ask("Add the tests");
  s.run("cat > color/a_test.go <<'EOF'\npackage color\nEOF");
  s.run("cd .. && touch README");
  const cwdAt = () => `${PROJECT}/src`;
  expect(toDigest({ ...s.session, cwdAt }).files.map(({ path }) => path)).toEqual([
    "README",
    "src/color/a_test.go",
  ]);
  expect(toDigest(s.session).files.map(({ path }) => path)).toContain("color/a_test.go");
});
