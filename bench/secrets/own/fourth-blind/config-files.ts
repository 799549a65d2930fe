import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import {
  ALPHABET,
  base62,
  base64,
  hex,
  password,
  token,
  uuid,
  type Value,
  weakPassword,
} from "../../random.ts";

const sym: Value = (r) => `${r.base62(4)}&${r.base62(4)}<${r.base62(4)}`;
const hashy: Value = (r) => `${r.base62(5)}$${r.base62(4)}!${r.base62(4)}`;

export default {
  secrets: {
    "config-files": [
      secretCase(
        "dotenv",
        "password",
        password,
        (v) => `APP_ENV=local\nAPP_DEBUG=true\nDB_USERNAME=homestead\nDB_PASSWORD=${v}\n\nMAIL_MAILER=smtp`,
      ),
      secretCase(
        "dotenv-comment",
        "password",
        password,
        (v) => `# old one, keep for rollback\n# DB_PASSWORD=${v}\nDB_PASSWORD=\${VAULT_DB}`,
      ),
      secretCase(
        "laravel-key",
        "secret-key",
        (r) => base64(r.bytes(32)),
        (v) => `APP_NAME=Shop\nAPP_KEY=base64:${v}\nAPP_URL=http://localhost`,
      ),
      secretCase(
        "compose-map",
        "password",
        password,
        (v) =>
          `services:\n  db:\n    image: postgres:16\n    environment:\n      POSTGRES_USER: app\n      POSTGRES_PASSWORD: ${v}\n    ports: ["5432:5432"]`,
      ),
      secretCase(
        "compose-list",
        "password",
        hashy,
        (v) =>
          `    environment:\n      - MYSQL_DATABASE=wp\n      - MYSQL_ROOT_PASSWORD=${v}\n      - TZ=Europe/Berlin`,
      ),
      secretCase(
        "compose-command",
        "password",
        password,
        (v) =>
          `  cache:\n    image: redis:7\n    command: ["redis-server", "--requirepass", "${v}", "--appendonly", "yes"]`,
      ),
      secretCase(
        "compose-healthcheck",
        "password",
        password,
        (v) =>
          `    healthcheck:\n      test: mysqladmin ping -h localhost -uroot -p${v} || exit 1\n      interval: 10s`,
      ),
      secretCase(
        "k8s-data",
        "password",
        password,
        (v) =>
          `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  username: YXBw\n  password: ${v}\n`,
        "base64",
      ),
      secretCase(
        "k8s-stringdata",
        "password",
        password,
        (v) => `kind: Secret\nmetadata: {name: smtp}\nstringData:\n  smtp-password: '${v}'`,
        "yaml",
      ),
      secretCase(
        "k8s-odd-key",
        "api-key",
        base62(40),
        (v) =>
          `apiVersion: v1\nkind: Secret\nmetadata:\n  name: payments\n  namespace: prod\ndata:\n  live: ${v}`,
        "base64",
      ),
      secretCase(
        "k8s-env",
        "password",
        password,
        (v) =>
          `        env:\n        - name: LOG_LEVEL\n          value: info\n        - name: RABBITMQ_DEFAULT_PASS\n          value: "${v}"`,
      ),
      secretCase(
        "k8s-dockerconfig",
        "password",
        password,
        (v) =>
          `{"auths":{"registry.acme.io":{"username":"robot$ci","password":"${v}","email":"ci@acme.io"}}}`,
      ),
      secretCase(
        "docker-config-auth",
        "password",
        (r) => `acmebot:${password(r)}`,
        (v) => `{\n\t"auths": {\n\t\t"https://index.docker.io/v1/": {\n\t\t\t"auth": "${v}"\n\t\t}\n\t}\n}`,
        "base64",
      ),
      secretCase(
        "kubeconfig-token",
        "token",
        base62(64),
        (v) => `users:\n- name: admin\n  user:\n    token: ${v}\ncurrent-context: prod`,
      ),
      secretCase(
        "kubeconfig-keydata",
        "private-key",
        (r) => base64(`-----BEGIN RSA ${"PRIVATE"} KEY-----\n${r.chars(ALPHABET.base64, 300)}`),
        (v) => `- name: kubernetes-admin\n  user:\n    client-key-data: ${v}\n`,
      ),
      secretCase(
        "helm-values",
        "password",
        password,
        (v) =>
          `postgresql:\n  enabled: true\n  auth:\n    username: keycloak\n    postgresPassword: "${v}"\n    database: keycloak\n`,
      ),
      secretCase(
        "argocd-values",
        "password",
        weakPassword,
        (v) => `grafana:\n  adminUser: admin\n  adminPassword: ${v}\n  persistence:\n    enabled: true`,
      ),
      secretCase(
        "ansible-vars",
        "password",
        hashy,
        (v) => `all:\n  vars:\n    ansible_user: ops\n    ansible_become_pass: '${v}'\n`,
        "yaml",
      ),
      secretCase(
        "ansible-inventory",
        "password",
        password,
        (v) => `[web]\nweb1 ansible_host=10.1.0.5 ansible_user=root ansible_ssh_pass=${v} ansible_port=2222`,
      ),
      secretCase(
        "tfvars",
        "password",
        password,
        (v) =>
          `region            = "eu-west-1"\nmaster_password   = "${v}"\ninstance_class    = "db.t3.micro"`,
      ),
      secretCase(
        "tf-variable-default",
        "password",
        password,
        (v) => `variable "db_password" {\n  type      = string\n  sensitive = true\n  default   = "${v}"\n}`,
      ),
      secretCase("tf-provider", "token", base62(64), (v) => `provider "hcloud" {\n  token = "${v}"\n}`),
      secretCase(
        "tfstate",
        "password",
        password,
        (v, r) =>
          `"instances": [{"schema_version": 2, "attributes": {"id": "${r.hex(8)}", "length": 16, "special": true, "result": "${v}"}}], "type": "random_password"`,
        "json",
      ),
      secretCase(
        "hcl-vault",
        "token",
        base62(26),
        (v) => `vault {\n  address = "https://vault:8200"\n  token   = "${v}"\n  renew_token = false\n}`,
      ),
      secretCase(
        "consul-encrypt",
        "secret-key",
        (r) => base64(r.bytes(32)),
        (v) => `{"datacenter": "dc1", "server": true, "encrypt": "${v}", "retry_join": ["10.0.0.2"]}`,
      ),
      secretCase(
        "consul-acl",
        "token",
        uuid,
        (v) => `acl {\n  enabled = true\n  tokens {\n    initial_management = "${v}"\n  }\n}`,
      ),
      secretCase(
        "ini-section",
        "password",
        password,
        (v) => `[database]\nhost = db.internal\nport = 3306\nuser = reports\npasswd = ${v}\n`,
      ),
      secretCase(
        "my-cnf",
        "password",
        password,
        (v) => `[client]\nuser=root\npassword="${v}"\n[mysqldump]\nquick`,
      ),
      secretCase("pgpass", "password", password, (v) => `# ~/.pgpass\ndb.acme.io:5432:orders:app_rw:${v}\n`),
      secretCase(
        "netrc",
        "password",
        password,
        (v) => `machine git.acme.io\n  login dana\n  password ${v}\n`,
      ),
      secretCase(
        "git-credentials",
        "token",
        hex(40),
        (v) => `$ cat .git-credentials\nhttps://dana:${v}@gitea.acme.io`,
      ),
      secretCase(
        "properties",
        "password",
        password,
        (v) =>
          `spring.datasource.url=jdbc:postgresql://db/app\nspring.datasource.username=app\nspring.datasource.password=${v}\nspring.jpa.hibernate.ddl-auto=none`,
      ),
      secretCase(
        "spring-yaml",
        "password",
        password,
        (v) =>
          `spring:\n  mail:\n    host: smtp.acme.io\n    username: noreply\n    password: ${v}\n    properties:\n      mail.smtp.auth: true`,
      ),
      secretCase(
        "quarkus-profile",
        "password",
        password,
        (v) => `%prod.quarkus.datasource.password=${v}\n%dev.quarkus.datasource.devservices.enabled=true`,
      ),
      secretCase(
        "log4j-jdbc",
        "password",
        sym,
        (v) => `<ConnectionSource class="acme.Pool" user="log" password="${v}"/>`,
        "xml",
      ),
      secretCase(
        "maven-settings",
        "password",
        password,
        (v) =>
          `<settings>\n  <servers>\n    <server>\n      <id>nexus</id>\n      <username>deploy</username>\n      <password>${v}</password>\n    </server>\n  </servers>\n</settings>`,
        "xml",
      ),
      secretCase(
        "tomcat-users",
        "password",
        weakPassword,
        (v) =>
          `<tomcat-users>\n  <user username="tomcat" password="${v}" roles="manager-gui,admin-gui"/>\n</tomcat-users>`,
        "xml",
      ),
      secretCase(
        "tomcat-connector",
        "password",
        weakPassword,
        (v) =>
          `<Connector port="8443" SSLEnabled="true" keystoreFile="conf/keystore.p12" keystorePass="${v}" />`,
      ),
      secretCase(
        "web-config-appsettings",
        "password",
        password,
        (v) =>
          `<appSettings>\n  <add key="SmtpHost" value="mail"/>\n  <add key="SmtpPassword" value="${v}" />\n</appSettings>`,
        "xml",
      ),
      secretCase(
        "web-config-machinekey",
        "secret-key",
        token("", "HEX", 64),
        (v) => `<machineKey validation="HMACSHA256" decryption="AES" decryptionKey="${v}" />`,
      ),
      secretCase(
        "appsettings-json",
        "secret-key",
        base62(44),
        (v) =>
          `{\n  "Logging": { "LogLevel": { "Default": "Warning" } },\n  "Jwt": { "Issuer": "acme", "SigningKey": "${v}" }\n}`,
      ),
      secretCase(
        "plist",
        "api-key",
        base62(32),
        (v) =>
          `<dict>\n\t<key>APIBaseURL</key>\n\t<string>https://api.acme.io</string>\n\t<key>APISecret</key>\n\t<string>${v}</string>\n</dict>`,
      ),
      secretCase(
        "android-strings",
        "api-key",
        hex(32),
        (v) =>
          `<resources>\n    <string name="app_name">Acme</string>\n    <string name="weather_api_key">${v}</string>\n</resources>`,
      ),
      secretCase(
        "nuget-config",
        "password",
        password,
        (v) =>
          `<packageSourceCredentials>\n  <acme>\n    <add key="Username" value="ci" />\n    <add key="ClearTextPassword" value="${v}" />\n  </acme>\n</packageSourceCredentials>`,
      ),
      secretCase(
        "unattend-xml",
        "password",
        password,
        (v) =>
          `<AdministratorPassword>\n  <Value>${v}</Value>\n  <PlainText>true</PlainText>\n</AdministratorPassword>`,
        "xml",
      ),
      secretCase(
        "filezilla",
        "password",
        password,
        (v) =>
          `<Server>\n<Host>ftp.acme.io</Host>\n<User>web</User>\n<Pass encoding="base64">${v}</Pass>\n</Server>`,
        "base64",
      ),
      secretCase(
        "npmrc-legacy",
        "password",
        (r) => `ci:${password(r)}`,
        (v) => `always-auth=true\n_auth=${v}\nemail=ci@acme.io`,
        "base64",
      ),
      secretCase(
        "yarnrc",
        "token",
        uuid,
        (v) => `npmScopes:\n  acme:\n    npmRegistryServer: "https://npm.acme.io"\n    npmAuthToken: "${v}"`,
      ),
      secretCase(
        "pip-conf",
        "password",
        password,
        (v) => `[global]\nextra-index-url = https://ci:${v}@nexus.acme.io/repository/pypi/simple\n`,
      ),
      secretCase(
        "cargo-credentials",
        "token",
        token("cio", "base62", 32),
        (v) => `[registry]\ntoken = "${v}"\n`,
      ),
      secretCase(
        "composer-auth",
        "password",
        base62(40),
        (v) => `{ "http-basic": { "repo.magento.com": { "username": "pub", "password": "${v}" } } }`,
      ),
      secretCase(
        "gh-actions-plain",
        "password",
        password,
        (v) =>
          `      - name: Deploy\n        uses: appleboy/ssh-action@v1\n        with:\n          host: 203.0.113.7\n          username: root\n          password: ${v}\n          script: ./up.sh`,
      ),
      secretCase(
        "gitlab-ci-vars",
        "password",
        password,
        (v) => `variables:\n  FTP_USER: web\n  FTP_PASS: "${v}"\n\ndeploy:\n  script: lftp -c "mirror -R"`,
      ),
      secretCase(
        "azure-pipeline",
        "password",
        password,
        (v) => `variables:\n- name: sqlAdminPassword\n  value: ${v}\n- group: shared`,
      ),
      secretCase(
        "travis-env",
        "token",
        hex(40),
        (v) => `env:\n  global:\n    - COVERALLS_REPO_TOKEN=${v}\n    - NODE_ENV=test`,
      ),
      secretCase(
        "jenkinsfile",
        "password",
        password,
        (v) => `environment {\n    NEXUS_USER = 'ci'\n    NEXUS_PASSWORD = '${v}'\n}`,
      ),
      secretCase(
        "systemd-unit",
        "password",
        password,
        (v) => `[Service]\nEnvironment="REDIS_PASSWORD=${v}"\nExecStart=/opt/app/bin/server\nRestart=always`,
      ),
      secretCase(
        "redis-conf",
        "password",
        base62(24),
        (v) => `bind 0.0.0.0\nprotected-mode yes\nrequirepass ${v}\nmaxmemory 256mb`,
      ),
      secretCase("redis-acl", "password", base62(20), (v) => `user worker on >${v} ~jobs:* +@all`),
      secretCase(
        "wpa-supplicant",
        "password",
        weakPassword,
        (v) => `network={\n  ssid="Acme Guest"\n  psk="${v}"\n  key_mgmt=WPA-PSK\n}`,
      ),
      secretCase(
        "netplan-wifi",
        "password",
        weakPassword,
        (v) =>
          `wifis:\n  wlan0:\n    dhcp4: true\n    access-points:\n      "Acme":\n        password: "${v}"`,
      ),
      secretCase(
        "wireguard",
        "private-key",
        (r) => base64(r.bytes(32)),
        (v) => `[Interface]\nPrivateKey = ${v}\nAddress = 10.8.0.2/24\nDNS = 1.1.1.1`,
      ),
      secretCase(
        "wireguard-psk",
        "secret-key",
        (r) => base64(r.bytes(32)),
        (v, r) => `[Peer]\nPublicKey = ${base64(r.bytes(32))}\nPresharedKey = ${v}\nAllowedIPs = 0.0.0.0/0`,
      ),
      secretCase(
        "ppp-chap",
        "password",
        password,
        (v) => `# client server secret addresses\nacme-vpn * "${v}" *`,
      ),
      secretCase("ipsec-secrets", "secret-key", password, (v) => `203.0.113.1 198.51.100.7 : PSK "${v}"`),
      secretCase(
        "cisco",
        "password",
        weakPassword,
        (v) => `hostname edge1\nenable secret 0 ${v}\nsnmp-server location rack 4`,
      ),
      secretCase(
        "snmp-v3",
        "password",
        password,
        (v) => `createUser monitor SHA "${v}" AES\nrouser monitor priv`,
      ),
      secretCase(
        "rclone",
        "secret-key",
        token("", "base64", 40),
        (v) => `[wasabi]\ntype = s3\nprovider = Wasabi\nsecret_access_key = ${v}\nregion = eu-central-1`,
      ),
      secretCase(
        "msmtprc",
        "password",
        password,
        (v) =>
          `account acme\nhost smtp.acme.io\nfrom bot@acme.io\nuser bot\npassword ${v}\nlogfile ~/.msmtp.log`,
      ),
      secretCase(
        "muttrc",
        "password",
        password,
        (v) => `set imap_user = "dana@acme.io"\nset imap_pass = "${v}"\nset folder = "imaps://mail"`,
      ),
      secretCase("postfix-sasl", "password", password, (v) => `[smtp.acme.io]:587 relay@acme.io:${v}`),
      secretCase(
        "alertmanager",
        "password",
        password,
        (v) =>
          `global:\n  smtp_smarthost: mail:587\n  smtp_auth_username: alerts\n  smtp_auth_password: ${v}`,
      ),
      secretCase(
        "prometheus-scrape",
        "password",
        password,
        (v) =>
          `scrape_configs:\n  - job_name: node\n    basic_auth:\n      username: prom\n      password: ${v}`,
      ),
      secretCase(
        "grafana-ini",
        "password",
        password,
        (v) => `[security]\nadmin_user = admin\n;admin_password = admin\nadmin_password = """${v}"""`,
      ),
      secretCase(
        "mcp-json",
        "token",
        base62(44),
        (v) =>
          `{"mcpServers": {"crm": {"command": "npx", "args": ["crm-mcp"], "env": {"CRM_TOKEN": "${v}"}}}}`,
      ),
      secretCase(
        "toml-inline",
        "password",
        password,
        (v) => `database = { host = "db", user = "app", password = "${v}", pool = 8 }`,
      ),
      secretCase(
        "json5-vscode",
        "password",
        password,
        (v) =>
          `"sqltools.connections": [\n  { "name": "prod", "driver": "PostgreSQL", "username": "ro", "password": "${v}" }, // ro only\n]`,
      ),
      secretCase(
        "home-assistant",
        "password",
        weakPassword,
        (v) => `# secrets.yaml\nlatitude: 52.5\nmqtt_password: ${v}\nalarm_name: home`,
      ),
      secretCase(
        "nginx-proxy",
        "token",
        base62(40),
        (v) =>
          `location /api/ {\n    proxy_set_header Authorization "Bearer ${v}";\n    proxy_pass http://up;\n}`,
      ),
      secretCase(
        "dockerfile",
        "password",
        password,
        (v) => `FROM python:3.12\nENV PIP_NO_CACHE_DIR=1 \\\n    APP_SECRET_KEY=${v}\nCOPY . /app`,
      ),
    ],
  },
  harmless: {
    "config-files": [
      {
        id: "secret-ref",
        text: () => "valueFrom:\n  secretKeyRef:\n    name: db-credentials\n    key: password",
      },
      {
        id: "compose-file",
        text: () =>
          "environment:\n  POSTGRES_PASSWORD_FILE: /run/secrets/pg_password\nsecrets:\n  - pg_password",
      },
      { id: "env-interp", text: () => "password: ${DB_PASSWORD}\nuser: ${DB_USER}" },
      { id: "ansible-vaulted", text: () => 'db_password: "{{ vault_db_password }}"' },
      { id: "changeme", text: () => "DB_PASSWORD=changeme # replace in production" },
      {
        id: "helm-existing",
        text: () =>
          "auth:\n  existingSecret: pg-auth\n  secretKeys:\n    adminPasswordKey: postgres-password",
      },
      {
        id: "pw-policy",
        text: () => "password_min_length: 12\npassword_require_symbols: true\npassword_max_age_days: 90",
      },
      {
        id: "tf-output",
        text: () => 'output "password" {\n  value     = random_password.db.result\n  sensitive = true\n}',
      },
      {
        id: "token-ttl",
        text: (r) =>
          `access_token_ttl = ${r.int(9000)}\nrefresh_token_ttl = 2592000\ntoken_endpoint = "https://sso.acme.io/token"`,
      },
      {
        id: "keypath",
        text: () => "ssl_certificate     /etc/nginx/tls.crt;\nssl_certificate_key /etc/nginx/tls.key;",
      },
      {
        id: "pubkey",
        text: (r) => `[Peer]\nPublicKey = ${base64(r.bytes(32))}\nEndpoint = vpn.acme.io:51820`,
      },
      {
        id: "lockfile",
        text: (r) => `[[package]]\nname = "secrecy"\nversion = "0.8.0"\nchecksum = "${r.hex(64)}"`,
      },
      { id: "null", text: () => "redis:\n  host: cache\n  password: null\n  tls: false" },
      { id: "sonar", text: () => "sonar.projectKey=acme_shop\nsonar.sources=src" },
      {
        id: "keybinding",
        text: () => '{ "key": "ctrl+shift+p", "command": "workbench.action.showCommands" }',
      },
      {
        id: "ci-ref",
        text: () => "  password: ${{ secrets.DOCKERHUB_TOKEN }}\n  username: ${{ vars.DOCKERHUB_USER }}",
      },
      {
        id: "auth-type",
        text: () => "authentication:\n  type: password\n  provider: ldap\n  passwordAttribute: userPassword",
      },
      { id: "sops", text: () => "password: ENC[AES256_GCM,data:,iv:,tag:,type:str]" },
      {
        id: "external",
        text: () =>
          "kind: ExternalSecret\nspec:\n  data:\n    - secretKey: password\n      remoteRef:\n        key: prod/db",
      },
      { id: "eslint", text: () => '"rules": { "no-secrets/no-secrets": "error", "key-spacing": "warn" }' },
      {
        id: "nginx-auth",
        text: () => 'auth_basic "Restricted";\nauth_basic_user_file /etc/nginx/.htpasswd;',
      },
      {
        id: "ssh-config",
        text: () => "PasswordAuthentication no\nPermitRootLogin prohibit-password\nPubkeyAuthentication yes",
      },
      { id: "pam", text: () => "password required pam_unix.so sha512 shadow nullok" },
    ],
  },
} satisfies BlindFile;
