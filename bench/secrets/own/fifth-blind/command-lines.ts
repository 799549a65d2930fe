import type { BlindFile } from "../../blind.ts";
import { type Encoding, secretCase as s, type Template } from "../../corpus-case.ts";
import { base62, base64, hex, password, token, weakPassword } from "../../random.ts";

type Text = Template["text"];
const pw = (id: string, text: Text, encoding?: Encoding) => s(id, "password", password, text, encoding);
const weak = (id: string, text: Text) => s(id, "password", weakPassword, text);
const key = (id: string, text: Text) => s(id, "token", base62(32), text);

export default {
  secrets: {
    "command-lines": [
      weak("mysql-p", (v) => `mysql -h db1 -uroot -p${v} shop < dump.sql`),
      pw(
        "mysqldump-long",
        (v) => `$ mysqldump --user=backup --password=${v} --all-databases | gzip > all.sql.gz`,
      ),
      pw("pgpassword", (v) => `PGPASSWORD=${v} psql -h db -U app -c 'select 1'`),
      weak("mongosh", (v) => `mongosh --host m1 -u root -p ${v} --authenticationDatabase admin`),
      weak(
        "redis-cli",
        (v) => `redis-cli -h cache -p 6379 -a ${v} ping\nWarning: Using a password with '-a' ...\nPONG`,
      ),
      weak("redis-auth", (v) => `127.0.0.1:6379> AUTH ${v}\nOK`),
      weak(
        "redis-auth-user",
        (v) => `cache:6379> AUTH worker ${v}\n(error) WRONGPASS invalid username-password pair`,
      ),
      weak("sqlcmd", (v) => `sqlcmd -S tcp:sql1,1433 -U sa -P ${v} -Q "SELECT @@VERSION"`),
      weak("sqlplus", (v) => `sqlplus scott/${v}@//ora1:1521/XEPDB1`),
      pw("curl-u", (v) => `curl -sS -u admin:${v} https://nexus.acme.io/service/rest/v1/status`),
      pw("curl-long-user", (v) => `curl --user "ann:${v}" --upload-file a.tgz sftp://files.acme.io/`),
      key("curl-bearer", (v) => `curl -H 'Authorization: Bearer ${v}' https://api.acme.io/v1/me`),
      weak("curl-json", (v) => `curl -XPOST localhost:3000/login -d '{"email":"a@b.io","password":"${v}"}'`),
      weak("curl-form", (v) => `curl -F user=ann -F password=${v} https://acme.io/login`),
      pw("wget", (v) => `wget --http-user=ann --http-password=${v} -r https://files.acme.io/`),
      weak("httpie", (v) => `http -a admin:${v} GET :8080/actuator/health`),
      weak("sshpass", (v) => `sshpass -p ${v} scp app.jar root@10.0.0.8:/opt/`),
      weak("sudo-stdin", (v) => `echo ${v} | sudo -S systemctl restart nginx`),
      weak("sudo-herestring", (v) => `sudo -S apt-get update <<< "${v}"`),
      weak("chpasswd", (v) => `echo 'deploy:${v}' | chpasswd`),
      weak("passwd-stdin", (v) => `printf '%s\\n' "${v}" | passwd --stdin ann`),
      weak("net-user", (v) => `C:\\> net user ann ${v} /add\nThe command completed successfully.`),
      weak("net-use", (v) => `net use Z: \\\\nas\\share /user:ACME\\ann ${v} /persistent:yes`),
      weak("cmdkey", (v) => `cmdkey /add:sql1 /user:ACME\\svc /pass:${v}`),
      weak("smbclient", (v) => `smbclient //nas/share -U 'ACME/ann%${v}' -c ls`),
      weak("mount-cifs", (v) => `mount -t cifs //nas/share /mnt -o username=ann,password=${v},vers=3.0`),
      weak("xfreerdp", (v) => `xfreerdp /u:ann /p:${v} /v:10.0.0.7 /cert:ignore`),
      pw("docker-login-p", (v) => `docker login -u ann -p ${v} registry.acme.io\nLogin Succeeded`),
      pw("docker-run-e", (v) => `docker run -d -e POSTGRES_PASSWORD=${v} -p 5432:5432 postgres:17`),
      key("docker-build-arg", (v) => `docker build --build-arg NPM_TOKEN=${v} -t web .`),
      pw(
        "docker-inspect",
        (v) => `"Env": [\n    "PATH=/usr/local/bin",\n    "REDIS_PASSWORD=${v}",\n    "TZ=UTC"\n]`,
      ),
      pw(
        "kubectl-literal",
        (v) => `kubectl create secret generic db --from-literal=password='${v}' -n prod`,
        "shell",
      ),
      pw("kubectl-get-b64", (v) => `$ kubectl get secret db -o jsonpath='{.data.password}'\n${v}`, "base64"),
      pw(
        "kubectl-decode",
        (v) => `$ kubectl get secret db -o jsonpath='{.data.password}' | base64 -d\n${v}\n$ `,
      ),
      pw("kubectl-set-env", (v) => `kubectl set env deploy/api DB_PASSWORD=${v}`),
      pw("helm-set", (v) => `helm upgrade --install pg bitnami/postgresql --set auth.postgresPassword=${v}`),
      key(
        "vault-kv-get",
        (v) => `$ vault kv get kv/app\n=== Data ===\nKey        Value\n---        -----\napi_key    ${v}\n`,
      ),
      key("vault-kv-put", (v) => `vault kv put kv/app api_key=${v} url=https://x.io`),
      pw(
        "aws-secretsmanager",
        (v) => `aws secretsmanager get-secret-value\n{"SecretString":"{\\"password\\":\\"${v}\\"}"}`,
      ),
      key("aws-ssm", (v) => `aws ssm put-parameter --name /prod/api-token --type SecureString --value ${v}`),
      pw(
        "az-sql",
        (v) => `az sql server create -n s1 -g rg --admin-user dba --admin-password '${v}'`,
        "shell",
      ),
      pw("gcloud-sql", (v) => `gcloud sql users set-password app --instance=main --password=${v}`),
      key("gh-secret-set", (v) => `gh secret set DEPLOY_TOKEN --body "${v}"`),
      key("fly-secrets", (v) => `fly secrets set SESSION_SECRET=${v} -a acme`),
      s(
        "openssl-rand",
        "secret",
        hex(64),
        (v) => `$ openssl rand -hex 32 > .session_secret; cat .session_secret\n${v}`,
      ),
      s(
        "openssl-pass",
        "password",
        weakPassword,
        (v) => `openssl pkcs12 -in c.pfx -nocerts -passin pass:${v} -nodes`,
      ),
      s("zip-p", "password", weakPassword, (v) => `7z x -p${v} backup.7z\nEverything is Ok`),
      s("cat-password-file", "password", password, (v) => `$ cat /run/secrets/db_password\n${v}\n$ exit`),
      s(
        "pwgen",
        "password",
        base62(20),
        (v) => `$ pass generate web/github 20\nThe generated password for web/github is:\n${v}`,
      ),
      s(
        "jenkins-initial",
        "password",
        hex(32),
        (v) => `# cat /var/jenkins_home/secrets/initialAdminPassword\n${v}`,
      ),
      s("prompt-echo", "password", weakPassword, (v) => `Username: ann\nPassword: ${v}\nLogin incorrect`),
      s(
        "git-prompt",
        "password",
        password,
        (v) => `Username for 'https://git.acme.io': ann\nPassword for 'https://ann@git.acme.io': ${v}`,
      ),
      s(
        "env-grep",
        "secret",
        token("", "base64url", 43),
        (v) => `$ env | grep -i secret\nCOOKIE_SECRET=${v}`,
      ),
      s(
        "history",
        "password",
        password,
        (v) => `  511  ls\n  512  export SMTP_PASSWORD=${v}\n  513  ./run.sh`,
      ),
      s(
        "wg-genkey",
        "private-key",
        (r) => base64(r.bytes(32)),
        (v) => `$ wg genkey | tee privatekey\n${v}`,
      ),
      s("fish-set", "token", base62(40), (v) => `set -gx HOMEBREW_GITHUB_API_TOKEN ${v}`),
    ],
  },
  harmless: {
    "command-lines": [
      {
        id: "mysql-prompt",
        text: () => "mysql -h db1 -u root -p shop\nEnter password: \nWelcome to the MySQL monitor.",
      },
      { id: "ps-port", text: (r) => `ssh -p ${1024 + r.int(9999)} ann@host.acme.io uptime` },
      { id: "docker-ports", text: () => "docker run -p 8080:80 -e TZ=UTC -v data:/var/lib/app nginx:1.27" },
      {
        id: "password-stdin",
        text: () => "cat ~/pw.txt | docker login -u ann --password-stdin registry.acme.io",
      },
      { id: "mkdir-p", text: () => "mkdir -p build/secrets/output && cp -p token.ts build/" },
      {
        id: "kubectl-list",
        text: () => "NAME          TYPE     DATA   AGE\ndb-password   Opaque   2      41d",
      },
      { id: "describe", text: () => "Data\n====\npassword:  24 bytes\nusername:  3 bytes" },
      { id: "grep", text: () => "grep -rn 'password' src/ | wc -l\n142" },
      {
        id: "rg-out",
        text: () => "src/auth.ts:14:  const token = readToken(request);\nsrc/auth.ts:20:  return password;",
      },
      { id: "passwd-ok", text: () => "passwd: password updated successfully" },
      { id: "ssh-keygen-fp", text: (r) => `256 SHA256:${r.base62(43)} ann@laptop (ED25519)` },
      { id: "sha256sum", text: (r) => `$ sha256sum app.tar.gz\n${r.hex(64)}  app.tar.gz` },
      {
        id: "git-log",
        text: (r) => `$ git log --oneline\n${r.hex(8)} feat: token refresh\n${r.hex(8)} fix: password form`,
      },
      { id: "docker-id", text: (r) => `$ docker run -d redis\n${r.hex(64)}` },
      {
        id: "vault-status",
        text: () =>
          "Key             Value\n---             -----\nSeal Type       shamir\nSealed          false",
      },
      { id: "gh-secret-list", text: () => "NAME          UPDATED\nDEPLOY_TOKEN  about 2 months ago" },
      { id: "getent", text: () => "$ getent passwd ann\nann:x:1000:1000:Ann,,,:/home/ann:/bin/zsh" },
      {
        id: "help",
        text: () =>
          "  -p, --password <password>   password of the user\n      --token <token>         API token",
      },
      {
        id: "flag-env",
        text: () => 'curl -H "Authorization: Bearer $TOKEN" -u "$USER:$PASS" https://api.acme.io',
      },
      { id: "ls-secrets", text: () => "-rw------- 1 root root 33 Jan 4 10:02 db_password.txt" },
      { id: "npm-whoami", text: () => "$ npm token list\nnpm error code ENEEDAUTH" },
      { id: "uuidgen", text: (r) => `$ uuidgen\n${r.uuid()}` },
      { id: "history", text: () => "  88  cd secrets\n  89  vim password.go\n  90  go test ./token/..." },
      { id: "unset", text: () => "unset AWS_SECRET_ACCESS_KEY PGPASSWORD; aws sso login --profile dev" },
    ],
  },
} satisfies BlindFile;
