import { expect, test } from "bun:test";
import { distinctChars, entropyOf, isReadable, looksRandom } from "./entropy.ts";

test("entropy is in bits per character: 0 for one character, 1 for two, 2 for four", () => {
  expect(entropyOf("")).toBe(0);
  expect(entropyOf("aaaa")).toBeCloseTo(0);
  expect(entropyOf("abab")).toBeCloseTo(1);
  expect(entropyOf("abcd")).toBeCloseTo(2);
  expect(entropyOf("aaab")).toBeCloseTo(0.811, 3);
});

test("different characters are counted once", () => expect(distinctChars("aabbc")).toBe(3));

test.each(["x7Qm2Vb9Lk4Rt8Zp1Wn5", "9f86d081884c7d659a2f", "qVzXwRtYpLkJhGfDsBnM", "48151623421084237519"])(
  "%s looks drawn at random",
  (value) => expect(looksRandom(value)).toBe(true),
);

test.each([
  ["too short", "x7Qm2Vb9Lk4Rt8Z"],
  ["few different characters", "a1b1a1b1a1b1a1b1a1b1"],
  ["the same digit again and again", "x00000000000000000000"],
  ["digits alone, under twenty", "4815162342108423751"],
  ["letters of one case alone", "qvzxwrtyplkjhgfdsbnm"],
  ["an identifier", "refreshTokenExpiresInSecondsV2"],
  ["a slug", "my-production-test-secret-1"],
  ["a dotted name", "com.example.billing.invoice.v2"],
  ["a path", "src/components/UserAccountView2"],
])("%s does not look random", (_, value) => expect(looksRandom(value)).toBe(false));

test("readable means words, with few numbers between them", () => {
  for (const value of ["my-test-secret-1", "refreshTokenV2", "userAccountView2"])
    expect({ value, readable: isReadable(value) }).toEqual({ value, readable: true });
  for (const value of ["x7Qm2Vb9Lk4R", "9f86d081884c", "bcdfghjkl", "48151623"])
    expect({ value, readable: isReadable(value) }).toEqual({ value, readable: false });
});
