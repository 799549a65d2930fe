import type { BlindFile } from "../blind.ts";
import { type HarmlessTemplate, secretCase as s } from "../corpus-case.ts";
import { base62, hex, jwt, password, token, uuid, weakPassword } from "../random.ts";

const h = (id: string, text: HarmlessTemplate["text"]) => ({ id, text });
const symbols = token("", "symbols", 14);

export default {
  secrets: {
    logs: [
      s(
        "kv",
        "password",
        password,
        (v) => `2024-05-01 10:00:01 DEBUG auth login user=ann password=${v} ip=10.0.0.1`,
      ),
      s(
        "logfmt-quoted",
        "token",
        base62(32),
        (v) => `ts=2024-05-01T10:00:01Z level=info msg="session opened" token="${v}"`,
      ),
      s(
        "json-line",
        "password",
        symbols,
        (v) => `{"level":30,"time":1714550000,"msg":"login","body":{"user":"ann","password":"${v}"}}`,
        "json",
      ),
      s(
        "json-in-json",
        "password",
        password,
        (v) => `{"message":"{\\"user\\":\\"ann\\",\\"password\\":\\"${v}\\"}","level":"debug"}`,
      ),
      s(
        "nginx",
        "token",
        base62(32),
        (v) => `10.0.0.1 - - [01/May/2024:10:00:01 +0000] "GET /cb?token=${v} HTTP/1.1" 200 12`,
      ),
      s(
        "rails-params",
        "password",
        weakPassword,
        (v) => `  Parameters: {"user"=>{"email"=>"a@acme.io", "password"=>"${v}"}}`,
      ),
      s("ruby-inspect", "token", hex(40), (v) => `#<Client:0x00007f api_token="${v}", host="acme.io">`),
      s("py-repr", "password", password, (v) => `Config(host='db', port=5432, user='app', password='${v}')`),
      s(
        "py-dict",
        "secret",
        hex(32),
        (v) => `DEBUG:app:loaded {'debug': False, 'client_secret': '${v}', 'timeout': 3}`,
      ),
      s(
        "py-traceback",
        "password",
        password,
        (v) =>
          `Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n` +
          `    connect("db", password="${v}")\nOSError: x`,
      ),
      s(
        "py-locals",
        "password",
        password,
        (v) => `    locals:\n      user = 'ann'\n      password = '${v}'\n      retries = 3`,
      ),
      s(
        "pytest",
        "token",
        base62(24),
        (v) => `E       AssertionError: assert token == '${v}'\nE         - None`,
      ),
      s("jest", "token", base62(24), (v) => `  Object {\n-   "token": null,\n+   "token": "${v}",\n  }`),
      s(
        "node-inspect",
        "password",
        password,
        (v) => `{\n  user: 'app',\n  host: 'db',\n  password: '${v}',\n  port: 5432\n}`,
      ),
      s(
        "axios-error",
        "token",
        base62(40),
        (v) => `AxiosError: 401\n  config: { headers: { Authorization: 'Bearer ${v}' } }`,
      ),
      s("java-tostring", "password", password, (v) => `User{id=7, name=ann, password=${v}, active=true}`),
      s(
        "java-exception",
        "password",
        base62(14),
        (v) =>
          `java.sql.SQLException: No driver for jdbc:x://db?user=app&password=${v}\n` +
          `\tat a.b.C.main(C.java:7)`,
      ),
      s(
        "java-sysprops",
        "password",
        password,
        (v) => `-- listing properties --\njavax.net.ssl.keyStorePassword=${v}\nos.name=Linux`,
      ),
      s(
        "go-plus-v",
        "password",
        password,
        (v) => `config: {Host:db Port:5432 User:app Password:${v} SSL:false}`,
      ),
      s("go-hash-v", "token", base62(30), (v) => `main.Config{Host:"db", AuthToken:"${v}", Port:5432}`),
      s("rust-debug", "password", password, (v) => `Config { host: "db", password: "${v}", port: 5432 }`),
      s("rust-some", "token", base62(30), (v) => `Settings { url: "a", token: Some("${v}"), retries: 3 }`),
      s(
        "php-var-dump",
        "password",
        base62(14),
        (v) => `array(2) {\n  ["user"]=>\n  string(3) "ann"\n  ["password"]=>\n  string(14) "${v}"\n}`,
      ),
      s("php-print-r", "password", password, (v) => `Array\n(\n    [host] => db\n    [password] => ${v}\n)`),
      s(
        "php-trace",
        "password",
        password,
        (v) => `#0 /srv/db.php(12): PDO->__construct('mysql:host=db', 'root', '${v}')`,
      ),
      s("dotnet", "password", password, (v) => `info: Startup[0]\n      Smtp:Password = ${v}`),
      s("gdb", "password", password, (v) => `(gdb) print password\n$1 = 0x5555 "${v}"`),
      s("pdb", "password", password, (v) => `(Pdb) p self.password\n'${v}'`),
      s("irb", "token", hex(40), (v) => `irb(main):001:0> user.auth_token\n=> "${v}"`),
      s("node-repl", "api-key", base62(32), (v) => `> process.env.API_KEY\n'${v}'`),
      s(
        "env-dump",
        "password",
        password,
        (v) => `HOSTNAME=web1\nHOME=/root\nMAIL_PASSWORD=${v}\nPATH=/usr/bin`,
      ),
      s(
        "set-x",
        "password",
        password,
        (v) => `+ export DB_PASSWORD=${v}\n+ DB_PASSWORD=${v}\n+ ./migrate.sh`,
      ),
      s(
        "gha-group",
        "token",
        base62(36),
        (v) => `##[group]Run ./deploy\nenv:\n  DEPLOY_TOKEN: ${v}\n##[endgroup]`,
      ),
      s(
        "docker-inspect",
        "password",
        password,
        (v) => `"Env": [\n  "PATH=/usr/bin",\n  "POSTGRES_PASSWORD=${v}"\n],`,
      ),
      s(
        "docker-build",
        "password",
        password,
        (v) => `Step 4/9 : ARG NEXUS_PASSWORD=${v}\n ---> Running in 1a2b`,
      ),
      s(
        "k8s-describe",
        "password",
        password,
        (v) => `    Environment:\n      DB_USER:      app\n      DB_PASSWORD:  ${v}`,
      ),
      s(
        "jenkins-init",
        "password",
        hex(32),
        (v) =>
          `Please use the following password to proceed to installation:\n\n${v}\n\n` +
          `This may also be found at: /x`,
      ),
      s(
        "mysql-temp",
        "password",
        password,
        (v) => `[Note] A temporary password is generated for root@localhost: ${v}`,
      ),
      s(
        "elastic-init",
        "password",
        base62(20),
        (v) => `Password for the elastic user (reset with reset-password):\n  ${v}`,
      ),
      s("grafana-init", "password", base62(16), (v) => `Created admin user, initial password: ${v}`),
      s("jupyter", "token", hex(48), (v) => `    http://127.0.0.1:8888/lab?token=${v}`),
      s(
        "ansible",
        "password",
        password,
        (v) => `changed: [web1] => {"invocation": {"module_args": {"login_password": "${v}"}}}`,
      ),
      s("pg-log", "password", password, (v) => `LOG:  statement: ALTER USER app WITH PASSWORD '${v}'`),
      s(
        "ftp-debug",
        "password",
        weakPassword,
        (v) => `---> USER ann\n331 Please specify the password.\n---> PASS ${v}`,
      ),
      s(
        "spring-security",
        "password",
        uuid,
        (v) => `Using generated security password: ${v}\n\nThis is for development use only.`,
      ),
      s("jwt-decode", "token", jwt, (v) => `ERROR JsonWebTokenError: invalid signature, token: ${v}`),
    ],
  },
  harmless: {
    logs: [
      h(
        "fail",
        (r) => `sshd[${r.int(9999)}]: Failed password for root from 10.0.0.9 port ${r.int(60000)} ssh2`,
      ),
      h("accepted", (r) => `sshd: Accepted publickey for ann: ED25519 SHA256:${r.base62(43)}`),
      h("masked", () => 'level=info msg=login user=ann password="***"'),
      h("filtered", () => 'Parameters: {"user"=>{"email"=>"a@acme.io", "password"=>"[FILTERED]"}}'),
      h("gha-masked", () => "env:\n  DEPLOY_TOKEN: ***"),
      h("syntax", (r) => `SyntaxError: Unexpected token '<' at line ${r.int(99)}`),
      h("json-err", () => "Unexpected token } in JSON at position 42"),
      h(
        "expired",
        () => "TokenExpiredError: jwt expired\n    at /srv/node_modules/jsonwebtoken/verify.js:40:21",
      ),
      h("missing", () => "KeyError: 'DB_PASSWORD'"),
      h("trace", (r) => `trace_id=${r.hex(32)} span_id=${r.hex(16)} msg="token refreshed"`),
      h("gc", (r) => `[GC pause 12ms] heap 0x${r.hex(12)} -> 0x${r.hex(12)}`),
      h("user-id", (r) => `user ${r.uuid()} changed the password`),
      h("dup-key", () => 'ERROR: duplicate key value violates unique constraint "users_email_key"'),
      h("cache", (r) => `cache miss key=user:${r.int(9999)}:profile ttl=300`),
      h("webpack", (r) => `asset main.${r.hex(20)}.js 412 KiB [emitted] [immutable]`),
      h("docker-layer", (r) => `${r.hex(12)}: Pull complete\nDigest: sha256:${r.hex(64)}`),
      h("test-names", () => "✓ rejects a wrong password (12 ms)\n✓ refreshes the token (8 ms)"),
      h("tokens-used", (r) => `usage: prompt_tokens=${r.int(9999)} completion_tokens=${r.int(999)}`),
      h("pam", () => "pam_unix(sudo:auth): authentication failure; logname=ann uid=1000 user=ann"),
      h("pg-auth", () => 'FATAL:  password authentication failed for user "app"'),
      h("mysql-using", () => "Access denied for user 'root'@'localhost' (using password: YES)"),
      h("nil", () => "Config{Host:db Password:<nil> Token:<nil>}"),
      h("py-none", () => "Config(user='app', password=None, token=None)"),
      h("build-id", (r) => `Build ID: ${r.uuid()}, commit ${r.hex(40)}`),
    ],
  },
} satisfies BlindFile;
