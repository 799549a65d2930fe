import type { BlindFile } from "../../blind.ts";
import { secretCase as s } from "../../corpus-case.ts";
import { ALPHABET, type Random, type Value } from "../../random.ts";

const words =
  (n: number, sep: string): Value =>
  (r) =>
    Array.from({ length: n }, () => r.word()).join(sep);
const Words =
  (n: number, sep: string): Value =>
  (r) =>
    Array.from({ length: n }, () => r.Word()).join(sep);
const digits =
  (n: number): Value =>
  (r) =>
    r.chars(ALPHABET.digits, n);
const mix = (build: (r: Random) => string): Value => build;
const glue =
  (mark: string): Value =>
  (r) =>
    `${r.Word()}${mark}${r.base62(6)}${mark}${r.word()}`;
const from =
  (alphabet: string, length: number): Value =>
  (r) =>
    Array.from({ length }, () => r.pick(Array.from(alphabet))).join("");

const CYRILLIC = "абвгдежзиклмнопрстуфхцчшэюяАБВГДЕЖЗ";
const GREEK = "αβγδεζηθικλμνξοπρστυφχψω";
const HAN = "山川水火木金土日月星云雨雪风雷春夏秋冬龙虎马羊";
const KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねの";
const HANGUL = "가나다라마바사아자차카타파하고노도로모보소";
const ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي";
const HEBREW = "אבגדהוזחטיכלמנסעפצקרשת";
const UMLAUT = "äöüßÄÖÜéèçñåø";
const EMOJI = "🦊🐼🌵🍉🚀🎧🧊🔥🌙🎲";

export default {
  secrets: {
    "awkward-passwords": [
      s("passphrase-quoted-yaml", "password", words(5, " "), (v) => `vault_password: "${v}"`),
      s(
        "passphrase-unquoted-env-line",
        "password",
        words(4, " "),
        (v) => `LUKS_PASSPHRASE=${v}\nLUKS_DEVICE=/dev/sda3`,
      ),
      s(
        "passphrase-in-sentence",
        "password",
        words(5, " "),
        (v) => `The passphrase for the backup drive is "${v}", lower case and with the spaces.`,
      ),
      s(
        "passphrase-dashes",
        "password",
        words(4, "-"),
        (v) => `1Password generated the new login password: ${v}`,
      ),
      s("passphrase-dots-json", "password", words(4, "."), (v) => `{"user":"jo","passphrase":"${v}"}`),
      s("passphrase-camel", "password", Words(4, ""), (v) => `rsync_password=${v}`),
      s(
        "passphrase-digit-sep",
        "password",
        mix((r) => `${r.Word()}7${r.word()}4${r.word()}`),
        (v) => `Password for jo@acme.io: ${v}`,
      ),
      s("passphrase-backtick", "password", words(6, " "), (v) => `The passphrase is \`${v}\`.`),
      s(
        "passphrase-toml",
        "password",
        words(4, " "),
        (v) => `[backup]\nrepository = "s3:bucket"\npassphrase = '${v}'`,
      ),
      s("single-quote-yaml", "password", glue("'"), (v) => `db:\n  password: '${v}'\n  port: 3306`, "yaml"),
      s(
        "single-quote-shell",
        "password",
        glue("'"),
        (v) => `export PGPASSWORD='${v}'\npsql -h db -U app`,
        "shell",
      ),
      s("single-quote-double-quoted", "password", glue("'"), (v) => `mysql -u root --password="${v}" shop`),
      s(
        "double-quote-json",
        "password",
        glue('"'),
        (v) => `{"host":"db","password":"${v}","ssl":true}`,
        "json",
      ),
      s("double-quote-single-quoted", "password", glue('"'), (v) => `password = '${v}'`),
      s("double-quote-xml-attr", "password", glue('"'), (v) => `<add name="svc" password="${v}" />`, "xml"),
      s(
        "double-quote-prose",
        "password",
        glue('"'),
        (v) => `New root password (yes it has quotes in it): ${v}\nplease save it`,
      ),
      s("backslash-json", "password", glue("\\"), (v) => `"smb_password": "${v}",`, "json"),
      s("backslash-properties", "password", glue("\\"), (v) => `db.password=${v}\ndb.pool=10`),
      s(
        "backslash-trailing",
        "password",
        mix((r) => `${r.Word()}${r.base62(8)}\\`),
        (v) => `"password": "${v}"`,
        "json",
      ),
      s(
        "backslash-n-lookalike",
        "password",
        mix((r) => `${r.Word()}\\n${r.base62(7)}`),
        (v) => `{"login":{"passwd":"${v}"}}`,
        "json",
      ),
      s("dollar-single", "password", glue("$"), (v) => `echo '${v}' | sudo -S apt update`),
      s(
        "dollar-env",
        "password",
        mix((r) => `$${r.word()}${r.chars(ALPHABET.digits, 4)}$${r.base62(3)}`),
        (v) => `SMTP_PASS='${v}'`,
      ),
      s(
        "dollar-compose-doubled",
        "password",
        mix((r) => `${r.Word()}$$${r.base62(8)}`),
        (v) => `    environment:\n      - DB_PASSWORD=${v}`,
      ),
      s(
        "dollar-brace",
        "password",
        mix((r) => `${r.Word()}\${${r.base62(5)}${r.chars(ALPHABET.digits, 3)}`),
        (v) => `password: '${v}'`,
      ),
      s("percent-ini", "password", glue("%"), (v) => `[database]\npassword = ${v}\nhost = db`),
      s("hash-quoted", "password", glue("#"), (v) => `DB_PASSWORD="${v}"   # production`),
      s(
        "hash-leading",
        "password",
        mix((r) => `#${r.Word()}${r.base62(7)}`),
        (v) => `user: jo\npassword: "${v}"`,
      ),
      s("at-in-label", "password", glue("@"), (v) => `FTP login\nuser: jo\npass: ${v}`),
      s("colon-inside", "password", glue(":"), (v) => `Password: ${v}`),
      s(
        "semicolon-quoted-ado",
        "password",
        glue(";"),
        (v) => `Server=sql1;Database=erp;User Id=sa;Password="${v}";Encrypt=true`,
      ),
      s("comma-inside", "password", glue(","), (v) => `  "adminPassword": "${v}",`),
      s("equals-inside", "password", glue("="), (v) => `REDIS_PASSWORD=${v}\nREDIS_PORT=6379`),
      s(
        "angle-xml",
        "password",
        mix((r) => `<${r.word()}>${r.base62(7)}&`),
        (v) => `<credentials><username>jo</username><password>${v}</password></credentials>`,
        "xml",
      ),
      s(
        "angle-plain-json",
        "password",
        mix((r) => `${r.base62(5)}<${r.word()}>`),
        (v) => `{"password": "${v}"}`,
      ),
      s(
        "brackets-square",
        "password",
        mix((r) => `[${r.Word()}]${r.base62(6)}`),
        (v) => `password=${v}`,
      ),
      s(
        "braces-curly",
        "password",
        mix((r) => `{${r.Word()}}${r.base62(6)}`),
        (v) => `auth { user: "svc" password: "${v}" }`,
      ),
      s(
        "parens",
        "password",
        mix((r) => `(${r.Word()})${r.base62(6)}(`),
        (v) => `The Zabbix admin password is \`${v}\` (yes, with the open parenthesis).`,
      ),
      s("pipes", "password", glue("|"), (v) => `docker login -u jo -p '${v}' registry.acme.io`),
      s(
        "pipes-table-escaped-no",
        "password",
        glue("!"),
        (v) => `| account | password |\n| --- | --- |\n| root | ${v} |`,
      ),
      s("backtick-inside", "password", glue("`"), (v) => `const password = "${v}";`),
      s(
        "ampersand-url",
        "password",
        mix((r) => `${r.Word()}&${r.base62(5)}=${r.word()}`),
        (v) => `grant_type=password&username=jo&password=${v}&scope=openid`,
        "url",
      ),
      s(
        "space-url-form",
        "password",
        words(3, " "),
        (v) => `POST /login\n\nuser=jo&password=${v}&remember=1`,
        "url",
      ),
      s(
        "slash-plus",
        "password",
        mix((r) => `${r.Word()}/${r.base62(4)}+${r.base62(4)}/`),
        (v) => `AMQP_PASSWORD: ${v}`,
      ),
      s(
        "leading-dash",
        "password",
        mix((r) => `-${r.base62(6)}-${r.Word()}`),
        (v) => `mysqldump --user=root --password='${v}' shop > d.sql`,
      ),
      s(
        "leading-bang",
        "password",
        mix((r) => `!${r.Word()}!!${r.base62(5)}`),
        (v) => `sshpass -p '${v}' ssh root@10.0.0.3`,
      ),
      s(
        "trailing-dot-sentence",
        "password",
        mix((r) => `${r.Word()}${r.base62(5)}...`),
        (v) => `Log in with the password ${v}`,
      ),
      s(
        "asterisks",
        "password",
        mix((r) => `${r.Word()}**${r.base62(5)}*`),
        (v) => `wifi password: ${v}`,
      ),
      s(
        "only-symbols",
        "password",
        (r) => r.chars("!@#%^&*()-_=+?/~.", 14),
        (v) => `root_password = "${v}"`,
      ),
      s("tilde-caret", "password", glue("~^"), (v) => `BACKUP_PASSWORD=${v}`),
      s("digits-pin", "password", digits(8), (v) => `The PIN for the server room alarm is ${v}.`),
      s("digits-password-yaml", "password", digits(10), (v) => `mqtt:\n  username: sensor\n  password: ${v}`),
      s(
        "digits-password-json-number",
        "password",
        mix((r) => `${1 + r.int(9)}${r.chars(ALPHABET.digits, 9)}`),
        (v) => `{"user":"kiosk","password":${v}}`,
      ),
      s("digits-otp", "password", digits(8), (v) => `Your backup code is ${v}. Each code works once.`),
      s("word-only-clear-label", "password", Words(2, ""), (v) => `username: admin\npassword: ${v}\n`),
      s(
        "lower-only",
        "password",
        (r) => r.chars(ALPHABET.lower, 12),
        (v) => `db_password=${v}`,
      ),
      s(
        "upper-only",
        "password",
        (r) => r.chars(ALPHABET.upper, 10),
        (v) => `PASSWORD="${v}"`,
      ),
      s(
        "leet",
        "password",
        mix(
          (r) =>
            `${r.Word().replace("a", "@").replace("e", "3")}_${r.chars(ALPHABET.digits, 4)}_${r.word().replace("o", "0")}`,
        ),
        (v) => `reset the admin password to ${v} for now`,
      ),
      s("cyrillic", "password", from(CYRILLIC, 10), (v) => `password: ${v}`),
      s(
        "cyrillic-mixed-json",
        "password",
        (r) => `${from(CYRILLIC, 6)(r)}${r.chars(ALPHABET.digits, 4)}!`,
        (v) => `{"login":"ivan","password":"${v}"}`,
        "json",
      ),
      s("greek", "password", from(GREEK, 10), (v) => `DB_PASSWORD='${v}'`),
      s(
        "han",
        "password",
        (r) => `${from(HAN, 6)(r)}${r.chars(ALPHABET.digits, 4)}`,
        (v) => `admin_password = "${v}"`,
      ),
      s("kana", "password", from(KANA, 9), (v) => `<password>${v}</password>`),
      s(
        "hangul",
        "password",
        (r) => `${from(HANGUL, 7)(r)}!${r.chars(ALPHABET.digits, 2)}`,
        (v) => `vpn.user=kim\nvpn.password=${v}\nvpn.mtu=1400`,
      ),
      s("arabic", "password", from(ARABIC, 10), (v) => `ALTER USER omar IDENTIFIED BY '${v}';`),
      s(
        "hebrew",
        "password",
        (r) => `${from(HEBREW, 8)(r)}${r.chars(ALPHABET.digits, 3)}`,
        (v) => `PASSWORD='${v}'`,
      ),
      s(
        "umlauts",
        "password",
        (r) => `${r.Word()}${from(UMLAUT, 4)(r)}${r.base62(4)}`,
        (v) => `svc.password=${v}`,
      ),
      s(
        "emoji",
        "password",
        (r) => `${r.word()}${from(EMOJI, 4)(r)}${r.base62(3)}`,
        (v) => `password: "${v}"`,
      ),
      s(
        "sentence-like",
        "password",
        mix((r) => `My ${r.word()} ate ${2 + r.int(90)} ${r.word()}s!`),
        (v) => `wifi_password = "${v}"`,
      ),
      s(
        "sentence-like-keepass-export",
        "password",
        mix((r) => `the ${r.word()} sings, ${r.word()} ${r.int(900)}`),
        (v) => `"Group","Title","Username","Password","URL"\n"Root","NAS","jo","${v}","https://nas.local"`,
      ),
      s(
        "looks-like-path",
        "password",
        mix((r) => `/${r.word()}/${r.base62(6)}/${r.word()}`),
        (v) => `ldap_password: "${v}"`,
      ),
      s(
        "looks-like-url-host",
        "password",
        mix((r) => `${r.word()}.${r.word()}.${r.base62(4)}`),
        (v) => `imap.password=${v}`,
      ),
      s(
        "looks-like-email",
        "password",
        mix((r) => `${r.word()}${r.base62(3)}@${r.word()}.99`),
        (v) => `user=jo\npassword=${v}`,
      ),
      s(
        "looks-like-date",
        "password",
        mix((r) => `${r.Word()}-20${10 + r.int(80)}-${10 + r.int(80)}-${r.int(999)}`),
        (v) => `The temporary password is: ${v}`,
      ),
      s(
        "looks-like-flag",
        "password",
        mix((r) => `--${r.word()}=${r.base62(6)}`),
        (v) => `admin password: "${v}"`,
      ),
      s(
        "looks-like-variable",
        "password",
        mix((r) => `%${r.Word()}${r.chars(ALPHABET.digits, 3)}%${r.base62(2)}`),
        (v) => `net use Z: \\\\nas\\share /user:jo "${v}"`,
      ),
      s(
        "looks-like-function",
        "password",
        mix((r) => `${r.word()}(${r.base62(5)})`),
        (v) => `"dbPassword": "${v}"`,
      ),
      s(
        "very-short",
        "password",
        (r) => r.base62(6),
        (v) => `Router login: admin, password: ${v}`,
      ),
      s(
        "very-long",
        "password",
        (r) => r.chars(ALPHABET.symbols, 96),
        (v) => `MASTER_PASSWORD="${v}"`,
      ),
      s(
        "multi-spaces",
        "password",
        mix((r) => `${r.word()}  ${r.Word()}   ${r.base62(5)}`),
        (v) => `encryption_password: "${v}"`,
      ),
      s(
        "quotes-both-python",
        "password",
        mix((r) => `${r.Word()}'${r.base62(5)}"${r.base62(3)}`),
        (v) => `PASSWORD = """${v}"""`,
      ),
      s("quotes-both-csv", "password", glue("'"), (v) => `name,password\njo,"${v}"`),
    ],
  },
  harmless: {
    "awkward-passwords": [
      {
        id: "length-rule",
        text: (r) =>
          `Your password must be at least ${8 + r.int(10)} characters and contain one of !@#$%^&*.`,
      },
      {
        id: "allowed-chars",
        text: () => "Passwords may contain spaces, quotes (' and \"), backslashes and any Unicode letter.",
      },
      { id: "escape-doc", text: () => "If the password contains a dollar sign, wrap it in single quotes." },
      {
        id: "url-encode-doc",
        text: () => "Percent-encode @ as %40 and : as %3A when the password goes into a URL.",
      },
      { id: "redacted-word", text: () => "password: [REDACTED]" },
      { id: "stars", text: () => "Password: ********" },
      { id: "angle-placeholder", text: () => "password = <password>" },
      { id: "dollar-var", text: () => 'PGPASSWORD="$DB_PASSWORD" psql -h db' },
      { id: "percent-var", text: () => "net use Z: \\\\nas\\share /user:jo %NAS_PASSWORD%" },
      { id: "template", text: () => "password: {{ .Values.db.password }}" },
      { id: "empty-quotes", text: () => 'password: ""' },
      { id: "bool", text: () => "require_password: true\nshow_password: false" },
      { id: "diceware", text: () => "A diceware passphrase of six words has about 77 bits of entropy." },
      { id: "passphrase-question", text: () => "Should a passphrase be longer than a password?" },
      {
        id: "unicode-bug",
        text: () => "Login fails when the password has an umlaut, because the form posts latin-1.",
      },
      { id: "pin-length", text: () => "The PIN must have 6 digits; the password may not be digits only." },
      { id: "prompt", text: () => "Enter passphrase (empty for no passphrase):" },
      { id: "quote-error", text: () => "bash: unexpected EOF while looking for matching `''" },
      {
        id: "input-mode",
        text: () => '<input type="password" inputmode="numeric" pattern="[0-9]*" maxlength="6">',
      },
      {
        id: "password-test-names",
        text: () => "✓ rejects a password with only spaces\n✓ accepts a password with emoji",
      },
      { id: "strength", text: (r) => `zxcvbn score: ${r.int(5)}, guesses_log10: ${r.int(20)}` },
      { id: "field-list", text: () => "Columns: username, password, last_login, created_at" },
      { id: "none", text: () => "password=None, token=None, verify=True" },
      {
        id: "paste-disabled",
        text: () => "Pasting into the password field is disabled; spaces are trimmed.",
      },
      { id: "xxx", text: () => "--password xxxxxxxx" },
    ],
  },
} satisfies BlindFile;
