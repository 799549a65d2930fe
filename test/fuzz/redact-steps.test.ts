/**
 * Redaction takes time in proportion to the text, whatever the text is. Counted, not timed: each call of an anchor, and
 * each character that it says it went over. Ten times the text may take ten times the steps.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { rules } from "../../src/redact/index.ts";
import { type Anchor, createPass, createScanner } from "../../src/redact/scan.ts";
import { LIMIT, runs } from "./runs.ts";

let calls = 0;
const counted = (anchor: Anchor): Anchor => ({
  ...anchor,
  find(text, at, pass) {
    calls++;
    return anchor.find(text, at, pass);
  },
});

const scan = createScanner(rules.map(counted));

function stepsOf(piece: string, length: number): number {
  const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const pass = createPass();
  calls = 0;
  scan(text, pass);
  return calls + pass.steps;
}

/** The first piece of a repeated text may cost more than the next ones, never less than a tenth of a larger text. */
const isLinear = (piece: string) => stepsOf(piece, 300_000) <= 11 * stepsOf(piece, 30_000) + 2_000;

const HOSTILE = [
  "password=",
  'password="',
  "password: password=",
  "api_key_token_secret_",
  "eyJ",
  "fo1_",
  "xoxb-",
  "glft-",
  "ghp_",
  "sk-",
  "aa1Q~",
  "curl -u a ",
  "mysql -u ",
  " -p",
  "Authorization: Bearer ",
  "Cookie: a=b; ",
  "://a:b@",
  "a,password\n",
  "password|",
  "| password |\n",
  "kind: Secret\n",
  '"kty":',
  'm_password"',
  "echo a | ",
  "password is ",
  "the token for ",
  "密码",
  "пароль ",
  "TRUE\t/\t",
  "%3D",
  "$6$",
  "as the API key ",
  "login / ",
  "insert into x (password) values (",
  "my password ",
  "password\n",
  "token: ",
  "secret || ",
  "$ token ",
  "\n$ ",
  "recovery code ",
  "clave ",
  "ключ ",
  "session=",
  "_live_",
];

test("every hostile text takes steps in proportion to its length", () => {
  expect(HOSTILE.filter((piece) => !isLinear(piece))).toEqual([]);
});

test(
  "so does any text made of names, signs and values",
  () => {
    const part = fc.constantFrom(
      ...HOSTILE,
      "=",
      ":",
      '"',
      "'",
      "\\",
      "\n",
      " ",
      "a1B2c3D4",
      "|",
      ",",
      "(",
      "{",
      "-",
    );
    const property = fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      expect(isLinear(parts.join(""))).toBe(true);
    });
    fc.assert(property, { ...runs, numRuns: Math.ceil(runs.numRuns / 32) });
  },
  LIMIT,
);
