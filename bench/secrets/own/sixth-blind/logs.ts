import type { BlindFile } from "../../blind.ts";
import { secretCase as c } from "../../corpus-case.ts";
import { base62, hex, jwt, password, token, uuid, type Value, weakPassword } from "../../random.ts";

const P = "password";
const T = "token";
const quote: Value = (r) => `${r.Word()}"${r.base62(5)}\\${r.word()}`;

export default {
  secrets: {
    logs: [
      c(
        "json-line",
        P,
        quote,
        (v, r) =>
          `{"level":"debug","ts":17${r.int(99999999)},"msg":"login","body":{"user":"jo","password":"${v}"}}`,
        "json",
      ),
      c(
        "logfmt",
        T,
        base62(32),
        (v) => `time=2024-05-01T10:00:00Z level=info msg="auth ok" user=jo token=${v}`,
      ),
      c(
        "log4j",
        P,
        password,
        (v) => `2024-05-01 10:00:00,123 DEBUG [main] c.a.Db - Connecting with user=app, password=${v}`,
      ),
      c(
        "rails-params",
        P,
        weakPassword,
        (v) => `Parameters: {"user"=>{"email"=>"jo@acme.io", "password"=>"${v}"}}`,
      ),
      c(
        "java-tostring",
        P,
        password,
        (v) => `DbConfig{host='db1', port=5432, username='app', password='${v}'}`,
      ),
      c("lombok", P, weakPassword, (v) => `LoginRequest(username=jo, password=${v}, rememberMe=true)`),
      c("kotlin-data", T, base62(40), (v) => `D/Auth: Session(userId=81, accessToken=${v}, expiresIn=3600)`),
      c("py-repr", P, password, (v) => `Settings(db_host='db1', db_password='${v}', debug=True)`),
      c(
        "py-traceback",
        P,
        password,
        (v) =>
          `Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n` +
          `    connect("db", password="${v}")\n` +
          "psycopg2.OperationalError: timeout",
      ),
      c(
        "py-locals",
        T,
        hex(40),
        (v) => `>       assert r.status_code == 200\nE       assert 401 == 200\n\napi_token  = '${v}'`,
      ),
      c("pdb", P, weakPassword, (v) => `(Pdb) p password\n'${v}'\n(Pdb) c`),
      c("gdb", P, weakPassword, (v) => `(gdb) print password\n$1 = 0x5581 "${v}"`),
      c("node-inspect", P, password, (v) => `Config {\n  host: 'db1',\n  password: '${v}',\n  ssl: false\n}`),
      c(
        "axios-error",
        T,
        jwt,
        (v) => `AxiosError: 401\n  config: {\n    headers: { Authorization: 'Bearer ${v}' }\n  }`,
      ),
      c(
        "go-struct",
        P,
        password,
        (v) => `2024/05/01 10:00:00 cfg: {Host:db1 Port:5432 User:app Password:${v} SSL:false}`,
      ),
      c("go-plus-v", T, base62(36), (v) => `&main.Config{Addr:":8080", Token:"${v}", Debug:true}`),
      c(
        "rust-debug",
        P,
        password,
        (v) => `[src/main.rs:9] &cfg = Config {\n    user: "app",\n    password: "${v}",\n}`,
      ),
      c(
        "php-dump",
        P,
        weakPassword,
        (v) =>
          `array(2) {\n  ["user"]=>\n  string(2) "jo"\n  ["password"]=>\n  string(${v.length}) "${v}"\n}`,
      ),
      c("php-print-r", P, password, (v) => `Array\n(\n    [user] => jo\n    [password] => ${v}\n)`),
      c(
        "php-trace",
        P,
        password,
        (v) => `#0 /app/db.php(12): PDO->__construct('mysql:host=db', 'root', '${v}')`,
      ),
      c(
        "csharp-serilog",
        "secret",
        base62(40),
        (v) => `[10:00:00 DBG] Token request {"ClientId":"web","ClientSecret":"${v}"}`,
      ),
      c(
        "nginx-access",
        T,
        hex(32),
        (v) => `10.0.0.1 - - [01/May/2024:10:00:00] "GET /x?access_token=${v} HTTP/1.1" 200 12`,
      ),
      c("pg-log", P, password, (v) => `LOG:  statement: ALTER USER app WITH PASSWORD '${v}';`),
      c("mysql-query-log", P, password, (v) => `10 Query\tSET PASSWORD FOR 'app'@'%' = '${v}'`),
      c("ps-aux", P, password, (v) => `jo  411  0.0  java -jar app.jar --spring.datasource.password=${v}`),
      c(
        "gh-actions-env",
        P,
        password,
        (v) => `Run ./deploy.sh\n  env:\n    NODE_ENV: production\n    DB_PASSWORD: ${v}`,
      ),
      c("set-x", T, base62(36), (v) => `+ export API_TOKEN=${v}\n+ API_TOKEN=${v}\n+ make release`),
      c(
        "jenkins-init",
        P,
        hex(32),
        (v) =>
          `Jenkins initial setup is required. An admin user has been created and a password generated.\n` +
          `Please use the following password to proceed to installation:\n\n${v}\n\n` +
          `This may also be found at: /var`,
      ),
      c(
        "mysql-temp",
        P,
        token("", "symbols", 12),
        (v) => `[Note] A temporary password is generated for root@localhost: ${v}`,
      ),
      c("jupyter", T, hex(48), (v) => `[I 10:00:00 NotebookApp] http://localhost:8888/?token=${v}`),
      c("minio", P, password, (v) => `RootUser: minio\nRootPass: ${v}\nConsole: http://127.0.0.1:9001`),
      c(
        "jest-diff",
        T,
        base62(32),
        (v) => `    - Expected\n    + Received\n\n    -   "token": null,\n    +   "token": "${v}",`,
      ),
      c(
        "spring-gen",
        P,
        uuid,
        (v) => `Using generated security password: ${v}\n\nThis is for development use only.`,
      ),
      c(
        "curl-trace",
        "cookie",
        base62(40),
        (v) => `< HTTP/2 302\n< set-cookie: session=${v}; Path=/\n< location: /`,
      ),
      c(
        "auth-fail",
        P,
        weakPassword,
        (v) => `WARN sshd: Failed login for user root with password "${v}" from 10.0.0.9`,
      ),
      c("elixir", P, weakPassword, (v) => `[debug] params: %{"email" => "jo@acme.io", "password" => "${v}"}`),
      c("env-dump", "secret", hex(64), (v) => `HOME=/root\nHOSTNAME=web-1\nSECRET_KEY=${v}\nSHLVL=1`),
      c(
        "pytest-param",
        P,
        password,
        (v) => `FAILED tests/test_auth.py::test_login[admin-password=${v}] - 401`,
      ),
      c(
        "gradle-info",
        P,
        weakPassword,
        (v) => `> Task :sign\nStarting process: jarsigner -storepass ${v} app.jar`,
      ),
      c(
        "tf-plan",
        P,
        password,
        (v) => `  ~ resource "aws_db_instance" "main" {\n      ~ password = "old" -> "${v}"\n    }`,
      ),
    ],
  },
  harmless: {
    logs: [
      { id: "filtered", text: () => 'Parameters: {"email"=>"jo@acme.io", "password"=>"[FILTERED]"}' },
      {
        id: "failed",
        text: () => "sshd[411]: Failed password for invalid user admin from 10.0.0.9 port 22 ssh2",
      },
      { id: "expired", text: () => "WARN TokenExpiredError: jwt expired at 2024-05-01T10:00:00Z" },
      {
        id: "token-usage",
        text: (r) => `usage: prompt_tokens=${r.int(9000)} completion_tokens=${r.int(900)}`,
      },
      { id: "trace-id", text: (r) => `level=info trace_id=${r.hex(32)} span_id=${r.hex(16)} msg=done` },
      { id: "java-trace", text: () => "at com.acme.auth.TokenService.refreshToken(TokenService.java:88)" },
      { id: "syntax", text: () => "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON" },
      { id: "go-null", text: () => "cfg: {Host:db1 User:app Password: SSL:false}" },
      { id: "py-none", text: () => "Settings(db_host='db1', db_password=None, debug=True)" },
      { id: "secretstr", text: () => "Settings(api_key=SecretStr('**********'))" },
      { id: "gc", text: (r) => `[GC pause (G1) ${r.int(90)}M->${r.int(20)}M, 0.01 secs]` },
      {
        id: "dup-key",
        text: (r) => `ERROR: duplicate key value violates unique constraint "users_pkey" (id)=(${r.int(99)})`,
      },
      { id: "cache-miss", text: (r) => `cache miss key=session:${r.int(9999)}:profile ttl=60` },
      { id: "gh-masked", text: () => "  env:\n    DB_PASSWORD: ***\n    NODE_ENV: production" },
      { id: "webpack", text: (r) => `asset main.${r.hex(20)}.js 244 KiB [emitted] [immutable]` },
      {
        id: "migrate",
        text: (r) => `== ${r.chars("0123456789", 14)} AddResetPasswordTokenToUsers: migrated ==`,
      },
      { id: "invalid", text: () => "ERROR Invalid username or password (user=jo)" },
      { id: "docker-pull", text: (r) => `Digest: sha256:${r.hex(64)}\nStatus: Image is up to date` },
      { id: "k8s-event", text: (r) => `Warning  FailedMount  secret "db-password-${r.hex(5)}" not found` },
      { id: "test-names", text: () => "✓ rejects an empty password (4 ms)\n✓ refreshes the token (12 ms)" },
      { id: "npm", text: (r) => `npm http fetch GET 200 https://registry.npmjs.org/token ${r.int(900)}ms` },
      { id: "auth-debug", text: () => "debug1: Next authentication method: password" },
      { id: "segv", text: (r) => `SIGSEGV at 0x${r.hex(12)}, rip 0x${r.hex(12)}` },
      { id: "build-id", text: (r) => `BuildID[sha1]=${r.hex(40)}, stripped` },
    ],
  },
} satisfies BlindFile;
