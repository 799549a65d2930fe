import type { BlindFile } from "../../blind.ts";
import { type Encoding, secretCase, type Template } from "../../corpus-case.ts";
import { ALPHABET, type Random, type Value } from "../../random.ts";

type Text = Template["text"];
const s = (id: string, value: Value, text: Text, encoding?: Encoding) =>
  secretCase(id, "password", value, text, encoding);

const phrase: Value = (r) => `${r.word()} ${r.word()} ${r.word()} ${r.word()} ${r.word()}`;
const dashed: Value = (r) => `${r.word()}-${r.word()}-${r.word()}-${r.word()}-${r.word()}`;
const dotted: Value = (r) => `${r.Word()}.${r.Word()}.${r.Word()}.${r.Word()}`;
const camel: Value = (r) => r.Word() + r.Word() + r.Word() + r.Word();
const spaced: Value = (r) => `${r.Word()} ${r.base62(5)} ${r.word()} ${r.int(9999)}`;
const withMark =
  (mark: string): Value =>
  (r) =>
    `${r.Word()}${mark}${r.base62(4)}${mark}${r.base62(4)}`;
const digits =
  (length: number): Value =>
  (r) =>
    r.chars(ALPHABET.digits, length);
const dollars: Value = (r) => `$${r.base62(4)}$${r.word()}$$${r.base62(3)}`;
const brackets: Value = (r) => `{${r.base62(4)}}[${r.base62(3)}](${r.base62(3)})<${r.base62(2)}>`;
const inScript =
  (alphabet: string): Value =>
  (r: Random) =>
    Array.from({ length: 8 }, () => r.pick(Array.from(alphabet))).join("") + r.chars(ALPHABET.digits, 4);
const cyrillic = inScript("абвгдежзиклмнопрстуфхцчшэюя");
const han = inScript("山水火木金土日月星天地人心手足花鳥風雪雨");
const hangul = inScript("가나다라마바사아자차카타파하고노도로모보");
const accents = inScript("äöüßéèêçñåøæîôûABCDEFGHJK");
const printable: Value = (r) => r.chars(ALPHABET.printable, 20);

export default {
  secrets: {
    "awkward-passwords": [
      s("phrase-env-quoted", phrase, (v) => `VAULT_PASSPHRASE="${v}"\nVAULT_ADDR=https://v.acme.io`),
      s(
        "phrase-yaml-bare",
        phrase,
        (v) => `backup:\n  repo: /srv/borg\n  passphrase: ${v}\n  compression: zstd\n`,
      ),
      s("phrase-prose", phrase, (v) => `The passphrase for my ssh key is "${v}" (with the spaces).`),
      s("phrase-line", phrase, (v) => `Master password: ${v}\nHint: five words`),
      s("phrase-json", phrase, (v) => `{"user":"ann","password":"${v}","remember":true}`, "json"),
      s("phrase-shell", phrase, (v) => `restic -r /srv/r --password-command "echo '${v}'" snapshots`),
      s("phrase-flag", phrase, (v) => `gpg --batch --passphrase '${v}' -d dump.sql.gpg > dump.sql`, "shell"),
      s("dashed-words", dashed, (v) => `1Password made this one: password ${v}`),
      s("dashed-label", dashed, (v) => `Wi-Fi password: ${v}`),
      s("dashed-env", dashed, (v) => `ADMIN_PASSWORD=${v}`),
      s("dotted-words", dotted, (v) => `login: ann\npass: ${v}`),
      s("camel-words", camel, (v) => `<password>${v}</password>`, "xml"),
      s("camel-flag", camel, (v) => `keytool -list -keystore k.jks -storepass ${v}`),
      s("spaced-mixed", spaced, (v) => `password = '${v}'  # yes, spaces are legal`),
      s("spaced-csv", spaced, (v) => `name,url,username,password\nNAS,https://nas,ann,"${v}"\n`),
      s("double-quote-json", withMark('"'), (v) => `"db": { "password": "${v}", "port": 1 }`, "json"),
      s("double-quote-single", withMark('"'), (v) => `password: '${v}'`, "yaml"),
      s("double-quote-xml", withMark('"'), (v) => `<entry key="db.password" value="${v}"/>`, "xml"),
      s("single-quote-yaml", withMark("'"), (v) => `password: '${v}'\nuser: app`, "yaml"),
      s("single-quote-shell", withMark("'"), (v) => `mysql -u root --password='${v}' shop`, "shell"),
      s("single-quote-double", withMark("'"), (v) => `DB_PASSWORD="${v}"`),
      s("backslash-json", withMark("\\"), (v) => `{"password": "${v}"}`, "json"),
      s("backslash-env", withMark("\\"), (v) => `SVC_PASSWORD='${v}'`),
      s("backslash-python-raw", withMark("\\"), (v) => `password = r"${v}"`),
      s("backtick", withMark("`"), (v) => `"adminPassword": "${v}",`, "json"),
      s("dollar-compose", dollars, (v) => `      - DB_PASSWORD=${v}\n`),
      s("dollar-single", dollars, (v) => `export PGPASSWORD='${v}'`, "shell"),
      s("dollar-properties", dollars, (v) => `jdbc.user=app\njdbc.password=${v}\n`),
      s("brackets-toml", brackets, (v) => `[database]\nuser = "app"\npassword = "${v}"\n`),
      s("brackets-xml", brackets, (v) => `<Password>${v}</Password>`, "xml"),
      s("brackets-js", brackets, (v) => `const cfg = { user: "app", password: "${v}" };`),
      s("brackets-odbc", withMark("]"), (v) => `Driver={ODBC Driver 18 for SQL Server};Uid=sa;Pwd={${v}};`),
      s("hash-quoted", withMark("#"), (v) => `password: "${v}" # prod\n`),
      s("hash-env", withMark("#"), (v) => `REDIS_PASSWORD=${v}`),
      s("semicolon-quoted", withMark(";"), (v) => `Server=db;User ID=sa;Password="${v}";Encrypt=true`),
      s("comma-kwarg", withMark(","), (v) => `connect(user="app", password="${v}", port=5432)`),
      s("ampersand-form", withMark("&"), (v) => `grant_type=password&username=ann&password=${v}`, "url"),
      s("percent-url", withMark("%"), (v) => `ftp://ann:${v}@files.acme.io/in`, "url"),
      s("at-url", withMark("@"), (v) => `postgres://app:${v}@db/shop`, "url"),
      s("at-url-raw", withMark("@"), (v) => `mongodb://root:${v}@mongo:27017/admin`),
      s("colon-basic", withMark(":"), (v) => `curl -u 'ann:${v}' https://api.acme.io/me`),
      s("equals-env", withMark("="), (v) => `JWT_SECRET=${v}\n`),
      s("pipe-table", withMark("|"), (v) => `password="${v}"`),
      s("digits-only-json", digits(12), (v) => `{"password": ${v}, "user": "kiosk"}`),
      s("digits-only-label", digits(10), (v) => `Passwort: ${v}`),
      s("digits-pin", digits(8), (v) => `SIM PIN: ${v}, PUK on the card`),
      s("digits-yaml", digits(14), (v) => `admin_password: ${v}\n`),
      s("digits-sentence", digits(9), (v) => `the alarm panel's password is ${v}`),
      s("cyrillic-json", cyrillic, (v) => `{"login": "ivan", "password": "${v}"}`, "json"),
      s("cyrillic-label", cyrillic, (v) => `Пароль: ${v}`),
      s("han-env", han, (v) => `APP_PASSWORD=${v}`),
      s("hangul-yaml", hangul, (v) => `password: '${v}'`, "yaml"),
      s("accents-prose", accents, (v) => `Yes it has umlauts: my password is ${v}`),
      s("accents-url", accents, (v) => `amqp://svc:${v}@mq:5672/`, "url"),
      s("printable-json", printable, (v) => `{"host":"db","password":"${v}"}`, "json"),
      s("printable-shell", printable, (v) => `sshpass -p '${v}' ssh root@10.0.0.9`, "shell"),
      s("printable-b64", printable, (v) => `kind: Secret\ndata:\n  password: ${v}\n`, "base64"),
    ],
  },
  harmless: {
    "awkward-passwords": [
      { id: "password-word", text: () => "Password: required\nUsername: required" },
      {
        id: "passphrase-how",
        text: () => "A passphrase of five random words is stronger than eight random characters.",
      },
      { id: "xkcd", text: () => "Remember the comic about passwords with four common words in a row?" },
      { id: "forbidden-chars", text: () => "Passwords may not contain the characters \" ' \\ ` or spaces." },
      { id: "shell-var", text: () => 'mysql -u root --password="$MYSQL_ROOT_PASSWORD" shop' },
      { id: "read-s", text: () => "read -r -s -p 'Password: ' PASSWORD && echo" },
      { id: "escape-help", text: () => "If the password has a $ in it, write $$ in the compose file." },
      { id: "url-encode-help", text: () => "An @ in the password must be written as %40 in the URL." },
      { id: "order-number", text: (r) => `Order number: ${r.chars(ALPHABET.digits, 12)}, parcel is sent` },
      {
        id: "phone",
        text: (r) => `Call me at +49 30 ${r.chars(ALPHABET.digits, 8)}, I forgot my password again`,
      },
      {
        id: "prompt-empty",
        text: () => "Enter passphrase for key '/home/ann/.ssh/id_ed25519': \nIdentity added.",
      },
      { id: "prompt-wrong", text: () => "Password: \nsu: Authentication failure" },
      { id: "dashed-slug", text: (r) => `branch: fix-${r.word()}-${r.word()}-${r.word()}-password-reset` },
      { id: "dots", text: () => "Password: ••••••••••••  [Show]" },
      { id: "asterisks", text: () => "password=******** user=ann host=db" },
      { id: "redacted", text: () => "password=[REDACTED] token=<redacted> secret=(hidden)" },
      { id: "template", text: () => "password: {{ .Values.db.password | quote }}" },
      { id: "mustache", text: () => '"password": "{{DB_PASSWORD}}"' },
      { id: "percent-var", text: () => "set PGPASSWORD=%DB_PASSWORD%" },
      { id: "strength", text: () => "Password strength: very strong (zxcvbn score 4)" },
      { id: "russian-ui", text: () => "Пароль должен содержать не менее 12 символов." },
      { id: "han-ui", text: () => "密码长度不能少于八位,且必须包含数字。" },
      { id: "changed", text: () => "Password changed 3 days ago; next change due in 87 days." },
      { id: "bad-hint", text: () => "Hint: the password is the usual one, ask Ann if you do not know it." },
    ],
  },
} satisfies BlindFile;
