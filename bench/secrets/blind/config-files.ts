import type { BlindFile } from "../blind.ts";
import { type HarmlessTemplate, secretCase as s } from "../corpus-case.ts";
import { ALPHABET, base62, base64, hex, password, token, weakPassword } from "../random.ts";

const h = (id: string, text: HarmlessTemplate["text"]) => ({ id, text });

export default {
  secrets: {
    "config-files": [
      s(
        "env",
        "password",
        password,
        (v) => `APP_ENV=production\nDB_USERNAME=app\nDB_PASSWORD=${v}\nDB_PORT=3306`,
      ),
      s(
        "env-quoted",
        "secret",
        token("base64:", "base64", 43, "="),
        (v) => `APP_NAME="Shop"\nAPP_KEY="${v}"`,
      ),
      s("env-comment", "password", weakPassword, (v) => `# old: REDIS_PASSWORD=${v}\nREDIS_PASSWORD=`),
      s(
        "spring-yaml",
        "password",
        password,
        (v) =>
          `spring:\n  datasource:\n    url: jdbc:postgresql://db/app\n    username: app\n    password: ${v}`,
      ),
      s(
        "spring-props",
        "password",
        password,
        (v) => `spring.datasource.username=app\nspring.datasource.password=${v}`,
      ),
      s("spring-jwt", "secret", hex(64), (v) => `app.jwt.secret=${v}\napp.jwt.expiration=3600`),
      s(
        "appsettings",
        "secret",
        base62(48),
        (v) => `{\n  "Jwt": { "Issuer": "acme", "Key": "${v}", "SigningSecret": "" }\n}`,
      ),
      s(
        "compose-map",
        "password",
        password,
        (v) => `services:\n  db:\n    image: postgres:16\n    environment:\n      POSTGRES_PASSWORD: ${v}`,
      ),
      s(
        "compose-list",
        "password",
        password,
        (v) =>
          `    environment:\n      - MYSQL_DATABASE=wp\n      - MYSQL_ROOT_PASSWORD=${v}\n` +
          `    ports: ["3306:3306"]`,
      ),
      s(
        "compose-command",
        "password",
        base62(20),
        (v) => `  redis:\n    command: redis-server --requirepass ${v} --appendonly yes`,
      ),
      s(
        "k8s-secret",
        "password",
        password,
        (v) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  password: ${v}`,
        "base64",
      ),
      s("k8s-stringdata", "token", base62(40), (v) => `kind: Secret\nstringData:\n  api-token: "${v}"`),
      s(
        "k8s-env-value",
        "password",
        password,
        (v) =>
          `        env:\n        - name: DB_PASSWORD\n          value: "${v}"\n` +
          `        - name: TZ\n          value: UTC`,
      ),
      s("k8s-env-inline", "token", base62(32), (v) => `env: [{ name: API_TOKEN, value: ${v} }]`),
      s("kubeconfig", "token", base62(64), (v) => `users:\n- name: admin\n  user:\n    token: ${v}`),
      s(
        "dockerconfig",
        "password",
        (r) => base64(`ci:${r.base62(20)}`),
        (v) => `{\n  "auths": {\n    "registry.acme.io": {\n      "auth": "${v}"\n    }\n  }\n}`,
      ),
      s(
        "helm-values",
        "password",
        password,
        (v) => `postgresql:\n  auth:\n    username: app\n    existingSecret: ""\n    password: "${v}"`,
      ),
      s("tfvars", "password", password, (v) => `db_username = "app"\ndb_password = "${v}"`),
      s(
        "tf-variable",
        "password",
        password,
        (v) => `variable "admin_password" {\n  type    = string\n  default = "${v}"\n}`,
      ),
      s(
        "tf-resource",
        "password",
        password,
        (v) => `resource "aws_db_instance" "main" {\n  username = "root"\n  password = "${v}"\n}`,
      ),
      s(
        "tfstate",
        "password",
        token("", "symbols", 20),
        (v) =>
          `"type": "random_password",\n"instances": [{ "attributes": { "length": 20, "result": "${v}" } }]`,
        "json",
      ),
      s("ini", "password", password, (v) => `[client]\nuser=backup\npassword=${v}\nhost=localhost`),
      s("ini-spaces", "secret", hex(32), (v) => `[security]\n; used for signing\nsecret_key = ${v}`),
      s("toml", "password", password, (v) => `[database]\nserver = "10.0.0.2"\npassword = "${v}"`),
      s(
        "maven-settings",
        "password",
        password,
        (v) =>
          `<server>\n  <id>nexus</id>\n  <username>deploy</username>\n` +
          `  <password>${v}</password>\n</server>`,
        "xml",
      ),
      s(
        "web-config",
        "password",
        token("", "symbols", 14),
        (v) => `<appSettings>\n  <add key="SmtpPassword" value="${v}" />\n</appSettings>`,
        "xml",
      ),
      s(
        "tomcat-users",
        "password",
        weakPassword,
        (v) => `<user username="tomcat" password="${v}" roles="manager-gui"/>`,
        "xml",
      ),
      s("xml-attr-order", "password", password, (v) => `<property name="password" value="${v}"/>`, "xml"),
      s(
        "android-strings",
        "api-key",
        hex(40),
        (v) => `<string name="weather_api_key" translatable="false">${v}</string>`,
      ),
      s("plist", "secret", base62(32), (v) => `<key>ClientSecret</key>\n<string>${v}</string>`),
      s("gradle-props", "password", password, (v) => `RELEASE_STORE_FILE=app.jks\nRELEASE_KEY_PASSWORD=${v}`),
      s(
        "gradle-signing",
        "password",
        password,
        (v) => `signingConfigs {\n  release {\n    storePassword '${v}'\n    keyAlias 'app'\n  }\n}`,
      ),
      s("netrc", "password", password, (v) => `machine git.acme.io login ann password ${v}`),
      s("pgpass", "password", base62(18), (v) => `$ cat ~/.pgpass\ndb.acme.io:5432:shop:app:${v}`),
      s("git-credentials", "token", base62(40), (v) => `~/.git-credentials:\nhttps://ann:${v}@git.acme.io`),
      s(
        "npmrc-auth",
        "password",
        (r) => base64(`ci:${r.base62(18)}`),
        (v) => `always-auth=true\n//nexus.acme.io/repository/npm/:_auth=${v}`,
      ),
      s(
        "pip-conf",
        "password",
        base62(24),
        (v) => `[global]\nindex-url = https://ci:${v}@pypi.acme.io/simple`,
      ),
      s(
        "ansible-vars",
        "password",
        password,
        (v) => `all:\n  vars:\n    ansible_user: root\n    ansible_become_pass: ${v}`,
      ),
      s(
        "ansible-inventory",
        "password",
        password,
        (v) => `web1 ansible_host=10.0.0.9 ansible_user=ops ansible_ssh_pass=${v}`,
      ),
      s(
        "gha-env",
        "password",
        password,
        (v) => `    steps:\n      - run: ./deploy.sh\n        env:\n          DEPLOY_PASSWORD: ${v}`,
      ),
      s("gitlab-ci-vars", "token", base62(26), (v) => `variables:\n  GIT_DEPTH: "1"\n  SONAR_TOKEN: "${v}"`),
      s(
        "prometheus",
        "password",
        password,
        (v) => `    basic_auth:\n      username: prom\n      password: '${v}'`,
        "yaml",
      ),
      s(
        "alertmanager",
        "password",
        password,
        (v) => `global:\n  smtp_from: a@acme.io\n  smtp_auth_password: ${v}`,
      ),
      s(
        "wireguard",
        "private-key",
        token("", "base64", 43, "="),
        (v) => `[Interface]\nAddress = 10.8.0.2/24\nPrivateKey = ${v}`,
      ),
      s("wpa", "password", password, (v) => `network={\n    ssid="home"\n    psk="${v}"\n}`),
      s("redis-conf", "password", base62(32), (v) => `bind 127.0.0.1\nrequirepass ${v}\nmaxmemory 1gb`),
    ],
  },
  harmless: {
    "config-files": [
      h("env-example", () => "DB_USERNAME=app\nDB_PASSWORD=\nAPP_KEY=\n"),
      h("env-changeme", () => "POSTGRES_PASSWORD=changeme # replace before deploying"),
      h("env-interp", () => `DATABASE_URL=postgres://\${DB_USER}:\${DB_PASSWORD}@db:5432/app`),
      h(
        "k8s-secretref",
        () => "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db\n      key: password",
      ),
      h("k8s-mount", () => "volumes:\n- name: tls\n  secret:\n    secretName: web-tls"),
      h("compose-secret", () => "POSTGRES_PASSWORD_FILE: /run/secrets/db_password"),
      h("gha-secret", () => `          token: \${{ secrets.GITHUB_TOKEN }}`),
      h("tf-var", () => "password = var.db_password"),
      h(
        "tf-output",
        () => 'output "password" {\n  value     = random_password.db.result\n  sensitive = true\n}',
      ),
      h("helm-tpl", () => "password: {{ .Values.db.password | b64enc | quote }}"),
      h("spring-ref", () => `spring.datasource.password=\${DB_PASSWORD}`),
      h("maven-ref", () => `<password>\${env.NEXUS_PASSWORD}</password>`),
      h("npmrc-ref", () => `//registry.npmjs.org/:_authToken=\${NPM_TOKEN}`),
      h("policy", () => "password_policy:\n  min_length: 12\n  require_symbols: true\n  max_age_days: 90"),
      h("eslint", () => '"no-secrets/no-secrets": ["error", { "tolerance": 4.5 }]'),
      h("lock", (r) => `resolved "https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#${r.hex(40)}"`),
      h("go-sum", (r) => `golang.org/x/text v0.14.0 h1:${r.chars(ALPHABET.base64, 43)}=`),
      h(
        "nginx",
        () => "ssl_certificate_key /etc/nginx/ssl/site.key;\nauth_basic_user_file /etc/nginx/.htpasswd;",
      ),
      h(
        "sshd",
        () => "PasswordAuthentication no\nPermitRootLogin prohibit-password\nPubkeyAuthentication yes",
      ),
      h(
        "openapi",
        () => "securitySchemes:\n  bearerAuth:\n    type: http\n    scheme: bearer\n    bearerFormat: JWT",
      ),
      h("json-schema", () => '"password": { "type": "string", "minLength": 8, "format": "password" }'),
      h("keybindings", () => '{ "key": "ctrl+shift+p", "command": "workbench.action.showCommands" }'),
      h(
        "wireguard-pub",
        (r) => `[Peer]\nPublicKey = ${r.chars(ALPHABET.base64, 43)}=\nAllowedIPs = 10.8.0.0/24`,
      ),
      h("cache-key", (r) => `cache:\n  key: node-modules-${r.hex(16)}\n  paths: [node_modules]`),
    ],
  },
} satisfies BlindFile;
