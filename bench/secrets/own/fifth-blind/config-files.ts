import type { BlindFile } from "../../blind.ts";
import { type Encoding, secretCase as s, type Template } from "../../corpus-case.ts";
import { base62, base64, password, token, weakPassword } from "../../random.ts";

type Text = Template["text"];
const pw = (id: string, text: Text, encoding?: Encoding) => s(id, "password", password, text, encoding);
const weak = (id: string, text: Text) => s(id, "password", weakPassword, text);
const key = (id: string, text: Text, encoding?: Encoding) => s(id, "token", base62(36), text, encoding);

export default {
  secrets: {
    "config-files": [
      pw(
        "compose-map",
        (v) => `services:\n  db:\n    image: postgres:17\n    environment:\n      POSTGRES_PASSWORD: ${v}\n`,
      ),
      pw(
        "compose-list",
        (v) => `    environment:\n      - MYSQL_DATABASE=shop\n      - MYSQL_ROOT_PASSWORD=${v}\n`,
      ),
      pw(
        "k8s-data",
        (v) => `apiVersion: v1\nkind: Secret\ntype: Opaque\ndata:\n  db-password: ${v}\n`,
        "base64",
      ),
      pw(
        "k8s-string-data",
        (v) => `kind: Secret\nstringData:\n  username: app\n  password: '${v}'\n`,
        "yaml",
      ),
      pw("k8s-env", (v) => `        env:\n        - name: REDIS_PASSWORD\n          value: "${v}"\n`),
      key("k8s-env-json", (v) => `{"name":"GATEWAY_API_KEY","value":"${v}"},{"name":"TZ","value":"UTC"}`),
      pw(
        "helm-values",
        (v) => `postgresql:\n  auth:\n    username: app\n    password: ${v}\n    database: app\n`,
      ),
      s(
        "docker-config",
        "password",
        (r) => `ann:${r.base62(20)}`,
        (v) => `{\n\t"auths": {\n\t\t"registry.acme.io": {\n\t\t\t"auth": "${v}"\n\t\t}\n\t}\n}`,
        "base64",
      ),
      key("kubeconfig", (v) => `users:\n- name: admin\n  user:\n    token: ${v}\ncurrent-context: prod\n`),
      s(
        "kubeconfig-key-data",
        "private-key",
        (r) => base64(r.bytes(600)),
        (v) => `  user:\n    client-key-data: ${v}\n`,
      ),
      pw("tf-vars", (v) => `region      = "eu-west-1"\ndb_password = "${v}"\n`),
      pw(
        "tf-resource",
        (v) => `resource "aws_db_instance" "main" {\n  username = "app"\n  password = "${v}"\n}\n`,
      ),
      weak("tf-variable", (v) => `variable "admin_password" {\n  type    = string\n  default = "${v}"\n}\n`),
      pw(
        "tf-state",
        (v) => `      "attributes": {\n        "master_password": "${v}",\n        "port": 5432\n`,
        "json",
      ),
      key(
        "tf-provider",
        (v) => `provider "gitlab" {\n  base_url = "https://git.acme.io"\n  token    = "${v}"\n}\n`,
      ),
      pw("ini-my-cnf", (v) => `[client]\nuser=backup\npassword="${v}"\nhost=127.0.0.1\n`),
      weak("ini-spaces", (v) => `[smtp]\nhost = mail.acme.io\nuser = bot\npasswd = ${v}   ; change me\n`),
      pw("php-ini", (v) => `mysqli.default_user = root\nmysqli.default_pw = ${v}\n`),
      pw("netrc", (v) => `machine git.acme.io\n  login ann\n  password ${v}\n`),
      pw("netrc-one-line", (v) => `machine api.heroku.com login ann@acme.io password ${v}`),
      pw("pgpass", (v) => `# ~/.pgpass\ndb.acme.io:5432:shop:app:${v}\n`),
      pw("git-credentials", (v) => `# ~/.git-credentials\nhttps://ann:${v}@git.acme.io\n`, "url"),
      key("npmrc-scoped", (v) => `@acme:registry=https://npm.acme.io/\n//npm.acme.io/:_authToken=${v}\n`),
      pw("npmrc-password", (v) => `//npm.acme.io/:username=ci\n//npm.acme.io/:_password=${v}\n`, "base64"),
      key(
        "yarnrc",
        (v) =>
          `npmScopes:\n  acme:\n    npmRegistryServer: "https://npm.acme.io"\n    npmAuthToken: "${v}"\n`,
      ),
      key("bunfig", (v) => `[install.scopes]\nacme = { token = "${v}", url = "https://npm.acme.io/" }\n`),
      pw("pip-conf", (v) => `[global]\nindex-url = https://ci:${v}@pypi.acme.io/simple\n`, "url"),
      pw("poetry-auth", (v) => `[http-basic.acme]\nusername = "ci"\npassword = "${v}"\n`),
      key("cargo-credentials", (v) => `[registries.acme]\ntoken = "Bearer ${v}"\n`),
      pw(
        "maven-settings",
        (v) =>
          `<server>\n  <id>nexus</id>\n  <username>ci</username>\n  <password>${v}</password>\n</server>`,
        "xml",
      ),
      pw(
        "gradle-properties",
        (v) => `org.gradle.jvmargs=-Xmx2g\nnexusPassword=${v}\nsigning.keyId=1A2B3C4D\n`,
      ),
      pw(
        "nuget-config",
        (v) => `<add key="Username" value="ci" />\n<add key="ClearTextPassword" value="${v}" />`,
        "xml",
      ),
      pw(
        "web-config",
        (v) => `<add name="Db" connectionString="Server=db;Uid=sa;Pwd=${v};Encrypt=yes" />`,
        "xml",
      ),
      pw(
        "appsettings",
        (v) => `{\n  "Smtp": {\n    "Host": "mail",\n    "Password": "${v}",\n    "Port": 587\n  }\n}`,
        "json",
      ),
      pw("spring-properties", (v) => `spring.datasource.username=app\nspring.datasource.password=${v}\n`),
      pw(
        "spring-yaml",
        (v) =>
          `spring:\n  datasource:\n    username: app\n    password: "${v}"\n  jpa:\n    show-sql: false\n`,
      ),
      pw("hibernate-xml", (v) => `<property name="hibernate.connection.password">${v}</property>`, "xml"),
      pw("tomcat-users", (v) => `<user username="admin" password="${v}" roles="manager-gui"/>`, "xml"),
      pw(
        "tomcat-keystore",
        (v) => `<Certificate certificateKeystoreFile="conf/k.jks" certificateKeystorePassword="${v}" />`,
        "xml",
      ),
      pw("dotenv-export", (v) => `# local only\nexport SMTP_PASS='${v}'\nSMTP_PORT=465\n`, "shell"),
      pw("dotenv-comment", (v) => `#OLD_DB_PASSWORD=${v}\nDB_PASSWORD=\n`),
      key("gha-inline", (v) => `      - run: ./deploy.sh\n        env:\n          DEPLOY_TOKEN: ${v}\n`),
      key("gitlab-ci-vars", (v) => `variables:\n  GIT_DEPTH: "5"\n  SONAR_TOKEN: "${v}"\n`),
      weak(
        "ansible-inventory",
        (v) => `[web]\nweb1 ansible_host=10.0.0.5 ansible_user=root ansible_ssh_pass=${v}\n`,
      ),
      weak("ansible-become", (v) => `all:\n  vars:\n    ansible_become_password: "${v}"\n`),
      pw("redis-conf", (v) => `bind 127.0.0.1\nrequirepass ${v}\nmaxmemory 1gb\n`),
      pw("redis-acl", (v) => `user worker on >${v} ~jobs:* +@all\n`),
      weak("rabbitmq-conf", (v) => `default_user = bunny\ndefault_pass = ${v}\n`),
      weak(
        "wpa-supplicant",
        (v) => `network={\n    ssid="Office"\n    psk="${v}"\n    key_mgmt=WPA-PSK\n}\n`,
      ),
      s(
        "wireguard",
        "private-key",
        (r) => base64(r.bytes(32)),
        (v) => `[Interface]\nAddress = 10.8.0.2/32\nPrivateKey = ${v}\n`,
      ),
      s(
        "wireguard-psk",
        "secret",
        (r) => base64(r.bytes(32)),
        (v) => `[Peer]\nPresharedKey = ${v}\nAllowedIPs = 0.0.0.0/0\n`,
      ),
      weak("nmconnection", (v) => `[wifi-security]\nkey-mgmt=wpa-psk\npsk=${v}\n\n[ipv4]\nmethod=auto\n`),
      key(
        "mcp-json",
        (v) => `"mcpServers": {"crm": {"command": "npx", "env": {"CRM_API_TOKEN": "${v}"}}}`,
        "json",
      ),
      key(
        "mcp-headers",
        (v) => `{"type":"http","url":"https://m.io/mcp","headers":{"Authorization":"Bearer ${v}"}}`,
      ),
      weak("pgbouncer-userlist", (v) => `; /etc/pgbouncer/userlist.txt\n"app" "${v}"\n"stats" ""\n`),
      s(
        "alertmanager",
        "password",
        token("", "lower", 16),
        (v) => `smtp_auth_username: a@b.io\nsmtp_auth_password: ${v}\n`,
      ),
    ],
  },
  harmless: {
    "config-files": [
      {
        id: "secret-ref",
        text: () => "valueFrom:\n  secretKeyRef:\n    name: db-credentials\n    key: password",
      },
      { id: "compose-var", text: () => "POSTGRES_PASSWORD: $" + "{POSTGRES_PASSWORD:?set it in .env}" },
      { id: "compose-file", text: () => "POSTGRES_PASSWORD_FILE: /run/secrets/db_password" },
      { id: "compose-secrets", text: () => "secrets:\n  db_password:\n    file: ./secrets/db_password.txt" },
      {
        id: "tf-var-ref",
        text: () => "  password = var.db_password\n  token    = data.vault_generic_secret.x.data",
      },
      { id: "tf-sensitive", text: () => "  ~ password = (sensitive value)" },
      { id: "npmrc-env", text: () => "//registry.npmjs.org/:_authToken=$" + "{NPM_TOKEN}" },
      { id: "ansible-vault", text: () => "db_password: !vault |\n  $ANSIBLE_VAULT;1.1;AES256" },
      { id: "ansible-lookup", text: () => `db_password: "{{ lookup('env', 'DB_PASSWORD') }}"` },
      { id: "empty-ini", text: () => "[mysqld]\nskip-grant-tables=0\npassword=\nport=3306" },
      {
        id: "policy-yaml",
        text: (r) => `password:\n  min_length: ${8 + r.int(8)}\n  require_digit: true\n  max_age: 90d`,
      },
      {
        id: "token-ttl",
        text: (r) => `access_token_ttl: ${r.int(90)}m\nrefresh_token_ttl: 30d\ntoken_type: jwt`,
      },
      {
        id: "keyfile-path",
        text: () => "ssl_certificate_key /etc/nginx/certs/acme.key;\nssl_password_file /etc/nginx/pw;",
      },
      {
        id: "identity-file",
        text: () => "Host git\n  IdentityFile ~/.ssh/id_ed25519\n  PasswordAuthentication no",
      },
      {
        id: "wg-public",
        text: (r) => `[Peer]\nPublicKey = ${base64(r.bytes(32))}\nEndpoint = vpn.acme.io:51820`,
      },
      {
        id: "lockfile",
        text: (r) => `"resolved": "https://registry.npmjs.org/x/-/x-1.0.0.tgz#${r.hex(40)}"`,
      },
      { id: "cargo-lock", text: (r) => `name = "secrecy"\nversion = "0.10.3"\nchecksum = "${r.hex(64)}"` },
      { id: "gha-permissions", text: () => "permissions:\n  id-token: write\n  contents: read" },
      { id: "vscode", text: () => '"editor.tokenColorCustomizations": {}, "git.useAskPass": true' },
      { id: "keymap", text: () => '{ "key": "ctrl+shift+p", "command": "workbench.action.showCommands" }' },
      { id: "sops", text: () => "sops:\n  kms: []\n  encrypted_regex: ^(data|stringData)$" },
      {
        id: "placeholder",
        text: () => "SMTP_PASS=changeme_please\nSECRET_KEY=<generate with openssl rand -hex 32>",
      },
      { id: "json-null", text: () => '{"password": null, "apiKey": "", "token": false, "secret": {}}' },
      {
        id: "tomcat-realm",
        text: () => '<Realm className="org.apache.catalina.realm.JDBCRealm" digest="SHA"/>',
      },
    ],
  },
} satisfies BlindFile;
