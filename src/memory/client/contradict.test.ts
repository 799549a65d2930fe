/** Which memories contradict each other, and which only seem to. */
import { expect, test } from "bun:test";
import { contradictionsIn } from "./contradict.ts";

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
