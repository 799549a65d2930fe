/**
 * How many cases each property is tested with. 13 properties make over 10,000 in `npm test`; `npm run fuzz` runs
 * more.
 */
import fc from "fast-check";

const wanted = Number(process.env.PAWL_FUZZ_RUNS ?? 800);

const { CI, PAWL_FUZZ_SEED } = process.env;
/** In CI the same cases each time: whether a change lands must not be luck. Everywhere else new ones, which find what is rare. */
export const seed = { seed: Number(PAWL_FUZZ_SEED ?? (CI === undefined ? Date.now() % 2 ** 31 : 20_261)) };
/** A failure's message contains its path; `examples` in a property keep earlier findings. */
export const runs = { ...seed, numRuns: Number.isInteger(wanted) && wanted > 0 ? wanted : 800 };
/** For a machine that is busy: it ends a test that hangs, and says nothing about speed. */
export const LIMIT = 120_000 + runs.numRuns * 100;

/** Text as people, programs and accidents write it. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    "",
    "\0",
    "\ud800",
    "\udfff\ud800",
    "\u2028",
    "__proto__",
    "constructor",
    "%s",
    "../..",
    "\\",
    '"',
  ),
);

export const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });
