import type { BlindFile } from "../../blind.ts";
import { secretCase as s } from "../../corpus-case.ts";
import {
  ALPHABET,
  base62,
  base64,
  hex,
  jwt,
  password,
  type Random,
  token,
  uuid,
  type Value,
  weakPassword,
} from "../../random.ts";

const at = (r: Random) =>
  `2024-0${1 + r.int(9)}-1${r.int(9)} 0${r.int(9)}:${10 + r.int(49)}:${10 + r.int(49)}`;
const basic: Value = (r) => `${r.word()}:${r.Word()}${r.base62(9)}`;
const quoted: Value = (r) => `${r.Word()}"${r.base62(5)}\\${r.base62(4)}`;
const opaque = token("", "base64url", 43);

export default {
  secrets: {
    logs: [
      s(
        "log4j-user-pass",
        "password",
        password,
        (v, r) => `${at(r)} DEBUG [main] c.a.LoginService - authenticating user=jo password=${v} ip=10.0.0.3`,
      ),
      s(
        "java-tostring",
        "password",
        password,
        (v, r) => `${at(r)} INFO  UserDto(id=4, email=jo@acme.io, password=${v}, roles=[ADMIN])`,
      ),
      s(
        "java-record",
        "secret",
        base62(32),
        (v) => `Loaded OAuthConfig[clientId=web, clientSecret=${v}, scopes=[openid]]`,
      ),
      s("java-map", "password", password, (v) => `properties: {user=app, password=${v}, ssl=true}`),
      s(
        "java-stack-jdbc",
        "password",
        password,
        (v) =>
          `java.sql.SQLException: Access denied\n\tat com.mysql.cj.jdbc.ConnectionImpl.createNewIO(ConnectionImpl.java:828)\nCaused by: url=jdbc:mysql://db/shop?user=root&password=${v}\n\tat a.b.C.d(C.java:12)`,
      ),
      s(
        "spring-env-actuator",
        "password",
        password,
        (v) =>
          `"systemEnvironment":{"properties":{"DB_PASSWORD":{"value":"${v}","origin":"System Environment Property"}}}`,
      ),
      s(
        "logback-json",
        "token",
        opaque,
        (v) =>
          `{"@timestamp":"2024-05-03T10:00:00Z","level":"WARN","message":"token expired","ctx":{"token":"${v}","uid":4}}`,
      ),
      s(
        "json-escaped-message",
        "password",
        quoted,
        (v) => `{"level":"debug","password":"${v}","msg":"login"}`,
        "json",
      ),
      s(
        "json-in-json",
        "password",
        password,
        (v) => `{"level":"info","msg":"req","body":"{\\"user\\":\\"jo\\",\\"password\\":\\"${v}\\"}"}`,
      ),
      s(
        "logfmt",
        "password",
        password,
        (v) =>
          `level=debug ts=2024-05-03T10:00:00Z caller=auth.go:41 msg="bind" dn=cn=svc bind_password=${v}`,
      ),
      s(
        "logfmt-quoted",
        "password",
        (r) => `${r.word()} ${r.base62(6)}`,
        (v) => `time="2024-05-03T10:00:00Z" level=info msg=login user=jo passwd="${v}"`,
      ),
      s(
        "go-printf-v",
        "password",
        password,
        (v) => `2024/05/03 10:00:00 config: &{Host:db Port:5432 User:app Password:${v} SSL:true}`,
      ),
      s(
        "go-printf-sharp",
        "secret",
        base62(32),
        (v) => `main.Config{Addr:":80", JWTSecret:"${v}", Debug:false}`,
      ),
      s(
        "go-spew",
        "password",
        password,
        (v) =>
          `(*config.DB)(0xc000)({\n Host: (string) (len=2) "db",\n Password: (string) (len=13) "${v}"\n})`,
      ),
      s(
        "rust-debug",
        "password",
        password,
        (v) =>
          `DEBUG sqlx::pool: PgConnectOptions { host: "db", port: 5432, username: "app", password: Some("${v}") }`,
      ),
      s(
        "rust-tracing",
        "token",
        opaque,
        (v, r) => `${at(r)}  INFO request{method=GET token=${v}}: app::auth: verified`,
      ),
      s(
        "python-repr",
        "password",
        password,
        (v) => `DEBUG:app:Settings(host='db', user='app', password='${v}', port=5432)`,
      ),
      s(
        "python-dict",
        "token",
        base62(40),
        (v) => `INFO:root:payload {'grant': 'x', 'access_token': '${v}', 'expires_in': 3600}`,
      ),
      s(
        "python-traceback-line",
        "password",
        password,
        (v) =>
          `Traceback (most recent call last):\n  File "m.py", line 9, in <module>\n    conn = connect(host="db", password="${v}")\nOperationalError: timeout`,
      ),
      s(
        "python-locals",
        "password",
        password,
        (v) => `Local variables in innermost frame:\n      host: 'db'\n  password: '${v}'\n   retries: 3`,
      ),
      s(
        "python-pdb",
        "password",
        password,
        (v) => `-> conn = connect(**cfg)\n(Pdb) p cfg['password']\n'${v}'\n(Pdb) c`,
      ),
      s(
        "python-pprint",
        "secret",
        base62(32),
        (v) => `{'CLIENT_ID': 'web',\n 'CLIENT_SECRET': '${v}',\n 'DEBUG': False}`,
      ),
      s("python-namespace", "token", base62(40), (v) => `Namespace(host='api', token='${v}', verbose=2)`),
      s(
        "python-http-debug",
        "token",
        opaque,
        (v) =>
          `send: b'GET /me HTTP/1.1\\r\\nHost: api.acme.io\\r\\nAuthorization: Bearer ${v}\\r\\n\\r\\n'\nreply: 'HTTP/1.1 200 OK\\r\\n'`,
      ),
      s("python-http-basic", "password", basic, (v) => `header: Authorization: Basic ${v}`, "base64"),
      s(
        "pytest-assert",
        "password",
        password,
        (v) =>
          `E       AssertionError: assert {'password': '${v}'} == {'password': None}\nE         Differing items:`,
      ),
      s(
        "pytest-fixture-repr",
        "token",
        opaque,
        (v) =>
          `client = <Client url=http://t>, auth_token = '${v}'\n\n    def test_me(client, auth_token):\n>       assert client.me(auth_token)`,
      ),
      s(
        "django-debug",
        "password",
        password,
        (v) =>
          `DATABASES\t{'default': {'ENGINE': 'django.db.backends.postgresql', 'PASSWORD': '${v}', 'USER': 'app'}}`,
      ),
      s(
        "celery-task",
        "password",
        password,
        (v, r) =>
          `[${at(r)}: INFO/MainProcess] Task tasks.sync[${r.uuid()}] received args=('jo',) kwargs={'password': '${v}'}`,
      ),
      s(
        "node-console-object",
        "password",
        password,
        (v) =>
          `{\n  host: 'db',\n  user: 'root',\n  password: '${v}',\n  ssl: { rejectUnauthorized: false }\n}`,
      ),
      s(
        "node-axios-error",
        "token",
        jwt,
        (v) =>
          `AxiosError: Request failed with status code 403\n  config: {\n    headers: AxiosHeaders {\n      Accept: 'application/json',\n      Authorization: 'Bearer ${v}',\n      'User-Agent': 'axios/1.6.0'\n    }`,
      ),
      s(
        "node-sequelize",
        "password",
        password,
        (v) =>
          `Executing (default): INSERT INTO "users" ("email","password") VALUES ($1,$2) RETURNING "id"; "jo@acme.io", "${v}"`,
      ),
      s(
        "node-util-inspect-map",
        "session",
        base62(32),
        (v) => `Map(2) { 'lang' => 'de', 'session_token' => '${v}' }`,
      ),
      s(
        "express-morgan",
        "token",
        opaque,
        (v) => `::1 - - [03/May/2024:10:00:00 +0000] "GET /verify?token=${v} HTTP/1.1" 200 17`,
      ),
      s(
        "nginx-access",
        "api-key",
        base62(32),
        (v) =>
          `10.0.0.4 - - [03/May/2024:10:00:00 +0000] "GET /v1/x?apikey=${v} HTTP/1.1" 200 512 "-" "curl/8.1"`,
      ),
      s(
        "apache-basic-referer",
        "password",
        base62(16),
        (v) => `[error] client denied, referer: https://jo:${v}@intranet.acme.io/`,
      ),
      s(
        "iis",
        "password",
        password,
        (v) => `2024-05-03 10:00:00 10.0.0.1 POST /login.aspx user=jo&pwd=${v} 443 - 10.0.0.9 Mozilla 200`,
      ),
      s(
        "haproxy-capture",
        "token",
        opaque,
        (v) =>
          `haproxy[9]: 10.0.0.2:51000 [03/May/2024] fe be/s1 0/0/1/2/3 200 {Bearer ${v}} "GET /me HTTP/1.1"`,
      ),
      s(
        "aws-alb",
        "token",
        opaque,
        (v) =>
          `h2 2024-05-03T10:00:00Z app/lb 10.0.0.2:5 200 "GET https://app.acme.io:443/cb?id_token=${v} HTTP/2.0" "Mozilla"`,
      ),
      s(
        "rails-params",
        "password",
        password,
        (v) =>
          `Started POST "/sessions" for ::1\n  Parameters: {"utf8"=>"✓", "user"=>{"email"=>"jo@acme.io", "password"=>"${v}"}}`,
      ),
      s(
        "rails-token-param",
        "token",
        base62(44),
        (v) => `  Parameters: {"reset_password_token"=>"${v}", "commit"=>"Save"}`,
      ),
      s(
        "ruby-inspect",
        "password",
        password,
        (v) => `#<Config:0x00007f @host="db", @password="${v}", @port=5432>`,
      ),
      s(
        "php-print-r",
        "password",
        password,
        (v) => `Array\n(\n    [username] => jo\n    [password] => ${v}\n    [remember] => on\n)`,
      ),
      s(
        "php-var-dump",
        "password",
        password,
        (v) => `array(2) {\n  ["user"]=>\n  string(2) "jo"\n  ["password"]=>\n  string(13) "${v}"\n}`,
      ),
      s(
        "php-stack",
        "password",
        password,
        (v) =>
          `PHP Fatal error: Uncaught PDOException: SQLSTATE[HY000] in db.php:4\nStack trace:\n#0 db.php(4): PDO->__construct('mysql:host=db', 'root', '${v}')\n#1 {main}`,
      ),
      s(
        "php-mysqli-stack",
        "password",
        password,
        (v) => `#0 /srv/x.php(12): mysqli->__construct('localhost', 'wp', '${v}', 'wp')`,
      ),
      s(
        "laravel-log",
        "password",
        password,
        (v) => `[2024-05-03 10:00:00] local.DEBUG: login {"email":"jo@acme.io","password":"${v}"} []`,
      ),
      s("phpinfo", "password", password, (v) => `$_ENV['DB_PASSWORD']\t${v}\n$_ENV['DB_HOST']\tdb`),
      s("symfony-dump", "secret", hex(32), (v) => `APP_ENV     "prod"\n APP_SECRET  "${v}"`),
      s(
        "dotnet-ilogger",
        "password",
        password,
        (v) => `dbug: Acme.Auth[0]\n      Validating jo with password ${v}`,
      ),
      s(
        "dotnet-ef",
        "password",
        password,
        (v) =>
          `Executed DbCommand (2ms) [Parameters=[@p0='jo@acme.io', @p1='${v}' (password)], CommandType='Text']`,
      ),
      s(
        "dotnet-exception",
        "password",
        password,
        (v) =>
          `System.ArgumentException: Keyword not supported: 'servr'. Connection string: 'servr=sql1;User Id=sa;Password=${v}'`,
      ),
      s(
        "serilog",
        "password",
        password,
        (v) => `[10:00:00 INF] Options {"User": "svc", "Password": "${v}", "$type": "SmtpOptions"}`,
      ),
      s(
        "elixir-inspect",
        "password",
        password,
        (v) =>
          `[debug] Processing with AuthController.create/2\n  Parameters: %{"email" => "jo@acme.io", "pass" => "${v}"}`,
      ),
      s(
        "elixir-struct",
        "password",
        password,
        (v) => `[hostname: "db", username: "app", password: "${v}", pool_size: 10]`,
      ),
      s(
        "erlang-crash",
        "password",
        password,
        (v) => `** Reason for termination ==\n** {badmatch,{error,[{user,<<"app">>},{password,<<"${v}">>}]}}`,
      ),
      s(
        "kotlin-okhttp",
        "token",
        opaque,
        (v) => `--> GET https://api.acme.io/me\nAuthorization: Bearer ${v}\n--> END GET`,
      ),
      s(
        "android-logcat",
        "token",
        opaque,
        (v) => `05-03 10:00:00.123  1234  1250 D AuthRepo: onSuccess accessToken=${v}`,
      ),
      s(
        "ios-nslog",
        "token",
        opaque,
        (v) =>
          `2024-05-03 10:00:00.123 App[412:991] response: {\n    "auth_token" = "${v}";\n    expires = 3600;\n}`,
      ),
      s("swift-dump", "password", password, (v) => `▿ App.Credentials\n  - user: "jo"\n  - password: "${v}"`),
      s("gdb-print", "password", password, (v) => `(gdb) p cfg->password\n$1 = 0x5555 "${v}"`),
      s(
        "gdb-frame-args",
        "password",
        password,
        (v) => `#1  0x0000555 in db_login (user=0x5 "app", password=0x6 "${v}") at db.c:44`,
      ),
      s("lldb", "password", password, (v) => `(lldb) po creds.password\n"${v}"`),
      s("chrome-debug", "token", jwt, (v) => `auth.ts:12 token => ${v}`),
      s(
        "strace",
        "password",
        weakPassword,
        (v) => `execve("/usr/bin/mysql", ["mysql", "-uroot", "-p${v}"], 0x7ffd /* 20 vars */) = 0`,
      ),
      s("strace-write", "password", weakPassword, (v) => `write(3, "PASS ${v}\\r\\n", 24) = 24`),
      s(
        "tcpdump-pop3",
        "password",
        weakPassword,
        (v) => `10.0.0.2.51000 > mail.110: Flags [P.], length 16: POP3: PASS ${v}`,
      ),
      s(
        "wireshark-http",
        "password",
        password,
        (v) => `    Form item: "username" = "jo"\n    Form item: "password" = "${v}"`,
      ),
      s(
        "mysql-general",
        "password",
        password,
        (v) => `2024-05-03T10:00:00Z   12 Query\tSET PASSWORD FOR 'app'@'%' = '${v}'`,
      ),
      s(
        "postgres-log",
        "password",
        password,
        (v) => `2024-05-03 10:00:00 UTC [31] LOG:  statement: CREATE ROLE app LOGIN PASSWORD '${v}';`,
      ),
      s(
        "postgres-log-params",
        "password",
        password,
        (v) => `DETAIL:  parameters: $1 = 'jo@acme.io', password = '${v}'`,
      ),
      s(
        "mongo-log",
        "password",
        password,
        (v) =>
          `{"t":{"$date":"2024-05-03"},"c":"COMMAND","attr":{"command":{"updateUser":"app","pwd":"${v}"}}}`,
      ),
      s("redis-monitor", "password", base62(24), (v) => `1700000000.123456 [0 10.0.0.2:51000] "AUTH" "${v}"`),
      s(
        "redis-monitor-set",
        "token",
        opaque,
        (v) => `1700000000.9 [0 lua] "SETEX" "refresh_token:4" "3600" "${v}"`,
      ),
      s("openldap", "password", password, (v) => `conn=1001 op=0 BIND dn="cn=svc" method=128 cred="${v}"`),
      s("sshd-honeypot", "password", weakPassword, (v) => `login attempt [root/${v}] failed`),
      s(
        "auditd-cmd",
        "password",
        password,
        (v) =>
          `sudo:  jo : TTY=pts/0 ; PWD=/srv ; USER=root ; COMMAND=/usr/bin/mysql -u root --password=${v}`,
      ),
      s(
        "cron-mail",
        "token",
        base62(40),
        (v) => `Subject: Cron <root@web> BACKUP_TOKEN=${v} /opt/backup.sh\n\nexit 1`,
      ),
      s(
        "systemd-journal",
        "password",
        password,
        (v) => `May 03 10:00:00 web app[411]: started with args --user svc --password ${v}`,
      ),
      s(
        "k8s-describe",
        "password",
        password,
        (v) => `    Environment:\n      DB_HOST:      db\n      DB_PASSWORD:  ${v}\n    Mounts: <none>`,
      ),
      s(
        "k8s-event",
        "token",
        uuid,
        (v) => `Warning  Failed  kubelet  Error: exec: "--api-token=${v}": no such file`,
      ),
      s(
        "docker-events",
        "password",
        password,
        (v) => `container create ab12 (image=pg, name=db, env.POSTGRES_PASSWORD=${v})`,
      ),
      s(
        "gha-unmasked",
        "token",
        base62(40),
        (v) => `Run ./deploy.sh\n  env:\n    DEPLOY_TOKEN: ${v}\n    CI: true`,
      ),
      s(
        "gitlab-ci-trace",
        "password",
        password,
        (v) => `$ echo "Deploying with $PASS"\nDeploying with password ${v}\nJob succeeded`,
      ),
      s(
        "jenkins-console",
        "password",
        password,
        (v) => `[Pipeline] sh\n+ ./mvnw deploy -Drepo.password=${v}\n[INFO] Scanning for projects...`,
      ),
      s(
        "travis-export",
        "api-key",
        base62(32),
        (v) => `Setting environment variables from repository settings\n$ export SAUCE_ACCESS_KEY=${v}`,
      ),
      s(
        "terraform-plan",
        "password",
        password,
        (v) =>
          `  # aws_db_instance.main will be updated in-place\n  ~ resource "aws_db_instance" "main" {\n      ~ password = "old" -> "${v}"\n    }`,
      ),
      s(
        "terraform-debug",
        "token",
        base62(40),
        (v) => `2024-05-03T10:00:00Z [DEBUG] provider: Authorization: Bearer ${v}: timestamp=x`,
      ),
      s(
        "ansible-verbose",
        "password",
        password,
        (v) =>
          `ok: [web1] => {"changed": false, "invocation": {"module_args": {"login_password": "${v}", "name": "app"}}}`,
      ),
      s(
        "puppet-diff",
        "password",
        password,
        (v) => `Notice: /File[/etc/app.ini]/content:\n-password = old\n+password = ${v}`,
      ),
      s(
        "cypress-log",
        "password",
        weakPassword,
        (v) => `  cy:command ✔  get     #password\n  cy:command ✔  type    ${v}`,
      ),
      s(
        "selenium-log",
        "password",
        weakPassword,
        (v) => `DEBUG [remote_connection] POST /element/1/value {"text": "${v}", "id": "password"}`,
      ),
      s(
        "jest-diff",
        "secret",
        base62(32),
        (v) => `    - Expected\n    + Received\n\n      Object {\n    +   "clientSecret": "${v}",\n      }`,
      ),
      s(
        "junit-xml",
        "password",
        password,
        (v) => `<failure message="expected login with password '${v}' to succeed"/>`,
      ),
      s(
        "playwright-trace",
        "password",
        password,
        (v) => `  - waiting for getByLabel('Password')\n  - fill("${v}")`,
      ),
      s("webhook-verify", "secret", base62(32), (v) => `signature mismatch: computed with secret "${v}"`),
      s(
        "smtp-auth-plain",
        "password",
        (r) => `\u0000jo@acme.io\u0000${r.Word()}${r.base62(8)}`,
        (v) => `C: AUTH PLAIN ${v}\nS: 235 2.7.0 Accepted`,
        "base64",
      ),
      s(
        "imap-login",
        "password",
        weakPassword,
        (v) => `C: a1 LOGIN jo@acme.io ${v}\nS: a1 OK LOGIN completed`,
      ),
      s(
        "radius-debug",
        "password",
        weakPassword,
        (v) => `(0)   User-Name = "jo"\n(0)   User-Password = "${v}"\n(0)   NAS-IP-Address = 10.0.0.1`,
      ),
      s(
        "hostapd-wps",
        "password",
        weakPassword,
        (v) => `[+] WPS PIN: '12'\n[+] WPA PSK: '${v}'\n[+] AP SSID: 'lab'`,
      ),
      s("vault-init-log", "token", token("hvs.", "base64url", 24), (v) => `Initial Root Token: ${v}`),
      s(
        "keycloak-boot",
        "password",
        password,
        (v) => `KC-SERVICES0009: Added user 'admin' to realm 'master'; KEYCLOAK_ADMIN_PASSWORD=${v}`,
      ),
      s("jupyter-url", "token", hex(48), (v) => `[I 10:00:00 NotebookApp] http://localhost:8888/?token=${v}`),
      s(
        "rstudio-docker",
        "password",
        weakPassword,
        (v) =>
          `The password is set to ${v}\nIf you want to set your own password, set the PASSWORD environment variable.`,
      ),
      s(
        "code-server",
        "password",
        hex(24),
        (v) => `[info]  Using password from config file\n[info]    - password: ${v}`,
      ),
      s(
        "n8n-encryption",
        "key",
        (r) => base64(r.bytes(24)),
        (v) =>
          `No encryptionKey found - Auto-generated and saved to: /home/node/.n8n/config\n{"encryptionKey": "${v}"}`,
      ),
      s(
        "pin-log",
        "password",
        (r) => r.chars(ALPHABET.digits, 8),
        (v) => `SMS to +41790000000: Your verification code is ${v}. Do not share it.`,
      ),
    ],
  },
  harmless: {
    logs: [
      {
        id: "failed-login",
        text: (r) =>
          `sshd[${r.int(9999)}]: Failed password for root from 203.0.113.${r.int(255)} port 51022 ssh2`,
      },
      {
        id: "accepted",
        text: (r) =>
          `sshd[${r.int(9999)}]: Accepted publickey for jo from 10.0.0.1 port 51022 ssh2: ED25519 SHA256:${r.base62(43)}`,
      },
      {
        id: "using-password",
        text: () => "ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: YES)",
      },
      {
        id: "filtered",
        text: () => 'Parameters: {"user"=>{"email"=>"jo@acme.io", "password"=>"[FILTERED]"}}',
      },
      { id: "token-expired", text: () => "WARN auth: token expired at 2024-05-03T10:00:00Z, refreshing" },
      {
        id: "trace-ids",
        text: (r) => `INFO trace_id=${r.hex(32)} span_id=${r.hex(16)} user_id=${r.uuid()} GET /login 200`,
      },
      {
        id: "unexpected-token",
        text: () => "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
      },
      { id: "key-error", text: () => "KeyError: 'password'\n  File \"app.py\", line 12, in login" },
      {
        id: "duplicate-key",
        text: (r) =>
          `ERROR: duplicate key value violates unique constraint "users_pkey"\nDETAIL: Key (id)=(${r.int(9999)}) already exists.`,
      },
      {
        id: "llm-usage",
        text: (r) =>
          `usage: prompt_tokens=${r.int(5000)} completion_tokens=${r.int(900)} total_tokens=${r.int(6000)}`,
      },
      { id: "gha-masked", text: () => "env:\n    DEPLOY_TOKEN: ***\n    CI: true" },
      { id: "cache-key", text: (r) => `Cache restored from key: node-modules-${r.hex(64)}` },
      { id: "docker-pull", text: (r) => `Digest: sha256:${r.hex(64)}\nStatus: Downloaded newer image` },
      {
        id: "java-stack",
        text: () =>
          "at org.springframework.security.authentication.UsernamePasswordAuthenticationToken.<init>(UsernamePasswordAuthenticationToken.java:58)",
      },
      {
        id: "password-encoder",
        text: () =>
          'java.lang.IllegalArgumentException: There is no PasswordEncoder mapped for the id "null"',
      },
      {
        id: "jwt-err",
        text: () =>
          "JsonWebTokenError: invalid signature\n    at verify (node_modules/jsonwebtoken/verify.js:171:19)",
      },
      {
        id: "csrf",
        text: () => "ActionController::InvalidAuthenticityToken (Can't verify CSRF token authenticity.)",
      },
      {
        id: "test-names",
        text: () =>
          "PASS src/auth/password.test.ts\n  ✓ hashes the password (41 ms)\n  ✓ rejects a wrong token (3 ms)",
      },
      { id: "pid-lines", text: (r) => `pid=${r.int(9999)} mem=0x${r.hex(12)} key=users:list hit=true` },
      {
        id: "kafka-offset",
        text: (r) => `Committed offset ${r.int(99999)} for partition orders-${r.int(12)} key=null`,
      },
      { id: "git-push", text: (r) => `   ${r.hex(7)}..${r.hex(7)}  main -> main` },
      { id: "vault-sealed", text: () => "Error: Vault is sealed; 3 of 5 unseal keys required" },
      { id: "hash-mismatch", text: (r) => `hash mismatch: expected ${r.hex(64)}, got ${r.hex(64)}` },
      { id: "mem-dump", text: (r) => `0x${r.hex(16)}: ${r.hex(4)} ${r.hex(4)} ${r.hex(4)} ${r.hex(4)}` },
      { id: "nil-password", text: () => '%{email: "jo@acme.io", password: nil, token: nil}' },
      {
        id: "secret-mounted",
        text: () => 'MountVolume.SetUp failed for volume "db-secret": secret "db-credentials" not found',
      },
    ],
  },
} satisfies BlindFile;
