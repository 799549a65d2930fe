import { expect, test } from "bun:test";
import { redactText } from "./index.ts";

const value = ["Quartz", "del923", "?x"].join("");
const random = ["TimberbH", "cNjX_kELqm"].join("");
const hex = "3277caff126ad32f51526447021e66a1";

test.each([
  ["before the word", `unzip it with ${value}, that's the password of the archive`],
  ["lines behind the word", `Password for the box\n(ask Ann first)\n\n${value}`],
  ["in markup", `<dl><dt>Password</dt><dd>${value}</dd></dl>`],
  ["without digits", `<AdministratorPassword>\n  <Value>${random}</Value>`],
  ["behind a user's name", `basic auth for the preview site is preview:${value}`],
  ["small letters and digits", `Verify the webhook with the signing secret; ours is ${hex}.`],
])("a value that is nothing else is found near a word that speaks of it: %s", (_, text) => {
  expect(redactText(text)).not.toMatch(/del923|cNjX|3277caff/);
});

test.each([
  ["a name of code", "const passwordField = form.controls.UserPassword2Field;"],
  ["a test's name", "=== RUN   TestChunkJSONL_SmallContent\n--- PASS: TestChunkJSONL_SmallContent (0.00s)"],
  ["a keyboard shortcut", "Ctrl+Shift+L opens the password manager"],
  ["an identifier", "await client.credentials.retrieve('vcrd_011CZkZEMt8gZan2iYPQfSkw')"],
  ["a commit", "The password check came with commit 3277caff126ad32f51526447021e66a1327caff1"],
  ["a part of a page", '<li key="cUSnT6mja7c8QNYX">Password settings</li>'],
  [
    "letters of a public key",
    `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABuTU82x0U6VEIqwGbPw/yMtO6pMPCaEfx7dPO29raVU0WvJSQ ci@build`,
  ],
])("what has another reason to be there stays: %s", (_, text) => {
  expect(redactText(text)).toBe(text);
});

test("far from such a word a value stays: nothing says what it is", () => {
  const text = `The build ${value} is out.\n${"It works. ".repeat(40)}\nThe password has changed.`;
  expect(redactText(text)).toBe(text);
});
