import type { BlindFile } from "../../blind.ts";
import { type Encoding, secretCase as s, type Template } from "../../corpus-case.ts";
import { base62, base64, hex, jwt, password, token, weakPassword } from "../../random.ts";

type Text = Template["text"];
const pw = (id: string, text: Text, encoding?: Encoding) => s(id, "password", password, text, encoding);
const weak = (id: string, text: Text) => s(id, "password", weakPassword, text);
const key = (id: string, text: Text) => s(id, "token", base62(40), text);

export default {
  secrets: {
    logs: [
      pw(
        "debug-params",
        (v) => `2026-02-03 10:11:12,345 DEBUG [http-1] c.a.Login - user=ann, password=${v}, ip=10.0.0.1`,
      ),
      pw(
        "json-log",
        (v) => `{"level":30,"msg":"login","body":{"user":"ann","password":"${v}"},"pid":12}`,
        "json",
      ),
      key("logfmt", (v) => `ts=2026-02-03T10:11:12Z level=info msg="refresh ok" token=${v} dur=12ms`),
      key("logfmt-quoted", (v) => `time="2026-02-03" level=warning msg=retry api_key="${v}" attempt=2`),
      pw(
        "rails-params",
        (v) => `Parameters: {"user"=>{"email"=>"a@b.io", "password"=>"${v}"}, "commit"=>"Log in"}`,
      ),
      weak(
        "django-locals",
        (v) => `  File "auth.py", line 8, in login\n    password = '${v}'\n    user = <User: ann>`,
      ),
      weak("python-repr", (v) => `DEBUG:root:Config(host='db', port=5432, user='app', password='${v}')`),
      pw("python-dict", (v) => `INFO connecting with {'host': 'db', 'passwd': '${v}', 'timeout': 5}`),
      pw(
        "py-trace-source",
        (v) => `  File "etl.py", line 31, in main\n    conn = connect(user="etl", password="${v}")`,
      ),
      pw("py-sqlalchemy", (v) => `OperationalError: could not connect: postgresql://app:${v}@db:5432/shop`),
      pw(
        "pytest-diff",
        (v) => `E       AssertionError: assert {'password': '${v}'} == {}\ntests/test_cfg.py:12`,
      ),
      pw("pytest-locals", (v) => `client     = <Client at 0x7f2c>\npassword   = '${v}'\nusername   = 'ann'`),
      pw("java-tostring", (v) => `INFO  DataSourceConfig(url=jdbc:h2:mem, username=sa, password=${v})`),
      pw(
        "java-spring-gen",
        (v) => `\nUsing generated security password: ${v}\n\nThis is for development use only.`,
      ),
      pw(
        "java-exception",
        (v) => `Caused by: java.sql.SQLException: login failed for url jdbc:mysql://db?password=${v}`,
      ),
      pw("java-sysprops", (v) => `Command line argument: -Djavax.net.ssl.keyStorePassword=${v}`),
      key("go-verbose", (v) => `2026/02/03 10:11:12 config: {Addr:localhost:80 AuthToken:${v} Debug:true}`),
      pw(
        "go-spew",
        (v) => `(main.Config) {\n Host: (string) (len=2) "db",\n Password: (string) (len=18) "${v}"\n}`,
      ),
      pw("rust-debug", (v) => `thread 'main' panicked: Config { host: "db", password: "${v}", port: 5432 }`),
      pw(
        "rust-pretty",
        (v) => `[src/main.rs:9:5] &cfg = Config {\n    user: "app",\n    password: "${v}",\n}`,
      ),
      key(
        "node-inspect",
        (v) => `AxiosError {\n  config: {\n    headers: { Authorization: 'Bearer ${v}' }\n  }\n}`,
      ),
      pw("node-console-log", (v) => `{ host: 'db', user: 'app', password: '${v}', ssl: false }`),
      pw("php-vardump", (v) => `array(1) {\n  ["password"]=>\n  string(18) "${v}"\n}`),
      pw("php-print-r", (v) => `Array\n(\n    [user] => ann\n    [password] => ${v}\n)`),
      weak(
        "php-trace",
        (v) => `#0 /app/db.php(12): PDO->__construct('mysql:host=db', 'root', '${v}')\n#1 {main}`,
      ),
      pw("ruby-inspect", (v) => `#<Settings:0x00007f @user="app", @password="${v}">`),
      pw("dotnet", (v) => `dbug: Startup[0]\n      Smtp:Password = ${v}\n      Smtp:Host = mail`),
      pw("gdb", (v) => `(gdb) p password\n$1 = 0x55d0 "${v}"`),
      pw("lldb", (v) => `(lldb) po credentials.password\n"${v}"`),
      pw("pdb", (v) => `(Pdb) p settings.DB_PASSWORD\n'${v}'`),
      pw("jshell-watch", (v) => `Watch:  this.dbPassword = "${v}"  (java.lang.String)`),
      key(
        "access-log",
        (v) => `10.0.0.1 - - [03/Feb/2026:10:11:12 +0000] "GET /api?token=${v} HTTP/1.1" 200 512`,
      ),
      s(
        "access-referer",
        "token",
        base62(32),
        (v) => `"GET /a.js" 200 "https://acme.io/reset?reset_token=${v}" "curl/8"`,
      ),
      key("ci-set-x", (v) => `+ export DEPLOY_TOKEN=${v}\n+ DEPLOY_TOKEN=${v}\n+ ./deploy.sh prod`),
      pw("ci-set-x-cmd", (v) => `++ mysql -h db -u root '--password=${v}' -e 'select 1'`),
      pw(
        "ansible-verbose",
        (v) => `ok: [web1] => {"changed": false, "invocation": {"module_args": {"login_password": "${v}"}}}`,
      ),
      pw("pg-log", (v) => `LOG:  statement: ALTER USER app WITH PASSWORD '${v}'`),
      pw("mysql-binlog", (v) => `Query\tGRANT ALL ON shop.* TO 'app'@'%' IDENTIFIED BY '${v}'`),
      pw("env-dump", (v) => `HOME=/root\nMYSQL_PWD=${v}\nPATH=/usr/bin\nSHLVL=1`),
      pw("ps-aux", (v) => `root  812  0.0  0.1  java -Ddb.password=${v} -jar /opt/app.jar`),
      s("strace", "password", weakPassword, (v) => `write(3, "USER ann\\r\\nPASS ${v}\\r\\n", 24) = 24`),
      s(
        "ftp-dialog",
        "password",
        weakPassword,
        (v) => `<--- 331 Please specify the password.\n---> PASS ${v}\n<--- 230`,
      ),
      s(
        "smtp-auth",
        "password",
        (r) => `\0bot@acme.io\0${r.base62(14)}`,
        (v) => `C: AUTH PLAIN ${v}\nS: 235 OK`,
        "base64",
      ),
      s(
        "imap-login",
        "password",
        weakPassword,
        (v) => `* OK IMAP4 ready\na1 LOGIN ann@acme.io ${v}\na1 OK LOGIN completed`,
      ),
      s("jwt-warn", "token", jwt, (v) => `WARN  JwtFilter: rejected token ${v}: expired 3 min ago`),
      s("session-log", "cookie", hex(32), (v) => `[info] new session session_id=${v} user_id=42`),
      s(
        "elastic-reset",
        "password",
        base62(20),
        (v) => `Password for the [elastic] user successfully reset.\nNew value: ${v}`,
      ),
      s("argocd", "password", base62(16), (v) => `argocd initial admin password: ${v}`),
      s(
        "mysql-temp",
        "password",
        token("", "symbols", 12),
        (v) => `[Note] A temporary password is generated for root@localhost: ${v}`,
      ),
      s("jupyter", "token", hex(48), (v) => `[I ServerApp] http://127.0.0.1:8888/lab?token=${v}`),
      s(
        "k8s-join",
        "token",
        (r) => `${r.hex(6)}.${r.hex(16)}`,
        (v, r) => `kubeadm join k:6443 --token ${v} --node ${r.int(9)}`,
      ),
      s(
        "vault-unseal",
        "key",
        (r) => base64(r.bytes(33)),
        (v) => `Unseal Key 1: ${v}\n\nInitial Root Token: (saved)`,
      ),
      s(
        "otp-log",
        "code",
        token("", "digits", 6),
        (v) => `[sms] to=+4915100000 text="Your login code: ${v}"`,
      ),
    ],
  },
  harmless: {
    logs: [
      {
        id: "login-failed",
        text: () => "WARN auth: login failed for user=ann reason=bad_password ip=10.0.0.1",
      },
      { id: "filtered", text: () => 'Parameters: {"user"=>{"email"=>"a@b.io", "password"=>"[FILTERED]"}}' },
      {
        id: "token-usage",
        text: (r) => `usage: input_tokens=${r.int(9999)} output_tokens=${r.int(999)} cached_tokens=0`,
      },
      { id: "syntax", text: () => "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON" },
      {
        id: "go-panic",
        text: (r) => `goroutine 1 [running]:\nmain.main()\n\t/app/token.go:${r.int(99)} +0x${r.hex(3)}`,
      },
      { id: "trace-id", text: (r) => `trace_id=${r.hex(32)} span_id=${r.hex(16)} msg="token refreshed"` },
      { id: "missing-key", text: () => "KeyError: 'password'\n  File \"app.py\", line 4, in load" },
      {
        id: "java-npe",
        text: () => 'NullPointerException: Cannot invoke "String.length()" because "password" is null',
      },
      { id: "pg-auth", text: () => 'FATAL:  password authentication failed for user "app"' },
      {
        id: "ssh-fail",
        text: (r) => `sshd[${r.int(9999)}]: Failed password for root from 10.0.0.9 port 51022 ssh2`,
      },
      { id: "ssh-ok", text: (r) => `sshd: Accepted publickey for ann: ED25519 SHA256:${r.base62(43)}` },
      { id: "test-names", text: () => "✓ resets the password (12 ms)\n✓ rejects an expired token (4 ms)" },
      { id: "jest-obj", text: () => "expect(received).toHaveProperty('token')\nReceived: undefined" },
      { id: "docker-layer", text: (r) => `${r.hex(12)}: Pull complete\nDigest: sha256:${r.hex(64)}` },
      { id: "pod", text: (r) => `pod/secret-sync-${r.hex(10)}-${r.base62(5).toLowerCase()} 1/1 Running` },
      { id: "lint", text: () => "warning: possible hard-coded password [S105] in src/db.py:12:5" },
      {
        id: "deprecated",
        text: () => "DeprecationWarning: `apiKey` is deprecated, use `credentials` instead",
      },
      { id: "rotated", text: () => "INFO secrets: rotated secret db-password to version 14" },
      { id: "duration", text: (r) => `token_refresh_duration_seconds_bucket{le="0.5"} ${r.int(9999)}` },
      { id: "etcd", text: (r) => `member ${r.hex(16)} is healthy: took ${r.int(20)}ms` },
      { id: "memory", text: (r) => `0x${r.hex(12)} <_ZN4auth8passwordE+${r.int(99)}>` },
      { id: "build-hash", text: (r) => `dist/token-${r.base62(8)}.js  14.2 kB │ gzip: 4.1 kB` },
      { id: "masked-ci", text: () => "Run ./deploy.sh\nenv:\n  DEPLOY_TOKEN: ***\n  API_KEY: ***" },
      {
        id: "expired",
        text: () => "401 Unauthorized: token expired at 2026-02-03T10:11:12Z (clock skew 4s)",
      },
    ],
  },
} satisfies BlindFile;
