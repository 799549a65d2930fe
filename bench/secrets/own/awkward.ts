import type { Template } from "../corpus-case.ts";
import type { Random, Value } from "../random.ts";
import { forms } from "./form.ts";

const an = (r: Random, n: number) => r.base62(n);
/** Legal passwords that look like something else. */
const values: Readonly<Record<string, Value>> = {
  dollar: (r) => `${an(r, 3)}$${r.chars("abcdefgh", 4)}${an(r, 3)}!${an(r, 4)}`,
  "dollar-first": (r) => `$${r.chars("abc", 1)}${an(r, 3)}!${an(r, 8)}`,
  dots: (r) => `${an(r, 5)}...${an(r, 6)}`,
  xs: (r) => `${an(r, 5)}xxxx${an(r, 6)}`,
  stars: (r) => `${an(r, 5)}***${an(r, 6)}`,
  braces: (r) => `${an(r, 5)}{{${an(r, 6)}`,
  "less-than": (r) => `${an(r, 5)}<${an(r, 6)}`,
  "percent-first": (r) => `%${an(r, 12)}`,
  "hash-first": (r) => `#${an(r, 12)}`,
  "at-first": (r) => `@${an(r, 12)}`,
  ampersand: (r) => `${an(r, 6)}&${an(r, 6)}`,
  semicolon: (r) => `${an(r, 6)};${an(r, 6)}`,
  comma: (r) => `${an(r, 6)},${an(r, 6)}`,
  parenthesis: (r) => `${an(r, 6)}(${an(r, 6)}`,
  pipe: (r) => `${an(r, 6)}|${an(r, 6)}`,
  bracket: (r) => `${an(r, 6)}[${an(r, 4)}]${an(r, 3)}`,
  equals: (r) => `${an(r, 6)}==${an(r, 6)}`,
  colon: (r) => `${an(r, 6)}:${an(r, 6)}`,
  slash: (r) => `/${an(r, 6)}/${an(r, 6)}`,
  unicode: (r) => `${an(r, 5)}ñü€${an(r, 5)}`,
  "no-digit": (r) => r.chars("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 16),
  digits: (r) => r.chars("0123456789", 12),
};

export const awkward: readonly Template[] = Object.entries(values).flatMap(([kind, value]) =>
  forms(kind, value, [
    "export DB_PASSWORD='§'; ls /nope",
    'DB_PASSWORD="§"',
    "DB_PASSWORD=§",
    "db:\n  password: §\n  port: 5432",
    "password: '§'",
    '{"user":"app","password":"§"}',
    'const password = "§";',
    "**Password:** `§`",
    "mysql -u root -p'§' shop",
    "curl -u 'app:§' https://x.test",
  ]).filter(({ id }) => !(kind === "hash-first" && id === "hash-first-3")),
);

const lower = (r: Random) => r.chars("abcdefghijklmnopqrstuvwxyz", 4);
const phrase: Value = (r) => Array.from({ length: 5 }, () => r.word()).join(" ");
export const spaced: readonly Template[] = [
  ...forms("app-password", (r) => [0, 1, 2, 3].map(() => lower(r)).join(" "), [
    "SMTP_PASS='§'",
    "app password: §",
    "password: §",
    '"password": "§"',
    "GMAIL_APP_PASSWORD=§",
    "my gmail app password is §",
  ]),
  ...forms("passphrase", phrase, [
    "DB_PASSPHRASE='§'",
    'PASSPHRASE="§"',
    '"passphrase": "§"',
    "passphrase: §",
    'ssh-keygen -N "§" -f k',
  ]),
];
