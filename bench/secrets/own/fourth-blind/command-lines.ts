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

const appPassword: Value = (r) => Array.from({ length: 4 }, () => r.chars(ALPHABET.lower, 4)).join(" ");

export default {
  secrets: {
    "command-lines": [
      secretCase("mysql-p", "password", password, (v) => `$ mysql -h db1 -u root -p${v} -e 'show databases'`),
      secretCase(
        "mysqldump-long",
        "password",
        password,
        (v) => `mysqldump --user=backup --password=${v} --all-databases | gzip > /bak/all.sql.gz`,
      ),
      secretCase(
        "pgpassword",
        "password",
        password,
        (v) => `PGPASSWORD=${v} psql -h db.acme.io -U app -d orders -c '\\dt'`,
      ),
      secretCase(
        "psql-dsn-words",
        "password",
        password,
        (v) => `psql "host=db port=5432 dbname=app user=app password=${v} sslmode=require"`,
      ),
      secretCase(
        "redis-cli-a",
        "password",
        password,
        (v) => `redis-cli -h cache.acme.io -p 6380 -a ${v} --tls INFO memory`,
      ),
      secretCase(
        "redis-repl-auth",
        "password",
        base62(24),
        (v) => `127.0.0.1:6379> AUTH ${v}\nOK\n127.0.0.1:6379> DBSIZE\n(integer) 412`,
      ),
      secretCase(
        "redis-repl-auth-user",
        "password",
        base62(24),
        (v) =>
          `127.0.0.1:6379> AUTH worker ${v}\n(error) WRONGPASS invalid username-password pair or user is disabled.`,
      ),
      secretCase(
        "redis-config-set",
        "password",
        base62(24),
        (v) => `redis-cli CONFIG SET requirepass "${v}"\nOK`,
      ),
      secretCase(
        "mongosh",
        "password",
        password,
        (v) => `mongosh --host mongo1 --username admin --password ${v} --authenticationDatabase admin`,
      ),
      secretCase(
        "sqlcmd",
        "password",
        password,
        (v) => `sqlcmd -S tcp:sql1,1433 -U sa -P ${v} -Q "SELECT @@VERSION"`,
      ),
      secretCase(
        "sqlplus",
        "password",
        weakPassword,
        (v) => `sqlplus system/${v}@//ora1:1521/XEPDB1 @migrate.sql`,
      ),
      secretCase(
        "impdp",
        "password",
        weakPassword,
        (v) => `impdp hr/${v} DIRECTORY=dp DUMPFILE=hr.dmp LOGFILE=imp.log`,
      ),
      secretCase(
        "curl-u",
        "password",
        password,
        (v) => `curl -s -u elastic:${v} https://es:9200/_cat/indices?v`,
      ),
      secretCase(
        "curl-u-attached",
        "password",
        password,
        (v) => `curl -k -uadmin:${v} -XPUT https://nexus/service/rest/v1/status`,
      ),
      secretCase(
        "curl-proxy",
        "password",
        password,
        (v) => `curl --proxy-user corp\\\\dana:${v} -x http://proxy:3128 https://example.com`,
      ),
      secretCase(
        "curl-json",
        "password",
        password,
        (v) =>
          `curl -X POST https://api.acme.io/login -H 'Content-Type: application/json' -d '{"email":"a@acme.io","password":"${v}"}'`,
      ),
      secretCase(
        "curl-escaped-json",
        "password",
        password,
        (v) => `curl -d "{\\"username\\": \\"bob\\", \\"password\\": \\"${v}\\"}" http://localhost:8080/auth`,
      ),
      secretCase(
        "curl-bearer-cont",
        "token",
        base62(40),
        (v) =>
          `curl https://api.acme.io/v1/me \\\n  -H 'Accept: application/json' \\\n  -H 'Authorization: Bearer ${v}'`,
      ),
      secretCase(
        "curl-multipart",
        "password",
        password,
        (v) => `curl -F user=web -F password=${v} -F file=@a.zip https://up.acme.io`,
      ),
      secretCase(
        "wget",
        "password",
        password,
        (v) => `wget --http-user=mirror --http-password=${v} -r https://dl.acme.io/`,
      ),
      secretCase("httpie", "password", password, (v) => `http -a dana:${v} GET :8000/api/orders page==2`),
      secretCase(
        "sshpass",
        "password",
        password,
        (v) => `sshpass -p ${v} scp -o StrictHostKeyChecking=no app.tgz root@10.0.0.5:/opt`,
      ),
      secretCase(
        "sshpass-env",
        "password",
        password,
        (v) => `SSHPASS=${v} sshpass -e rsync -avz dist/ web@10.0.0.8:/var/www`,
      ),
      secretCase("echo-sudo", "password", weakPassword, (v) => `echo '${v}' | sudo -S apt-get update`),
      secretCase(
        "sudo-herestring",
        "password",
        weakPassword,
        (v) => `sudo -S systemctl restart nginx <<< "${v}"`,
      ),
      secretCase("chpasswd", "password", weakPassword, (v) => `echo "deploy:${v}" | sudo chpasswd`),
      secretCase(
        "useradd",
        "password",
        weakPassword,
        (v) => `useradd -m -p $(openssl passwd -1 ${v}) backup`,
      ),
      secretCase(
        "passwd-stdin",
        "password",
        weakPassword,
        (v) => `printf '%s\\n%s\\n' '${v}' '${v}' | passwd root`,
      ),
      secretCase(
        "openssl-passin",
        "password",
        password,
        (v) => `openssl rsa -in key.pem -passin pass:${v} -out plain.pem`,
      ),
      secretCase(
        "openssl-pkcs12",
        "password",
        password,
        (v) => `openssl pkcs12 -export -in cert.pem -inkey key.pem -out app.p12 -password pass:${v}`,
      ),
      secretCase(
        "openssl-enc",
        "password",
        password,
        (v) => `tar cz data | openssl enc -aes-256-cbc -pbkdf2 -k ${v} > data.enc`,
      ),
      secretCase(
        "openssl-rand",
        "secret-key",
        (r) => base64(r.bytes(32)),
        (v) => `$ export JWT_SECRET=$(openssl rand -base64 32)\n$ echo $JWT_SECRET\n${v}`,
      ),
      secretCase(
        "gpg-passphrase",
        "password",
        password,
        (v) => `gpg --batch --yes --passphrase '${v}' --pinentry-mode loopback -c secrets.tar`,
      ),
      secretCase(
        "keytool",
        "password",
        weakPassword,
        (v) => `keytool -importcert -alias ca -file ca.crt -keystore trust.jks -storepass ${v} -noprompt`,
      ),
      secretCase(
        "jarsigner",
        "password",
        weakPassword,
        (v) => `jarsigner -keystore release.jks -keypass ${v} app.aab upload`,
      ),
      secretCase("zip-p", "password", password, (v) => `zip -r -P ${v} logs.zip /var/log/app`),
      secretCase("seven-zip", "password", password, (v) => `7z x backup.7z -p${v} -o/tmp/out`),
      secretCase("unrar", "password", password, (v) => `unzip -P "${v}" report.zip -d out/`),
      secretCase(
        "docker-login",
        "password",
        password,
        (v) =>
          `docker login registry.acme.io -u ci -p ${v}\nWARNING! Using --password via the CLI is insecure.\nLogin Succeeded`,
      ),
      secretCase(
        "docker-run-env",
        "password",
        password,
        (v) => `docker run -d --name pg -e POSTGRES_PASSWORD=${v} -v pg:/var/lib/postgresql/data postgres:16`,
      ),
      secretCase(
        "docker-build-arg",
        "token",
        hex(40),
        (v) => `docker build --build-arg NPM_TOKEN=${v} --target prod -t acme/web .`,
      ),
      secretCase(
        "docker-inspect",
        "password",
        password,
        (v) =>
          `$ docker inspect db --format '{{json .Config.Env}}'\n["MYSQL_USER=wp","MYSQL_PASSWORD=${v}","PATH=/usr/local/bin"]`,
      ),
      secretCase(
        "printenv",
        "password",
        password,
        (v) => `$ kubectl exec api-0 -- env | sort\nHOME=/root\nKAFKA_SASL_PASSWORD=${v}\nLANG=C.UTF-8`,
      ),
      secretCase(
        "kubectl-literal",
        "password",
        password,
        (v) =>
          `kubectl create secret generic db --from-literal=username=app --from-literal=password=${v} -n prod`,
      ),
      secretCase(
        "kubectl-registry",
        "password",
        password,
        (v) =>
          `kubectl create secret docker-registry regcred --docker-server=ghcr.io --docker-username=bot --docker-password=${v}`,
      ),
      secretCase(
        "kubectl-jsonpath",
        "password",
        password,
        (v) => `$ kubectl get secret grafana -o jsonpath='{.data.admin-password}'\n${v}`,
        "base64",
      ),
      secretCase(
        "kubectl-b64d",
        "password",
        password,
        (v) => `$ kubectl get secret pg -o jsonpath="{.data.password}" | base64 -d\n${v}`,
      ),
      secretCase(
        "argocd-initial",
        "password",
        password,
        (v) =>
          `$ argocd admin initial-password -n argocd\n${v}\n\n This password must be only used for first time login.`,
      ),
      secretCase(
        "kubeadm",
        "token",
        (r) => `${r.chars(ALPHABET.base36, 6)}.${r.chars(ALPHABET.base36, 16)}`,
        (v, r) =>
          `kubeadm join 10.0.0.1:6443 --token ${v} \\\n\t--discovery-token-ca-cert-hash sha256:${r.hex(64)}`,
      ),
      secretCase(
        "docker-swarm",
        "token",
        (r) => `SWMTKN-1-${r.chars(ALPHABET.base36, 50)}-${r.chars(ALPHABET.base36, 25)}`,
        (v) =>
          `To add a worker to this swarm, run the following command:\n\n    docker swarm join --token ${v} 192.168.65.3:2377`,
      ),
      secretCase(
        "helm-set",
        "password",
        password,
        (v) => `helm install pg bitnami/postgresql --set auth.postgresPassword=${v},auth.database=app`,
      ),
      secretCase(
        "oc-login",
        "token",
        token("sha256~", "base64url", 43),
        (v) => `oc login --token=${v} --server=https://api.ocp.acme.io:6443`,
      ),
      secretCase(
        "az-sql",
        "password",
        password,
        (v) => `az sql server create -g rg -n sql1 --admin-user boss --admin-password ${v} -l westeurope`,
      ),
      secretCase(
        "aws-rds",
        "password",
        password,
        (v) =>
          `aws rds modify-db-instance --db-instance-identifier prod --master-user-password '${v}' --apply-immediately`,
      ),
      secretCase(
        "aws-secrets-put",
        "password",
        password,
        (v) =>
          `aws secretsmanager put-secret-value --secret-id prod/db --secret-string '{"username":"app","password":"${v}"}'`,
      ),
      secretCase(
        "aws-ssm-get",
        "password",
        password,
        (v) =>
          `$ aws ssm get-parameter --name /prod/db/password --with-decryption --query Parameter.Value --output text\n${v}`,
      ),
      secretCase(
        "gcloud-sql",
        "password",
        password,
        (v) => `gcloud sql users set-password postgres --instance=main --password=${v}`,
      ),
      secretCase(
        "gh-secret-set",
        "token",
        base62(32),
        (v) => `gh secret set DEPLOY_KEY --body "${v}" --repo acme/web`,
      ),
      secretCase(
        "vault-kv",
        "password",
        password,
        (v) => `vault kv put secret/app db_password=${v} db_user=app`,
      ),
      secretCase(
        "vault-kv-get",
        "password",
        password,
        (v) =>
          `$ vault kv get secret/app\n====== Data ======\nKey            Value\n---            -----\npassword       ${v}\nusername       app`,
      ),
      secretCase(
        "vault-unseal",
        "secret-key",
        (r) => base64(r.bytes(33)),
        (v) => `Unseal Key 1: ${v}\n\nVault initialized with 5 key shares and a key threshold of 3.`,
      ),
      secretCase(
        "vault-login-approle",
        "secret-key",
        uuid,
        (v, r) => `vault write auth/approle/login role_id=${r.uuid()} secret_id=${v}`,
      ),
      secretCase("op-read", "password", password, (v) => `$ op read "op://Private/AWS/password"\n${v}`),
      secretCase(
        "pass-show",
        "password",
        password,
        (v) => `$ pass show infra/bastion\n${v}\nuser: ops\nurl: bastion.acme.io`,
      ),
      secretCase(
        "security-find",
        "password",
        password,
        (v) =>
          `$ security find-generic-password -a dana -s acme -g\nkeychain: "/Users/dana/Library/Keychains/login.keychain-db"\npassword: "${v}"`,
      ),
      secretCase("bw-get", "password", password, (v) => `$ bw get password github.com\n${v}\n$ bw lock`),
      secretCase(
        "export-bw",
        "token",
        (r) => base64(r.bytes(64)),
        (v) => `$ export BW_SESSION="${v}"\n> $env:BW_SESSION="..."`,
      ),
      secretCase(
        "ldapsearch",
        "password",
        password,
        (v) => `ldapsearch -x -H ldap://dc1 -D "cn=admin,dc=acme,dc=io" -w ${v} -b "dc=acme,dc=io" uid=dana`,
      ),
      secretCase(
        "smbclient",
        "password",
        weakPassword,
        (v) => `smbclient //nas/share -U 'ACME\\dana%${v}' -c 'ls'`,
      ),
      secretCase(
        "mount-cifs",
        "password",
        weakPassword,
        (v) => `sudo mount -t cifs //nas/media /mnt -o username=media,password=${v},vers=3.0`,
      ),
      secretCase(
        "net-user",
        "password",
        weakPassword,
        (v) => `net user helpdesk ${v} /add\nThe command completed successfully.`,
      ),
      secretCase(
        "cmdkey",
        "password",
        weakPassword,
        (v) => `cmdkey /add:server01 /user:ACME\\dana /pass:${v}`,
      ),
      secretCase(
        "lftp",
        "password",
        password,
        (v) => `lftp -u web,${v} sftp://ftp.acme.io -e "mirror -R dist /; bye"`,
      ),
      secretCase(
        "ftp-dialog",
        "password",
        weakPassword,
        (v) =>
          `220 (vsFTPd 3.0.5)\nUSER web\n331 Please specify the password.\nPASS ${v}\n230 Login successful.`,
      ),
      secretCase(
        "smtp-dialog",
        "password",
        password,
        (v) =>
          `S: 334 VXNlcm5hbWU6\nC: Ym90\nS: 334 UGFzc3dvcmQ6\nC: ${v}\nS: 235 2.7.0 Authentication successful`,
        "base64",
      ),
      secretCase(
        "imap-dialog",
        "password",
        password,
        (v) => `* OK IMAP4rev1 ready\na1 LOGIN dana@acme.io ${v}\na1 OK LOGIN completed`,
      ),
      secretCase(
        "swaks",
        "password",
        appPassword,
        (v) =>
          `swaks --to a@b.c --server smtp.gmail.com:587 --tls --auth-user bot@gmail.com --auth-password "${v}"`,
      ),
      secretCase(
        "ssh-dialog",
        "password",
        weakPassword,
        (v) => `$ ssh root@10.0.0.5\nroot@10.0.0.5's password: ${v}\nWelcome to Ubuntu 24.04 LTS`,
      ),
      secretCase(
        "git-dialog",
        "token",
        hex(40),
        (v) =>
          `Username for 'https://git.acme.io': dana\nPassword for 'https://dana@git.acme.io': ${v}\nremote: Enumerating objects: 12, done.`,
      ),
      secretCase(
        "git-remote",
        "token",
        hex(40),
        (v) => `$ git remote -v\norigin\thttps://oauth2:${v}@git.acme.io/web.git (fetch)`,
      ),
      secretCase(
        "git-header",
        "token",
        (r) => `x:${r.base62(40)}`,
        (v) => `git -c http.extraheader="AUTHORIZATION: basic ${v}" fetch origin`,
        "base64",
      ),
      secretCase(
        "history",
        "password",
        password,
        (v, r) =>
          `  ${500 + r.int(99)}  cd /opt/app\n  611  export ADMIN_PASS=${v}\n  612  ./run.sh\n  613  history`,
      ),
      secretCase(
        "zsh-history",
        "password",
        password,
        (v) => `: 1767261000:0;htpasswd -bB .htpasswd dana ${v}\n: 1767261044:0;nginx -t`,
      ),
      secretCase("fish-set", "token", base62(40), (v) => `set -Ux TODOIST_TOKEN ${v}`),
      secretCase(
        "ps-aux",
        "password",
        password,
        (v) => `root  2211  0.0  java -Djavax.net.ssl.trustStorePassword=${v} -Xmx2g -jar app.jar`,
      ),
      secretCase(
        "set-x",
        "token",
        base62(36),
        (v) => `+ npm ci\n+ ./deploy.sh --env prod --token ${v}\n+ echo done`,
      ),
      secretCase(
        "rails-runner",
        "password",
        weakPassword,
        (v) => `bin/rails runner 'User.find(1).update!(password: "${v}")'`,
      ),
      secretCase(
        "manage-py",
        "password",
        weakPassword,
        (v) =>
          `DJANGO_SUPERUSER_PASSWORD=${v} python manage.py createsuperuser --noinput --username root --email a@acme.io`,
      ),
      secretCase(
        "wp-cli",
        "password",
        weakPassword,
        (v) => `wp user create bob bob@acme.io --role=editor --user_pass=${v}`,
      ),
      secretCase(
        "occ-reset",
        "password",
        weakPassword,
        (v) =>
          `Enter new password for admin: ${v}\nRetype new password: ${v}\npasswd: password updated successfully`,
      ),
      secretCase(
        "mosquitto",
        "password",
        weakPassword,
        (v) => `mosquitto_pub -h broker -u sensor -P ${v} -t home/temp -m 21.5`,
      ),
      secretCase(
        "nmcli",
        "password",
        weakPassword,
        (v) => `nmcli dev wifi connect "Acme 5G" password ${v} ifname wlan0`,
      ),
      secretCase(
        "rabbitmqctl",
        "password",
        weakPassword,
        (v) => `rabbitmqctl add_user worker ${v}\nAdding user "worker" ...`,
      ),
      secretCase(
        "xfreerdp",
        "password",
        weakPassword,
        (v) => `xfreerdp /v:win01 /u:Administrator /p:${v} /cert:ignore`,
      ),
      secretCase(
        "ipmitool",
        "password",
        weakPassword,
        (v) => `ipmitool -I lanplus -H 10.9.0.3 -U ADMIN -P '${v}' chassis power status`,
      ),
      secretCase(
        "gitlab-root-pw",
        "password",
        (r) => base64(r.bytes(32)),
        (v) =>
          `$ sudo cat /etc/gitlab/initial_root_password\n# WARNING: This value is valid only in the following conditions\n\nPassword: ${v}\n`,
      ),
      secretCase(
        "jenkins-initial",
        "password",
        hex(32),
        (v) =>
          `Please use the following password to proceed to installation:\n\n${v}\n\nThis may also be found at: /var/jenkins_home/secrets/initialAdminPassword`,
      ),
      secretCase(
        "es-reset",
        "password",
        (r) => `${r.base62(8)}*${r.base62(10)}`,
        (v) =>
          `$ bin/elasticsearch-reset-password -u elastic\nPassword for the [elastic] user successfully reset.\nNew value: ${v}`,
      ),
      secretCase(
        "jupyter",
        "token",
        hex(48),
        (v) =>
          `    To access the server, copy and paste one of these URLs:\n        http://localhost:8888/lab?token=${v}`,
      ),
    ],
  },
  harmless: {
    "command-lines": [
      { id: "p-prompt", text: () => "mysql -h db1 -u root -p shop\nEnter password:" },
      { id: "p-port", text: (r) => `docker run -p ${3000 + r.int(999)}:80 nginx\nssh -p 2222 ops@bastion` },
      { id: "mkdir-p", text: () => "mkdir -p src/components/password-field && cp -p a b" },
      { id: "stdin", text: () => "cat ~/.docker-pass | docker login -u ci --password-stdin" },
      { id: "sudo-prompt", text: () => "[sudo] password for dana: \nSorry, try again." },
      {
        id: "passin-file",
        text: () => "openssl rsa -in key.pem -passin file:/run/secrets/pass -out plain.pem",
      },
      { id: "curl-var", text: () => 'curl -H "Authorization: Bearer $TOKEN" https://api.acme.io/me' },
      { id: "curl-netrc", text: () => "curl --netrc-file ~/.netrc https://api.acme.io -u ci:" },
      {
        id: "kubectl-get",
        text: () =>
          "NAME        TYPE     DATA   AGE\ndb-secret   Opaque   2      41d\ntls-token   Opaque   1      3d",
      },
      { id: "git-log", text: (r) => `${r.hex(7)} remove password from logs\n${r.hex(7)} add token refresh` },
      {
        id: "ssh-keygen",
        text: (r) => `The key fingerprint is:\nSHA256:${r.chars(ALPHABET.base64, 43)} dana@laptop`,
      },
      { id: "grep", text: () => "grep -rn 'password' src/ | wc -l\n42" },
      {
        id: "help",
        text: () =>
          "  -p, --password <password>  password of the user (prompted for if missing)\n  -t, --token <token>        access token",
      },
      {
        id: "flag-file",
        text: () => "restic -r /srv/repo --password-file /home/backup/.restic-pass backup /etc",
      },
      {
        id: "ls",
        text: () =>
          "-rw------- 1 root root 412 Jan 4 09:12 secrets.yaml\n-rw------- 1 root root  44 Jan 4 09:12 token.txt",
      },
      { id: "apt", text: () => "Setting up libsecret-1-0 (0.21.4-1) ...\nSetting up passwd (1:4.13) ..." },
      { id: "checksum", text: (r) => `$ sha256sum app.tgz\n${r.hex(64)}  app.tgz` },
      {
        id: "gh-auth",
        text: () =>
          "gh auth status\n  ✓ Logged in to github.com account dana (keyring)\n  - Token: gho_************************************",
      },
      { id: "read-s", text: () => "read -s -p 'Password: ' PASS; echo" },
      { id: "az-query", text: () => "az keyvault secret list --vault-name acme --query '[].name'" },
      { id: "passwd-entry", text: () => "$ getent passwd dana\ndana:x:1000:1000:Dana:/home/dana:/bin/bash" },
      { id: "tar-p", text: () => "tar -xpf backup.tar -C /srv --strip-components=1" },
      { id: "brew", text: () => "brew install pass password-store gnupg" },
    ],
  },
} satisfies BlindFile;
