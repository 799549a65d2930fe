import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import {
  base62,
  base64,
  hex,
  jwt,
  password,
  type Random,
  token,
  type Value,
  weakPassword,
} from "../../random.ts";

const odd: Value = token("", "printable", 14);
const time = (r: Random) =>
  `2025-0${r.int(9) + 1}-1${r.int(10)}T0${r.int(10)}:1${r.int(10)}:2${r.int(10)}.${r.int(900) + 100}Z`;

export default {
  secrets: {
    logs: [
      secretCase(
        "log4j",
        "password",
        password,
        (v, r) => `${time(r)} DEBUG [main] c.a.DbConfig - connecting user=app password=${v} url=jdbc:h2:mem`,
      ),
      secretCase(
        "json-line",
        "password",
        odd,
        (v, r) =>
          `{"ts":"${time(r)}","level":"info","msg":"login","body":{"email":"a@b.ch","password":"${v}"}}`,
        "json",
      ),
      secretCase(
        "pino-headers",
        "token",
        jwt,
        (v, r) =>
          `{"level":30,"pid":${r.int(9999)},"req":{"url":"/","headers":{"authorization":"Bearer ${v}"}}}`,
      ),
      secretCase(
        "logfmt",
        "token",
        base62(32),
        (v, r) => `time=${time(r)} level=warn msg="retry" api_token=${v} attempt=2`,
      ),
      secretCase(
        "rails-params",
        "password",
        weakPassword,
        (v) => `Started POST "/users/sign_in" for 127.0.0.1
  Parameters: {"user"=>{"email"=>"a@example.org", "password"=>"${v}"}, "commit"=>"Log in"}`,
      ),
      secretCase(
        "nginx-access",
        "token",
        hex(40),
        (v, r) =>
          `10.0.0.${r.int(250)} - - [03/Jun/2025:10:00:01 +0000] "GET /feed?token=${v} HTTP/1.1" 200 512`,
      ),
      secretCase(
        "python-dict",
        "password",
        password,
        (v) => `DEBUG:root:config = {'host': 'db', 'user': 'app', 'password': '${v}'}`,
      ),
      secretCase(
        "python-repr",
        "password",
        password,
        (v) => `Settings(host='db', port=5432, db_password='${v}', debug=True)`,
      ),
      secretCase(
        "py-locals",
        "password",
        password,
        (v) => `Local variables:
    host = 'db.internal'
    password = '${v}'
OperationalError: could not connect to server`,
      ),
      secretCase(
        "pytest",
        "token",
        base62(24),
        (v) => `E       AssertionError: assert None == 'ok'
tests/test_api.py:31: in test_login
    client = Client(token='${v}')`,
      ),
      secretCase(
        "java-tostring",
        "password",
        password,
        (v) => `User{id=4, name='ann', password='${v}', active=true}`,
      ),
      secretCase(
        "kotlin-data",
        "token",
        base62(40),
        (v) => `I/Auth: Session(userId=7, accessToken=${v}, expires=3600)`,
      ),
      secretCase(
        "java-exception-url",
        "password",
        password,
        (v) =>
          `org.postgresql.util.PSQLException: bad URL jdbc:postgresql://db/shop?user=app&password=${v}
	at org.postgresql.Driver.connect(Driver.java:247)`,
      ),
      secretCase(
        "go-struct-v",
        "password",
        password,
        (v) => `2025/06/03 10:00:00 cfg: {Host:db Port:5432 User:app Password:${v} SSL:false}`,
      ),
      secretCase(
        "go-spew",
        "password",
        password,
        (v) => `(main.Config) {
 Host: (string) (len=2) "db",
 Password: (string) (len=18) "${v}"
}`,
      ),
      secretCase(
        "rust-debug",
        "api-key",
        base62(32),
        (v) => `[src/main.rs:12:5] &config = Config {
    endpoint: "https://api.example.org",
    api_key: "${v}",
    retries: 3,
}`,
      ),
      secretCase(
        "rust-some",
        "token",
        base62(32),
        (v) => `DEBUG client: Opts { verbose: true, token: Some("${v}") }`,
      ),
      secretCase(
        "php-dump",
        "password",
        weakPassword,
        (v) => `array(2) {
  ["user"]=>
  string(4) "root"
  ["password"]=>
  string(10) "${v}"
}`,
      ),
      secretCase(
        "php-print-r",
        "password",
        password,
        (v) => `Array
(
    [DB_HOST] => localhost
    [DB_PASSWORD] => ${v}
)`,
      ),
      secretCase(
        "php-trace",
        "password",
        password,
        (v) => `PHP Fatal error: Uncaught PDOException: SQLSTATE[HY000] [2002]
#0 /var/www/db.php(12): PDO->__construct('mysql:host=db;d...', 'root', '${v}')`,
      ),
      secretCase(
        "node-inspect",
        "password",
        password,
        (v) => `{
  host: 'smtp.example.org',
  auth: { user: 'bot', pass: '${v}' },
  secure: true
}`,
      ),
      secretCase(
        "axios-error",
        "token",
        base62(36),
        (v) => `AxiosError: Request failed with status code 403
  config: {
    headers: AxiosHeaders { 'X-Api-Key': '${v}', 'User-Agent': 'axios/1.7.2' },`,
      ),
      secretCase(
        "node-sequelize",
        "password",
        weakPassword,
        (v) => `Executing (default): INSERT INTO users (email, password) VALUES ('a@b.c', '${v}');`,
      ),
      secretCase("gdb", "password", password, (v) => `(gdb) p password\n$1 = 0x5555555592a0 "${v}"`),
      secretCase("pdb", "token", hex(48), (v) => `(Pdb) p self.access_token\n'${v}'`),
      secretCase("chrome-console", "token", jwt, (v) => `> localStorage.getItem('authToken')\n< '${v}'`),
      secretCase(
        "gha-command",
        "password",
        password,
        (v) => `Run mysql -h 127.0.0.1 -u root --password=${v} < schema.sql
ERROR 1045 (28000): Access denied for user 'root'@'127.0.0.1' (using password: YES)`,
      ),
      secretCase(
        "gha-env-dump",
        "secret",
        hex(64),
        (v) => `2025-06-03T10:00:01.1230000Z   RAILS_ENV: test
2025-06-03T10:00:01.1240000Z   SECRET_KEY_BASE: ${v}
2025-06-03T10:00:01.1250000Z ##[endgroup]`,
      ),
      secretCase(
        "bash-x",
        "password",
        password,
        (v) => `+ export DB_PASSWORD=${v}
+ DB_PASSWORD=${v}
+ ./migrate.sh`,
      ),
      secretCase(
        "ansible-output",
        "password",
        password,
        (v) => `changed: [web1] => {"cmd": "mysqladmin -u root password ${v}", "rc": 0}`,
      ),
      secretCase(
        "terraform-plan",
        "password",
        password,
        (v) => `  ~ resource "aws_db_instance" "main" {
      ~ password = "${v}" -> (known after apply)
    }`,
      ),
      secretCase(
        "jenkins-initial",
        "password",
        hex(32),
        (v) => `*************************************************************
Jenkins initial setup is required. An admin user has been created and a password generated.
Please use the following password to proceed to installation:

${v}

*************************************************************`,
      ),
      secretCase(
        "elastic-first",
        "password",
        token("", "base62", 20),
        (v) => `ℹ️  Password for the elastic user:\n  ${v}`,
      ),
      secretCase(
        "spring-generated",
        "password",
        (r) => r.uuid(),
        (v) => `Using generated security password: ${v}

This generated password is for development use only.`,
      ),
      secretCase(
        "jupyter",
        "token",
        hex(48),
        (v) => `[I 10:00:01 ServerApp] Jupyter Server is running at:
[I 10:00:01 ServerApp] http://localhost:8888/lab?token=${v}`,
      ),
      secretCase(
        "mysql-temp",
        "password",
        odd,
        (v) => `[Note] A temporary password is generated for root@localhost: ${v}`,
      ),
      secretCase(
        "kubeadm-join",
        "token",
        (r) => `${r.hex(6)}.${r.hex(16)}`,
        (v) => `kubeadm join 10.0.0.1:6443 --token ${v} --node-name n2`,
      ),
      secretCase(
        "ps-aux",
        "password",
        password,
        (v, r) =>
          `root      ${r.int(9000) + 1000}  0.0  0.1 12345 6789 ? Sl 10:00 0:00 mongosh --password ${v}`,
      ),
      secretCase(
        "cypress",
        "password",
        weakPassword,
        (v) => `  cy:command ✔  get  input[name=password]\n  cy:command ✔  type  ${v}`,
      ),
      secretCase(
        "audit-basic",
        "auth",
        (r) => `svc:${password(r)}`,
        (v) => `[debug] sending header "Authorization: Basic ${v}" to nexus`,
        "base64",
      ),
      secretCase(
        "otp-sms-log",
        "otp",
        token("", "digits", 8),
        (v) => `INFO sms.Sender - to=+41790000000 body="Your login code: ${v}"`,
      ),
    ],
  },
  harmless: {
    logs: [
      { id: "auth-failed", text: (r) => `${time(r)} WARN password authentication failed for user "app"` },
      { id: "token-expired", text: (r) => `${time(r)} ERROR JsonWebTokenError: jwt expired` },
      {
        id: "unexpected-token",
        text: (r) => `SyntaxError: Unexpected token '<', "<!DOCTYPE "... at line ${r.int(90)}`,
      },
      {
        id: "filtered",
        text: () => 'Parameters: {"user"=>{"email"=>"a@example.org", "password"=>"[FILTERED]"}}',
      },
      { id: "gha-mask", text: () => "env:\n  NPM_TOKEN: ***\n  CI: true" },
      { id: "trace", text: (r) => `trace_id=${r.hex(32)} span_id=${r.hex(16)} msg="token refreshed"` },
      {
        id: "using-password",
        text: () => "ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: YES)",
      },
      { id: "key-error", text: () => "KeyError: 'password'" },
      {
        id: "npe",
        text: () =>
          "java.lang.NullPointerException: password must not be null\n\tat acme.Login.check(Login.java:14)",
      },
      { id: "none", text: () => "Settings(host='db', password=None, token=None)" },
      { id: "secretstr", text: () => "api_key=SecretStr('**********')" },
      {
        id: "duplicate-key",
        text: () => 'duplicate key value violates unique constraint "users_email_key"',
      },
      { id: "pull", text: (r) => `Digest: sha256:${r.hex(64)}\nStatus: Downloaded newer image` },
      {
        id: "usage",
        text: (r) => `{"usage":{"input_tokens":${r.int(9999)},"output_tokens":${r.int(999)}}}`,
      },
      { id: "cache-key", text: (r) => `Cache restored from key: Linux-node-${r.hex(64)}` },
      {
        id: "addr",
        text: (r) => `panic: runtime error\n[signal SIGSEGV code=0x1 addr=0x0 pc=0x${r.hex(6)}]`,
      },
      { id: "session-close", text: () => "pam_unix(sshd:session): session closed for user ann" },
      {
        id: "publickey",
        text: (r) =>
          `Accepted publickey for ann from 10.0.0.2 port 51514 ssh2: ED25519 SHA256:${r.base62(43)}`,
      },
      { id: "migration", text: (r) => `== 20250${r.int(9)}01 AddPasswordDigestToUsers: migrated (0.0031s)` },
      { id: "test-ok", text: () => "✓ resets the password (34 ms)\n✓ rejects an expired token (5 ms)" },
      { id: "bundle", text: (r) => `dist/assets/password-${r.base62(8)}.js  14.2 kB │ gzip: 5.1 kB` },
      { id: "secret-created", text: () => "secret/db-credentials created\ndeployment.apps/shop configured" },
      { id: "upload", text: (r) => `uploaded part 3, etag ${r.hex(32)}, ${r.int(900)} kB` },
      {
        id: "hex-dump",
        text: (r) => `00000000  ${base64(r.bytes(3))}  7f 45 4c 46 02 01 01 00  |.ELF....|`,
      },
    ],
  },
} satisfies BlindFile;
