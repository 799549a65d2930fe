import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, type Random, token, type Value } from "../../random.ts";

const digits = (n: number): Value => token("", "digits", n);
const words = (r: Random, n: number, sep: string) => Array.from({ length: n }, () => r.word()).join(sep);
const phrase: Value = (r) => words(r, 4, " ");
const phrase5: Value = (r) => `${r.Word()} ${words(r, 4, " ")}`;
const dashed: Value = (r) => words(r, 4, "-");
const glued: Value = (r) => `${r.word()}${r.word()}${r.word()}`;
const dquote: Value = (r) => `${r.Word()}"${r.base62(5)}"${r.int(90) + 10}`;
const squote: Value = (r) => `${r.Word()}'s${r.base62(4)}'${r.base62(4)}`;
const backslash: Value = (r) => `${r.base62(4)}\\${r.Word()}\\${r.base62(4)}`;
const bothQuotes: Value = (r) => `${r.base62(3)}'${r.word()}"${r.base62(5)}`;
const dollar: Value = (r) => `${r.Word()}$${r.base62(4)}$$${r.int(900) + 100}`;
const braces: Value = (r) => `{${r.word()}}[${r.base62(4)}](${r.int(900) + 100})`;
const angle: Value = (r) => `<${r.Word()}&${r.base62(5)}>`;
const hash: Value = (r) => `${r.Word()}#${r.base62(5)}#${r.int(90) + 10}`;
const comma: Value = (r) => `${r.Word()},${r.base62(4)};${r.base62(4)}`;
const atColon: Value = (r) => `${r.Word()}@${r.base62(4)}:${r.base62(3)}/${r.int(900) + 100}`;
const percent: Value = (r) => `${r.int(90) + 10}%${r.Word()}%${r.base62(5)}`;
const equals: Value = (r) => `${r.base62(5)}=${r.Word()}==`;
const backtick: Value = (r) => `${r.Word()}\`${r.base62(6)}`;
const bang: Value = (r) => `!!${r.Word()}!${r.int(9000) + 1000}!!`;
const leadDash: Value = (r) => `-${r.base62(4)}-${r.Word()}${r.int(90) + 10}`;
const stars: Value = (r) => `*${r.Word()}*${r.base62(5)}*`;
const german: Value = (r) => `Schlüssel${r.Word()}Größe${r.int(9000) + 1000}`;
const french: Value = (r) => `été-${r.word()}-à-la-plage${r.int(900) + 100}`;
const cyrillic: Value = (r) =>
  `${r.pick(["Ромашка", "Берёза", "Снегирь", "Облако"])}${r.chars(ALPHABET.digits, 7)}`;
const chinese: Value = (r) =>
  `${r.pick(["春风", "明月", "青山", "长江"])}${r.word()}${r.chars(ALPHABET.digits, 6)}`;
const japanese: Value = (r) => `${r.pick(["さくら", "ひまわり", "かえで"])}${r.chars(ALPHABET.digits, 7)}`;
const emoji: Value = (r) => `${r.Word()}🔥${r.base62(5)}🚀`;
const allMarks: Value = token("", "printable", 20);
const months: Value = (r) =>
  `${r.pick(["Winter", "Summer", "Herbst", "Spring"])}${2015 + r.int(12)}${r.base62(3)}!`;
const leet: Value = (r) => `P@ssw0rd${r.Word()}${r.int(900) + 100}`;
const namedDate: Value = (r) =>
  `${r.Word()}.${r.Word()}.${r.int(18) + 10}.${r.int(12) + 1}.19${r.int(90) + 10}`;

export default {
  secrets: {
    "awkward-passwords": [
      secretCase("phrase-env", "password", phrase, (v) => `VAULT_PASSPHRASE="${v}"`),
      secretCase(
        "phrase-prose-quoted",
        "password",
        phrase5,
        (v) => `The passphrase of the backup disk is "${v}".`,
      ),
      secretCase(
        "phrase-yaml",
        "password",
        phrase,
        (v) => `restic:\n  repository: s3:backups\n  password: ${v}\n  keep: 7`,
      ),
      secretCase(
        "phrase-chat",
        "password",
        phrase,
        (v) => `ann: whats the luks passphrase again\nbob: it's "${v}" without quotes`,
      ),
      secretCase(
        "phrase-backticks",
        "password",
        phrase5,
        (v) => `Use the passphrase \`${v}\` when gpg asks.`,
      ),
      secretCase("dashed-bitwarden", "password", dashed, (v) => `Bitwarden made this master password: ${v}`),
      secretCase(
        "words-only-env",
        "password",
        glued,
        (v) => `ADMIN_PASSWORD=${v}\nADMIN_EMAIL=root@example.org`,
      ),
      secretCase("digits-pin", "pin", digits(8), (v) => `The alarm PIN is ${v}, then press #.`),
      secretCase("digits-env", "password", digits(12), (v) => `DB_PASSWORD=${v}`),
      secretCase(
        "digits-json",
        "password",
        token("7", "digits", 9),
        (v) => `{ "user": "kiosk", "password": ${v} }`,
      ),
      secretCase(
        "digits-otp",
        "otp",
        digits(6),
        (v) => `Your verification code is ${v}. It expires in 10 minutes.`,
      ),
      secretCase(
        "dquote-json",
        "password",
        dquote,
        (v) => `{"login":"ann","password":"${v}","mfa":false}`,
        "json",
      ),
      secretCase("dquote-py", "password", dquote, (v) => `PASSWORD = '${v}'`),
      secretCase("dquote-java", "password", dquote, (v) => `String password = "${v}";`, "json"),
      secretCase(
        "squote-yaml",
        "password",
        squote,
        (v) => `smtp:\n  user: bot\n  password: '${v}'\n  tls: true`,
        "yaml",
      ),
      secretCase(
        "squote-shell",
        "password",
        squote,
        (v) => `export PGPASSWORD='${v}'; psql -h db -U app shop`,
        "shell",
      ),
      secretCase("squote-js", "password", squote, (v) => `const dbPassword = "${v}";`),
      secretCase("squote-sql", "password", squote, (v) => `ALTER ROLE app WITH PASSWORD '${v}';`, "yaml"),
      secretCase(
        "backslash-json",
        "password",
        backslash,
        (v) => `"smb": { "share": "data", "password": "${v}" }`,
        "json",
      ),
      secretCase(
        "backslash-plain",
        "password",
        backslash,
        (v) => `username=CORP\npassword=${v}\ndomain=corp.local`,
      ),
      secretCase("both-json", "password", bothQuotes, (v) => `{"auth":{"password":"${v}"}}`, "json"),
      secretCase("both-triple", "password", bothQuotes, (v) => `password = """${v}"""`),
      secretCase(
        "dollar-shell",
        "password",
        dollar,
        (v) => `mysql -u root -p'${v}' shop < dump.sql`,
        "shell",
      ),
      secretCase("dollar-env", "password", dollar, (v) => `SMTP_PASSWORD='${v}'\nSMTP_PORT=587`),
      secretCase("braces-toml", "password", braces, (v) => `[database]\npassword = "${v}"\npool = 5`),
      secretCase(
        "braces-prose",
        "password",
        braces,
        (v) => `my new password is ${v} please update the vault`,
      ),
      secretCase("angle-xml", "password", angle, (v) => `<Password>${v}</Password>`, "xml"),
      secretCase("hash-env-quoted", "password", hash, (v) => `REDIS_PASSWORD="${v}" # rotated in May`),
      secretCase(
        "comma-csv",
        "password",
        comma,
        (v) => `url,username,password\nhttps://example.org,ann,"${v}"`,
      ),
      secretCase(
        "at-colon-url",
        "password",
        atColon,
        (v) => `DATABASE_URL=postgres://app:${v}@db.internal:5432/shop`,
        "url",
      ),
      secretCase("at-colon-note", "password", atColon, (v) => `- host: nas.local\n- user: admin\n- pw: ${v}`),
      secretCase("percent-ini", "password", percent, (v) => `[mail]\nsmtp_password = ${v}\nsmtp_port = 465`),
      secretCase("equals-env", "password", equals, (v) => `RABBIT_PASS=${v}\nRABBIT_HOST=mq`),
      secretCase("backtick-go", "password", backtick, (v) => `dbPassword := "${v}"`),
      secretCase("bang-cli", "password", bang, (v) => `sshpass -p '${v}' ssh root@10.0.0.9 uptime`, "shell"),
      secretCase("lead-dash", "password", leadDash, (v) => `curl --user 'ann:${v}' https://dav.example.org/`),
      secretCase("stars-markdown", "password", stars, (v) => `**Password:** \`${v}\``),
      secretCase("umlaut", "password", german, (v) => `PASSWORD=${v}`),
      secretCase("accents", "password", french, (v) => `{"user":"marie","password":"${v}"}`),
      secretCase("cyrillic", "password", cyrillic, (v) => `login: ivan\npassword: ${v}`),
      secretCase("chinese", "password", chinese, (v) => `wifi password: ${v}`),
      secretCase("japanese", "password", japanese, (v) => `admin_password: "${v}"`),
      secretCase("emoji", "password", emoji, (v) => `I set the password to "${v}" on staging.`),
      secretCase("printable-json", "password", allMarks, (v) => `{"name":"svc","secret":"${v}"}`, "json"),
      secretCase("printable-shell", "password", allMarks, (v) => `export DB_PASSWORD='${v}'`, "shell"),
      secretCase(
        "season-year",
        "password",
        months,
        (v) => `everyone's default password is ${v} until they change it`,
      ),
      secretCase("leet", "password", leet, (v) => `net user svc_backup ${v} /add /domain`),
      secretCase("dotted-date", "password", namedDate, (v) => `Initial password for the new laptop: ${v}`),
    ],
  },
  harmless: {
    "awkward-passwords": [
      { id: "rules", text: () => "A password may contain spaces, quotes and any of !@#$%^&*()." },
      { id: "length", text: (r) => `The passphrase needs at least ${r.int(6) + 4} words.` },
      { id: "xkcd", text: () => "Four random words make a better password than one word with digits." },
      { id: "quoted-label", text: () => 'The field "password" is required.' },
      { id: "escape", text: () => "Escape quotes in the password with a backslash." },
      { id: "prompt", text: () => "Enter passphrase for key '/home/ann/.ssh/id_rsa':" },
      {
        id: "empty",
        text: () => "Enter passphrase (empty for no passphrase):\nEnter same passphrase again:",
      },
      { id: "mask", text: () => "Password: ••••••••••••" },
      { id: "redacted", text: () => "password: [REDACTED]" },
      { id: "null", text: () => '{"user":"ann","password":null}' },
      { id: "bool", text: () => '{"password": true, "passwordless": false}' },
      { id: "code-expiry", text: (r) => `Verification codes expire after ${r.int(30) + 5} minutes.` },
      { id: "pin-count", text: () => "The chip has 64 pins; pin 12 is ground." },
      { id: "zip", text: (r) => `Postal code: ${r.chars(ALPHABET.digits, 5)}` },
      { id: "error-code", text: (r) => `exit code ${r.int(255)}; error code 0x8${r.hex(7)}` },
      { id: "var-shell", text: () => 'mysql -u root -p"$MYSQL_ROOT_PASSWORD" shop < dump.sql' },
      { id: "subst", text: () => "export PGPASSWORD=$(cat /run/secrets/pg)" },
      { id: "template", text: () => "password: {{ .Values.db.password | quote }}" },
      { id: "csv-head", text: () => "url,username,password,notes" },
      { id: "invoice", text: (r) => `Invoice number ${r.chars(ALPHABET.digits, 10)} is due.` },
      {
        id: "phone",
        text: (r) => `Call +41 44 ${r.chars(ALPHABET.digits, 3)} ${r.chars(ALPHABET.digits, 2)} 10`,
      },
      { id: "unicode-doc", text: () => "Passwords are normalised with NFKC before they are hashed." },
      { id: "strength", text: () => "Password strength: weak / fair / good / strong" },
      { id: "forgot", text: () => "I forgot my password and the reset mail does not arrive." },
    ],
  },
} satisfies BlindFile;
