import type { BlindFile } from "../../blind.ts";
import { secretCase as s } from "../../corpus-case.ts";
import { ALPHABET, base62, base64, hex, password, token, type Value, weakPassword } from "../../random.ts";

const basicPair: Value = (r) => `deploy:${r.Word()}${r.base62(12)}`;
const quotey: Value = (r) => `${r.Word()}'${r.base62(6)}"${r.base62(4)}&x<${r.base62(2)}`;

export default {
  secrets: {
    "config-files": [
      s(
        "spring-yaml",
        "password",
        password,
        (v) =>
          `spring:\n  datasource:\n    url: jdbc:postgresql://db:5432/app\n    username: app\n    password: ${v}`,
      ),
      s(
        "spring-properties",
        "password",
        password,
        (v) =>
          `spring.datasource.username=app\nspring.datasource.password=${v}\nspring.jpa.hibernate.ddl-auto=none`,
      ),
      s("spring-mail-colon", "password", password, (v) => `spring.mail.password: ${v}`),
      s(
        "compose-env-list",
        "password",
        password,
        (v) =>
          `services:\n  db:\n    image: postgres:16\n    environment:\n      - POSTGRES_USER=app\n      - POSTGRES_PASSWORD=${v}`,
      ),
      s(
        "compose-env-map",
        "password",
        quotey,
        (v) => `    environment:\n      MYSQL_ROOT_PASSWORD: '${v}'\n      MYSQL_DATABASE: shop`,
        "yaml",
      ),
      s(
        "compose-redis-command",
        "password",
        password,
        (v) => `  cache:\n    image: redis:7\n    command: redis-server --requirepass ${v} --appendonly yes`,
      ),
      s(
        "compose-healthcheck",
        "password",
        password,
        (v) => `healthcheck:\n  test: ["CMD", "mysqladmin", "ping", "-uroot", "-p${v}"]`,
      ),
      s(
        "k8s-secret-data",
        "password",
        password,
        (v) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  password: ${v}`,
        "base64",
      ),
      s("k8s-stringdata", "token", base62(32), (v) => `kind: Secret\nstringData:\n  webhook-token: "${v}"`),
      s(
        "k8s-dockerconfig-inner",
        "password",
        basicPair,
        (v) => `{"auths":{"registry.acme.io":{"auth":"${v}"}}}`,
        "base64",
      ),
      s(
        "k8s-env-value",
        "password",
        password,
        (v) =>
          `        env:\n        - name: SMTP_PASSWORD\n          value: "${v}"\n        - name: SMTP_PORT\n          value: "587"`,
      ),
      s(
        "k8s-env-flow",
        "password",
        password,
        (v) => `env: [{name: DB_PASS, value: ${v}}, {name: DB_HOST, value: db}]`,
      ),
      s(
        "k8s-kubeconfig-token",
        "token",
        token("", "base64url", 90),
        (v) => `users:\n- name: admin\n  user:\n    token: ${v}`,
      ),
      s(
        "k8s-configmap-block",
        "password",
        password,
        (v) => `kind: ConfigMap\ndata:\n  app.ini: |\n    [db]\n    user = app\n    passwd = ${v}`,
      ),
      s(
        "helm-values",
        "password",
        password,
        (v) => `postgresql:\n  auth:\n    username: app\n    postgresPassword: "${v}"\n    database: app`,
      ),
      s("tfvars", "password", password, (v) => `region      = "eu-west-1"\ndb_password = "${v}"`),
      s(
        "tf-default",
        "password",
        password,
        (v) =>
          `variable "admin_password" {\n  type      = string\n  sensitive = true\n  default   = "${v}"\n}`,
      ),
      s(
        "tf-resource",
        "password",
        password,
        (v) =>
          `resource "aws_db_instance" "main" {\n  engine   = "postgres"\n  username = "root"\n  password = "${v}"\n}`,
      ),
      s(
        "tfstate",
        "password",
        password,
        (v) =>
          `"attributes": {\n  "id": "tf-2024",\n  "master_password": "${v}",\n  "master_username": "root"\n}`,
        "json",
      ),
      s(
        "tf-random-result",
        "password",
        password,
        (v) =>
          `{ "type": "random_password", "name": "db", "instances": [ { "attributes": { "length": 24, "result": "${v}" } } ] }`,
      ),
      s("ansible-vars", "password", password, (v) => `---\nansible_user: deploy\nansible_become_pass: ${v}`),
      s(
        "ansible-inventory",
        "password",
        password,
        (v) => `[web]\n10.0.0.5 ansible_user=root ansible_ssh_pass=${v} ansible_port=2222`,
      ),
      s(
        "ansible-task",
        "password",
        password,
        (v) =>
          `- name: create user\n  community.mysql.mysql_user:\n    name: app\n    password: "${v}"\n    priv: '*.*:ALL'`,
      ),
      s("gitlab-ci-vars", "token", base62(32), (v) => `variables:\n  DEPLOY_TOKEN: "${v}"\n  GIT_DEPTH: "1"`),
      s(
        "gha-env",
        "api-key",
        base62(32),
        (v) => `jobs:\n  e2e:\n    env:\n      CI: true\n      ACME_API_KEY: ${v}`,
      ),
      s(
        "circleci-env",
        "password",
        password,
        (v) => `docker:\n  - image: cimg/postgres:14.0\n    environment:\n      POSTGRES_PASSWORD: ${v}`,
      ),
      s("azure-pipelines", "secret", base62(32), (v) => `variables:\n- name: clientSecret\n  value: ${v}`),
      s(
        "jenkinsfile",
        "password",
        password,
        (v) => `environment {\n    REGISTRY_USER = 'ci'\n    REGISTRY_PASSWORD = '${v}'\n}`,
      ),
      s(
        "jenkins-credentials-xml",
        "password",
        quotey,
        (v) =>
          `<com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl>\n  <username>ci</username>\n  <password>${v}</password>\n</com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl>`,
        "xml",
      ),
      s(
        "maven-settings",
        "password",
        password,
        (v) =>
          `<server>\n  <id>nexus</id>\n  <username>deploy</username>\n  <password>${v}</password>\n</server>`,
      ),
      s(
        "tomcat-users",
        "password",
        password,
        (v) => `<user username="admin" password="${v}" roles="manager-gui"/>`,
      ),
      s(
        "tomcat-connector",
        "password",
        weakPassword,
        (v) => `<Connector port="8443" SSLEnabled="true" keystoreFile="conf/k.jks" keystorePass="${v}" />`,
      ),
      s(
        "web-config-appsettings",
        "api-key",
        base62(32),
        (v) =>
          `<appSettings>\n  <add key="SmsApiKey" value="${v}" />\n  <add key="PageSize" value="20" />\n</appSettings>`,
      ),
      s(
        "web-config-machinekey",
        "key",
        token("", "HEX", 64),
        (v) => `<machineKey decryption="AES" validation="SHA1" validationKey="${v}" />`,
      ),
      s(
        "nuget-cleartext",
        "password",
        base62(32),
        (v) =>
          `<packageSourceCredentials>\n  <acme>\n    <add key="Username" value="ci" />\n    <add key="ClearTextPassword" value="${v}" />\n  </acme>\n</packageSourceCredentials>`,
      ),
      s(
        "appsettings-json",
        "secret",
        base62(48),
        (v) => `{\n  "Jwt": {\n    "Issuer": "acme",\n    "SigningKey": "${v}"\n  }\n}`,
      ),
      s(
        "launchsettings",
        "password",
        password,
        (v) => `"environmentVariables": { "ASPNETCORE_ENVIRONMENT": "Development", "Db__Password": "${v}" }`,
      ),
      s(
        "hibernate-xml",
        "password",
        password,
        (v) => `<property name="hibernate.connection.password">${v}</property>`,
      ),
      s(
        "persistence-attr",
        "password",
        password,
        (v) => `<property name="jakarta.persistence.jdbc.password" value="${v}"/>`,
      ),
      s("plist", "token", base62(32), (v) => `<key>ApiToken</key>\n<string>${v}</string>`),
      s("my-cnf", "password", password, (v) => `[client]\nuser=root\npassword="${v}"\nhost=localhost`),
      s("pgpass", "password", base62(18), (v) => `# ~/.pgpass\ndb.acme.io:5432:app:app_rw:${v}`),
      s("netrc-oneline", "password", password, (v) => `machine git.acme.io login jo password ${v}`),
      s(
        "npmrc-auth-legacy",
        "password",
        basicPair,
        (v) => `registry=https://nexus.acme.io/repository/npm/\n_auth=${v}\nemail=ci@acme.io`,
        "base64",
      ),
      s(
        "pip-conf",
        "password",
        base62(20),
        (v) => `[global]\nindex-url = https://ci:${v}@pypi.acme.io/simple`,
      ),
      s(
        "pypirc",
        "password",
        password,
        (v) => `[acme]\nrepository: https://pypi.acme.io\nusername: jo\npassword: ${v}`,
      ),
      s(
        "poetry-auth-toml",
        "password",
        password,
        (v) => `[http-basic.acme]\nusername = "jo"\npassword = "${v}"`,
      ),
      s("cargo-credentials", "token", base62(32), (v) => `[registries.acme]\ntoken = "${v}"`),
      s(
        "composer-auth",
        "password",
        password,
        (v) => `{"http-basic": {"repo.acme.io": {"username": "jo", "password": "${v}"}}}`,
      ),
      s(
        "gradle-properties",
        "password",
        password,
        (v) => `org.gradle.jvmargs=-Xmx2g\nnexusUser=jo\nnexusPassword=${v}`,
      ),
      s(
        "sbt-credentials",
        "password",
        password,
        (v) => `realm=Sonatype Nexus Repository Manager\nhost=nexus.acme.io\nuser=jo\npassword=${v}`,
      ),
      s(
        "git-config-header",
        "token",
        basicPair,
        (v) => `[http "https://git.acme.io/"]\n\textraheader = AUTHORIZATION: basic ${v}`,
        "base64",
      ),
      s(
        "git-credentials",
        "password",
        base62(24),
        (v) => `# cat ~/.git-credentials\nhttps://jo:${v}@git.acme.io`,
      ),
      s(
        "rclone",
        "password",
        base62(32),
        (v) => `[box]\ntype = webdav\nurl = https://box.acme.io\nuser = jo\npass = ${v}`,
      ),
      s(
        "s3cfg",
        "secret",
        token("", "base64", 40),
        (v) => `[default]\naccess_key = public-id\nhost_base = s3.acme.io\nsecret_key = ${v}`,
      ),
      s(
        "wpa-supplicant",
        "password",
        password,
        (v) => `network={\n  ssid="office"\n  psk="${v}"\n  key_mgmt=WPA-PSK\n}`,
      ),
      s("networkmanager", "password", password, (v) => `[wifi-security]\nkey-mgmt=wpa-psk\npsk=${v}`),
      s(
        "wireguard-conf",
        "private-key",
        (r) => base64(r.bytes(32)),
        (v) => `[Interface]\nAddress = 10.8.0.2/24\nPrivateKey = ${v}\n\n[Peer]\nAllowedIPs = 0.0.0.0/0`,
      ),
      s(
        "ipsec-secrets",
        "secret",
        base62(24),
        (v) => `# /etc/ipsec.secrets\n203.0.113.4 198.51.100.7 : PSK "${v}"`,
      ),
      s(
        "chap-secrets",
        "password",
        password,
        (v) => `# client  server  secret  IP addresses\njo  l2tpd  ${v}  *`,
      ),
      s("redis-conf", "password", base62(32), (v) => `bind 127.0.0.1\nrequirepass ${v}\nmaxmemory 2gb`),
      s("redis-acl", "password", base62(24), (v) => `user worker on >${v} ~jobs:* +@all`),
      s(
        "mosquitto-bridge",
        "password",
        password,
        (v) => `connection cloud\naddress mqtt.acme.io:8883\nremote_username edge\nremote_password ${v}`,
      ),
      s("rabbitmq-conf", "password", password, (v) => `default_user = admin\ndefault_pass = ${v}`),
      s(
        "postfix-sasl",
        "password",
        password,
        (v) => `# /etc/postfix/sasl_passwd\n[smtp.acme.io]:587 noreply@acme.io:${v}`,
      ),
      s("msmtprc", "password", password, (v) => `account work\nhost smtp.acme.io\nuser jo\npassword ${v}`),
      s(
        "fstab-cifs",
        "password",
        base62(14),
        (v) => `//nas/share /mnt/share cifs username=jo,password=${v},uid=1000 0 0`,
      ),
      s("ldap-bind", "password", password, (v) => `ldap:\n  bind_dn: cn=svc,dc=acme,dc=io\n  bind_pw: ${v}`),
      s(
        "nginx-proxy-header",
        "password",
        basicPair,
        (v) => `location /api {\n  proxy_set_header Authorization "Basic ${v}";\n}`,
        "base64",
      ),
      s(
        "prometheus-basic",
        "password",
        password,
        (v) =>
          `scrape_configs:\n  - job_name: app\n    basic_auth:\n      username: prom\n      password: ${v}`,
      ),
      s(
        "alertmanager-smtp",
        "password",
        password,
        (v) => `global:\n  smtp_auth_username: 'alerts@acme.io'\n  smtp_auth_password: '${v}'`,
      ),
      s("dotenv-export", "secret", base62(32), (v) => `export SESSION_SECRET="${v}" # rotate yearly`),
      s("dotenv-spaces", "password", password, (v) => `ADMIN_PASSWORD = ${v}\nADMIN_EMAIL = a@acme.io`),
      s(
        "dockerfile-env",
        "token",
        base62(32),
        (v) => `FROM node:20\nENV NODE_ENV=production \\\n    INTERNAL_API_TOKEN=${v}\nCOPY . .`,
      ),
      s("dockerfile-arg", "token", base62(32), (v) => `ARG NPM_AUTH_TOKEN=${v}\nRUN npm ci`),
      s(
        "systemd-environment",
        "password",
        password,
        (v) => `[Service]\nEnvironment="DB_PASSWORD=${v}" "DB_HOST=db"\nExecStart=/opt/app/run`,
      ),
      s(
        "mcp-json-env",
        "api-key",
        base62(32),
        (v) =>
          `{"mcpServers":{"search":{"command":"npx","args":["-y","srv"],"env":{"SEARCH_API_KEY":"${v}"}}}}`,
      ),
      s(
        "vscode-settings",
        "token",
        base62(40),
        (v) => `// settings.json\n"acme.server.url": "https://acme.io",\n"acme.server.accessToken": "${v}",`,
      ),
      s("kickstart", "password", weakPassword, (v) => `lang en_US\nrootpw --plaintext ${v}\ntimezone UTC`),
      s(
        "cloud-init-chpasswd",
        "password",
        password,
        (v) => `chpasswd:\n  list: |\n    ubuntu:${v}\n  expire: false`,
      ),
      s(
        "unattend-xml",
        "password",
        password,
        (v) =>
          `<AutoLogon>\n  <Password>\n    <Value>${v}</Value>\n    <PlainText>true</PlainText>\n  </Password>\n  <Username>Administrator</Username>\n</AutoLogon>`,
      ),
      s(
        "freeradius-client",
        "secret",
        base62(20),
        (v) => `client ap1 {\n  ipaddr = 10.0.0.2\n  secret = ${v}\n}`,
      ),
      s(
        "bind-tsig",
        "key",
        (r) => base64(r.bytes(32)),
        (v) => `key "ddns" {\n  algorithm hmac-sha256;\n  secret "${v}";\n};`,
      ),
      s("cisco-ios", "password", base62(14), (v) => `interface Vlan1\n!\nenable secret 0 ${v}\nline vty 0 4`),
      s("cisco-snmp", "password", base62(12), (v) => `snmp-server community ${v} RO`),
      s(
        "jsonc-trailing",
        "secret",
        hex(40),
        (v, r) => `{\n  // ${r.word()}\n  "github_webhook_secret": "${v}",\n}`,
      ),
      s(
        "hocon",
        "password",
        password,
        (v) => `slick.dbs.default.db {\n  user = "app"\n  password = \${?DB_PW}\n  password = "${v}"\n}`,
      ),
      s(
        "jaas-conf",
        "password",
        password,
        (v) =>
          `KafkaClient {\n  org.apache.kafka.common.security.scram.ScramLoginModule required\n  username="app"\n  password="${v}";\n};`,
      ),
      s(
        "htdigest-odbc-ini",
        "password",
        password,
        (v) => `[warehouse]\nDriver = PostgreSQL\nUID = etl\nPWD = ${v}`,
      ),
      s(
        "filezilla",
        "password",
        password,
        (v) => `<Server><Host>ftp.acme.io</Host><User>jo</User><Pass encoding="base64">${v}</Pass></Server>`,
        "base64",
      ),
      s(
        "vnc-rdp",
        "password",
        (r) => r.chars(ALPHABET.base62, 12),
        (v) =>
          `rdp:\n  hostname: 10.0.0.8\n  username: Administrator\n  password: "${v}"\n  ignore-cert: true`,
      ),
    ],
  },
  harmless: {
    "config-files": [
      {
        id: "compose-secret-file",
        text: () =>
          "environment:\n  POSTGRES_PASSWORD_FILE: /run/secrets/db_password\nsecrets:\n  - db_password",
      },
      { id: "compose-var", text: () => "MYSQL_ROOT_PASSWORD: ${MYSQL_ROOT_PASSWORD:?set it}" },
      {
        id: "k8s-valuefrom",
        text: () => "- name: PASSWORD\n  valueFrom:\n    secretKeyRef: {name: app, key: password}",
      },
      {
        id: "k8s-labels",
        text: (r) => `metadata:\n  uid: ${r.uuid()}\n  labels:\n    pod-template-hash: ${r.hex(10)}`,
      },
      {
        id: "existing-secret",
        text: () =>
          "auth:\n  existingSecret: postgres-credentials\n  secretKeys:\n    adminPasswordKey: postgres-password",
      },
      {
        id: "tf-sensitive",
        text: () => 'variable "db_password" {\n  type      = string\n  sensitive = true\n}',
      },
      { id: "tf-data", text: () => "password = data.aws_secretsmanager_secret_version.db.secret_string" },
      { id: "spring-placeholder", text: () => "spring.datasource.password=${DB_PASSWORD}" },
      { id: "ansible-lookup", text: () => "ansible_become_pass: \"{{ lookup('env', 'BECOME_PASS') }}\"" },
      { id: "ansible-vaulted", text: () => "db_password: !vault |\n  (encrypted, see group_vars)" },
      {
        id: "sshd",
        text: () => "PasswordAuthentication no\nPermitRootLogin prohibit-password\nPubkeyAuthentication yes",
      },
      { id: "pam", text: () => "password requisite pam_pwquality.so retry=3 minlen=12" },
      { id: "env-example", text: () => "DB_PASSWORD=\nAPI_KEY=<your key>" },
      {
        id: "eslint",
        text: () => '{ "rules": { "no-secrets/no-secrets": "error", "key-spacing": "warn" } }',
      },
      { id: "maven-plugin", text: () => "<keystorePassword>${env.KEYSTORE_PASS}</keystorePassword>" },
      {
        id: "nginx-tls",
        text: () =>
          "ssl_certificate /etc/ssl/certs/acme.pem;\nssl_certificate_key /etc/ssl/private/acme.key;",
      },
      { id: "token-ttl", text: (r) => `auth:\n  access_token_ttl: ${r.int(3600)}\n  refresh_token_ttl: 30d` },
      {
        id: "wireguard-public",
        text: (r) => `[Peer]\nPublicKey = ${base64(r.bytes(32))}\nEndpoint = 198.51.100.1:51820`,
      },
      {
        id: "renovate",
        text: () =>
          '{ "extends": ["config:base"], "hostRules": [{ "matchHost": "npm.acme.io", "token": "{{ secrets.NPM }}" }] }',
      },
      { id: "lock-yaml", text: (r) => `resolution: {integrity: sha512-${base64(r.bytes(64))}}` },
      {
        id: "keycloak-policy",
        text: () => '"passwordPolicy": "length(12) and upperCase(1) and notUsername"',
      },
      { id: "passwordless", text: () => "deploy ALL=(ALL) NOPASSWD: /usr/bin/systemctl restart app" },
      { id: "crontab-key", text: () => "keyboard:\n  key_repeat: 30\n  key_delay: 200" },
      {
        id: "gha-inherit",
        text: () => "jobs:\n  call:\n    uses: ./.github/workflows/x.yml\n    secrets: inherit",
      },
      { id: "null-password", text: () => '{"username": "jo", "password": null, "mfa": true}' },
      { id: "pgpassfile", text: () => "PGPASSFILE=/home/jo/.pgpass\nPGUSER=app" },
    ],
  },
} satisfies BlindFile;
