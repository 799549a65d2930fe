/** What a shell command comes to, without running it. */
import { expect, test } from "bun:test";
import { homedir } from "node:os";
import { toMeaning, toPlainText } from "./shell-meaning.ts";

const meant = (text: string, variables: Record<string, string> = {}) =>
  toMeaning(text, {
    cwd: "/w",
    variables: new Map(Object.entries(variables).map(([name, value]) => [name, [value]])),
  });
const plain = (text: string) => meant(text).map(toPlainText);
const folders = (text: string) => meant(text).map(({ cwd }) => cwd);

test.each([
  ["cat 'a b' \"c\"", ["cat a b c"]],
  ["cat ~ ~/x a~", [`cat ${homedir()} ${homedir()}/x a~`]],
  ["X=secrets; cat $X/k ${X}", ["", "cat secrets/k secrets"]],
  ["echo $HOME $PWD", [`echo ${homedir()} /w`]],
  ["cat $(echo secrets)/k", ["cat secrets/k"]],
  ["cat $(printf %s secrets)", ["cat secrets"]],
  ["cat `echo secrets`", ["cat secrets"]],
])("%j is %j", (text, found) => {
  expect(plain(text).slice(0, found.length)).toEqual(found);
});

test("braces stand for each of their parts, sixty-four at most", () => {
  const words = (text: string) =>
    meant(text)[0]
      ?.words.map(({ value }) => value)
      .sort();
  expect(words("cat {a,b}/k")).toEqual(["a/k", "b/k", "cat"]);
  expect([...new Set(words("cat x{1,{2,3}}"))]).toEqual(["cat", "x1", "x2", "x3"]);
  expect(words("cat '{a,b}'")).toEqual(["cat", "{a,b}"]);
  expect(words("cat {a}")).toEqual(["cat", "{a}"]);
  const many = words(`cat ${"{a,b}".repeat(6)}`) ?? [];
  expect(many).toHaveLength(65);
  expect(many.filter((word) => word.includes("{"))).toEqual([]);
  expect((words(`cat ${"{a,b}".repeat(12)}`) ?? []).length).toBeLessThan(100);
});

test("signs that are written by their numbers are the signs", () => {
  expect(plain("cat $'\\x73ecrets' $'\\u0073x' $'\\163y' $'a\\tb' $'it\\'s' $'\\q'")).toEqual([
    "cat secrets sx sy a\tb it's \\q",
  ]);
});

test("a value that only the shell knows is said to be unknown, and known again when it is set", () => {
  const unknown = (text: string) =>
    meant(text)
      .at(-1)
      ?.words.map(({ isUnknown }) => isUnknown);
  expect(unknown("cat $NOBODY x")).toEqual([false, true, false]);
  expect(unknown("X=$NOBODY; cat $X")).toEqual([false, true]);
  expect(unknown("X=a; X=$NOBODY; cat $X")).toEqual([false, true]);
  expect(unknown("X=a; cat $X")).toEqual([false, false]);
  expect(meant("cat <(ls)").some(({ words }) => words.some(({ isUnknown }) => isUnknown))).toBe(true);
  expect(meant("cat $X", { X: "y" }).map(toPlainText)).toEqual(["cat y"]);
});

test("each command has the folder that it runs in", () => {
  expect(folders("ls; cd a; ls; cd ../b && ls")).toEqual(["/w", "/w", "/w/a", "/w/a", "/w/b"]);
  expect(folders("cd; ls")).toEqual(["/w", homedir()]);
  expect(folders("cd -P a; ls")).toEqual(["/w", "/w/a"]);
  expect(folders("cd -- a; ls")).toEqual(["/w", "/w/a"]);
  expect(folders("pushd /x; ls")).toEqual(["/w", "/x"]);
  expect(folders("cd $NOBODY; ls; cd a; ls; cd /y; ls")).toEqual([
    "/w",
    undefined,
    undefined,
    undefined,
    undefined,
    "/y",
  ]);
  expect(folders("cd -; ls")).toEqual(["/w", undefined]);
});

test("a pipe says what it comes from, and redirections where they lead", () => {
  const [first, second, third] = meant("a x | b > $HOME/o 2>e; c");
  expect([first?.pipedFrom, second?.pipedFrom, third?.pipedFrom]).toEqual([undefined, first, undefined]);
  expect(second?.redirections.map(({ target }) => target.value)).toEqual([`${homedir()}/o`, "e"]);
  expect(meant("a |& b")[1]?.pipedFrom?.words[0]?.value).toBe("a");
});
