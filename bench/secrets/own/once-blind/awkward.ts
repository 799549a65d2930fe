import { secretCase as c, type Template } from "../../corpus-case.ts";
import { ALPHABET, type Random, type Value } from "../../random.ts";

// Passwords with characters that end a value early in a careless rule.

const around =
  (middle: string): Value =>
  (r) =>
    `${r.Word()}${middle}${r.base62(4)}${r.word()}`;
const spread =
  (mark: string): Value =>
  (r) =>
    `${mark}${r.word()}${mark}${r.base62(5)}${mark}`;
const passphrase: Value = (r) => `${r.word()} ${r.word()} ${r.word()} ${r.word()}`;
const short = (n: number) => (r: Random) =>
  `${r.chars(ALPHABET.letters, n - 2)}${r.chars(ALPHABET.digits, 2)}`;

export const awkward: readonly Template[] = [
  c("single-quote-in-double", "password", around("'"), (v) => `password = "${v}"`),
  c("double-quote-in-single", "password", around('"'), (v) => `password: '${v}'`),
  c("escaped-double-quote", "password", around('"'), (v) => `{"password":"${v}","port":1}`, "json"),
  c("escaped-single-quote-yaml", "password", around("'"), (v) => `password: '${v}'`, "yaml"),
  c("escaped-single-quote-shell", "password", around("'"), (v) => `export DB_PASSWORD='${v}'`, "shell"),
  c("many-double-quotes-json", "password", spread('"'), (v) => `"secret": "${v}"`, "json"),
  c("backtick", "password", around("`"), (v) => `DB_PASSWORD='${v}'`),
  c("space-quoted", "password", passphrase, (v) => `db_password: "${v}"`),
  c("space-env-quoted", "password", passphrase, (v) => `VAULT_PASSPHRASE="${v}"`),
  c("space-yaml-bare", "password", passphrase, (v) => `passphrase: ${v}\nuser: x`),
  c("space-ini-bare", "password", passphrase, (v) => `password=${v}\nport=1`),
  c("dollar", "password", around("$"), (v) => `DB_PASSWORD=${v}`),
  c(
    "dollar-start",
    "password",
    (r) => `$${r.word()}${r.base62(6)}`,
    (v) => `password: "${v}"`,
  ),
  c("dollar-many", "password", spread("$"), (v) => `password: '${v}'`),
  c("dollar-brace-inside", "password", around("${"), (v) => `"password": "${v}"`),
  c("hash", "password", around("#"), (v) => `DB_PASSWORD=${v}`),
  c(
    "hash-start",
    "password",
    (r) => `#${r.Word()}${r.base62(6)}`,
    (v) => `password="${v}"`,
  ),
  c("percent", "password", around("%"), (v) => `smtp_password = ${v}`),
  c("percent-like-url", "password", around("%2F"), (v) => `password: ${v}`),
  c("backslash-plain", "password", around("\\"), (v) => `password = '${v}'`),
  c("backslash-json", "password", around("\\"), (v) => `{"password": "${v}"}`, "json"),
  c(
    "backslash-end-json",
    "password",
    (r) => `${r.Word()}${r.base62(8)}\\`,
    (v) => `{"password":"${v}","a":1}`,
    "json",
  ),
  c("ampersand", "password", around("&"), (v) => `password=${v}\n`),
  c("ampersand-xml", "password", around("&<"), (v) => `<password>${v}</password>`, "xml"),
  c("semicolon-quoted", "password", around(";"), (v) => `$password = "${v}";`),
  c("comma-quoted", "password", around(","), (v) => `password="${v}", port=5`),
  c("comma-env", "password", around(","), (v) => `ADMIN_PASSWORD=${v}`),
  c("colon", "password", around(":"), (v) => `password: ${v}`),
  c("at-sign", "password", around("@"), (v) => `DB_PASSWORD=${v}`),
  c("equals", "password", around("="), (v) => `DB_PASSWORD=${v}`),
  c("pipe", "password", around("|"), (v) => `password: "${v}"`),
  c(
    "angle-brackets",
    "password",
    (r) => `<${r.word()}${r.base62(6)}>!`,
    (v) => `password = "${v}"`,
  ),
  c(
    "brackets",
    "password",
    (r) => `[${r.word()}]{${r.base62(6)}}`,
    (v) => `DB_PASSWORD=${v}`,
  ),
  c(
    "paren-code",
    "password",
    (r) => `${r.word()}(${r.base62(6)})`,
    (v) => `setPassword("${v}")`,
  ),
  c("exclamation", "password", spread("!"), (v) => `MYSQL_ROOT_PASSWORD: ${v}`),
  c(
    "tilde-caret",
    "password",
    (r) => `~${r.word()}^${r.base62(5)}*`,
    (v) => `PASSWORD=${v}`,
  ),
  c(
    "question-slash",
    "password",
    (r) => `${r.word()}?/${r.base62(5)}/`,
    (v) => `password: ${v}`,
  ),
  c(
    "unicode-latin",
    "password",
    (r) => `${r.Word()}äöß${r.base62(5)}é`,
    (v) => `password: ${v}`,
  ),
  c(
    "unicode-cyrillic",
    "password",
    (r) => `пароль${r.base62(4)}Жук`,
    (v) => `"password": "${v}"`,
  ),
  c(
    "unicode-cjk",
    "password",
    (r) => `山川${r.base62(5)}風`,
    (v) => `DB_PASSWORD=${v}`,
  ),
  c(
    "unicode-hangul",
    "password",
    (r) => `바다${r.base62(5)}산`,
    (v) => `password = '${v}'`,
  ),
  c(
    "unicode-emoji",
    "password",
    (r) => `${r.word()}🔥${r.base62(4)}🦊`,
    (v) => `password: "${v}"`,
  ),
  c(
    "unicode-escaped",
    "password",
    (r) => `${r.word()}\u0007${r.base62(6)}`,
    (v) => `{"password":"${v}"}`,
    "json",
  ),
  c("short-5", "password", short(5), (v) => `password: ${v}`),
  c("short-6", "password", short(6), (v) => `DB_PASSWORD=${v}`),
  c("short-7", "password", short(7), (v) => `"password": "${v}"`),
  c(
    "pin-6",
    "password",
    (r) => r.chars(ALPHABET.digits, 6),
    (v) => `password = "${v}"`,
  ),
  c(
    "digits-10",
    "password",
    (r) => r.chars(ALPHABET.digits, 10),
    (v) => `DB_PASS=${v}`,
  ),
  c(
    "letters-only",
    "password",
    (r) => r.chars(ALPHABET.lower, 9),
    (v) => `redis_password: ${v}`,
  ),
  c(
    "word-like",
    "password",
    (r) => `${r.word()}${r.word()}`,
    (v) => `admin_password: ${v}`,
  ),
  c(
    "looks-like-path",
    "password",
    (r) => `/${r.base62(7)}/${r.base62(6)}`,
    (v) => `DB_PASSWORD=${v}`,
  ),
  c(
    "looks-like-hash",
    "password",
    (r) => r.hex(40),
    (v) => `password: ${v}`,
  ),
  c(
    "looks-like-version",
    "password",
    (r) => `v${r.int(9)}.${r.int(99)}.${r.base62(6)}`,
    (v) => `password=${v}`,
  ),
  c(
    "contains-label",
    "password",
    (r) => `password${r.base62(5)}`,
    (v) => `password: "${v}"`,
  ),
  c(
    "long-200",
    "password",
    (r) => r.chars(ALPHABET.symbols, 200),
    (v) => `MASTER_PASSWORD=${v}`,
  ),
];
