import { expect, test } from "bun:test";
import { applyDifference, differenceOf, sharedWords } from "./difference.ts";

const words = (text: string) => text.split(" ").filter((word) => word !== "");
const between = (wrong: string, right: string) => {
  const { removed, added } = differenceOf(words(wrong), words(right));
  return [removed.join(" "), added.join(" ")];
};

test("what was taken out and put in is told without what stands around it", () => {
  expect(between("npm test a", "pnpm test a")).toEqual(["npm", "pnpm"]);
  expect(between("npm test", "npm test --all")).toEqual(["", "--all"]);
  expect(between("npm test --all", "npm test")).toEqual(["--all", ""]);
  expect(between("a b c", "a x y c")).toEqual(["b", "x y"]);
  expect(between("a a", "a a a")).toEqual(["", "a"]);
  expect(between("", "a")).toEqual(["", "a"]);
});

test("shared words are counted once each, with and without a leading ./", () => {
  expect(sharedWords(words("a b"), words("b a c"))).toBe(1);
  expect(sharedWords(words("a a"), words("a"))).toBe(0.5);
  expect(sharedWords(words("./x.sh y"), words("x.sh z"))).toBe(0.5);
  expect(sharedWords([], words("a"))).toBe(0);
  expect(sharedWords(words("a"), [])).toBe(0);
});

test("the same correction is made to another command where it fits, and nowhere else", () => {
  const swap = { instead: "pnpm test", removed: ["npm"], added: ["pnpm"] };
  const apply = (command: string) => applyDifference(command, "npm test", swap);
  expect(apply("npm test")).toBe("pnpm test");
  expect(apply("npm run build")).toBe("pnpm run build");
  expect(apply("echo npm")).toBeUndefined();
  expect(apply("cargo build")).toBeUndefined();
  const flag = { instead: "go test -race ./a", removed: [], added: ["-race"] };
  const add = (command: string) => applyDifference(command, "go test ./a", flag);
  expect(add("go test ./b")).toBe("go test ./b -race");
  expect(add("go build ./b")).toBeUndefined();
  expect(add("go test -race ./b")).toBeUndefined();
  const word = { instead: "go test ./a ./b", removed: [], added: ["./b"] };
  expect(applyDifference("go test ./c", "go test ./a", word)).toBeUndefined();
  const inner = { instead: "npm run tests", removed: ["test"], added: ["run", "tests"] };
  expect(applyDifference("npm test --all", "npm test", inner)).toBe("npm run tests --all");
  expect(applyDifference("yarn test", "npm test", inner)).toBeUndefined();
  expect(applyDifference("test", "npm test", inner)).toBeUndefined();
});
