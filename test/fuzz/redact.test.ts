import { expect, test } from "bun:test";
import fc from "fast-check";
import { redactJson, redactText } from "../../src/redact/index.ts";
import { promptKey, promptMark } from "../../src/store/records/keys.ts";
import { createSecrets } from "../fixtures/secrets.ts";
import { anyJson, anyText, LIMIT, runs } from "./runs.ts";

const secrets = createSecrets(7);
const sample = fc.constantFrom(...secrets);
const gap = fc.constantFrom(" ", "\n", "\t", "\n\n", " \n");

test(
  "a secret is removed whatever surrounds it",
  () => {
    const property = fc.property(anyText, sample, anyText, gap, (before, { secret, text }, after, space) => {
      expect(redactText(`${before}${space}${text}${space}${after}`)).not.toContain(secret);
    });
    fc.assert(property, runs);
  },
  LIMIT,
);

test(
  "redacting twice changes nothing",
  () => {
    const part = fc.oneof(
      anyText,
      sample.map(({ text }) => text),
    );
    const property = fc.property(fc.array(part, { maxLength: 4 }), gap, (parts, space) => {
      const once = redactText(parts.join(space));
      expect(redactText(once)).toBe(once);
    });
    fc.assert(property, runs);
  },
  LIMIT,
);

const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.entries(value).map(([name, field]) => [name, shapeOf(field)]);
};

test(
  "a JSON value keeps its shape, and no secret in it stays",
  () => {
    const field = fc.oneof(
      anyJson,
      sample.map(({ text }) => text),
    );
    const property = fc.property(
      fc.dictionary(fc.constantFrom("a", "b", "text", "items"), field),
      (value) => {
        const redacted = redactJson(value);
        const isText = (v: unknown) => typeof v === "string";
        // A value under a secret's name may become text; everywhere else types stay.
        expect(Object.keys(redacted)).toEqual(Object.keys(value));
        if (!Object.values(value).some((v) => !isText(v))) expect(shapeOf(redacted)).toEqual(shapeOf(value));
        const text = JSON.stringify(redacted);
        for (const { secret, text: around } of secrets) {
          if (Object.values(value).includes(around))
            expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
        }
      },
    );
    fc.assert(property, { ...runs, numRuns: Math.ceil(runs.numRuns / 4) });
  },
  LIMIT,
);

test(
  "a spooled prompt has the key that its own text would give",
  () => {
    const property = fc.property(anyText, sample, (around, { text }) => {
      const raw = `${around} ${text}`;
      expect(promptKey("s", "p", redactText(raw), undefined, promptMark(raw))).toBe(promptKey("s", "p", raw));
    });
    fc.assert(property, runs);
  },
  LIMIT,
);
