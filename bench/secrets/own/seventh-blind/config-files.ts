import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base62, base64, hex, password, token, type Value, weakPassword } from "../../random.ts";

const odd: Value = token("", "printable", 14);
const key32: Value = (r) => base64(r.bytes(32));

export default {
  secrets: {
    "config-files": [
      secretCase(
        "compose-env-map",
        "password",
        password,
        (v) => `services:
  db:
    image: postgres:16
    environment:
      POSTGRES_USER: shop
      POSTGRES_PASSWORD: ${v}
    ports: ["5432:5432"]`,
      ),
      secretCase(
        "compose-env-list",
        "password",
        weakPassword,
        (v) => `services:
  mysql:
    environment:
      - MYSQL_DATABASE=wp
      - MYSQL_ROOT_PASSWORD=${v}`,
      ),
      secretCase(
        "compose-command",
        "password",
        password,
        (v) => `  redis:
    image: redis:7
    command: redis-server --requirepass ${v} --appendonly yes`,
      ),
      secretCase(
        "k8s-secret-data",
        "password",
        password,
        (v) => `apiVersion: v1
kind: Secret
metadata:
  name: db-credentials
type: Opaque
data:
  password: ${v}`,
        "base64",
      ),
      secretCase(
        "k8s-secret-stringdata",
        "password",
        odd,
        (v) => `apiVersion: v1
kind: Secret
metadata: { name: smtp }
stringData:
  SMTP_PASS: '${v}'`,
        "yaml",
      ),
      secretCase(
        "k8s-deploy-env",
        "token",
        base62(36),
        (v) => `        env:
        - name: LOG_LEVEL
          value: info
        - name: INTERNAL_API_TOKEN
          value: "${v}"`,
      ),
      secretCase(
        "k8s-dockerconfig",
        "auth",
        password,
        (v, r) => `{"auths":{"ghcr.io":{"username":"${r.word()}","password":"${v}"}}}`,
      ),
      secretCase(
        "docker-config-auth",
        "auth",
        (r) => `${r.word()}:${password(r)}`,
        (v) => `{
	"auths": {
		"registry.example.org": {
			"auth": "${v}"
		}
	}
}`,
        "base64",
      ),
      secretCase(
        "kubeconfig-token",
        "token",
        base62(64),
        (v) => `users:
- name: ci
  user:
    token: ${v}`,
      ),
      secretCase(
        "kubeconfig-basic",
        "password",
        hex(32),
        (v) => `- name: gke-admin
  user:
    username: admin
    password: ${v}`,
      ),
      secretCase(
        "helm-values",
        "password",
        password,
        (v) => `auth:
  enablePostgresUser: true
  postgresPassword: "${v}"
  replicationUsername: repl_user
primary:
  persistence: { size: 8Gi }`,
      ),
      secretCase(
        "tfvars",
        "password",
        odd,
        (v) => `region       = "eu-west-1"
db_username  = "app"
db_password  = "${v}"`,
        "json",
      ),
      secretCase(
        "tf-resource",
        "password",
        password,
        (v) => `resource "aws_db_instance" "main" {
  engine   = "postgres"
  username = "dbadmin"
  password = "${v}"
}`,
      ),
      secretCase(
        "tf-variable-default",
        "token",
        base62(40),
        (v) => `variable "gitlab_token" {
  type    = string
  default = "${v}"
}`,
      ),
      secretCase(
        "tfstate",
        "password",
        password,
        (v, r) => `"instances": [{
  "schema_version": 2,
  "attributes": {
    "id": "${r.hex(10)}", "length": 18, "special": true, "result": "${v}"
  }, "type": "random_password" }]`,
      ),
      secretCase(
        "ansible-vars",
        "password",
        password,
        (v) => `all:
  vars:
    ansible_user: deploy
    ansible_become_pass: ${v}`,
      ),
      secretCase(
        "ansible-inventory",
        "password",
        weakPassword,
        (v) => `[web]
web1 ansible_host=10.1.0.4 ansible_user=root ansible_ssh_pass=${v}
web2 ansible_host=10.1.0.5`,
      ),
      secretCase(
        "dotenv-quoted",
        "password",
        password,
        (v) => `APP_ENV=production
DB_HOST=127.0.0.1
DB_PASSWORD="${v}"
CACHE_DRIVER=file`,
      ),
      secretCase(
        "dotenv-laravel",
        "key",
        key32,
        (v) => `APP_NAME=Shop\nAPP_KEY=base64:${v}\nAPP_DEBUG=false`,
      ),
      secretCase(
        "dotenv-nextauth",
        "secret",
        key32,
        (v) => `NEXTAUTH_URL=http://localhost:3000\nNEXTAUTH_SECRET=${v}`,
      ),
      secretCase(
        "dotenv-comment",
        "password",
        weakPassword,
        (v) => `DB_HOST=prod-db
#DB_PASS=${v}
DB_PASS=\${VAULT_DB_PASS}`,
      ),
      secretCase(
        "spring-properties",
        "password",
        password,
        (v) =>
          `spring.datasource.url=jdbc:mysql://db/shop
spring.datasource.username=shop
spring.datasource.password=${v}`,
      ),
      secretCase(
        "spring-yaml",
        "password",
        weakPassword,
        (v) => `spring:
  mail:
    host: smtp.example.org
    username: robot
    password: ${v}`,
      ),
      secretCase(
        "server-ssl-properties",
        "password",
        password,
        (v) => `server.ssl.key-store=classpath:k.p12
server.ssl.key-store-password = ${v}`,
      ),
      secretCase(
        "maven-settings",
        "password",
        odd,
        (v) => `<servers>
  <server>
    <id>nexus</id>
    <username>ci</username>
    <password>${v}</password>
  </server>
</servers>`,
        "xml",
      ),
      secretCase(
        "tomcat-users",
        "password",
        password,
        (v) => `<user username="tomcat" password="${v}" roles="manager-gui,admin-gui"/>`,
        "xml",
      ),
      secretCase(
        "tomcat-context",
        "password",
        odd,
        (v) => `<Resource name="jdbc/shop" auth="Container"
  type="javax.sql.DataSource" username="shop" password="${v}" maxTotal="20" />`,
        "xml",
      ),
      secretCase(
        "web-config",
        "secret",
        base62(44),
        (v) => `<appSettings>
  <add key="Environment" value="Prod" />
  <add key="PaymentApiSecret" value="${v}" />
</appSettings>`,
      ),
      secretCase(
        "nuget-config",
        "password",
        base62(52),
        (v) => `<packageSourceCredentials>
  <Internal>
    <add key="Username" value="az" />
    <add key="ClearTextPassword" value="${v}" />
  </Internal>
</packageSourceCredentials>`,
      ),
      secretCase(
        "appsettings",
        "secret",
        odd,
        (v) => `{
  "Jwt": { "Issuer": "acme", "SigningKey": "${v}", "Minutes": 30 },
  "Logging": { "LogLevel": { "Default": "Information" } }
}`,
        "json",
      ),
      secretCase(
        "toml-streamlit",
        "password",
        password,
        (v) => `[connections.snowflake]
account = "xy12345.eu-central-1"
user = "REPORT"
password = "${v}"`,
      ),
      secretCase("toml-cargo", "token", base62(36), (v) => `[registries.internal]\ntoken = "${v}"`),
      secretCase(
        "toml-inline",
        "password",
        password,
        (v) => `redis = { host = "cache", port = 6379, password = "${v}" }`,
      ),
      secretCase(
        "my-cnf",
        "password",
        token("", "symbols", 14),
        (v) => `[client]
user=backup
password='${v}'
host=db1`,
      ),
      secretCase(
        "pgpass",
        "password",
        password,
        (v) => `# ~/.pgpass
db.internal:5432:shop:app:${v}
localhost:*:*:postgres:postgres`,
      ),
      secretCase("netrc", "password", password, (v) => `machine git.example.org login ann password ${v}`),
      secretCase(
        "git-credentials",
        "password",
        base62(24),
        (v, r) => `https://${r.word()}:${v}@bitbucket.org`,
      ),
      secretCase(
        "wpa-supplicant",
        "password",
        password,
        (v) => `network={
    ssid="office-5g"
    psk="${v}"
    key_mgmt=WPA-PSK
}`,
      ),
      secretCase(
        "wireguard",
        "private-key",
        key32,
        (v, r) => `[Interface]
Address = 10.8.0.2/24
PrivateKey = ${v}

[Peer]
PublicKey = ${base64(r.bytes(32))}
AllowedIPs = 0.0.0.0/0`,
      ),
      secretCase(
        "grafana-ini",
        "password",
        password,
        (v) => `[security]\nadmin_user = admin\nadmin_password = ${v}`,
      ),
      secretCase("airflow-fernet", "key", key32, (v) => `[core]\nfernet_key = ${v}\nload_examples = False`),
      secretCase(
        "rclone",
        "password",
        token("", "base64url", 38),
        (v) => `[backup]
type = sftp
host = storage.example.org
user = u1
pass = ${v}`,
      ),
      secretCase(
        "gradle-properties",
        "password",
        password,
        (v) => `org.gradle.jvmargs=-Xmx2g
RELEASE_STORE_FILE=upload.keystore
RELEASE_KEY_PASSWORD=${v}`,
      ),
      secretCase(
        "mcp-json",
        "api-key",
        base62(32),
        (v) => `{
  "mcpServers": {
    "search": { "command": "npx", "args": ["-y", "search-mcp"], "env": { "SEARCH_API_KEY": "${v}" } }
  }
}`,
      ),
      secretCase(
        "gitlab-ci",
        "password",
        password,
        (v) => `variables:
  DEPLOY_USER: ci
  DEPLOY_PASSWORD: "${v}"
script:
  - ./deploy.sh`,
      ),
      secretCase(
        "prometheus-basic",
        "password",
        password,
        (v) => `  - job_name: node
    basic_auth:
      username: prom
      password: '${v}'`,
      ),
      secretCase(
        "nginx-proxy",
        "auth",
        (r) => `api:${password(r)}`,
        (v) => `proxy_set_header Authorization "Basic ${v}";`,
        "base64",
      ),
    ],
  },
  harmless: {
    "config-files": [
      {
        id: "secret-key-ref",
        text: () => "valueFrom:\n  secretKeyRef:\n    name: db-credentials\n    key: password",
      },
      { id: "compose-ref", text: () => "environment:\n  POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?required}" },
      { id: "compose-file", text: () => "environment:\n  MYSQL_PASSWORD_FILE: /run/secrets/mysql_password" },
      { id: "tf-ref", text: () => "password = random_password.db.result" },
      {
        id: "tf-sensitive",
        text: () => 'variable "db_password" {\n  type      = string\n  sensitive = true\n}',
      },
      { id: "ansible-lookup", text: () => "ansible_become_pass: \"{{ lookup('env', 'BECOME_PASS') }}\"" },
      { id: "vaulted", text: () => "password: !vault |\n  (see group_vars/all/vault.yml)" },
      { id: "spring-ref", text: () => "spring.datasource.password=${DB_PASSWORD}" },
      { id: "maven-prop", text: () => "<password>${env.NEXUS_PASSWORD}</password>" },
      {
        id: "policy",
        text: (r) => `password_policy:\n  min_length: ${8 + r.int(9)}\n  require_symbols: true`,
      },
      { id: "ttl", text: (r) => `token_ttl = ${r.int(90)}m\nrefresh_token_ttl = 30d` },
      { id: "cert-path", text: () => "ssl_certificate_key /etc/nginx/tls/site.key;" },
      {
        id: "ssh-config",
        text: () => "Host web1\n  IdentityFile ~/.ssh/id_ed25519\n  PasswordAuthentication no",
      },
      {
        id: "auth-off",
        text: () => "[security]\ndisable_initial_admin_creation = false\nauth_token_enabled = true",
      },
      {
        id: "eslint",
        text: () => '{ "rules": { "no-secrets/no-secrets": "error", "keyword-spacing": "warn" } }',
      },
      {
        id: "lock",
        text: (r) =>
          `resolved "https://registry.yarnpkg.com/jsonwebtoken/-/jsonwebtoken-9.0.2.tgz#${r.hex(40)}"`,
      },
      {
        id: "wg-public",
        text: (r) => `[Peer]\nPublicKey = ${base64(r.bytes(32))}\nEndpoint = vpn.example.org:51820`,
      },
      { id: "known-hosts", text: (r) => `github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.base62(43)}` },
      { id: "k8s-name", text: () => "imagePullSecrets:\n  - name: registry-credentials" },
      { id: "external-secret", text: () => "remoteRef:\n  key: prod/shop/db\n  property: password" },
      { id: "cache-key", text: () => "cache:\n  key: ${CI_COMMIT_REF_SLUG}-node-modules" },
      {
        id: "keyboard",
        text: () => '{ "key": "ctrl+shift+p", "command": "workbench.action.showCommands" }',
      },
      { id: "env-example", text: () => "DB_PASSWORD=\nJWT_SECRET=<generate with openssl rand -hex 32>" },
      {
        id: "build-id",
        text: (r) => `buildNumber=${r.chars(ALPHABET.digits, 6)}\ngit.commit.id=${r.hex(40)}`,
      },
    ],
  },
} satisfies BlindFile;
