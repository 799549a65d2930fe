/** Classifies the value of a name by the words in the name. */
import type { Sort } from "./judge.ts";
import data from "./words.json" with { type: "json" };

/** Headers and signatures have values of their own form. */
export type NameClass = Sort | "signature" | "authorization" | "cookie" | undefined;

/**
 * Lists of words. `passwords`, `secrets`, `tokens`: last words of names, as fingers write them. `tokenOwners`, `keyOwners`:
 * whose token or key it is; "token" alone may count words. `firstPasswords`, `firstSecrets` before `owners`: what a name
 * may begin with, as `TOKEN_GITHUB`. `codeOwners`: whose code lets someone in. `flags`: whether, not which (`show_password`). `harmless`: no secret ends like that.
 */
const lists = new Map(Object.entries(data.names).map(([list, words]) => [list, new Set(words.split(" "))]));
const isOne = (list: keyof typeof data.names, word: string) => lists.get(list)?.has(word) === true;

/** Endings of a name that do not change its meaning: `PASSWORD_1`, `secret_value`. */
const tails =
  /^(?:\d+|value|b64|base64|prod|production|staging|dev|live|test|old|new|v\d+|plain|plaintext|raw|str|string|base|data|private)$/;
const compoundPassword = /^(?!oldpwd)[a-z]{2,20}(?:password|passwd|passphrase|passwort|kennwort|pwd)$/;
const compoundSecret = /^(?!lib)[a-z]{2,20}(?:secret|apikey|secretkey|accesskey|privatekey)$/;
const accountKey = /^(?:primary|secondary)_(?:(?:shared|master|readonly|access)_)?key$/;

const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9ñ]+/)
    .filter((word) => word !== "");

/** The same names recur, and a name's class never changes. */
const classified = new Map<string, NameClass>();
const CLASSIFIED = 10_000;

export function classifyName(name: string): NameClass {
  const known = classified.get(name);
  if (known !== undefined || classified.has(name)) return known;
  const found = toClass(name);
  if (classified.size >= CLASSIFIED) classified.clear();
  classified.set(name, found);
  return found;
}

function toClass(name: string): NameClass {
  const words = wordsOf(name);
  while (words.length > 1 && tails.test(words[words.length - 1] ?? "")) words.pop();
  const last = (words[words.length - 1] ?? "").replace(/\d+$/, "");
  const [first = "", second = ""] = words;
  const before = words[words.length - 2] ?? "";
  if (last === "authorization") return "authorization";
  if (last === "cookie" || last === "cookies") return "cookie";
  // The shell's working directory.
  if (last === "pwd" && (before === "old" || name === "PWD" || name === "OLDPWD")) return undefined;
  if (isOne("passwords", last) || compoundPassword.test(last))
    return isOne("flags", before) ? undefined : "password";
  // A chain of certificates with its key, as one file in base64.
  if (/^(?:p12|pfx|pkcs12|jks|keystore)$/.test(words[words.length - 1] ?? "")) return "key";
  if (last === "id" && before === "secret") return "secret";
  if (accountKey.test(words.join("_")) && name !== "primary_key") return "key";
  if (words.join("_").endsWith("hash_key")) return "key";
  // `NEXT_ENCRYPTION_KEY` is named after a product; `NEXT_PUBLIC_KEY` and `MAX_TOKEN` mark their values as not secret.
  const isEnv = isEnvName(name) && name.includes("_");
  if (words.some((word) => isOne(isEnv ? "harmlessInEnv" : "harmless", word))) return undefined;
  if (isOne("owners", second) && isOne("firstPasswords", first)) return "password";
  if (isOne("owners", second) && isOne("firstSecrets", first)) return "secret";
  if (isOne("secrets", last) || compoundSecret.test(last) || (last === "secrets" && words.length > 1))
    return "secret";
  if (last === "auth" && isEnv) return "secret";
  // `DOOR_PIN`, `STRIPE_SK`, `VAPID_PRIVATE`: short words that are clear only in an environment.
  if (isEnv && (last === "pin" || (last === "code" && isOne("codeOwners", before)))) return "password";
  if (isEnv && (last === "sk" || last === "appid" || wordsOf(name).at(-1) === "private")) return "key";
  if (words[0] === "x" && /^(?:api|key)$/.test(words[1] ?? "")) return "token";
  // `API_KEYS=a,b`: a list.
  if (last === "key" || (isEnv && last === "keys")) {
    if (isOne("keyOwners", before)) return "secret";
    // A header: `Fastly-Key`.
    return /^[A-Z][A-Za-z]+-Key$/.test(name) ? "token" : words.length > 1 ? "key" : undefined;
  }
  if (last === "token" && isOne("tokenOwners", before)) return "secret";
  if (isOne("tokens", last) || /^[a-z]{3,16}token$/.test(last)) return "token";
  if (isEnv && last === "salt") return "secret";
  return last === "signature" || last === "sig" ? "signature" : undefined;
}

/** `DB_PASSWORD`, as environments and env files write it. */
export const isEnvName = (name: string) => /^[A-Z][A-Z0-9_]*$/.test(name) && name.length > 2;

/** `pwd` is a folder more often than a password. */
export const isFolderName = (name: string) => /^-*pwd$/i.test(name);

interface Label {
  literal: string;
  sort: Sort;
  /** Latin letters: upper and lower case are the same. */
  fold: boolean;
}

const labelsOf = (words: Record<string, string>, fold: boolean): Label[] =>
  Object.entries(words).flatMap(([sort, list]) =>
    list.split("|").map((literal) => ({ literal, sort: sort as Sort, fold })),
  );
/** Spanish, French, German, Portuguese and others by their stems; Russian; and languages without blanks between words. */
export const LABELS: readonly Label[] = [
  // The longer name first: "clave de API" is not a password.
  ...labelsOf(data.latin, true),
  ...labelsOf(data.russian, false),
  ...labelsOf(data.eastern, false),
].sort((a, b) => b.literal.length - a.literal.length);

/** The sort of secret in a table's head in one of these languages. */
export const foreignClassOf = (cell: string): Sort | undefined =>
  LABELS.find(({ literal, fold }) => (fold ? cell.toLowerCase() : cell).includes(literal))?.sort;
