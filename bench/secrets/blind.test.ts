import { expect, test } from "bun:test";
import { loadBlindHalf } from "./blind.ts";

/** Undefined between the day that one is used up and the day that the next one is written. */
const half = await loadBlindHalf();

if (half !== undefined) {
  test("every blind text contains its secret, and every id is used once", () => {
    const cases = half.cases(1) ?? [];
    const missing = cases.filter((one) => one.forms.some((form) => !one.text(one.secret).includes(form)));
    expect(missing.map(({ id }) => id)).toEqual([]);
    const ids = [...cases, ...(half.harmless(1) ?? []).map(({ id }) => ({ id: `harmless ${id}` }))].map(
      ({ id }) => id,
    );
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test("the same seed gives the same blind texts, another seed other secrets", () => {
    const texts = (seed: number) => half.cases(seed).map((one) => one.text(one.secret));
    expect(texts(7)).toEqual(texts(7) ?? []);
    const other = new Set(half.cases(8).map(({ secret }) => secret));
    expect(half.cases(7).filter(({ secret }) => other.has(secret))).toEqual([]);
  });
}
