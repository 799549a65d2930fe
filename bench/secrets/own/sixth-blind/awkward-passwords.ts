import type { BlindFile } from "../../blind.ts";
import { secretCase as c } from "../../corpus-case.ts";
import type { Random, Value } from "../../random.ts";

const D = "0123456789";
const words =
  (n: number, sep: string): Value =>
  (r) =>
    Array.from({ length: n }, () => r.word()).join(sep);
const spaces = words(4, " ");
const dashed = words(4, "-");
const glued = words(3, "");
const digits =
  (n: number): Value =>
  (r) =>
    r.chars(D, n);
const dq: Value = (r) => `${r.Word()}"${r.base62(4)}"${r.word()}${r.int(99)}`;
const sq: Value = (r) => `${r.Word()}'${r.base62(5)}'${r.chars(D, 3)}`;
const back: Value = (r) => `${r.base62(4)}\\${r.word()}\\${r.base62(4)}`;
const dollar: Value = (r) => `$${r.base62(3)}$\{${r.word()}}$${r.base62(4)}`;
const brackets: Value = (r) => `(${r.base62(4)})[${r.word()}]{${r.chars(D, 3)}}`;
const angle: Value = (r) => `<${r.base62(5)}>&${r.word()};${r.base62(3)}`;
const atSlash: Value = (r) => `${r.word()}@${r.base62(4)}/${r.base62(3)}:${r.chars(D, 2)}#`;
const hash: Value = (r) => `#${r.base62(6)}#${r.word()}`;
const percent: Value = (r) => `${r.base62(4)}%20${r.word()}%${r.base62(3)}`;
const semi: Value = (r) => `${r.base62(5)};${r.word()},${r.base62(4)}|x`;
const tick: Value = (r) => `${r.word()}\`${r.base62(5)}\`${r.chars(D, 2)}`;
const eq: Value = (r) => `=${r.base62(6)}==${r.word()}=`;
const bang: Value = (r) => `!!${r.word()}!${r.base62(4)}!`;
const comma: Value = (r) => `${r.Word()}, ${r.word()} ${r.chars(D, 4)}`;
const cyr: Value = (r) => `${r.pick(["Зима", "Весна", "Кошка"])}-${r.chars(D, 5)}-${r.pick(["снег", "дом"])}`;
const han: Value = (r) => `${r.pick(["长城", "月亮", "龙虾"])}${r.chars(D, 5)}${r.pick(["山", "水", "火"])}`;
const umlaut: Value = (r) => `${r.pick(["Bär", "Müsli", "Größe"])}${r.chars(D, 5)}ß${r.word()}`;
const emoji: Value = (r) => `${r.word()}🔥${r.chars(D, 4)}🐙${r.word()}`;
const accent: Value = (r) => `${r.pick(["Éclair", "Château", "Forêt"])}_${r.chars(D, 5)}_été`;
const kana: Value = (r) => `${r.pick(["さくら", "すいか", "たぬき"])}${r.chars(D, 6)}`;
const dots: Value = (r) => `${r.base62(3)}...${r.word()}...${r.base62(3)}`;
const mixed: Value = (r: Random) => `a'${r.base62(3)}"${r.base62(3)}\\${r.base62(3)} $${r.word()}`;
const K = "password";

export default {
  secrets: {
    "awkward-passwords": [
      c("spaces-quoted-env", K, spaces, (v) => `DB_PASSWORD="${v}"\nDB_HOST=db1`),
      c("spaces-json", K, spaces, (v) => `{"user":"jo","password":"${v}","remember":true}`),
      c("spaces-yaml-plain", K, spaces, (v) => `vault:\n  passphrase: ${v}\n  path: /srv/vault`),
      c(
        "spaces-note",
        K,
        spaces,
        (v) => `The passphrase for the backup disk is "${v}" (lower case, with spaces).`,
      ),
      c("spaces-ini", K, spaces, (v) => `[luks]\npassphrase = ${v}\ndevice = /dev/sdb1`),
      c("dashed-form", K, dashed, (v) => `Username: jo\nPassword: ${v}\n[ Log in ]`),
      c("dashed-shell", K, dashed, (v) => `restic -r /mnt/b init --password-command "echo ${v}"`),
      c("glued-python", K, glued, (v) => `session.login(user="jo", password="${v}")`),
      c("digits-label", K, digits(10), (v) => `Router admin page: user admin, password ${v}`),
      c("digits-yaml", K, digits(8), (v) => `mysql_root_password: "${v}"\nmysql_port: 3306`),
      c("digits-sql", K, digits(9), (v) => `CREATE USER 'kiosk'@'%' IDENTIFIED BY '${v}';`),
      c("dq-json", K, dq, (v) => `{"db": {"password": "${v}", "pool": 5}}`, "json"),
      c("dq-single-js", K, dq, (v) => `const opts = { user: 'app', password: '${v}' };`),
      c("dq-shell", K, dq, (v) => `export PGPASSWORD='${v}'\npsql -h db -U app`, "shell"),
      c("dq-xml-attr", K, dq, (v) => `<login user="admin" password="${v}"/>`, "xml"),
      c("sq-yaml", K, sq, (v) => `smtp:\n  password: '${v}'\n  tls: true`, "yaml"),
      c("sq-shell-arg", K, sq, (v) => `mysql -u root --password='${v}' shop < dump.sql`, "shell"),
      c("sq-prose", K, sq, (v) => `I changed the password to ${v}\nplease try again`),
      c("back-json", K, back, (v) => `{"domain":"CORP","username":"svc","password":"${v}"}`, "json"),
      c("back-raw-cs", K, back, (v) => `string password = @"${v}";`),
      c("back-ini", K, back, (v) => `[ldap]\nbind_password=${v}\nbase=dc=acme`),
      c("dollar-single", K, dollar, (v) => `sshpass -p '${v}' ssh root@10.0.0.4`),
      c("dollar-compose", K, dollar, (v) => `Login with user admin and password: ${v}`),
      c("dollar-php", K, dollar, (v) => `'password' => '${v}',\n'charset' => 'utf8mb4',`),
      c("brackets-env", K, brackets, (v) => `ADMIN_PASSWORD='${v}'`),
      c("brackets-go", K, brackets, (v) => `cfg := Config{User: "app", Password: "${v}"}`),
      c("brackets-md", K, brackets, (v) => `| user | password |\n| --- | --- |\n| root | ${v} |`),
      c("angle-xml", K, angle, (v) => `<Password>${v}</Password>`, "xml"),
      c("angle-properties", K, angle, (v) => `db.user=app\ndb.password=${v}`),
      c("at-slash-url", K, atSlash, (v) => `DATABASE_URL=postgres://app:${v}@db:5432/app`, "url"),
      c("at-slash-env", K, atSlash, (v) => `FTP_PASS="${v}"`),
      c("hash-yaml", K, hash, (v) => `admin_password: '${v}' # keep the quotes`, "yaml"),
      c("hash-toml", K, hash, (v) => `password = "${v}" # do not commit`),
      c("percent-ini", K, percent, (v) => `[sql]\npassword = ${v}`),
      c("percent-form", K, percent, (v) => `grant_type=password&username=jo&password=${v}`, "url"),
      c("semi-ado", K, semi, (v) => `Server=db;User Id=sa;Password="${v}";Encrypt=true`),
      c("semi-py", K, semi, (v) => `PASSWORD = "${v}"\nUSER = "sa"`),
      c("tick-code", K, tick, (v) => `password: "${v}"\nuser: "root"`),
      c("eq-env", K, eq, (v) => `SECRET_PASSWORD=${v}\nNEXT=1`),
      c("bang-curl", K, bang, (v) => `curl -u 'admin:${v}' https://jenkins.acme.io/api/json`),
      c("comma-json", K, comma, (v) => `{"passphrase": "${v}", "cipher": "aes"}`),
      c(
        "comma-prompt",
        K,
        comma,
        (v) => `Enter passphrase for key '/home/jo/.ssh/id_rsa': ${v}\nIdentity added`,
      ),
      c("cyrillic", K, cyr, (v) => `login: ivan\npassword: ${v}`),
      c("han-json", K, han, (v) => `{"username": "li", "password": "${v}"}`),
      c("umlaut-env", K, umlaut, (v) => `SMTP_PASSWORD=${v}`),
      c("emoji-chat", K, emoji, (v) => `lol the new wifi password is ${v}`),
      c("accent-yaml", K, accent, (v) => `ftp:\n  user: web\n  password: ${v}`),
      c("kana-py", K, kana, (v) => `auth = ("tanaka", "${v}")  # user, password`),
      c("dots-cli", K, dots, (v) => `mongosh --username root --password ${v} --eval 'db.stats()'`),
      c("mixed-shell", K, mixed, (v) => `htpasswd -b -c .htpasswd admin '${v}'`, "shell"),
    ],
  },
  harmless: {
    "awkward-passwords": [
      { id: "four-words", text: (r) => `The theme is called ${words(4, " ")(r)}.` },
      { id: "slug", text: (r) => `https://blog.acme.io/posts/${words(5, "-")(r)}` },
      { id: "branch", text: (r) => `git checkout -b feature/${dashed(r)}` },
      { id: "order-no", text: (r) => `Order number: ${r.chars(D, 10)}, placed on Monday` },
      { id: "phone", text: (r) => `Call +49 30 ${r.chars(D, 8)} and ask for support` },
      { id: "windows-path", text: (r) => `C:\\Users\\${r.word()}\\AppData\\Local\\Temp` },
      { id: "template", text: (r) => `Hello \${${r.word()}}, you owe $${r.int(500)}` },
      { id: "regex", text: () => "^(?:[A-Z]{2})-\\d{4}\\{x\\}$" },
      { id: "policy", text: () => "Passwords may contain spaces, quotes and symbols such as !@#$%^&*()." },
      {
        id: "four-words-advice",
        text: () => "Choose a passphrase of at least four words, separated by spaces.",
      },
      { id: "color", text: (r) => `color: #${r.hex(6)}; background: #${r.hex(6)};` },
      { id: "percent", text: (r) => `/search?q=blue%20${r.word()}%20shoes` },
      { id: "emoji", text: (r) => `🔥 ${r.word()} release 🐙 is out` },
      { id: "han", text: () => "密码长度至少为八个字符。" },
      { id: "cyr", text: () => "Пароль должен содержать не менее восьми символов." },
      { id: "asterisks", text: () => "Password: ********\nLogin successful" },
      { id: "empty-quotes", text: () => 'password = ""\nuser = "root"' },
      { id: "markdown-table", text: () => "| field | type |\n| --- | --- |\n| password | string |" },
      { id: "backticks", text: () => "Set `password` to `null` to disable the check." },
      { id: "entity", text: (r) => `<p>${r.Word()} &amp; ${r.Word()} &lt;3</p>` },
      { id: "isbn", text: (r) => `ISBN 978${r.chars(D, 10)}` },
      { id: "quote-error", text: () => "Error: unterminated quote in password field at line 3" },
      { id: "shell-var", text: () => 'mysql -u root -p"$MYSQL_ROOT_PASSWORD" -e "select 1"' },
      { id: "csv-head", text: () => "username,password,email,role" },
    ],
  },
} satisfies BlindFile;
