import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { base62, hex, password, token, uuid, type Value, weakPassword } from "../../random.ts";

const basic: Value = (r) => `elastic:${r.base62(20)}`;

export default {
  secrets: {
    "command-lines": [
      secretCase(
        "mysql-attached-p",
        "password",
        password,
        (v) => `mysql -uroot -p${v} -h 127.0.0.1 shop < dump.sql`,
      ),
      secretCase(
        "mysqldump-long",
        "password",
        password,
        (v) => `mysqldump --single-transaction --user=backup --password='${v}' shop | gzip > shop.sql.gz`,
      ),
      secretCase(
        "pgpassword-prefix",
        "password",
        password,
        (v) => `PGPASSWORD=${v} psql -h db1 -U app -c 'select count(*) from orders'`,
      ),
      secretCase(
        "curl-u",
        "password",
        password,
        (v) => `curl -sS -u "jenkins:${v}" https://nexus.acme.dev/service/rest/v1/status`,
      ),
      secretCase(
        "curl-user-equals",
        "password",
        password,
        (v) => `curl --user=admin:${v} -XPUT localhost:9200/_cluster/settings`,
      ),
      secretCase(
        "curl-json-body",
        "password",
        password,
        (v) =>
          `curl -X POST localhost:3000/api/login -H 'content-type: application/json' -d '{"email":"a@b.co","password":"${v}"}'`,
      ),
      secretCase(
        "curl-escaped-json",
        "password",
        password,
        (v) => `ssh web1 "curl -d '{\\"user\\":\\"ci\\",\\"password\\":\\"${v}\\"}' localhost:8080/login"`,
      ),
      secretCase(
        "httpie-field",
        "password",
        password,
        (v) => `http POST :8000/auth/token/ username=alice password=${v}`,
      ),
      secretCase(
        "wget-password",
        "password",
        password,
        (v) => `wget --user reader --password ${v} https://files.acme.dev/big.iso`,
      ),
      secretCase(
        "sshpass",
        "password",
        weakPassword,
        (v) => `sshpass -p ${v} ssh -o StrictHostKeyChecking=no root@10.0.3.7 uptime`,
      ),
      secretCase(
        "sshpass-quoted",
        "password",
        token("", "symbols", 14),
        (v) => `sshpass -p '${v}' scp build.tgz deploy@10.0.3.7:/srv/`,
      ),
      secretCase(
        "docker-login-p",
        "password",
        base62(32),
        (v) => `docker login registry.acme.dev -u ci -p ${v}`,
      ),
      secretCase(
        "docker-run-e",
        "password",
        password,
        (v) => `docker run -d --name pg -e POSTGRES_PASSWORD=${v} -p 5432:5432 postgres:16`,
      ),
      secretCase(
        "kubectl-create-secret",
        "password",
        password,
        (v) =>
          `kubectl create secret generic db --from-literal=username=app --from-literal=password=${v} -n prod`,
      ),
      secretCase(
        "kubectl-jsonpath-decode",
        "password",
        token("", "base62", 20),
        (v) =>
          `$ kubectl get secret argocd-initial-admin-secret -n argocd -o jsonpath="{.data.password}" | base64 -d\n${v}`,
      ),
      secretCase(
        "kubectl-docker-registry",
        "password",
        base62(28),
        (v) =>
          `kubectl create secret docker-registry regcred --docker-server=ghcr.io --docker-username=acme --docker-password=${v}`,
      ),
      secretCase(
        "helm-set",
        "password",
        password,
        (v) =>
          `helm upgrade --install kc bitnami/keycloak --set auth.adminUser=admin --set auth.adminPassword=${v}`,
      ),
      secretCase(
        "redis-cli-a",
        "password",
        base62(24),
        (v) => `redis-cli -h cache.acme.dev -a ${v} --tls ping`,
      ),
      secretCase(
        "mongosh-p",
        "password",
        password,
        (v) => `mongosh "mongodb://mongo1:27017/admin" -u root -p ${v} --eval 'rs.status()'`,
      ),
      secretCase(
        "openssl-passin",
        "passphrase",
        password,
        (v) => `openssl rsa -in server.key -out plain.key -passin pass:${v}`,
      ),
      secretCase(
        "openssl-rand-output",
        "secret-key",
        token("", "base64", 43, "="),
        (v) =>
          `$ export COOKIE_SECRET=$(openssl rand -base64 32) && echo "cookie secret: $COOKIE_SECRET"\ncookie secret: ${v}`,
      ),
      secretCase(
        "keytool",
        "password",
        password,
        (v) => `keytool -genkeypair -alias app -keystore app.jks -storepass ${v} -dname CN=app`,
      ),
      secretCase(
        "gpg-passphrase",
        "passphrase",
        password,
        (v) => `gpg --batch --yes --pinentry-mode loopback --passphrase "${v}" -d secrets.tar.gpg`,
      ),
      secretCase("zip-p", "password", weakPassword, (v) => `7z x archive.7z -p${v} -o/tmp/out`),
      secretCase("unzip-capital-p", "password", weakPassword, (v) => `unzip -P ${v} statements.zip`),
      secretCase(
        "ldapsearch-w",
        "password",
        password,
        (v) => `ldapsearch -x -H ldap://dc1 -D "cn=svc,dc=corp" -w ${v} -b dc=corp "(uid=kim)"`,
      ),
      secretCase(
        "smbclient-percent",
        "password",
        password,
        (v) => `smbclient //nas/share -U 'CORP\\backup%${v}' -c 'ls'`,
      ),
      secretCase(
        "mount-cifs",
        "password",
        password,
        (v) => `mount -t cifs //nas/media /mnt/media -o username=kodi,password=${v},vers=3.0`,
      ),
      secretCase(
        "net-use",
        "password",
        weakPassword,
        (v) => `net use Z: \\\\fileserver\\projects /user:CORP\\anna ${v} /persistent:no`,
      ),
      secretCase(
        "schtasks-rp",
        "password",
        password,
        (v) => `schtasks /create /tn nightly /tr backup.cmd /sc daily /ru CORP\\svc_backup /rp ${v}`,
      ),
      secretCase(
        "sqlcmd",
        "password",
        password,
        (v) => `sqlcmd -S tcp:sql1,1433 -U sa -P "${v}" -Q "SELECT @@VERSION"`,
      ),
      secretCase(
        "sqlplus-slash",
        "password",
        password,
        (v) => `sqlplus system/${v}@//ora1:1521/XEPDB1 @schema.sql`,
      ),
      secretCase("chpasswd", "password", password, (v) => `echo 'deploy:${v}' | sudo chpasswd`),
      secretCase("sudo-s", "password", weakPassword, (v) => `echo ${v} | sudo -S systemctl restart nginx`),
      secretCase("htpasswd-b", "password", password, (v) => `htpasswd -cbB /etc/nginx/.htpasswd acme ${v}`),
      secretCase(
        "prompt-dialog",
        "password",
        weakPassword,
        (v) => `$ ftp ftp.acme.dev\nName (ftp.acme.dev:dana): web01\nPassword: ${v}\n230 Login successful.`,
      ),
      secretCase(
        "gh-secret-set",
        "token",
        base62(40),
        (v) => `gh secret set DEPLOY_KEY --body "${v}" --repo acme/web`,
      ),
      secretCase(
        "printenv-output",
        "token",
        hex(40),
        (v) => `$ printenv | grep -i token\nBUILD_TOKEN=${v}\nTOKENIZERS_PARALLELISM=false`,
      ),
      secretCase("fish-set", "api-key", base62(32), (v) => `set -gx STRAVA_CLIENT_SECRET ${v}`),
      secretCase(
        "powershell-env",
        "api-key",
        base62(40),
        (v) => `$env:SEARCH_ADMIN_KEY = "${v}"; dotnet run`,
      ),
      secretCase("cmd-set", "password", password, (v) => `set ORACLE_PWD=${v}&& docker compose up -d`),
      secretCase("setx", "token", base62(36), (v) => `setx ARTIFACT_TOKEN "${v}" /M`),
      secretCase(
        "vault-kv-put",
        "password",
        password,
        (v) => `vault kv put secret/shop/db username=app password=${v}`,
      ),
      secretCase(
        "aws-ssm-put",
        "password",
        password,
        (v) =>
          `aws ssm put-parameter --name /prod/db/password --type SecureString --value '${v}' --overwrite`,
      ),
      secretCase(
        "aws-secretsmanager-get",
        "password",
        password,
        (v) =>
          `$ aws secretsmanager get-secret-value --secret-id prod/db --query SecretString --output text\n{"username":"app","password":"${v}"}`,
      ),
      secretCase(
        "gcloud-secrets",
        "password",
        password,
        (v) => `printf '%s' '${v}' | gcloud secrets create db-password --data-file=-`,
      ),
      secretCase(
        "pass-show",
        "password",
        password,
        (v) => `$ pass show work/postgres\n${v}\nuser: app\nurl: db1.acme.dev`,
      ),
      secretCase("op-read", "password", password, (v) => `$ op read "op://Infra/Grafana/password"\n${v}`),
      secretCase(
        "curl-basic-base64",
        "password",
        basic,
        (v) => `curl -H 'Authorization: Basic ${v}' https://es.acme.dev:9200/_cat/indices`,
        "base64",
      ),
      secretCase(
        "decode-echo",
        "password",
        password,
        (v) => `echo ${v} | base64 -d   # the db password from the k8s secret`,
        "base64",
      ),
      secretCase("pulumi-config", "password", password, (v) => `pulumi config set --secret dbPassword ${v}`),
      secretCase(
        "rake-args",
        "password",
        weakPassword,
        (v) => `bin/rails runner 'User.create!(email: "root@acme.dev", password: "${v}", admin: true)'`,
      ),
      secretCase(
        "rotate-output",
        "api-key",
        uuid,
        (v) =>
          `$ ./manage.py create_api_key partner-7\nAPI key created. Copy it now, it is not shown again:\n  ${v}`,
      ),
      secretCase(
        "elastic-reset-password",
        "password",
        token("", "base62", 20),
        (v) => `Password for the [elastic] user successfully reset.\nNew value: ${v}`,
      ),
    ],
  },
} satisfies BlindFile;
