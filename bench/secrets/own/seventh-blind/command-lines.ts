import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base62, base64, hex, password, token, type Value, weakPassword } from "../../random.ts";

const odd: Value = token("", "printable", 14);
const b64key: Value = (r) => base64(r.bytes(32));

export default {
  secrets: {
    "command-lines": [
      secretCase(
        "mysql-p-glued",
        "password",
        password,
        (v) => `mysql -h db1 -uroot -p${v} -e 'show databases'`,
      ),
      secretCase(
        "mysqldump-long",
        "password",
        weakPassword,
        (v) => `mysqldump --user=backup --password=${v} --single-transaction shop | gzip > shop.sql.gz`,
      ),
      secretCase(
        "pgpassword",
        "password",
        password,
        (v) => `PGPASSWORD=${v} pg_dump -h db -U app -Fc shop > shop.dump`,
      ),
      secretCase(
        "redis-cli",
        "password",
        password,
        (v) => `redis-cli -h cache -a ${v} --no-auth-warning info memory`,
      ),
      secretCase(
        "redis-auth",
        "password",
        password,
        (v) => `127.0.0.1:6379> AUTH ${v}\nOK\n127.0.0.1:6379> KEYS *`,
      ),
      secretCase(
        "mongosh",
        "password",
        weakPassword,
        (v) => `mongosh --host db --username root --password ${v} --authenticationDatabase admin`,
      ),
      secretCase(
        "curl-u",
        "password",
        password,
        (v) => `curl -u ann:${v} -X POST https://ci.example.org/job/app/build`,
      ),
      secretCase(
        "curl-form",
        "password",
        odd,
        (v) => `curl https://id.example.org/token -d grant_type=password --data-urlencode 'password=${v}'`,
        "shell",
      ),
      secretCase(
        "curl-json",
        "password",
        password,
        (v) => `curl -s localhost:3000/api/login \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"ann@example.org","password":"${v}"}'`,
      ),
      secretCase(
        "wget",
        "password",
        password,
        (v) => `wget --user=ann --password='${v}' https://dl.example.org/big.iso`,
      ),
      secretCase(
        "httpie",
        "password",
        password,
        (v) => `http -a admin:${v} PUT :8080/api/users/4 active:=false`,
      ),
      secretCase(
        "sshpass",
        "password",
        weakPassword,
        (v) => `sshpass -p ${v} scp app.jar root@10.0.0.3:/opt/`,
      ),
      secretCase(
        "sudo-stdin",
        "password",
        weakPassword,
        (v) => `echo '${v}' | sudo -S systemctl restart nginx`,
      ),
      secretCase(
        "docker-login-p",
        "password",
        password,
        (v) => `docker login registry.example.org -u ci -p ${v}
WARNING! Using --password via the CLI is insecure. Use --password-stdin.
Login Succeeded`,
      ),
      secretCase(
        "docker-run-e",
        "password",
        password,
        (v) => `docker run -d --name pg -e POSTGRES_PASSWORD=${v} -p 5432:5432 postgres:16`,
      ),
      secretCase(
        "docker-build-arg",
        "token",
        base62(36),
        (v) => `docker build --build-arg NPM_TOKEN=${v} -t app .`,
      ),
      secretCase(
        "docker-inspect",
        "password",
        password,
        (v) => `$ docker inspect pg --format '{{json .Config.Env}}'
["POSTGRES_PASSWORD=${v}","PGDATA=/var/lib/postgresql/data","LANG=en_US.utf8"]`,
      ),
      secretCase(
        "kubectl-create",
        "password",
        odd,
        (v) => `kubectl create secret generic db --from-literal=username=app --from-literal=password='${v}'`,
        "shell",
      ),
      secretCase(
        "kubectl-registry",
        "password",
        password,
        (v) => `kubectl create secret docker-registry regcred \\
  --docker-server=ghcr.io --docker-username=ann --docker-password=${v}`,
      ),
      secretCase(
        "kubectl-decode",
        "password",
        password,
        (v) => `$ kubectl get secret grafana -o jsonpath='{.data.admin-password}' | base64 -d; echo\n${v}`,
      ),
      secretCase(
        "helm-set",
        "password",
        password,
        (v) => `helm upgrade -i pg bitnami/postgresql --set auth.password=${v}`,
      ),
      secretCase(
        "argocd",
        "password",
        base62(16),
        (v) => `$ argocd admin initial-password -n argocd
${v}

 This password must be only used for first time login.`,
      ),
      secretCase(
        "openssl-rand",
        "secret",
        b64key,
        (v) => `$ openssl rand -base64 32 > .secret && cat .secret\n${v}`,
      ),
      secretCase(
        "openssl-passin",
        "password",
        password,
        (v) => `openssl pkcs12 -in cert.p12 -nodes -passin pass:${v} -out cert.pem`,
      ),
      secretCase(
        "keytool",
        "password",
        password,
        (v) => `keytool -list -v -keystore release.jks -alias upload -storepass ${v}`,
      ),
      secretCase("zip-P", "password", weakPassword, (v) => `zip -r -P ${v} backup.zip ./data`),
      secretCase("7z-p", "password", password, (v) => `7z x -p${v} archive.7z -o/tmp/out`),
      secretCase(
        "gpg-passphrase",
        "password",
        password,
        (v) => `gpg --batch --yes --passphrase "${v}" -c secrets.tar`,
      ),
      secretCase("useradd-chpasswd", "password", password, (v) => `echo "deploy:${v}" | chpasswd`),
      secretCase(
        "net-user",
        "password",
        weakPassword,
        (v) => `C:\\> net use Z: \\\\fs01\\data ${v} /user:CORP\\ann`,
      ),
      secretCase(
        "psexec",
        "password",
        password,
        (v) => `psexec \\\\srv04 -u CORP\\admin -p ${v} cmd /c hostname`,
      ),
      secretCase(
        "setx",
        "api-key",
        hex(32),
        (v) => `C:\\Users\\ann> setx WEATHER_API_KEY "${v}"
SUCCESS: Specified value was saved.`,
      ),
      secretCase("ps-env", "token", base62(40), (v) => `PS C:\\src> $env:DEPLOY_TOKEN='${v}'; ./deploy.ps1`),
      secretCase(
        "ps-credential",
        "password",
        password,
        (v) => `New-LocalUser -Name svc -Password (ConvertTo-SecureString '${v}' -AsPlainText -Force)`,
      ),
      secretCase("fish-set", "token", base62(32), (v) => `set -gx REGISTRY_TOKEN ${v}`),
      secretCase(
        "history",
        "password",
        password,
        (v) => `  501  cd /srv/app
  502  export DB_PASSWORD=${v}
  503  php artisan migrate --force`,
      ),
      secretCase(
        "printenv",
        "secret",
        base62(50),
        (v) => `$ printenv | sort
HOME=/root
JWT_SECRET=${v}
PATH=/usr/local/bin:/usr/bin`,
      ),
      secretCase(
        "env-grep",
        "password",
        password,
        (v) => `$ grep -rn -i passw config/\nconfig/db.yml:7:    passwd: ${v}`,
      ),
      secretCase(
        "heroku-config",
        "secret",
        hex(64),
        (v) => `=== shop-staging Config Vars
LANG:            en_US.UTF-8
SECRET_KEY_BASE: ${v}`,
      ),
      secretCase(
        "vault-kv",
        "password",
        password,
        (v) => `$ vault kv get secret/db
====== Data ======
Key         Value
---         -----
password    ${v}
username    app`,
      ),
      secretCase("vault-put", "password", password, (v) => `vault kv put secret/smtp user=bot password=${v}`),
      secretCase(
        "aws-secretsmanager",
        "password",
        password,
        (v) => `$ aws secretsmanager get-secret-value --secret-id db
{ "Name": "db", "SecretString": "{\\"username\\":\\"app\\",\\"password\\":\\"${v}\\"}" }`,
      ),
      secretCase(
        "aws-configure",
        "secret-key",
        token("", "base64", 40),
        (v, r) => `$ aws configure
AWS Access Key ID [None]: AKIA${r.chars(ALPHABET.base32, 16)}
AWS Secret Access Key [None]: ${v}
Default region name [None]: eu-west-1`,
      ),
      secretCase(
        "gh-secret-set",
        "token",
        base62(32),
        (v) => `gh secret set DEPLOY_KEY --body "${v}" --repo acme/shop`,
      ),
      secretCase(
        "security-find",
        "password",
        password,
        (v) => `$ security find-generic-password -a ann -s wifi -g
password: "${v}"`,
      ),
      secretCase(
        "op-item",
        "password",
        token("", "symbols", 20),
        (v) => `$ op item get nas --reveal
Title:     nas
Fields:
  username:    admin
  password:    ${v}`,
      ),
      secretCase(
        "pwgen",
        "password",
        base62(20),
        (v) => `$ pass show mail/work\n${v}\nurl: https://mail.example.org`,
      ),
      secretCase(
        "psql-alter",
        "password",
        password,
        (v) => `postgres=# ALTER USER app PASSWORD '${v}';\nALTER ROLE`,
      ),
      secretCase(
        "ftp-dialog",
        "password",
        weakPassword,
        (v) => `ftp> user ann\n331 Password required for ann.\nPassword: ${v}
230 Logged in.`,
      ),
    ],
  },
  harmless: {
    "command-lines": [
      { id: "git-status", text: (r) => `$ git rev-parse HEAD\n${r.hex(40)}` },
      { id: "psql-prompt", text: () => "$ psql -h db -U app shop\nPassword for user app:" },
      { id: "sudo-prompt", text: () => "[sudo] password for ann: \nSorry, try again." },
      { id: "password-stdin", text: () => "cat ~/token.txt | docker login ghcr.io -u ann --password-stdin" },
      { id: "mysql-p", text: () => "mysql -u root -p shop" },
      { id: "ssh-key", text: () => "ssh -i ~/.ssh/deploy_key -p 2222 ubuntu@203.0.113.4" },
      { id: "mkdir-p", text: () => "mkdir -p src/password-reset && touch src/password-reset/token.ts" },
      {
        id: "docker-ps",
        text: (r) => `${r.hex(12)}   postgres:16   "docker-entrypoint.s…"   2 hours ago   Up 2 hours`,
      },
      {
        id: "kubectl-get",
        text: () => "NAME             TYPE     DATA   AGE\ndb-credentials   Opaque   2      41d",
      },
      { id: "pwd", text: () => "$ pwd\n/home/ann/projects/token-service" },
      { id: "passwd", text: () => "$ passwd\nChanging password for ann.\nCurrent password:\nNew password:" },
      { id: "openssl-dgst", text: (r) => `$ openssl dgst -sha256 app.jar\nSHA256(app.jar)= ${r.hex(64)}` },
      { id: "ssh-keygen", text: (r) => `The key fingerprint is:\nSHA256:${r.base62(43)} ann@laptop` },
      { id: "curl-var", text: () => 'curl -H "Authorization: Bearer $TOKEN" https://api.example.org/me' },
      {
        id: "gh-auth",
        text: () => "  ✓ Logged in to github.com account ann (keyring)\n  - Token: gho_************",
      },
      {
        id: "help",
        text: () =>
          "  -p, --password <password>   password of the server\n  -t, --token <token>  access token",
      },
      { id: "usage", text: () => "usage: deploy.sh [--api-key KEY] [--secret FILE] target" },
      { id: "grep", text: () => "src/login.ts:14:  const { password } = req.body;" },
      {
        id: "ls",
        text: () =>
          "-rw------- 1 ann ann 2602 Mar  3 10:11 id_rsa\n-rw-r--r-- 1 ann ann  571 Mar  3 10:11 id_rsa.pub",
      },
      {
        id: "vault-status",
        text: (r) => `Seal Type       shamir\nCluster ID      ${r.uuid()}\nVersion         1.16.2`,
      },
      { id: "terraform", text: () => '  + password = (sensitive value)\n  + username = "app"' },
      {
        id: "npm-audit",
        text: () => "jsonwebtoken  <=8.5.1\nSeverity: moderate\nfix available via `npm audit fix`",
      },
      { id: "env-unset", text: () => "unset AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN" },
      { id: "etag", text: (r) => `< etag: "${r.hex(32)}"\n< x-request-id: ${r.uuid()}` },
    ],
  },
} satisfies BlindFile;
