import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, type Random, type Value } from "../../random.ts";

const words = (count: number, separator: string, r: Random) =>
  Array.from({ length: count }, () => r.word()).join(separator);
const diceware: Value = (r) => words(5, " ", r);
const dashed: Value = (r) => words(5, "-", r);
const lettersOnly: Value = (r) => words(4, "", r) + r.chars(ALPHABET.lower, 4);
const digitsOnly: Value = (r) => r.chars(ALPHABET.digits, 14);
const withQuote: Value = (r) => `${r.Word()}'s${r.chars(ALPHABET.digits, 3)}"${r.base62(6)}`;
const withSingle: Value = (r) => `${r.base62(5)}'${r.base62(6)}''${r.base62(2)}`;
const withDouble: Value = (r) => `${r.base62(6)}"${r.base62(6)}`;
const withBackslash: Value = (r) => `${r.base62(4)}\\${r.base62(4)}\\\\${r.base62(3)}`;
const withBrackets: Value = (r) => `{${r.base62(4)}}[${r.base62(3)}](${r.base62(4)})<${r.base62(2)}>`;
const withDollar: Value = (r) => `$${r.base62(4)}$\{${r.word()}}$$${r.base62(5)}`;
const withHash: Value = (r) => `${r.base62(5)}#${r.base62(4)} #${r.base62(4)}`;
const withPercent: Value = (r) => `%${r.base62(4)}%${r.base62(5)}%s${r.base62(3)}`;
const withSlashAt: Value = (r) =>
  `${r.base62(4)}@${r.base62(4)}/${r.base62(3)}:${r.base62(3)}?${r.base62(2)}`;
const withComma: Value = (r) => `${r.base62(5)},${r.base62(4)};${r.base62(4)}|${r.base62(2)}`;
const withAmp: Value = (r) => `${r.base62(4)}&${r.base62(4)}=${r.base62(4)}+${r.base62(2)}`;
const withBacktick: Value = (r) => `\`${r.base62(5)}\`${r.base62(6)}!`;
const cyrillic: Value = (r) => `Зимний${r.chars("абвгдежзиклмнопрст", 6)}${r.chars(ALPHABET.digits, 4)}`;
const hanzi: Value = (r) => `${r.chars("天地玄黄宇宙洪荒日月盈昃辰宿列张", 6)}${r.chars(ALPHABET.digits, 5)}`;
const hangul: Value = (r) => `${r.chars("가나다라마바사아자차카타파하", 6)}${r.chars(ALPHABET.digits, 4)}!`;
const umlaut: Value = (r) => `Grün${r.chars("äöüßéèñç", 4)}${r.base62(7)}`;
const emoji: Value = (r) => `${r.word()}🦊${r.base62(6)}🌵${r.chars(ALPHABET.digits, 3)}`;
const leadingDash: Value = (r) => `-${r.base62(5)}--${r.base62(7)}`;
const onlySymbols: Value = (r) => r.chars("!@#%^&*()_+-=[]{}?~", 14);
const leet: Value = (r) => `P@ssw0rd${r.Word()}${r.chars(ALPHABET.digits, 4)}`;
const sentence: Value = (r) =>
  `My ${r.word()} ate ${r.chars(ALPHABET.digits, 3)} ${r.word()}s, at ${r.Word()}!`;
const placeholderLike: Value = (r) => `changeme-${r.word()}-${r.chars(ALPHABET.digits, 5)}`;
const dateLike: Value = (r) => `${r.Word()}-2024-0${1 + r.int(9)}-1${r.int(10)}-${r.base62(4)}`;
const pathLike: Value = (r) => `/${r.word()}/${r.base62(6)}/${r.base62(5)}`;

export default {
  secrets: {
    "awkward-passwords": [
      secretCase("diceware-quoted", "passphrase", diceware, (v) => `BORG_PASSPHRASE="${v}"`),
      secretCase(
        "diceware-yaml-bare",
        "passphrase",
        diceware,
        (v) => `backup:\n  repo: /mnt/borg\n  passphrase: ${v}\n  keep_daily: 7`,
      ),
      secretCase(
        "diceware-sentence",
        "passphrase",
        diceware,
        (v) => `The LUKS passphrase for the spare laptop is "${v}" (all lower case, with the spaces).`,
      ),
      secretCase("dashed-words-env", "password", dashed, (v) => `VAULTWARDEN_MASTER_PASSWORD=${v}`),
      secretCase(
        "letters-only-json",
        "password",
        lettersOnly,
        (v) => `{"user":"frontdesk","password":"${v}","locked":false}`,
      ),
      secretCase("digits-only-label", "password", digitsOnly, (v) => `password: ${v}`),
      secretCase("digits-only-code", "password", digitsOnly, (v) => `String adminPassword = "${v}";`),
      secretCase(
        "both-quotes-json",
        "password",
        withQuote,
        (v) => `{"login": "sysop", "password": "${v}"}`,
        "json",
      ),
      secretCase("single-in-shell", "password", withSingle, (v) => `export PGPASSWORD='${v}'`, "shell"),
      secretCase(
        "single-in-yaml",
        "password",
        withSingle,
        (v) => `smtp:\n  user: noreply\n  password: '${v}'\n`,
        "yaml",
      ),
      secretCase(
        "single-in-sql",
        "password",
        withSingle,
        (v) => `ALTER USER app WITH PASSWORD '${v}';`,
        "yaml",
      ),
      secretCase(
        "double-in-json",
        "password",
        withDouble,
        (v) => `"db_password": "${v}",\n"db_host": "10.1.1.5"`,
        "json",
      ),
      secretCase("double-in-env", "password", withDouble, (v) => `DB_PASSWORD='${v}'\nDB_PORT=5432`),
      secretCase(
        "double-in-xml",
        "password",
        withDouble,
        (v) => `<property name="password" value="${v}"/>`,
        "xml",
      ),
      secretCase("backslash-ini", "password", withBackslash, (v) => `[ldap]\nbind_password = ${v}\n`),
      secretCase(
        "backslash-json",
        "password",
        withBackslash,
        (v) => `{"bindDN":"cn=svc","bindPassword":"${v}"}`,
        "json",
      ),
      secretCase("backslash-python-raw", "password", withBackslash, (v) => `PASSWORD = r"${v}"`),
      secretCase("brackets-env", "password", withBrackets, (v) => `RABBITMQ_DEFAULT_PASS=${v}`),
      secretCase("brackets-xml", "password", withBrackets, (v) => `<password>${v}</password>`, "xml"),
      secretCase(
        "brackets-markdown",
        "password",
        withBrackets,
        (v) => `* Password: \`${v}\` (copy it whole)`,
      ),
      secretCase("dollar-compose", "password", withDollar, (v) => `      MYSQL_PASSWORD: '${v}'`),
      secretCase("dollar-shell", "password", withDollar, (v) => `export ADMIN_PASSWORD='${v}'`, "shell"),
      secretCase("hash-env", "password", withHash, (v) => `MAIL_PASSWORD="${v}"`),
      secretCase("hash-yaml", "password", withHash, (v) => `  password: "${v}"\n  port: 25`),
      secretCase("percent-properties", "password", withPercent, (v) => `jdbc.password=${v}`),
      secretCase(
        "slash-at-url",
        "password",
        withSlashAt,
        (v) => `DATABASE_URL=postgres://app:${v}@db:5432/app`,
        "url",
      ),
      secretCase("slash-at-label", "password", withSlashAt, (v) => `Password: ${v}\nHost: sftp.example.com`),
      secretCase("comma-csv", "password", withComma, (v) => `host,user,password\nnas,admin,"${v}"`),
      secretCase("comma-prose", "password", withComma, (v) => `Use admin as the user. Password is ${v}`),
      secretCase(
        "amp-form",
        "password",
        withAmp,
        (v) => `grant_type=password&username=kim&password=${v}&scope=all`,
        "url",
      ),
      secretCase(
        "amp-xml",
        "password",
        withAmp,
        (v) => `<wsse:Password Type="PasswordText">${v}</wsse:Password>`,
        "xml",
      ),
      secretCase("backtick-js", "password", withBacktick, (v) => `const adminPassword = '${v}';`),
      secretCase("cyrillic-env", "password", cyrillic, (v) => `DB_PASS=${v}`),
      secretCase("hanzi-json", "password", hanzi, (v) => `{ "username": "root", "password": "${v}" }`),
      secretCase("hangul-yaml", "password", hangul, (v) => `admin:\n  password: ${v}\n`),
      secretCase("umlaut-colon", "password", umlaut, (v) => `user: hofmann\npassword: ${v}`),
      secretCase("emoji-chat", "password", emoji, (v) => `new wifi password: ${v} (yes with the emojis)`),
      secretCase(
        "leading-dash-flag",
        "password",
        leadingDash,
        (v) => `mongodump --username=backup --password=${v} --archive=all.gz`,
      ),
      secretCase("only-symbols", "password", onlySymbols, (v) => `root_password = '${v}'`),
      secretCase("leet", "password", leet, (v) => `ansible_password: ${v}`),
      secretCase("sentence-like", "passphrase", sentence, (v) => `passphrase = "${v}"`),
      secretCase(
        "placeholder-like",
        "password",
        placeholderLike,
        (v) => `KEYCLOAK_ADMIN=admin\nKEYCLOAK_ADMIN_PASSWORD=${v}`,
      ),
      secretCase("date-like", "password", dateLike, (v) => `"sa_password": "${v}"`),
      secretCase("path-like", "password", pathLike, (v) => `password="${v}"`),
    ],
  },
} satisfies BlindFile;
