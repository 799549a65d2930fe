import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { base62, base64, hex, jwt, password, token, uuid, type Value, weakPassword } from "../../random.ts";

const quoted: Value = (r) => `${r.base62(4)}"${r.base62(4)}\\${r.base62(3)}`;
const userPass: Value = (r) => `svc:${password(r)}`;

export default {
  secrets: {
    logs: [
      secretCase(
        "plain-login",
        "password",
        password,
        (v) =>
          `2026-02-03 10:11:12,331 DEBUG [main] LoginService - authenticate user=ann password=${v} ip=10.0.0.4`,
      ),
      secretCase(
        "logfmt",
        "token",
        base62(40),
        (v) =>
          `time=2026-02-03T10:11:12Z level=info msg="request" method=POST path=/login token=${v} status=200`,
      ),
      secretCase(
        "logfmt-quoted",
        "password",
        quoted,
        (v) => `ts=1767261 level=debug caller=db.go:41 msg="dial" user=app password="${v}" dur=3ms`,
        "json",
      ),
      secretCase(
        "json-line",
        "password",
        password,
        (v) =>
          `{"level":30,"time":1767261000,"pid":7,"req":{"method":"POST","url":"/login","body":{"email":"a@acme.io","password":"${v}"}},"msg":"incoming"}`,
      ),
      secretCase(
        "json-escaped-body",
        "password",
        password,
        (v) => `{"severity":"INFO","message":"body={\\"user\\":\\"ann\\",\\"password\\":\\"${v}\\"}"}`,
      ),
      secretCase(
        "json-double-escaped",
        "token",
        base62(40),
        (v) =>
          `{"log":"{\\"msg\\":\\"cfg\\",\\"raw\\":\\"{\\\\\\"apiToken\\\\\\":\\\\\\"${v}\\\\\\"}\\"}\\n","stream":"stdout"}`,
      ),
      secretCase(
        "pino-headers",
        "token",
        jwt,
        (v) =>
          `{"level":"info","req":{"headers":{"host":"x","authorization":"Bearer ${v}","accept":"*/*"}},"responseTime":12}`,
      ),
      secretCase(
        "rails-params",
        "password",
        weakPassword,
        (v) =>
          `Started POST "/session" for 127.0.0.1\nProcessing by SessionsController#create as HTML\n  Parameters: {"user"=>"ann", "password"=>"${v}", "commit"=>"Log in"}`,
      ),
      secretCase(
        "rails-reset",
        "token",
        token("", "base64url", 20),
        (v) => `  Parameters: {"reset_password_token"=>"${v}", "locale"=>"en"}`,
      ),
      secretCase(
        "django-debug",
        "password",
        password,
        (v) => `Django Version: 5.0\nPOST:\nusername = 'ann'\npassword = '${v}'\n\nFILES: No FILES data`,
      ),
      secretCase(
        "python-locals",
        "password",
        password,
        (v) =>
          `  File "db.py", line 14, in connect\n    conn = psycopg.connect(**cfg)\n    cfg = {'host': 'db', 'user': 'app', 'password': '${v}', 'port': 5432}\npsycopg.OperationalError: connection failed`,
      ),
      secretCase(
        "python-traceback-call",
        "password",
        password,
        (v) =>
          `Traceback (most recent call last):\n  File "main.py", line 3, in <module>\n    client.login("bot", password="${v}")\nValueError: account locked`,
      ),
      secretCase(
        "pytest-assert",
        "token",
        hex(40),
        (v) =>
          `E       AssertionError: assert {'token': None} == {'token': '${v}'}\nE         Differing items:`,
      ),
      secretCase(
        "pytest-locals",
        "password",
        weakPassword,
        (v) =>
          `client     = <Client>\npassword   = '${v}'\nusername   = 'ann'\n\ntests/test_login.py:12: AssertionError`,
      ),
      secretCase(
        "pytest-param",
        "password",
        weakPassword,
        (v) =>
          `FAILED tests/test_auth.py::test_login - requests.exceptions.HTTPError: 401 for {'user': 'qa', 'pwd': '${v}'}`,
      ),
      secretCase(
        "jest-diff",
        "api-key",
        base62(32),
        (v) =>
          `    - Expected\n    + Received\n\n      Object {\n    -   "apiKey": "",\n    +   "apiKey": "${v}",\n      }`,
      ),
      secretCase(
        "node-inspect",
        "password",
        password,
        (v) =>
          `ConnectionConfig {\n  host: 'db',\n  user: 'shop',\n  password: '${v}',\n  database: 'shop',\n  ssl: false\n}`,
      ),
      secretCase(
        "node-error-config",
        "password",
        userPass,
        (v) =>
          `Error: getaddrinfo ENOTFOUND es\n  options: { host: 'es', headers: { Authorization: 'Basic ${v}' } }`,
        "base64",
      ),
      secretCase(
        "console-log",
        "password",
        weakPassword,
        (v) => `> node login.js\nlogging in as ann with password: ${v}\n{ ok: true }`,
      ),
      secretCase("chrome-console", "token", jwt, (v) => `app.js:41 token: ${v}\napp.js:42 user: {id: 7}`),
      secretCase(
        "java-tostring",
        "password",
        password,
        (v) => `LoginRequest(username=ann, password=${v}, rememberMe=false)`,
      ),
      secretCase(
        "java-tostring-braces",
        "password",
        password,
        (v) => `o.a.App - config DbConfig{url='jdbc:h2:mem', user='sa', password='${v}'}`,
      ),
      secretCase(
        "kotlin-data",
        "token",
        base62(40),
        (v) => `D/AuthRepo: Session(userId=42, accessToken=${v}, expiresIn=3600)`,
      ),
      secretCase(
        "spring-bind-fail",
        "password",
        weakPassword,
        (v) =>
          `Caused by: java.sql.SQLException: Access denied for user 'app'@'10.0.0.4' (using password: YES)\n\tproperties: {user=app, password=${v}}`,
      ),
      secretCase(
        "hikari-props",
        "password",
        password,
        (v) => `com.zaxxer.hikari.HikariConfig : dataSourceProperties............{password=${v}, user=app}`,
      ),
      secretCase(
        "okhttp",
        "token",
        base62(48),
        (v) =>
          `--> POST https://api.acme.io/v1/login\nContent-Type: application/json\nAuthorization: Bearer ${v}\n--> END POST (42-byte body)`,
      ),
      secretCase(
        "httpclient-wire",
        "token",
        base62(40),
        (v) => `DEBUG org.apache.http.wire - http-outgoing-0 >> "Authorization: Bearer ${v}[\\r][\\n]"`,
      ),
      secretCase(
        "py-http-debug",
        "token",
        hex(40),
        (v) =>
          `send: b'GET /user HTTP/1.1\\r\\nHost: api.acme.io\\r\\nAuthorization: token ${v}\\r\\nAccept: */*\\r\\n\\r\\n'\nreply: 'HTTP/1.1 200 OK\\r\\n'`,
      ),
      secretCase(
        "go-plus-v",
        "password",
        password,
        (v) => `2026/02/03 10:11:12 cfg: {Host:db Port:5432 User:app Password:${v} SSLMode:disable}`,
      ),
      secretCase(
        "go-sharp-v",
        "password",
        quoted,
        (v) => `config.DB{Host:"db", User:"app", Password:"${v}", MaxConns:10}`,
        "json",
      ),
      secretCase(
        "rust-debug",
        "password",
        password,
        (v) =>
          `[src/main.rs:12:5] &config = Config {\n    user: "app",\n    password: "${v}",\n    port: 5432,\n}`,
      ),
      secretCase(
        "rust-some",
        "token",
        base62(40),
        (v) => `DEBUG client: Client { base: "https://api", token: Some("${v}"), retries: 3 }`,
      ),
      secretCase(
        "elixir-inspect",
        "password",
        password,
        (v) => `[debug] params: %{"email" => "a@acme.io", "password" => "${v}"}`,
      ),
      secretCase(
        "ruby-inspect",
        "password",
        password,
        (v) => `#<User id: 4, email: "a@acme.io", password: "${v}", admin: true>`,
      ),
      secretCase(
        "php-var-dump",
        "password",
        password,
        (v) => `array(2) {\n  ["user"]=>\n  string(4) "root"\n  ["password"]=>\n  string(18) "${v}"\n}`,
      ),
      secretCase(
        "php-print-r",
        "password",
        password,
        (v) => `Array\n(\n    [host] => db\n    [username] => wp\n    [password] => ${v}\n)`,
      ),
      secretCase(
        "php-trace",
        "password",
        password,
        (v) =>
          `PHP Fatal error:  Uncaught PDOException: SQLSTATE[HY000] in /app/db.php:7\n#0 /app/db.php(7): PDO->__construct('mysql:host=db', 'shop', '${v}')`,
      ),
      secretCase(
        "phpinfo",
        "password",
        password,
        (v) => `$_SERVER['DB_PASSWORD']\t${v}\n$_SERVER['HOME']\t/var/www`,
      ),
      secretCase(
        "dotnet-exception",
        "password",
        password,
        (v) =>
          `Unhandled exception. System.ArgumentException: Keyword not supported: 'port'.\n  connectionString: Server=db;User Id=app;Password=${v};port=1`,
      ),
      secretCase(
        "ef-parameters",
        "password",
        password,
        (v) =>
          `Executed DbCommand (3ms) [Parameters=[@p0='ann' (Size = 50), @password='${v}' (Size = 50)], CommandType='Text']`,
      ),
      secretCase(
        "serilog",
        "api-key",
        base62(32),
        (v) => `[10:11:12 DBG] Options {"BaseUrl": "https://x", "ApiKey": "${v}", "$type": "Options"}`,
      ),
      secretCase(
        "hibernate-bind",
        "password",
        weakPassword,
        (v) => `insert into users (name, password) values ('ann', '${v}')`,
      ),
      secretCase(
        "mysql-general",
        "password",
        password,
        (v) => `2026-02-03T10:11:12.1Z\t   12 Query\tSET PASSWORD FOR 'app'@'%' = '${v}'`,
      ),
      secretCase(
        "pg-log",
        "password",
        password,
        (v) => `LOG:  statement: ALTER ROLE app WITH PASSWORD '${v}';`,
      ),
      secretCase(
        "mongo-slow",
        "password",
        password,
        (v) => `{"c":"COMMAND","attr":{"command":{"createUser":"app","pwd":"${v}","$db":"admin"}}}`,
      ),
      secretCase(
        "redis-monitor",
        "password",
        base62(24),
        (v) =>
          `1767261000.331 [0 10.0.0.4:55312] "AUTH" "default" "${v}"\n1767261000.332 [0 10.0.0.4:55312] "PING"`,
      ),
      secretCase(
        "nginx-access",
        "token",
        hex(40),
        (v) =>
          `10.0.0.4 - - [03/Feb/2026:10:11:12 +0000] "GET /api/export?api_key=${v} HTTP/1.1" 200 512 "-" "curl/8.5"`,
      ),
      secretCase(
        "alb-referer",
        "token",
        base62(40),
        (v) => `"GET /img.png HTTP/2" 200 "https://app.acme.io/reset?reset_token=${v}"`,
      ),
      secretCase(
        "haproxy-cookie",
        "cookie",
        base62(32),
        (v) => `haproxy[7]: 10.0.0.4:5 http~ app/s1 {session=${v}} "GET / HTTP/1.1"`,
      ),
      secretCase(
        "gha-env-dump",
        "password",
        password,
        (v) =>
          `##[group]Run ./deploy.sh\nshell: /usr/bin/bash -e {0}\nenv:\n  CI: true\n  FTP_PASSWORD: ${v}\n##[endgroup]`,
      ),
      secretCase(
        "jenkins-sh",
        "password",
        password,
        (v) => `[Pipeline] sh\n+ ansible-playbook site.yml -e db_password=${v}\nPLAY [all] ****`,
      ),
      secretCase(
        "terraform-plan",
        "password",
        password,
        (v) =>
          `  + resource "aws_db_instance" "main" {\n      + engine   = "postgres"\n      + password = "${v}"\n      + username = "app"\n    }`,
      ),
      secretCase(
        "terraform-change",
        "password",
        password,
        (v) => `      ~ admin_password = "${v}" -> (sensitive value)`,
      ),
      secretCase(
        "ansible-diff",
        "password",
        password,
        (v) =>
          `TASK [template app.env] ***\n--- before\n+++ after\n@@ -1 +1 @@\n-API_PASS=old\n+API_PASS=${v}\nchanged: [web1]`,
      ),
      secretCase(
        "ansible-invocation",
        "password",
        weakPassword,
        (v) => `"invocation": {"module_args": {"name": "app", "login_password": "${v}", "state": "present"}}`,
      ),
      secretCase("cloud-init", "password", weakPassword, (v) => `ci-info: chpasswd: list: ubuntu:${v}`),
      secretCase(
        "docker-entrypoint",
        "password",
        token("", "base62", 32),
        (v) => `2026-02-03 10:11:12+00:00 [Note] [Entrypoint]: GENERATED ROOT PASSWORD: ${v}`,
      ),
      secretCase(
        "mysqld-temp",
        "password",
        (r) => `${r.base62(4)}#${r.base62(3)};${r.base62(3)}`,
        (v) => `[Note] [MY-010454] [Server] A temporary password is generated for root@localhost: ${v}`,
      ),
      secretCase(
        "spring-generated",
        "password",
        uuid,
        (v) =>
          `\nUsing generated security password: ${v}\n\nThis generated password is for development use only.`,
      ),
      secretCase(
        "portainer-token",
        "token",
        hex(64),
        (v) => `level=INFO msg="setup token" setup_token=${v} expires=5m`,
      ),
      secretCase(
        "airflow",
        "password",
        base62(16),
        (v) => `standalone | Airflow is ready\nstandalone | Login with username: admin  password: ${v}`,
      ),
      secretCase(
        "gitea-oauth",
        "client-secret",
        base62(43),
        (v) =>
          `oauth2: cannot fetch token: 401\nRequest: client_id=gitea&client_secret=${v}&code=xyz&grant_type=authorization_code`,
      ),
      secretCase("gdb", "password", weakPassword, (v) => `(gdb) p password\n$1 = 0x5555 "${v}"\n(gdb) c`),
      secretCase("lldb", "password", weakPassword, (v) => `(lldb) po credentials.password\n${v}\n`),
      secretCase("pdb", "password", weakPassword, (v) => `(Pdb) p settings.DB_PASSWORD\n'${v}'\n(Pdb) n`),
      secretCase(
        "vscode-vars",
        "token",
        base62(40),
        (v) => `▾ Local\n    retries: 3\n    authToken: "${v}"\n  ▸ this: Client`,
      ),
      secretCase(
        "strace",
        "password",
        weakPassword,
        (v) => `write(3, "USER web\\r\\nPASS ${v}\\r\\n", 24) = 24`,
      ),
      secretCase(
        "tcpdump",
        "password",
        userPass,
        (v) => `0x0040:  GET / HTTP/1.0 Authorization: Basic ${v} Accept`,
        "base64",
      ),
      secretCase(
        "wireshark-follow",
        "password",
        weakPassword,
        (v) => `HTML Form URL Encoded\n    Form item: "uname" = "test"\n    Form item: "pass" = "${v}"`,
      ),
      secretCase(
        "sentry-breadcrumb",
        "password",
        password,
        (v) => `"breadcrumbs":[{"category":"ui.input","data":{"field":"password","value":"${v}"}}]`,
      ),
      secretCase(
        "k8s-describe",
        "password",
        password,
        (v) => `    Environment:\n      LOG_LEVEL:    info\n      DB_PASSWORD:  ${v}\n    Mounts:  <none>`,
      ),
      secretCase(
        "systemctl-show",
        "password",
        password,
        (v) => `Environment=NODE_ENV=production SMTP_PASS=${v} PORT=3000`,
      ),
      secretCase(
        "bind-rejected",
        "password",
        weakPassword,
        (v) => `Feb  3 10:11:13 web1 slapd[1]: bind password "${v}" rejected for cn=app`,
      ),
      secretCase(
        "xdebug",
        "secret-key",
        (r) => base64(r.bytes(32)),
        (v) => `{main} /app/index.php:3\n  $encryptionKey = '${v}'\n  $iv = NULL`,
      ),
      secretCase(
        "celery-task",
        "password",
        weakPassword,
        (v) =>
          `[INFO/MainProcess] Task accounts.create[7f] received kwargs={'email': 'x@acme.io', 'raw_password': '${v}'}`,
      ),
      secretCase(
        "kafka-config",
        "password",
        weakPassword,
        (v) =>
          `INFO ProducerConfig values:\n\tacks = -1\n\tssl.keystore.password = ${v}\n\tssl.protocol = TLSv1.3`,
      ),
      secretCase(
        "wpa-log",
        "password",
        weakPassword,
        (v) => `[WiFi] connecting to SSID=Home PSK=${v} ch=6\n[WiFi] got ip 192.168.1.9`,
      ),
      secretCase(
        "npm-verbose",
        "token",
        uuid,
        (v) => `npm verb cli argv "publish" "--//npm.acme.io/:_authToken=${v}"\nnpm http fetch PUT 401`,
      ),
      secretCase(
        "git-trace",
        "token",
        hex(40),
        (v) =>
          `10:11:12.331 http.c:715 => Send header: GET /info/refs HTTP/2\n10:11:12.331 run-command.c:655 trace: run_command: git remote-https origin https://ci:${v}@git.acme.io/x.git`,
      ),
    ],
  },
  harmless: {
    logs: [
      { id: "masked", text: () => "INFO login user=ann password=[FILTERED] ip=10.0.0.4" },
      { id: "using", text: () => "Access denied for user 'app'@'10.0.0.4' (using password: YES)" },
      { id: "hikari-masked", text: () => "HikariConfig : password........................<masked>" },
      {
        id: "failed-ssh",
        text: (r) =>
          `sshd[${r.int(9999)}]: Failed password for root from 203.0.113.${r.int(255)} port 5${r.int(9999)} ssh2`,
      },
      { id: "token-expired", text: () => "WARN JwtFilter - token expired 12 minutes ago, path=/orders" },
      {
        id: "unexpected",
        text: () => "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
      },
      { id: "sensitive", text: () => "      ~ password = (sensitive value)" },
      {
        id: "trace",
        text: (r) => `trace_id=${r.hex(32)} span_id=${r.hex(16)} msg="cache miss" key=user:${r.int(9999)}`,
      },
      { id: "gha-mask", text: () => "env:\n  TOKEN: ***\n  CI: true" },
      {
        id: "dup-key",
        text: (r) =>
          `ERROR: duplicate key value violates unique constraint "users_pkey" Detail: Key (id)=(${r.int(9999)}) already exists.`,
      },
      { id: "kafka-null", text: () => "\tssl.keystore.password = null\n\tsasl.jaas.config = [hidden]" },
      { id: "pod", text: (r) => `pod/api-${r.hex(10)}-x7k2p created, secret/db unchanged` },
      { id: "build", text: (r) => `writing image sha256:${r.hex(64)} done` },
      {
        id: "npm-token",
        text: () => "npm ERR! code ENEEDAUTH\nnpm ERR! need auth This command requires you to be logged in.",
      },
      { id: "tests", text: () => "✓ rejects a wrong password (12 ms)\n✓ refreshes the token (8 ms)" },
      { id: "lex", text: () => "lexer.c:41: parse error near token IDENT, expected token ';'" },
      {
        id: "session",
        text: () => "New session 41 of user root. Session opened for user dana(uid=1000) by (uid=0)",
      },
      {
        id: "rotated",
        text: (r) => `secret rotation finished: 12 secrets, ${r.int(3)} failures, next run in 30d`,
      },
      {
        id: "redis-noauth",
        text: () =>
          "(error) NOAUTH Authentication required.\nERR AUTH <password> called without any password configured",
      },
      { id: "generated-file", text: () => "generated password written to /run/secrets/root_password" },
      {
        id: "llm-usage",
        text: (r) => `usage: prompt_tokens=${r.int(9999)} completion_tokens=${r.int(999)} total_tokens=12000`,
      },
      { id: "keyspace", text: () => "db0:keys=412,expires=3,avg_ttl=0" },
      {
        id: "auth-ok",
        text: () => "dovecot: imap-login: Login: user=<ann>, method=PLAIN, rip=10.0.0.4, TLS",
      },
    ],
  },
} satisfies BlindFile;
