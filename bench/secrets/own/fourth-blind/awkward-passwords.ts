import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, type Random, type Value } from "../../random.ts";

const words =
  (n: number, sep = " "): Value =>
  (r) =>
    Array.from({ length: n }, () => r.word()).join(sep);
const spaced: Value = (r) => `${r.Word()} ${r.base62(4)} ${r.word()} ${r.int(9000) + 1000}`;
const single: Value = (r) => `${r.Word()}'${r.base62(5)}'${r.word()}`;
const double: Value = (r) => `${r.base62(4)}"${r.word()}"${r.base62(4)}`;
const back: Value = (r) => `${r.Word()}\\${r.base62(4)}\\${r.base62(3)}`;
const dollar: Value = (r) => `$${r.word()}$${r.base62(5)}$$${r.base62(2)}`;
const braces: Value = (r) => `{${r.word()}}[${r.base62(5)}](${r.base62(3)})`;
const angle: Value = (r) => `<${r.Word()}>${r.base62(4)}</${r.base62(3)}`;
const amp: Value = (r) => `${r.word()}&${r.base62(4)}&&${r.base62(3)}`;
const hash: Value = (r) => `${r.word()}#${r.base62(5)}#${r.int(90)}x`;
const semi: Value = (r) => `${r.base62(4)};${r.word()};${r.base62(4)}`;
const comma: Value = (r) => `${r.Word()},${r.base62(4)},${r.base62(3)}`;
const pipe: Value = (r) => `${r.word()}|${r.base62(6)}|${r.int(99)}z`;
const tick: Value = (r) => `${r.base62(4)}\`${r.word()}\`${r.base62(3)}`;
const percent: Value = (r) => `${r.word()}%${r.base62(2)}%${r.base62(5)}`;
const at: Value = (r) => `${r.Word()}@${r.base62(4)}@${r.int(90) + 10}`;
const slash: Value = (r) => `${r.base62(5)}/${r.word()}/${r.base62(4)}`;
const colon: Value = (r) => `${r.word()}:${r.base62(4)}:${r.base62(4)}`;
const equals: Value = (r) => `${r.base62(5)}==${r.word()}=${r.base62(2)}`;
const bang: Value = (r) => `!${r.Word()}!!${r.base62(4)}!`;
const dash: Value = (r) => `--${r.word()}-${r.base62(5)}`;
const star: Value = (r) => `**${r.base62(5)}*${r.word()}`;
const digits =
  (n: number): Value =>
  (r) =>
    r.chars(ALPHABET.digits, n);
const lower: Value = (r) => r.word() + r.word() + r.word();
const mess: Value = (r) => `${r.base62(3)}"'\\${r.base62(3)}$(${r.base62(3)})`;
const from = (letters: string, n: number) => (r: Random) => r.chars(letters, n);
const cyrillic: Value = (r) => `${from("абвгдежзиклмнопрстуфхцчшэюя", 9)(r)}${r.int(900) + 100}!`;
const umlaut: Value = (r) => `${from("äöüßÄÖÜ", 3)(r)}${r.word()}${r.int(900) + 100}${from("éèêñç", 2)(r)}`;
const hanzi: Value = (r) => `${from("春江潮水连海平月共生滟随波千万里何处无明", 5)(r)}${r.int(9000) + 1000}`;
const kana: Value = (r) => `${from("さくらやまかわそらうみはなつきほし", 7)(r)}${r.int(900) + 100}`;
const hangul: Value = (r) => `${from("바다하늘구름나무사랑별빛강산달", 6)(r)}@${r.int(900) + 100}`;
const greek: Value = (r) => `${from("αβγδεζηθικλμνξοπρστυφχψω", 8)(r)}-${r.int(900) + 100}`;
const emoji: Value = (r) =>
  `${r.word()}${r.pick(["🦊", "🐙", "🚀"])}${r.base62(5)}${r.pick(["🌵", "🔥", "🍕"])}`;
const arabic: Value = (r) => `${from("ابتثجحخدذرزسشصضطظعغفقكلمنهوي", 8)(r)}${r.int(900) + 100}`;

export default {
  secrets: {
    "awkward-passwords": [
      secretCase(
        "env-quoted-spaces",
        "password",
        spaced,
        (v) => `DB_USER=app\nDB_PASSWORD="${v}"\nDB_NAME=shop`,
      ),
      secretCase(
        "json-spaces",
        "password",
        words(4),
        (v) => `{"user":"dana","passphrase":"${v}","remember":true}`,
        "json",
      ),
      secretCase(
        "yaml-passphrase-plain",
        "password",
        words(5),
        (v) => `backup:\n  repo: /srv/borg\n  passphrase: ${v}\n  compression: zstd`,
      ),
      secretCase(
        "ini-spaces",
        "password",
        spaced,
        (v) => `[smtp]\nuser = bot\npassword = ${v}\nport = 587\n`,
      ),
      secretCase("borg-env", "password", words(6, "-"), (v) => `export BORG_PASSPHRASE='${v}'\nborg list`),
      secretCase(
        "prose-backtick-phrase",
        "password",
        words(4),
        (v) => `The passphrase for the backup disk is \`${v}\`, all lower case.`,
      ),
      secretCase(
        "prose-quoted-phrase",
        "password",
        words(5),
        (v) => `Unlock my key with the passphrase "${v}" and sign the tag.`,
      ),
      secretCase(
        "shell-single-quote",
        "password",
        single,
        (v) => `mysql -u root --password='${v}' shop < dump.sql`,
        "shell",
      ),
      secretCase("py-single-in-double", "password", single, (v) => `login(user="ann", password="${v}")`),
      secretCase("yaml-doubled", "password", single, (v) => `db:\n  password: '${v}'\n  pool: 5`, "yaml"),
      secretCase(
        "json-dquote",
        "password",
        double,
        (v) => `{ "host": "db", "password": "${v}", "port": 5432 }`,
        "json",
      ),
      secretCase(
        "js-dquote-in-single",
        "password",
        double,
        (v) => `const creds = { user: 'root', password: '${v}' };`,
      ),
      secretCase(
        "xml-attr",
        "password",
        double,
        (v) => `<datasource jndi="java:/app" user-name="app" password="${v}" min="2"/>`,
        "xml",
      ),
      secretCase(
        "json-backslash",
        "password",
        back,
        (v) => `{"Username":"ACME\\\\svc","Password":"${v}"}`,
        "json",
      ),
      secretCase(
        "env-backslash",
        "password",
        back,
        (v) => `LDAP_BIND_DN=cn=ro,dc=acme\nLDAP_BIND_PASSWORD=${v}\n`,
      ),
      secretCase("cs-verbatim-back", "password", back, (v) => `var password = @"${v}";`),
      secretCase(
        "shell-dollar",
        "password",
        dollar,
        (v) => `sshpass -p '${v}' ssh ops@10.0.0.9 uptime`,
        "shell",
      ),
      secretCase(
        "env-dollar",
        "password",
        dollar,
        (v) => `REDIS_HOST=cache\nREDIS_PASSWORD=${v}\nREDIS_DB=0`,
      ),
      secretCase(
        "ps-dollar",
        "password",
        dollar,
        (v) => `$securePassword = ConvertTo-SecureString -String '${v}' -AsPlainText -Force`,
      ),
      secretCase("toml-braces", "password", braces, (v) => `[auth]\nuser = "ci"\npassword = "${v}"`),
      secretCase("py-braces", "password", braces, (v) => `ADMIN_PASSWORD = '${v}'  # rotate me`),
      secretCase(
        "odbc-braces",
        "password",
        (r) => `${r.base62(4)};${r.word()}=${r.base62(3)}`,
        (v) => `Driver={ODBC Driver 18 for SQL Server};Server=sql1;Uid=sa;Pwd={${v}};Encrypt=yes`,
      ),
      secretCase(
        "xml-angle",
        "password",
        angle,
        (v) => `<connection>\n  <user>app</user>\n  <password>${v}</password>\n</connection>`,
        "xml",
      ),
      secretCase("xml-cdata", "password", angle, (v) => `<param name="password"><![CDATA[${v}]]></param>`),
      secretCase(
        "url-amp",
        "password",
        amp,
        (v) => `grant_type=password&username=ann&password=${v}&scope=all`,
        "url",
      ),
      secretCase("xml-amp", "password", amp, (v) => `<add key="FtpPassword" value="${v}" />`, "xml"),
      secretCase(
        "cli-amp-quoted",
        "password",
        amp,
        (v) => `C:\\> net use Z: \\\\nas\\share "${v}" /user:ACME\\dana /persistent:yes`,
      ),
      secretCase("env-hash", "password", hash, (v) => `SMTP_PASSWORD='${v}' # with the hash in it`),
      secretCase(
        "yaml-hash",
        "password",
        hash,
        (v) => `mail:\n  password: "${v}" # quoted because of the hash`,
      ),
      secretCase(
        "ado-semi",
        "password",
        semi,
        (v) => `Server=sql1;Database=crm;User Id=crm;Password="${v}";TrustServerCertificate=true`,
      ),
      secretCase(
        "csv-comma",
        "password",
        comma,
        (v) => `name,url,username,password\nRouter,http://192.168.1.1,admin,"${v}"\n`,
      ),
      secretCase("go-comma", "password", comma, (v) => `cfg.Password = "${v}"`),
      secretCase(
        "table-pipe",
        "password",
        pipe,
        (v) => `SMTP login: relay\nSMTP password: ${v}\nSMTP port: 465`,
      ),
      secretCase("tick-js", "password", tick, (v) => `{"password": "${v}", "mfa": false}`, "json"),
      secretCase(
        "tick-shell",
        "password",
        tick,
        (v) => `curl -u 'ann:${v}' https://intra.acme.io/api`,
        "shell",
      ),
      secretCase(
        "percent-dsn",
        "password",
        percent,
        (v) => `postgres://app:${v}@db:5432/app?sslmode=require`,
        "url",
      ),
      secretCase("percent-cfg", "password", percent, (v) => `[mysql]\npassword=${v}\nhost=localhost`),
      secretCase("at-dsn-raw", "password", at, (v) => `mongodb://root:${v}@mongo.acme.io:27017/admin`),
      secretCase("at-curl", "password", at, (v) => `curl --user "dana:${v}" -T build.zip ftp://ftp.acme.io/`),
      secretCase("slash-dsn-raw", "password", slash, (v) => `AMQP_URL=amqp://worker:${v}@rabbit:5672/jobs`),
      secretCase("slash-yaml", "password", slash, (v) => `influx:\n  username: grafana\n  password: ${v}`),
      secretCase(
        "colon-userpass",
        "password",
        colon,
        (v) => `  username: scanner\n  password: ${v}\n  domain: acme.local`,
      ),
      secretCase(
        "equals-props",
        "password",
        equals,
        (v) => `ldap.bind.password=${v}\nldap.base=dc=acme,dc=io`,
      ),
      secretCase("bang-yaml", "password", bang, (v) => `vpn_password: '${v}'`),
      secretCase(
        "bang-sentence",
        "password",
        bang,
        (v) => `My Jira password is ${v} and yes, the exclamation marks belong to it.`,
      ),
      secretCase("dash-flag", "password", dash, (v) => `tool login --username ann --password="${v}"`),
      secretCase(
        "star-list",
        "password",
        star,
        (v) => `Credentials for the demo tenant:\n- user: demo\n- password: ${v}\n`,
      ),
      secretCase("digits-pin", "password", digits(8), (v) => `The alarm PIN is ${v}, please don't share it.`),
      secretCase("digits-json", "password", digits(10), (v) => `{"login": "front-desk", "password": "${v}"}`),
      secretCase("digits-number", "password", digits(9), (v) => `admin:\n  name: root\n  password: ${v}\n`),
      secretCase("words-only-env", "password", lower, (v) => `ADMIN_USER=admin\nADMIN_PASSWORD=${v}\n`),
      secretCase("words-only-sentence", "password", lower, (v) => `The root password of the NAS is "${v}".`),
      secretCase("words-dotted", "password", words(4, "."), (v) => `KEEPASS_MASTER_PASSWORD=${v}`),
      secretCase(
        "mess-json",
        "password",
        mess,
        (v) => `{"type":"login","username":"x","password":"${v}"}`,
        "json",
      ),
      secretCase(
        "mess-shell",
        "password",
        mess,
        (v) => `export PGPASSWORD='${v}'; pg_dump -h db app > app.sql`,
        "shell",
      ),
      secretCase(
        "mess-yaml",
        "password",
        mess,
        (v) => `stringData:\n  password: '${v}'\n  username: app`,
        "yaml",
      ),
      secretCase("cyrillic-env", "password", cyrillic, (v) => `WIFI_SSID=Office\nWIFI_PASSWORD=${v}`),
      secretCase("umlaut-json", "password", umlaut, (v) => `{"benutzer":"jan","password":"${v}"}`),
      secretCase(
        "umlaut-url",
        "password",
        umlaut,
        (v) => `https://jan:${v}@cloud.acme.de/remote.php/dav`,
        "url",
      ),
      secretCase(
        "hanzi-py",
        "password",
        hanzi,
        (v) => `conn = pymysql.connect(host="db", user="root", password="${v}")`,
      ),
      secretCase("kana-yaml", "password", kana, (v) => `user: tanaka\npassword: ${v}\n`),
      secretCase("hangul-props", "password", hangul, (v) => `db.user=kim\ndb.password=${v}\n`),
      secretCase("greek-prose", "password", greek, (v) => `Login as nikos, password: ${v}`),
      secretCase(
        "emoji-chat",
        "password",
        emoji,
        (v) => `ann: what's the streaming password again?\nbob: password is ${v}`,
      ),
      secretCase("arabic-json", "password", arabic, (v) => `{"username": "omar", "password": "${v}"}`),
    ],
  },
  harmless: {
    "awkward-passwords": [
      { id: "spaces-rule", text: () => "Passwords may contain spaces, quotes and other symbols." },
      { id: "forgot", text: () => "Password: forgot it? Click the link below to reset it." },
      { id: "prompt-empty", text: () => "Enter password:\nVerifying - Enter password:\n" },
      { id: "dots", text: () => "password: ••••••••••••" },
      { id: "shell-var", text: () => 'mysql -u root --password="$MYSQL_ROOT_PASSWORD" shop < dump.sql' },
      { id: "subshell", text: () => 'export PGPASSWORD="$(pass show db/prod)"' },
      { id: "angle-ph", text: () => "password: <your password here>" },
      { id: "braces-ph", text: () => "postgres://{user}:{password}@{host}:{port}/{db}" },
      { id: "digits-otp-len", text: (r) => `The PIN must have ${4 + r.int(4)} digits.` },
      {
        id: "sentence-after-colon",
        text: () => "About the password: we should move it to the vault before Friday.",
      },
      { id: "quoted-field", text: () => 'The field "password" is required and "username" must be unique.' },
      {
        id: "phrase-policy",
        text: () => "A passphrase of six diceware words is stronger than eight random characters.",
      },
      {
        id: "escape-help",
        text: () => "If your password has a $ or a backtick in it, put it in single quotes.",
      },
      { id: "yaml-multiline", text: () => "password:\n  minLength: 12\n  allowSpaces: true" },
      { id: "cyr", text: () => "Пароль должен содержать не менее 12 символов." },
      {
        id: "url-enc",
        text: () => "Characters such as @ and / in the password must be written as %40 and %2F.",
      },
      { id: "typed", text: () => "password: string | undefined" },
      { id: "boolean", text: () => "use_password: false\npassword_required: true" },
      { id: "quoted-none", text: () => "password=None, username=None" },
      { id: "empty-quotes", text: () => 'DB_PASSWORD=""\nDB_USER="root"' },
      { id: "column", text: () => "ALTER TABLE users ADD COLUMN password varchar(255) NOT NULL;" },
      { id: "question", text: () => "Is the password case sensitive? Yes, and spaces count too." },
      { id: "todo", text: () => '# TODO(password): support spaces and "quotes"' },
    ],
  },
} satisfies BlindFile;
