import { secretCase as c, type Template } from "../../corpus-case.ts";
import { base62, checked, hex, jwt, password, token, weakPassword } from "../../random.ts";

const key = token("", "base64url", 40);

export const logs: readonly Template[] = [
  c(
    "debug-config",
    "password",
    password,
    (v) => `2024-05-01 10:00:01 DEBUG config loaded: host=db1 user=app password=${v} pool=5`,
  ),
  c("json-log", "token", key, (v) => `{"level":"info","ts":1714550000,"msg":"auth","token":"${v}"}`),
  c("logfmt", "token", base62(32), (v) => `level=info msg="login ok" access_token=${v} user=bob`),
  c("logfmt-quoted", "password", password, (v) => `level=debug password="${v}" attempt=2`),
  c(
    "access-log",
    "token",
    hex(40),
    (v) => `10.0.0.1 - - [01/May/2024:10:00:00 +0000] "GET /api?token=${v} HTTP/1.1" 200 12`,
  ),
  c("python-dict", "password", password, (v) => `INFO:root:payload={'user': 'bob', 'password': '${v}'}`),
  c("ruby-params", "password", weakPassword, (v) => `Parameters: {"email"=>"a@b.c", "password"=>"${v}"}`),
  c("java-tostring", "password", password, (v) => `User{name='bob', password='${v}', active=true}`),
  c("java-record", "password", weakPassword, (v) => `Credentials[user=bob, password=${v}]`),
  c("go-struct", "password", password, (v) => `config: {Host:db1 User:app Password:${v} Port:5432}`),
  c("rust-debug", "password", password, (v) => `Config { user: "app", password: "${v}", port: 5432 }`),
  c("node-inspect", "key", hex(32), (v) => `{\n  host: 'api',\n  apiKey: '${v}',\n  timeout: 5000\n}`),
  c("php-dump", "password", weakPassword, (v) => `  ["password"]=>\n  string(12) "${v}"`),
  c("php-print", "password", password, (v) => `Array\n(\n    [user] => bob\n    [password] => ${v}\n)`),
  c("env-dump", "key", key, (v) => `SHELL=/bin/bash\nJWT_SECRET=${v}\nTERM=xterm`),
  c(
    "docker-inspect",
    "password",
    password,
    (v) => `"Env": ["PATH=/usr/bin","POSTGRES_PASSWORD=${v}","LANG=C"]`,
  ),
  c(
    "stack-url",
    "password",
    password,
    (v) => `Error: connect ECONNREFUSED postgres://app:${v}@db1:5432/app\n    at run (a.js:1:2)`,
    "url",
  ),
  c(
    "auth-error",
    "password",
    weakPassword,
    (v) => `Access denied for user 'root'@'db1' (using password: '${v}')`,
  ),
  c(
    "openai-error",
    "key",
    token("sk-", "base62", 48),
    (v) => `AuthenticationError: Incorrect API key provided: ${v}.`,
  ),
  c(
    "git-error",
    "token",
    checked("ghp_"),
    (v) => `fatal: unable to access 'https://x-access-token:${v}@github.com/a/b.git/': 403`,
  ),
  c("first-start", "password", password, (v) => `GENERATED ROOT PASSWORD: ${v}`),
  c(
    "mysql-temp",
    "password",
    weakPassword,
    (v) => `[Note] A temporary password is generated for root@localhost: ${v}`,
  ),
  c("grafana-first", "password", password, (v) => `logger=admin msg="created default admin" password=${v}`),
  c(
    "jenkins-first",
    "password",
    hex(32),
    (v) =>
      `Please use the following password to proceed to installation:\n\n${v}\n\nThis may also be found at: /var/jenkins/initialAdminPassword`,
  ),
  c(
    "argocd-first",
    "password",
    base62(16),
    (v) =>
      `$ argocd admin initial-password -n argocd\n${v}\n\n This password must be only used for first time login.`,
  ),
  c("jupyter", "token", hex(48), (v) => `    http://127.0.0.1:8888/lab?token=${v}`),
  c("oauth-callback", "token", key, (v) => `GET /callback?code=${v}&state=xyz 302 12ms`),
  c("set-x-trace", "password", password, (v) => `+ export DB_PASSWORD=${v}\n+ DB_PASSWORD=${v}`),
  c("ci-echo", "token", key, (v) => `##[debug]Evaluating: secrets.NPM_TOKEN\n##[debug]Result: token '${v}'`),
  c("sql-log", "password", password, (v) => `LOG:  statement: ALTER ROLE app PASSWORD '${v}';`),
  c("http-debug", "token", jwt, (v) => `send: b'GET / HTTP/1.1\\r\\nAuthorization: Bearer ${v}\\r\\n\\r\\n'`),
  c("terraform-output", "password", password, (v) => `Outputs:\n\ndb_password = "${v}"\nendpoint = "db1"`),
  c(
    "vault-read",
    "password",
    password,
    (v) => `Key         Value\n---         -----\npassword    ${v}\nusername    app`,
  ),
  c("vault-init", "key", token("", "base64", 44), (v) => `Unseal Key 1: ${v}\n`),
  c(
    "kubeadm-join",
    "token",
    (r) => `${r.chars("abcdef0123456789", 6)}.${r.chars("abcdef0123456789", 16)}`,
    (v) => `kubeadm join 10.0.0.1:6443 --token ${v}`,
  ),
  c(
    "docker-swarm",
    "token",
    (r) =>
      `SWMTKN-1-${r.chars("abcdefghijklmnopqrstuvwxyz0123456789", 50)}-${r.chars("abcdefghijklmnopqrstuvwxyz0123456789", 25)}`,
    (v) => `docker swarm join --token ${v} 10.0.0.1:2377`,
  ),
  c("ansi-colour", "password", password, (v) => `\u001b[32mpassword\u001b[0m: \u001b[33m${v}\u001b[0m`),
  c("debugger-var", "password", password, (v) => `(lldb) p password\n(NSString *) $0 = "${v}"`),
  c("pytest-assert", "token", key, (v) => `E   AssertionError: assert token == '${v}'`),
  c("mask-missing", "key", base62(40), (v) => `Using secret access key ${v} for bucket backups`),
];
