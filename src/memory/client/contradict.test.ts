/** Which memories contradict each other, and which only seem to. */
import { expect, test } from "bun:test";
import { contradict, contradictionsIn } from "./contradict.ts";

test("the same choice twice, or two choices with one side in common, is no contradiction", () => {
  const said = (...heads: string[]) =>
    contradictionsIn(heads.map((head, n) => ({ id: String(n), head, body: "" }))).map(({ why }) => why);
  const about = "for installing packages in the shop";
  expect(said(`Use pnpm, not npm ${about}`, `Use npm, not pnpm ${about}`)).toEqual(["choice"]);
  expect(said(`Use pnpm, not npm ${about}`, `Use pnpm, not npm ${about}`)).toEqual([]);
  expect(said(`Use pnpm, not npm ${about}`, `Use bun, not npm ${about}`)).not.toContain("choice");
  expect(said(`Use pnpm, not npm ${about}`, `Use not pnpm but npm ${about}`)).toEqual(["choice"]);
  expect(said(`Use pnpm, not npm ${about}`, `Use not npm but pnpm ${about}`)).toEqual([]);
});

test("a number and a negation contradict in the same sentence only", () => {
  const said = (...heads: string[]) =>
    contradictionsIn(heads.map((head, n) => ({ id: String(n), head, body: "" }))).map(({ why }) => why);
  expect(said("The shop server listens on port 3000", "The shop server listens on port 4000")).toEqual([
    "number",
  ]);
  expect(said("The shop server listens on port 3000", "The shop server listens on port 3000")).toEqual([]);
  expect(said("Deploy the shop server on Friday", "Never deploy the shop server on Friday")).toEqual([
    "negation",
  ]);
  expect(said("Never deploy the shop server on Friday", "Never deploy the shop server on Friday")).toEqual(
    [],
  );
  expect(said("The shop server port 3000", "Never paint the garden shed roof 4000")).toEqual([]);
});

test.each([
  ["Use pnpm, never npm.", "Use npm, never pnpm."],
  ["Always squash commits.", "Never squash commits!"],
  ["Use tabs.", "Don't use tabs."],
  ["Always use npm.", "Use pnpm, not npm"],
  ["Use vitest instead of jest.", "Use jest instead of vitest"],
  ["Prefer tabs over spaces", "Prefer spaces over tabs."],
  ["用 pnpm，不要用 npm", "用 npm，不要用 pnpm。"],
  ["總是使用分號", "不要使用分號"],
  ["一律用分号。", "不要用分号"],
  ["pnpm 말고 npm 사용", "npm 말고 pnpm 사용."],
  ["항상 세미콜론을 쓰세요", "세미콜론을 쓰지 마세요"],
])("%s against %s, in either order", (a, b) => {
  expect(contradict(a, b)).toBe(true);
  expect(contradict(b, a)).toBe(true);
});

test.each([
  ["Use pnpm, not npm.", "Use vitest, not jest."],
  ["Use pnpm, not npm", "Run npm audit weekly"],
  ["Never use npm", "Use pnpm, not npm"],
  ["Never commit secrets", "Commit messages are in English"],
  ["不要用 npm", "用 pnpm"],
])("%s and %s go together", (a, b) => {
  expect(contradict(a, b)).toBe(false);
  expect(contradict(b, a)).toBe(false);
});

test("of many that contradict, a hundred are named", () => {
  const many = Array.from({ length: 500 }, (_, n) => ({
    id: String(n),
    head: "",
    body: `${n % 2 === 0 ? "Always" : "Never"} deploy the shop number ${Math.floor(n / 2)}`,
  }));
  expect(contradictionsIn(many)).toHaveLength(100);
});
