import type { BlindFile } from "../blind.ts";
import { type HarmlessTemplate, secretCase as s } from "../corpus-case.ts";
import { ALPHABET, type Random } from "../random.ts";

const h = (id: string, text: HarmlessTemplate["text"]) => ({ id, text });
const phrase = (r: Random) => `${r.word()} ${r.word()} ${r.word()} ${r.word()}`;
const hyphens = (r: Random) => `${r.word()}-${r.word()}-${r.word()}-${r.word()}`;
const digits = (r: Random) => r.chars(ALPHABET.digits, 10);
const quote = (r: Random) => `${r.Word()}'${r.base62(5)}"${r.base62(4)}`;
const apostrophe = (r: Random) => `${r.Word()}'s${r.word()}${r.chars(ALPHABET.digits, 3)}`;
const backslash = (r: Random) => `${r.Word()}\\${r.base62(6)}\\${r.base62(3)}`;
const brackets = (r: Random) => `${r.base62(4)}[${r.base62(3)}]{${r.base62(2)}}(${r.base62(3)})`;
const angles = (r: Random) => `<${r.Word()}&${r.base62(5)}>${r.base62(3)}`;
const dollars = (r: Random) => `$${r.base62(5)}$${r.Word()}$${r.base62(3)}`;
const hashes = (r: Random) => `${r.Word()}#${r.base62(6)}#${r.base62(2)}`;
const ats = (r: Random) => `${r.Word()}@${r.base62(5)}:${r.base62(3)}/${r.base62(2)}`;
const separators = (r: Random) => `${r.base62(5)};${r.base62(4)},${r.base62(4)}|${r.base62(2)}`;
const percent = (r: Random) => `${r.base62(5)}%${r.base62(4)}^${r.base62(3)}&*`;
const equals = (r: Random) => `${r.base62(6)}=${r.base62(5)}==`;
const accents = (r: Random) => `Ñandú${r.base62(4)}çé${r.Word()}${r.int(999)}`;
const cyrillic = (r: Random) => `Берёза${r.base62(4)}Зима${r.chars(ALPHABET.digits, 4)}`;
const chinese = (r: Random) => `春风${r.base62(5)}明月${r.chars(ALPHABET.digits, 4)}`;
const emoji = (r: Random) => `${r.Word()}🐢${r.base62(6)}🔥`;
const words = (r: Random) => `${r.Word()}${r.Word()}${r.Word()}`;

export default {
  secrets: {
    "awkward-passwords": [
      s("phrase-quoted", "password", phrase, (v) => `The vault passphrase is "${v}", keep the spaces.`),
      s("phrase-env", "password", phrase, (v) => `BACKUP_PASSPHRASE="${v}"\nBACKUP_DIR=/srv`),
      s("phrase-yaml", "password", phrase, (v) => `restic:\n  repo: /srv/restic\n  password: ${v}`),
      s("phrase-prompt", "password", phrase, (v) => `Enter passphrase for key '/home/ann/.ssh/id_rsa': ${v}`),
      s("phrase-json", "password", phrase, (v) => `{"user": "ann", "password": "${v}", "remember": true}`),
      s("hyphens-prose", "password", hyphens, (v) => `New wifi password: ${v} (lower case, with hyphens)`),
      s("hyphens-cli", "password", hyphens, (v) => `sshpass -p ${v} ssh ops@10.0.0.8`),
      s("hyphens-python", "password", hyphens, (v) => `ADMIN_PASSWORD = "${v}"`),
      s("digits-prose", "password", digits, (v) => `Login is ann, password ${v}, same on staging.`),
      s("digits-yaml", "password", digits, (v) => `admin:\n  user: root\n  password: ${v}\n  port: 8080`),
      s(
        "digits-json-number",
        "password",
        (r) => `7${digits(r)}`,
        (v) => `{"login":"ann","password":${v}}`,
      ),
      s(
        "digits-pin",
        "pin",
        (r) => r.chars(ALPHABET.digits, 8),
        (v) => `The SIM PIN is ${v} and the voicemail is off.`,
      ),
      s("quote-json", "password", quote, (v) => `{"smtp":{"user":"bot","password":"${v}"}}`, "json"),
      s("quote-yaml", "password", quote, (v) => `db:\n  user: app\n  password: '${v}'`, "yaml"),
      s("quote-shell", "password", quote, (v) => `export PGPASSWORD='${v}'\npsql -h db -U app`, "shell"),
      s("quote-env", "password", apostrophe, (v) => `DB_USER=app\nDB_PASSWORD="${v}"`),
      s("quote-prose", "password", apostrophe, (v) => `the root password is ${v}`),
      s("quote-java", "password", quote, (v) => `String password = "${v}";`, "json"),
      s("quote-xml", "password", quote, (v) => `<add name="Main" password="${v}" />`, "xml"),
      s("backslash-json", "password", backslash, (v) => `"password": "${v}",`, "json"),
      s("backslash-js", "password", backslash, (v) => `const password = "${v}"; // prod`, "json"),
      s("backslash-ini", "password", backslash, (v) => `[ldap]\nbind_dn = cn=admin\nbind_password = ${v}`),
      s("backslash-shell", "password", backslash, (v) => `mysql -u root --password='${v}' shop`, "shell"),
      s("brackets-yaml", "password", brackets, (v) => `smtp_password: "${v}"`),
      s("brackets-props", "password", brackets, (v) => `mail.password=${v}`),
      s("brackets-py", "password", brackets, (v) => `login(user="ann", password="${v}")`),
      s("angles-xml", "password", angles, (v) => `<password>${v}</password>`, "xml"),
      s("angles-env", "password", angles, (v) => `SMTP_PASS='${v}'`),
      s(
        "angles-table",
        "password",
        angles,
        (v) => `| system | user | password |\n|---|---|---|\n| crm | ann | ${v} |`,
      ),
      s("dollars-shell", "password", dollars, (v) => `htpasswd -b .htpasswd ann '${v}'`, "shell"),
      s("dollars-compose", "password", dollars, (v) => `MYSQL_PASSWORD: '${v}'`, "yaml"),
      s("dollars-php", "password", dollars, (v) => `$config['db_password'] = '${v}';`),
      s("hash-env", "password", hashes, (v) => `RABBITMQ_DEFAULT_PASS=${v}`),
      s("hash-prose", "password", hashes, (v) => `Use ann / ${v} for the login on the test site`),
      s("at-url", "password", ats, (v) => `DATABASE_URL=postgres://app:${v}@db.acme.io:5432/shop`, "url"),
      s("at-toml", "password", ats, (v) => `[mail]\npassword = "${v}"`),
      s("sep-adonet", "password", separators, (v) => `Server=db;User Id=sa;Password="${v}";Encrypt=True`),
      s("sep-csv", "password", separators, (v) => `name,username,password\ncrm,ann,"${v}"`),
      s("percent-form", "password", percent, (v) => `username=ann&password=${v}&submit=Login`, "url"),
      s("equals-env", "password", equals, (v) => `JWT_SECRET=${v}`),
      s("accents-prose", "password", accents, (v) => `I changed the admin password to ${v} yesterday`),
      s("cyrillic-yaml", "password", cyrillic, (v) => `password: "${v}"`),
      s("chinese-json", "password", chinese, (v) => `{"username":"li","password":"${v}"}`),
      s("emoji-chat", "password", emoji, (v) => `ann: what's the pw?\nbob: password is ${v}`),
      s("words-casual", "password", words, (v) => `log in with user demo and password ${v} please`),
      s("words-slash", "password", words, (v) => `Credentials: demo / ${v}`),
    ],
  },
  harmless: {
    "awkward-passwords": [
      h("rule", () => "A password may contain spaces, quotes (' and \") and backslashes."),
      h("xkcd", () => "A passphrase of four random words is easier to remember than a short password."),
      h("regex", () => "const PASSWORD_RE = /^(?=.*[A-Z])(?=.*\\d)[\\w!@#$%^&*()]{12,}$/;"),
      h("escape", () => "If the password contains a dollar sign, escape it as $$ in docker compose."),
      h("encode", () => "The @ in the password must be written as %40 in the URL."),
      h("quote-tip", () => "Put the password in single quotes so that the shell leaves it alone."),
      h("pin-length", (r) => `The PIN must have ${4 + r.int(4)} digits.`),
      h("attempts", (r) => `password attempts left: ${r.int(5)}`),
      h("phone", (r) => `Call +47 ${r.chars("123456789", 8)} if you forgot your password.`),
      h("order", (r) => `order number ${r.chars(ALPHABET.digits, 10)} shipped`),
      h("empty", () => "password: ''"),
      h("null", () => '{"user":"ann","password":null}'),
      h("bool", () => "password: true\ntoken: false"),
      h("stars", () => "password: ********"),
      h("angle-placeholder", () => "password: <your password>"),
      h("bracket-placeholder", () => "Password: [REDACTED]"),
      h("brace-placeholder", () => "password={{ vault_db_password }}"),
      h("cyrillic", () => "Пароль должен содержать не менее восьми символов."),
      h("chinese", () => "密码长度不能少于八位，且必须包含数字。"),
      h("emoji", () => "password reset works again 🎉🔥"),
      h("path", () => "C:\\Users\\ann\\Documents\\passwords\\readme.txt"),
      h("math", () => "x = {a[0]: (b + c) * $d for a in items} # key -> value"),
      h("csv-head", () => "name,username,password,url,notes"),
      h("chat", () => "ann: I forgot my password again\nbob: use the reset link"),
    ],
  },
} satisfies BlindFile;
