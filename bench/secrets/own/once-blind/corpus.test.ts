import { expect, test } from "bun:test";
import { type Case, keyLines } from "../../corpus-case.ts";
import { crc62 } from "../../random.ts";
import { onceBlindCases, onceBlindHarmless } from "./index.ts";

const SEEDS = [1, 2, 3];

const UNXML: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Undoes the encoding by other means than the corpus used, so that a wrong encoder cannot agree with itself. */
function decode(form: string, encoding: Case["encoding"]): string {
  switch (encoding) {
    case "base64":
      return new TextDecoder().decode(Uint8Array.fromBase64(form));
    case "url":
      return decodeURIComponent(form);
    case "json":
      return JSON.parse(`"${form}"`) as string;
    case "xml":
      return form.replace(/&(\w+);/g, (_, name: string) => UNXML[name] ?? "");
    case "yaml":
      return (Bun.YAML.parse(`a: '${form}'`) as { a: string }).a;
    case "shell":
      return Bun.spawnSync(["sh", "-c", `printf %s '${form}'`]).stdout.toString();
    default:
      return form;
  }
}

function countByGroup(entries: readonly { group: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { group } of entries) counts[group] = (counts[group] ?? 0) + 1;
  return counts;
}

test("every text contains its secret in the stated encoding", () => {
  for (const seed of SEEDS) {
    for (const c of onceBlindCases(seed)) {
      const text = c.text(c.secret);
      const missing = c.forms.filter((form) => !text.includes(form));
      expect({ id: c.id, missing }).toEqual({ id: c.id, missing: [] });
    }
  }
});

test("every form decodes to its secret", () => {
  for (const c of onceBlindCases(1)) {
    if (c.encoding === "pem") {
      expect(c.forms).toEqual(keyLines(c.secret));
      expect(c.forms.length).toBeGreaterThan(1);
    } else {
      expect({ id: c.id, values: c.forms.map((form) => decode(form, c.encoding)) }).toEqual({
        id: c.id,
        values: [c.secret],
      });
    }
  }
});

test("a secret is at least five characters long and stands nowhere else in its template", () => {
  for (const c of onceBlindCases(1)) {
    expect({ id: c.id, long: c.secret.length >= 5 }).toEqual({ id: c.id, long: true });
    const without = c.text(c.encoding === "pem" ? "-----" : "");
    expect({ id: c.id, inTemplate: without.includes(c.secret) }).toEqual({ id: c.id, inTemplate: false });
  }
});

test("ids are unique, and harmless texts are unique", () => {
  const ids = [...onceBlindCases(1), ...onceBlindHarmless(1)].map((entry) => entry.id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  const texts = onceBlindHarmless(1).map((entry) => entry.text);
  expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
});

test("the same seed gives the same corpus, another seed gives other secrets", () => {
  const secrets = (seed: number) => onceBlindCases(seed).map((c) => c.secret);
  const texts = (seed: number) => onceBlindCases(seed).map((c) => c.text(c.secret));
  expect(texts(7)).toEqual(texts(7));
  expect(onceBlindHarmless(7)).toEqual(onceBlindHarmless(7));
  const other = new Set(secrets(8));
  expect(secrets(7).filter((secret) => other.has(secret))).toEqual([]);
});

test("no harmless text contains a secret of the corpus", () => {
  const forms = onceBlindCases(1).flatMap((c) => c.forms);
  const hits = onceBlindHarmless(1).filter(({ text }) => forms.some((form) => text.includes(form)));
  expect(hits).toEqual([]);
});

test("the counts by group", () => {
  expect(countByGroup(onceBlindCases(1))).toMatchInlineSnapshot(`
    {
      "awkward-passwords": 55,
      "command-lines": 94,
      "config-files": 80,
      "connection-strings": 50,
      "http-and-cookies": 39,
      "known-formats": 137,
      "languages": 58,
      "logs": 40,
      "pem-and-keys": 45,
      "prose": 56,
      "provider-labelled": 66,
      "random-16": 39,
      "source-code": 56,
    }
  `);
  expect(countByGroup(onceBlindHarmless(1))).toMatchInlineSnapshot(`
    {
      "blobs": 20,
      "code": 46,
      "codeNames": 126,
      "commits": 18,
      "cssAndMarkup": 12,
      "environment": 42,
      "hashes": 20,
      "ids": 25,
      "locks": 18,
      "placeholders": 36,
      "prose": 59,
      "publicLabels": 176,
      "references": 80,
      "toolOutput": 70,
      "wordSentences": 70,
    }
  `);
  expect(onceBlindHarmless(1).length).toBeGreaterThanOrEqual(onceBlindCases(1).length);
});

test("the checksum of a GitHub token is the CRC32 of its body in base62", () => {
  // Worked by hand: CRC32 of "123456789" is 0xcbf43926 = 3421780262.
  let n = 3421780262;
  let expected = "";
  while (n > 0) {
    expected = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[n % 62] + expected;
    n = Math.floor(n / 62);
  }
  expect(crc62("123456789")).toBe(expected.padStart(6, "0"));
});
