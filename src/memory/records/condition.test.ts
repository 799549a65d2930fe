import { describe, expect, test } from "bun:test";
import { aboutness } from "../../recall/blocks/about.ts";
import { isInCondition, namesPlace } from "./condition.ts";

const FILE = "src/pay/charge.ts";

describe("S1.14 a condition fits a file in every wording that people use", () => {
  test.each([
    ["src/pay/", 2],
    ["src/pay/*", 2],
    ["*.ts", 1],
    ["charge.ts", 3],
    ["/home/ada/shop/src/pay/charge.ts", 3],
    ["./src/pay/", 2],
    ["src\\pay\\", 2],
    ["When working in src/pay", 2],
    ["`src/pay`", 2],
    ["src/", 2],
    ["src/**", 2],
    ["src/**/*.ts", 2],
    ["/src/pay", 2],
    [".ts files", 1],
    ["ts files", 1],
    ["TypeScript files", 1],
    ["charge", 3],
    ["the payment folder", 2],
  ])("%s", (disclosure, about) => {
    expect(isInCondition(disclosure, FILE)).toBe(about);
    expect(aboutness({ uri: "project://notes/x", content: "Cents.", disclosure }, FILE)).toBe(about);
    expect(namesPlace(disclosure)).toBe(disclosure !== "charge");
  });

  test.each([
    ["When working in src", 2],
    ["when editing charge or refund", 3],
    ["When you touch anything under src/pay, or its tests", 2],
    ["SRC/Pay", 2],
    ["src/pay 資料夾", 2],
    ["pay 폴더", 2],
    ["TypeScript 文件", 1],
    ["当编辑 TypeScript 文件时", 1],
    ["*.{ts,tsx}", 1],
    ["All .ts and .tsx files", 1],
    ["js, ts or css files", 1],
    ["charge.ts를 고칠 때", 3],
    ["编辑charge.ts时", 3],
    ["TypeScript files, but not in web/", 1],
    ["src/ except src/web", 2],
  ])("also %s", (disclosure, about) => expect(isInCondition(disclosure, FILE)).toBe(about));
});

test.each([
  "src/payments/",
  "src/p",
  "src/*",
  "lib/**",
  "*.tsx",
  "refund.ts",
  "When we charge a customer twice",
  "py files",
  "Python files",
  "the docs folder",
  "When deploying",
  "payments",
  "src/web/",
  "test files",
  "tests",
  "documentation",
  "When writing tests for the charge",
  "not in src/",
  "TypeScript files, but not in src/pay",
  "src/pay 제외",
  "除了 src/pay 以外的 ts 文件",
  "",
])("a condition about something else does not fit: %s", (disclosure) => {
  expect(isInCondition(disclosure, FILE)).toBe(0);
});

test("a file at the root and a file without an extension have conditions too", () => {
  expect(isInCondition("Dockerfile", "Dockerfile")).toBe(3);
  expect(isInCondition("*.md", "README.md")).toBe(1);
  expect(isInCondition("src/", "README.md")).toBe(0);
  expect(isInCondition("test files", "src/pay/charge.test.ts")).toBe(1);
});

test("tests and documentation are kinds of files, by their names and their folders", () => {
  for (const text of ["tests", "When editing tests", "unit tests", "in the tests", "測試", "테스트 파일"])
    for (const path of [
      "src/charge.test.ts",
      "tests/charge.py",
      "pkg/charge_test.go",
      "src/__tests__/charge.js",
    ])
      expect([text, path, isInCondition(text, path) > 0]).toEqual([text, path, true]);
  for (const text of ["documentation", "when changing the docs", "文档", "문서"])
    for (const path of ["docs/memory.md", "README.md", "docs/api.html"])
      expect([text, path, isInCondition(text, path) > 0]).toEqual([text, path, true]);
  expect(isInCondition("tests", "src/latest.ts")).toBe(0);
  expect(namesPlace("tests")).toBe(true);
});

test("a condition that is about no file says so", () => {
  for (const text of ["When deploying in production", "When the user asks for prices"])
    expect(namesPlace(text)).toBe(false);
});

test("names in a list stand for files, with commas, words and quotes between them", () => {
  for (const text of [
    "refund, charge",
    "refund, and charge",
    'When  you\tare editing the "refund" or `charge`.',
    "charge,",
    "whenever we change refund or charge!",
  ])
    expect([text, isInCondition(text, FILE)]).toEqual([text, 3]);
  for (const text of ["refund charge", "charge of a refund", "recharge", "charge and"])
    expect([text, isInCondition(text, FILE)]).toEqual([text, 0]);
});

test("a long name, a long list and long gaps are understood at once", () => {
  const name = "a-long-name".repeat(30);
  expect(isInCondition(`${name}/`, `${name}/b.ts`)).toBe(2);
  expect(isInCondition(`${`${name}, `.repeat(30)}/`, FILE)).toBe(0);
  expect(isInCondition(`when${" ".repeat(3000)}/`, FILE)).toBe(0);
});
