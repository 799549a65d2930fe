import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base62, hex, password, token, uuid, type Value, weakPassword } from "../../random.ts";

const userAndPassword: Value = (r) => `ci:${password(r)}`;
const dockerAuth: Value = (r) => `acmebot:${r.base62(28)}`;

export default {
  secrets: {
    "config-files": [
      secretCase(
        "k8s-secret-data",
        "password",
        password,
        (v) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  password: ${v}\n`,
        "base64",
      ),
      secretCase(
        "k8s-secret-odd-key",
        "token",
        base62(32),
        (v) => `apiVersion: v1\nkind: Secret\nmetadata: {name: payments}\ndata:\n  gateway: ${v}\n`,
        "base64",
      ),
      secretCase(
        "k8s-stringdata",
        "password",
        password,
        (v) => `kind: Secret\nstringData:\n  username: grafana\n  admin-password: '${v}'\n`,
      ),
      secretCase(
        "k8s-deployment-env",
        "password",
        password,
        (v) =>
          `        env:\n        - name: LOG_LEVEL\n          value: info\n        - name: POSTGRES_PASSWORD\n          value: "${v}"\n        ports: []`,
      ),
      secretCase(
        "k8s-dockerconfigjson",
        "password",
        dockerAuth,
        (v) => `{"auths":{"https://index.docker.io/v1/":{"auth":"${v}"}}}`,
        "base64",
      ),
      secretCase(
        "kubeconfig-token",
        "token",
        base62(64),
        (v) => `users:\n- name: admin\n  user:\n    token: ${v}\ncurrent-context: prod`,
      ),
      secretCase(
        "helm-values-nested",
        "password",
        password,
        (v) =>
          `postgresql:\n  enabled: true\n  auth:\n    username: keycloak\n    password: ${v}\n    database: keycloak`,
      ),
      secretCase(
        "terraform-tfvars",
        "password",
        password,
        (v) => `region            = "eu-central-1"\nrds_root_password = "${v}"\ninstance_count    = 2`,
      ),
      secretCase(
        "terraform-variable-default",
        "password",
        password,
        (v) => `variable "db_password" {\n  type      = string\n  sensitive = true\n  default   = "${v}"\n}`,
      ),
      secretCase(
        "terraform-state",
        "password",
        token("", "base62", 24),
        (v) =>
          `"type": "random_password",\n"name": "master",\n"instances": [{"attributes": {"length": 24, "result": "${v}", "special": false}}]`,
      ),
      secretCase(
        "compose-environment-list",
        "password",
        password,
        (v) =>
          `services:\n  db:\n    image: mariadb:11\n    environment:\n      - MARIADB_DATABASE=wiki\n      - MARIADB_ROOT_PASSWORD=${v}\n`,
      ),
      secretCase(
        "compose-environment-map",
        "secret-key",
        hex(50),
        (v) =>
          `  paperless:\n    environment:\n      PAPERLESS_SECRET_KEY: ${v}\n      PAPERLESS_OCR_LANGUAGE: deu`,
      ),
      secretCase(
        "dockerfile-env",
        "token",
        base62(36),
        (v) => `FROM node:22\nENV NODE_ENV=production \\\n    SENTRY_AUTH_TOKEN=${v}\nRUN npm ci`,
      ),
      secretCase(
        "dockerfile-arg",
        "token",
        base62(40),
        (v) =>
          `ARG PRIVATE_REGISTRY_TOKEN=${v}\nRUN echo "//npm.acme.dev/:_authToken=$PRIVATE_REGISTRY_TOKEN" > .npmrc`,
      ),
      secretCase(
        "github-actions-literal",
        "token",
        base62(32),
        (v) => `    - run: ./deploy.sh\n      env:\n        DEPLOY_TOKEN: ${v}\n        STAGE: prod`,
      ),
      secretCase(
        "gitlab-ci-variables",
        "password",
        password,
        (v) => `variables:\n  DOCKER_DRIVER: overlay2\n  REGISTRY_PASSWORD: "${v}"\n`,
      ),
      secretCase(
        "travis-env-matrix",
        "password",
        weakPassword,
        (v) => `env:\n  global:\n    - ARTIFACT_USER=ci ARTIFACT_PASSWORD=${v}`,
      ),
      secretCase(
        "npmrc-legacy-auth",
        "password",
        userAndPassword,
        (v) => `registry=https://nexus.acme.dev/repository/npm/\n_auth=${v}\nalways-auth=true`,
        "base64",
      ),
      secretCase(
        "npmrc-scoped-password",
        "password",
        password,
        (v) =>
          `//nexus.acme.dev/repository/npm/:username=ci\n//nexus.acme.dev/repository/npm/:_password=${v}`,
        "base64",
      ),
      secretCase(
        "yarnrc-yml",
        "token",
        uuid,
        (v) => `npmScopes:\n  acme:\n    npmRegistryServer: "https://npm.acme.dev"\n    npmAuthToken: "${v}"`,
      ),
      secretCase(
        "netrc-one-line",
        "password",
        base62(30),
        (v) => `machine git.acme.dev login dana password ${v}`,
      ),
      secretCase("pgpass", "password", password, (v) => `# ~/.pgpass\ndb1.acme.dev:5432:*:app:${v}`),
      secretCase(
        "my-cnf",
        "password",
        password,
        (v) => `[client]\nuser=root\npassword="${v}"\nhost=127.0.0.1`,
      ),
      secretCase(
        "maven-settings",
        "password",
        password,
        (v) =>
          `<server>\n  <id>acme-releases</id>\n  <username>ci</username>\n  <password>${v}</password>\n</server>`,
        "xml",
      ),
      secretCase(
        "web-config-appsetting",
        "api-key",
        base62(40),
        (v) =>
          `<appSettings>\n  <add key="SmsGatewayApiKey" value="${v}" />\n  <add key="PageSize" value="20" />\n</appSettings>`,
      ),
      secretCase(
        "tomcat-users",
        "password",
        password,
        (v) => `<user username="deployer" password="${v}" roles="manager-gui,manager-script"/>`,
        "xml",
      ),
      secretCase(
        "nuget-config",
        "password",
        base62(52),
        (v) =>
          `<packageSourceCredentials>\n  <acme>\n    <add key="Username" value="ci" />\n    <add key="ClearTextPassword" value="${v}" />\n  </acme>\n</packageSourceCredentials>`,
      ),
      secretCase(
        "spring-properties",
        "password",
        password,
        (v) => `spring.datasource.username=app\nspring.datasource.password=${v}\nspring.jpa.show-sql=false`,
      ),
      secretCase(
        "spring-yaml-quoted",
        "client-secret",
        token("", "symbols", 28),
        (v) =>
          `spring:\n  security:\n    oauth2:\n      client:\n        registration:\n          keycloak:\n            client-id: portal\n            client-secret: '${v}'`,
        "yaml",
      ),
      secretCase(
        "appsettings-json",
        "password",
        token("", "printable", 18),
        (v) => `{\n  "Smtp": { "Host": "mail.acme.dev", "User": "noreply", "Password": "${v}" }\n}`,
        "json",
      ),
      secretCase(
        "gradle-properties",
        "password",
        password,
        (v) => `org.gradle.jvmargs=-Xmx4g\nsigning.keyId=24875D73\nsigning.password=${v}`,
      ),
      secretCase(
        "pip-conf",
        "password",
        password,
        (v) => `[global]\nindex-url = https://reader:${v}@pypi.acme.dev/simple`,
      ),
      secretCase(
        "poetry-auth-toml",
        "password",
        password,
        (v) => `[http-basic.acme]\nusername = "ci"\npassword = "${v}"`,
      ),
      secretCase(
        "cargo-credentials",
        "token",
        token("cio", "base62", 32),
        (v) => `[registry]\ntoken = "${v}"`,
      ),
      secretCase(
        "composer-auth",
        "password",
        hex(40),
        (v) => `{"http-basic":{"repo.packagist.com":{"username":"token","password":"${v}"}}}`,
      ),
      secretCase(
        "ansible-inventory",
        "password",
        password,
        (v) => `[web]\nweb1 ansible_host=10.0.4.11 ansible_user=deploy ansible_become_pass=${v}`,
      ),
      secretCase(
        "ansible-vault-pass-var",
        "password",
        password,
        (v) => `---\nvault_mysql_root_password: ${v}\nnginx_worker_processes: 4`,
      ),
      secretCase(
        "wireguard",
        "private-key",
        token("", "base64", 43, "="),
        (v) => `[Interface]\nAddress = 10.8.0.2/24\nPrivateKey = ${v}\nDNS = 10.8.0.1`,
      ),
      secretCase(
        "wpa-supplicant",
        "password",
        weakPassword,
        (v) => `network={\n    ssid="attic"\n    psk="${v}"\n    key_mgmt=WPA-PSK\n}`,
      ),
      secretCase(
        "hostapd",
        "password",
        password,
        (v) => `interface=wlan0\nssid=shop-guest\nwpa=2\nwpa_passphrase=${v}`,
      ),
      secretCase(
        "rclone-conf",
        "secret-key",
        base62(40),
        (v) => `[wasabi]\ntype = s3\nprovider = Wasabi\naccess_key_id = 0X9A\nsecret_access_key = ${v}`,
      ),
      secretCase(
        "msmtprc",
        "password",
        password,
        (v) => `account default\nhost smtp.example.com\nauth on\nuser noreply@example.com\npassword ${v}\n`,
      ),
      secretCase(
        "mosquitto-bridge",
        "password",
        password,
        (v) => `connection cloud\naddress mqtt.acme.dev:8883\nremote_username edge-7\nremote_password ${v}`,
      ),
      secretCase("redis-conf", "password", hex(48), (v) => `bind 0.0.0.0\nrequirepass ${v}\nmaxmemory 2gb`),
      secretCase(
        "ldap-bind",
        "password",
        password,
        (v) => `olcRootDN: cn=admin,dc=acme,dc=dev\nolcRootPW: ${v}`,
      ),
      secretCase(
        "grafana-ini",
        "password",
        password,
        (v) => `[security]\nadmin_user = admin\n; keep me\nadmin_password = """${v}"""`,
      ),
      secretCase(
        "prometheus-remote-write",
        "token",
        base62(44),
        (v) =>
          `remote_write:\n  - url: https://mimir.acme.dev/api/v1/push\n    authorization:\n      type: Bearer\n      credentials: ${v}`,
      ),
      secretCase(
        "mcp-json-env",
        "api-key",
        base62(32),
        (v) =>
          `{"mcpServers":{"search":{"command":"uvx","args":["search-mcp"],"env":{"SEARCH_API_KEY":"${v}"}}}}`,
      ),
      secretCase(
        "home-assistant",
        "password",
        password,
        (v) => `# secrets.yaml\nmqtt_user: ha\nmqtt_pw: ${v}\nlatitude: 52.1`,
      ),
      secretCase(
        "systemd-environment",
        "token",
        hex(40),
        (v) =>
          `[Service]\nEnvironment="VAULT_ADDR=https://vault:8200" "VAULT_TOKEN=${v}"\nExecStart=/usr/bin/agent`,
      ),
      secretCase(
        "nix-attr",
        "password",
        password,
        (v) => `services.nextcloud.config = {\n  dbuser = "nextcloud";\n  dbpass = "${v}";\n};`,
      ),
      secretCase(
        "dotenv-export-spaces",
        "secret-key",
        (r) => r.chars(ALPHABET.base64url, 43),
        (v) => `# prod\nexport JWT_SIGNING_SECRET = ${v} # rotate in May`,
      ),
      secretCase(
        "vscode-sftp",
        "password",
        password,
        (v) =>
          `{ "name": "live", "host": "ftp.acme.dev", "protocol": "ftp", "username": "web01", "password": "${v}", "uploadOnSave": true }`,
      ),
      secretCase(
        "filezilla-site",
        "password",
        password,
        (v) =>
          `<Server>\n<Host>ftp.acme.dev</Host>\n<User>web01</User>\n<Pass encoding="base64">${v}</Pass>\n</Server>`,
        "base64",
      ),
    ],
  },
} satisfies BlindFile;
