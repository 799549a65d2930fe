import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { base62, hex, jwt, password, token, uuid, type Value, weakPassword } from "../../random.ts";

const dsn: Value = (r) => r.base62(22);

export default {
  secrets: {
    logs: [
      secretCase(
        "logfmt",
        "password",
        password,
        (v, r) =>
          `ts=2026-02-11T09:12:44Z level=debug msg="ldap bind" user=svc password=${v} took=${r.int(90)}ms`,
      ),
      secretCase(
        "logfmt-quoted",
        "token",
        base62(32),
        (v) => `level=warn component=sync auth_token="${v}" msg="token will expire"`,
      ),
      secretCase(
        "json-line",
        "password",
        password,
        (v) =>
          `{"level":30,"time":1770801164000,"msg":"login attempt","body":{"email":"kim@example.com","password":"${v}"}}`,
      ),
      secretCase(
        "rails-params",
        "password",
        password,
        (v) => `Parameters: {"user"=>{"email"=>"kim@example.com", "password"=>"${v}"}, "commit"=>"Log in"}`,
      ),
      secretCase(
        "python-dict-repr",
        "password",
        password,
        (v) =>
          `DEBUG:root:config = {'host': 'db', 'port': 5432, 'user': 'app', 'password': '${v}', 'ssl': None}`,
      ),
      secretCase(
        "python-dataclass-repr",
        "api-key",
        base62(40),
        (v) => `INFO settings loaded: Settings(env='prod', api_key='${v}', debug=False)`,
      ),
      secretCase(
        "java-tostring",
        "password",
        password,
        (v) =>
          `2026-02-11 09:12:44.113 DEBUG 1 --- [main] c.a.Db : DbConfig{url='jdbc:h2:mem', username=sa, password=${v}, poolSize=10}`,
      ),
      secretCase(
        "java-record",
        "client-secret",
        base62(32),
        (v) => `OAuthClient[id=portal, clientSecret=${v}, scopes=[openid]]`,
      ),
      secretCase(
        "go-plus-v",
        "password",
        password,
        (v) => `2026/02/11 09:12:44 cfg: {Host:smtp.acme.dev Port:587 User:noreply Password:${v} TLS:true}`,
      ),
      secretCase(
        "go-sharp-v",
        "token",
        hex(40),
        (v) => `main.Config{Addr:":8080", AdminToken:"${v}", Debug:false}`,
      ),
      secretCase(
        "rust-debug",
        "password",
        password,
        (v) => `DEBUG app: Config { host: "db", password: Some("${v}"), pool: 5 }`,
      ),
      secretCase(
        "node-inspect",
        "secret-key",
        hex(48),
        (v) => `config: {\n  port: 3000,\n  jwtSecret: '${v}',\n  cors: [ '*' ]\n}`,
      ),
      secretCase(
        "php-var-dump",
        "password",
        (r) => `${r.Word()}${r.base62(9)}`,
        (v) =>
          `array(2) {\n  ["username"]=>\n  string(4) "root"\n  ["password"]=>\n  string(${v.length}) "${v}"\n}`,
      ),
      secretCase(
        "php-print-r",
        "password",
        password,
        (v) => `Array\n(\n    [host] => db\n    [user] => crm\n    [password] => ${v}\n)`,
      ),
      secretCase(
        "php-stack-args",
        "password",
        password,
        (v) =>
          `#0 /srv/app/Db.php(31): PDO->__construct('mysql:host=db', 'crm', '${v}')\n#1 {main}\nPDOException: SQLSTATE[HY000] [1045] Access denied`,
      ),
      secretCase(
        "ruby-inspect",
        "token",
        base62(36),
        (v) => `#<Client:0x00007f8 @base="https://api.acme.dev", @access_token="${v}", @retries=3>`,
      ),
      secretCase(
        "elixir-keyword",
        "password",
        password,
        (v) =>
          `[debug] connecting with [hostname: "db", username: "postgres", password: "${v}", pool_size: 10]`,
      ),
      secretCase(
        "csharp-exception",
        "password",
        password,
        (v) =>
          `System.InvalidOperationException: cannot open "Server=sql1;Database=erp;User Id=erp;Password=${v}"\n   at Acme.Data.Open() in /src/Data.cs:line 41`,
      ),
      secretCase(
        "sqlalchemy-error",
        "password",
        dsn,
        (v) =>
          `sqlalchemy.exc.ArgumentError: Could not parse SQLAlchemy URL from string 'postgres//app:${v}@db:5432/app'`,
      ),
      secretCase(
        "prisma-error",
        "password",
        password,
        (v) =>
          `Error: P1001: Can't reach database server\n  url: postgresql://prisma:${v}@localhost:5433/app?schema=public`,
      ),
      secretCase(
        "access-log-query",
        "token",
        base62(40),
        (v) => `10.1.2.3 - - [11/Feb/2026:09:12:44 +0000] "GET /feed.xml?auth_token=${v} HTTP/1.1" 200 5120`,
      ),
      secretCase(
        "nginx-header-dump",
        "token",
        base62(44),
        (v) => `2026/02/11 09:12:44 [debug] 31#31: *7 http header: "Authorization: Bearer ${v}"`,
      ),
      secretCase(
        "got-debug",
        "token",
        jwt,
        (v) =>
          `  http request options: { method: 'GET', headers: { authorization: 'Bearer ${v}', accept: '*/*' } } +3ms`,
      ),
      secretCase(
        "axios-error",
        "api-key",
        base62(36),
        (v) =>
          `AxiosError: Request failed with status code 403\n    config: {\n      headers: Object [AxiosHeaders] {\n        'X-API-Key': '${v}',\n        'User-Agent': 'axios/1.7.2'\n      }\n    }`,
      ),
      secretCase(
        "terraform-plan",
        "password",
        password,
        (v) =>
          `  + resource "aws_db_instance" "main" {\n      + engine   = "postgres"\n      + password = "${v}"\n      + username = "app"\n    }`,
      ),
      secretCase(
        "ansible-verbose",
        "password",
        password,
        (v) =>
          `changed: [web1] => {"changed": true, "invocation": {"module_args": {"login_user": "root", "login_password": "${v}", "name": "shop"}}}`,
      ),
      secretCase(
        "docker-inspect",
        "password",
        password,
        (v) =>
          `"Env": [\n    "PATH=/usr/local/bin:/usr/bin",\n    "MYSQL_ROOT_PASSWORD=${v}",\n    "GOSU_VERSION=1.17"\n]`,
      ),
      secretCase(
        "ps-aux",
        "password",
        password,
        (v) => `root  4120  0.1  1.2 python worker.py --broker redis --db-password ${v} --queue mail`,
      ),
      secretCase(
        "set-x",
        "token",
        base62(32),
        (v) => `+ cd /srv/app\n+ export RELEASE_TOKEN=${v}\n+ RELEASE_TOKEN=${v}\n+ make release`,
      ),
      secretCase(
        "ci-step-echo",
        "password",
        password,
        (v) => `##[debug]Evaluating: env.SIGNING_PASSWORD\n##[debug]Result: '${v}'`,
      ),
      secretCase(
        "jest-diff",
        "token",
        base62(30),
        (v) =>
          `    - Expected  - 1\n    + Received  + 1\n\n      Object {\n    -   "apiToken": "[redacted]",\n    +   "apiToken": "${v}",\n      }`,
      ),
      secretCase(
        "pytest-locals",
        "password",
        password,
        (v) =>
          `>       assert login(user, password)\nE       assert False\n\npassword   = '${v}'\nuser       = 'qa'\n\ntests/test_login.py:14: AssertionError`,
      ),
      secretCase(
        "pytest-param-id",
        "password",
        password,
        (v) => `E   AssertionError: expected 200, got 401 for payload {'username': 'qa', 'password': '${v}'}`,
      ),
      secretCase(
        "gdb-print",
        "password",
        weakPassword,
        (v) => `(gdb) p cfg->admin_password\n$3 = 0x5581c0 "${v}"`,
      ),
      secretCase("pdb-print", "token", hex(40), (v) => `(Pdb) p self.api_token\n'${v}'`),
      secretCase(
        "chrome-console",
        "session",
        uuid,
        (v) => `> localStorage.getItem("refresh_token")\n< "${v}"`,
      ),
      secretCase(
        "redis-monitor",
        "password",
        base62(24),
        (v) => `1770801164.102113 [0 10.0.0.4:51210] "AUTH" "default" "${v}"`,
      ),
      secretCase(
        "mysql-general-log",
        "password",
        password,
        (v) =>
          `2026-02-11T09:12:44.1Z   12 Query   ALTER USER 'app'@'%' IDENTIFIED WITH mysql_native_password BY '${v}'`,
      ),
      secretCase(
        "first-start-admin",
        "password",
        token("", "base62", 16),
        (v) =>
          `jenkins | *************************************************************\njenkins | An admin user has been created and a password generated.\njenkins | Please use the following password to proceed to installation:\njenkins | \njenkins | ${v}\njenkins | \njenkins | This may also be found at: /var/jenkins_home/secrets/initialAdminPassword`,
      ),
      secretCase(
        "first-start-generated",
        "password",
        password,
        (v) => `minio  | WARN  no credentials set, generated root password: ${v}`,
      ),
      secretCase(
        "spring-generated",
        "password",
        uuid,
        (v) =>
          `WARN 1 --- [main] .s.s.UserDetailsServiceAutoConfiguration :\n\nUsing generated security password: ${v}\n\nThis generated password is for development use only.`,
      ),
      secretCase(
        "jupyter-url",
        "token",
        hex(48),
        (v) => `[I 2026-02-11 09:12:44 ServerApp] http://localhost:8888/lab?token=${v}`,
      ),
      secretCase(
        "k3s-join",
        "token",
        (r) => `K10${r.hex(64)}::server:${r.hex(32)}`,
        (v) => `Join with: K3S_URL=https://10.0.0.2:6443 K3S_TOKEN=${v} sh -`,
      ),
      secretCase(
        "kubeadm-join",
        "token",
        (r) => `${r.chars("abcdef0123456789", 6)}.${r.chars("abcdefghijk0123456789", 16)}`,
        (v, r) =>
          `kubeadm join 10.0.0.2:6443 --token ${v} \\\n\t--discovery-token-ca-cert-hash sha256:${r.hex(64)}`,
      ),
      secretCase(
        "vault-init",
        "unseal-key",
        token("", "base64", 44),
        (v) => `Unseal Key 1: ${v}\n\nVault initialized with 1 key shares and a key threshold of 1.`,
      ),
      secretCase(
        "swarm-join",
        "token",
        (r) =>
          `SWMTKN-1-${r.chars("abcdefghijklmnopqrstuvwxyz0123456789", 50)}-${r.chars("abcdefghijklmnopqrstuvwxyz0123456789", 25)}`,
        (v) => `    docker swarm join --token ${v} 10.0.0.2:2377`,
      ),
      secretCase(
        "wireshark-ftp",
        "password",
        weakPassword,
        (v) => `USER web01\n331 Please specify the password.\nPASS ${v}\n230 Login successful.`,
      ),
      secretCase(
        "smtp-auth-login",
        "password",
        password,
        (v) =>
          `C: AUTH LOGIN\nS: 334 VXNlcm5hbWU6\nC: bm9yZXBseQ==\nS: 334 UGFzc3dvcmQ6\nC: ${v}\nS: 235 Authentication successful`,
        "base64",
      ),
      secretCase(
        "imap-login",
        "password",
        password,
        (v) => `A01 LOGIN "kim@example.com" "${v}"\nA01 OK Logged in`,
      ),
    ],
  },
} satisfies BlindFile;
